import { z } from 'zod';
import { locales } from '../../platform/request/locale';

/** The languages of mails. */
export const localeMeanings = { en: 'English.', de: 'German.', fr: 'French.', es: 'Spanish.' } as const;

/** The field of a language. */
export const locale = z
  .enum(locales, `must be ${locales.map((one) => `"${one}"`).join(', ')} or null`)
  .meta({ enumName: 'Locale', values: localeMeanings, example: 'de' })
  .nullable();
