import type { OneTimeToken } from '../one-time-tokens/one-time-token';
import type { Locale } from '../request/locale';
import type { LoginInWords } from './mail-template';

const noLogin: LoginInWords = { time: null, device: null, country: null };

/** Most readers of English mails read this form of a date. */
const dateLocaleOf = (locale: Locale): string => (locale === 'en' ? 'en-GB' : locale);

/** Describes the login that a mail is about: the one that has issued its token. Null for a mail about none. */
export function loginInWords(token: OneTimeToken | null, locale: Locale): LoginInWords {
  if (token === null) return noLogin;
  const { browser, system, country } = token.details;
  const format = new Intl.DateTimeFormat(dateLocaleOf(locale), {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return {
    time: `${format.format(token.createdTs)} UTC`,
    device: [browser, system].filter(Boolean).join(', ') || null,
    country: country === undefined ? null : countryIn(locale, country),
  };
}

/** Proxies name a country that they do not know in different ways, and none of them has a name here. */
function countryIn(locale: Locale, code: string): string | null {
  const name = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' }).of(code);
  return code === 'ZZ' ? null : (name ?? null);
}
