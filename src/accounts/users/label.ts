import { defaultLocale, isLocale, type Locale, locales } from '../../platform/request/locale';
import { isObject } from '../../platform/runtime/json-text';
import { isBlank } from './user.inputs';

/** A text of an operator that people read, in each of its languages. */
export type Label = Readonly<Partial<Record<Locale, string>>>;

/** Returns the text in a language. Every label has one in English. */
export const textOf = (label: Label, locale: Locale): string => label[locale] ?? label[defaultLocale] ?? '';

/** Characters. */
const longestLabel = 100;

/** What to write, as text after the name of what needs a label. */
export const textsRule = `must have a text of at most ${longestLabel} characters for each language`;
export const labelRule = `${textsRule} as label: ${locales.join(', ')}`;

const isText = (text: unknown): boolean =>
  typeof text === 'string' && !isBlank(text) && text.length <= longestLabel && !/\p{Cc}/u.test(text);

export const isLabel = (value: unknown): value is Label =>
  isObject(value) && Object.entries(value).every(([language, text]) => isLocale(language) && isText(text));
