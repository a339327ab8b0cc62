/** The languages of mails and pages (ISO 639-1). The first one is for people whose language is unknown. */
export const locales = ['en', 'de', 'fr', 'es'] as const;
export type Locale = (typeof locales)[number];
/** A text that people read, in each language. */
export type Translated = Readonly<Record<Locale, string>>;
export const defaultLocale: Locale = 'en';

export const isLocale = (text: string | null): text is Locale => (locales as readonly (string | null)[]).includes(text);
