import { z } from 'zod';
import { locale } from '../../accounts/users/locale.inputs';
import { personName, personNameRule, tel } from '../../accounts/users/user.inputs';
import { ownFields } from '../../accounts/users/user-fields.inputs';
import { typedText } from '../../platform/request/input-parser';

export const updateProfileInput = z
  .object({
    firstName: typedText
      .pipe(personName)
      .optional()
      .meta({ description: `The first name of the user: ${personNameRule}`, example: 'Ada' }),
    lastName: typedText
      .pipe(personName)
      .optional()
      .meta({ description: `The last name of the user: ${personNameRule}`, example: 'King' }),
    tel: typedText.nullable().pipe(tel).optional().meta({
      description:
        'The phone number of the user, in any format: at most 32 characters, no control characters. Null removes the number. A new number is not verified.',
      example: '+44 20 7946 0958',
    }),
    locale: locale.optional().meta({
      description: 'The language of the e-mails to the user. With null, the language of each request is used.',
    }),
    fields: ownFields,
  })
  .meta({ description: 'The fields that `updateProfile` changes.' });
