import type { Locale } from '../../platform/request/locale';

/** The only SMS. A second table beside the mails: operators replace mails, and no SMS. */
export const verifyTelSms = { name: 'verify_tel' } as const;

/** With the characters of GSM alone. Others would halve what fits into one message. */
const words: Readonly<Record<Locale, (code: string, product: string) => string>> = {
  en: (code, product) => `${code} is your code for ${product}. It confirms your number, nothing else.`,
  de: (code, product) => `${code} ist Ihr Code für ${product}. Er bestätigt Ihre Nummer, sonst nichts.`,
  fr: (code, product) => `${code} est votre code pour ${product}. Il confirme votre numéro, rien d'autre.`,
  es: (code, product) => `${code} es su código para ${product}. Solo confirma su número, nada más.`,
};

/** 3GPP TS 23.038: characters that take one place. */
const gsm = /^[A-Za-z0-9 \n@£$¥èéùìòÇØøÅåÄÖÑÜäöñüà¿¡ß_!"#%&'()*+,\-./:;<=>?§]$/u;
const longestSms = 160;

/** Leaves out marks that GSM does not have, and everything else that it does not have. */
const inGsm = (text: string): string =>
  [...text.normalize('NFC')]
    .map((char) => (gsm.test(char) ? char : [...char.normalize('NFKD')].filter((part) => gsm.test(part)).join('')))
    .join('');

interface Place {
  product: string;
  /** Of PUBLIC_URL: a browser fills the code in there alone (https://wicg.github.io/sms-one-time-codes). */
  host: string;
}

/** Returns the SMS with a code: at most 160 characters of GSM, so that it is one message. */
export function smsWith(code: string, locale: Locale, { product, host }: Place): string {
  const bound = `\n@${host} #${code}`;
  const end = bound.length <= longestSms / 2 ? bound : '';
  const without = inGsm(words[locale](code, ''));
  const name = inGsm(product).slice(0, longestSms - without.length - end.length);
  return `${inGsm(words[locale](code, name))}${end}`;
}
