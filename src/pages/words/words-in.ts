import type { Locale } from '../../platform/request/locale';
import { de } from './de';
import { en, type Words } from './en';
import { es } from './es';
import { fr } from './fr';

export const wordsIn: Readonly<Record<Locale, Words>> = { en, de, fr, es };

/** The name of each language in that language. */
export const languageNames: Readonly<Record<Locale, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
};
