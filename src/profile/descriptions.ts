import type { FieldText } from '../request/field-text';
import { inputSchemaOf } from '../request/input-schema';
import { type UpdateProfileField, updateProfileInput } from './profile.inputs';

const unchanged = 'Without this field, the value stays as it is.';

/** The languages of mails. */
export const localeMeanings = { en: 'English.', de: 'German.', fr: 'French.', es: 'Spanish.' } as const;

export const updateProfileTexts = {
  firstName: {
    description: `The first name of the user: 1 to 100 characters, not only white space, and no control characters. ${unchanged}`,
    example: 'Ada',
  },
  lastName: {
    description: `The last name of the user: 1 to 100 characters, not only white space, and no control characters. ${unchanged}`,
    example: 'King',
  },
  tel: {
    description: `The mobile number of the user, in any format: at most 32 characters, no control characters. Null removes the number. A new number is not verified. ${unchanged}`,
    example: '+44 20 7946 0958',
  },
  locale: {
    description: `The language of the e-mails to the user. With null, the language of each request is used. ${unchanged}`,
    example: 'de',
    values: localeMeanings,
  },
} as const satisfies Record<UpdateProfileField, FieldText>;

export const profileInputSchemas = { updateProfile: () => inputSchemaOf(updateProfileInput, updateProfileTexts) };
