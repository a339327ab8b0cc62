import type { Locale, MailTemplate, MailValues } from '../mail-template';
import { durationOf } from './duration';
import type { CommonWords } from './mail-words';
import { de } from './words/de';
import { en } from './words/en';
import { es } from './words/es';
import { fr } from './words/fr';

const wordsIn: Readonly<Record<Locale, CommonWords>> = { en, de, fr, es };

/** What a mail contains. The text part and the HTML part are both made from it, so that they say the same. */
export interface MailContent {
  locale: Locale;
  product: string;
  title: string;
  paragraphs: readonly string[];
  link: { url: string; action: string; lineBefore: string } | null;
  code: { digits: string; lineBefore: string } | null;
  validity: string | null;
  notMe: string | null;
}

export function mailContent(template: MailTemplate, locale: Locale, values: MailValues): MailContent {
  const { before, linkIsValid, codeIsValid, linkAndCodeAreValid } = wordsIn[locale];
  const { title, text, action, code, notMe = null } = template.words[locale];
  const { product, provider, link, minutes, codeMinutes } = values;
  const hasCode = code !== undefined && values.code !== null;
  const [ofLink, ofCode] = [minutes, codeMinutes].map((time) => (time ? durationOf(time, locale) : null));
  const validityOf = () => {
    const ofUsedCode = hasCode ? ofCode : null;
    if (!ofLink) return ofUsedCode ? codeIsValid(ofUsedCode) : null;
    return ofUsedCode ? linkAndCodeAreValid(ofLink, ofUsedCode) : linkIsValid(ofLink);
  };
  return {
    locale,
    product,
    title,
    paragraphs: text(product, provider ?? '', values),
    link: action !== undefined && link !== null ? { url: link, action, lineBefore: before(action) } : null,
    code: hasCode && values.code !== null ? { digits: values.code, lineBefore: code } : null,
    validity: validityOf(),
    notMe,
  };
}
