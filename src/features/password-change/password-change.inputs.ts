import { z } from 'zod';
import { currentPassword, password, passwordLength } from '../../accounts/passwords/password.inputs';
import { endsKeys, keysWithSessions, sessionsToEnd } from '../../accounts/sessions/session.inputs';
import { personName } from '../../accounts/users/user.inputs';
import { checkProof, proofFields, proofOf } from '../../platform/one-time-tokens/token-proof.inputs';
import { email } from '../../platform/request/email-address.inputs';
import { textWith, typedText } from '../../platform/request/input-parser';

export const requestPasswordResetInput = z
  .object({
    email: textWith(email).meta({
      description: 'The e-mail address of the account. Upper and lower case make no difference.',
      example: 'ada@example.com',
    }),
  })
  .meta({ description: 'The address that `requestPasswordReset` sends an e-mail to.' });

const newPassword = textWith(password).meta({
  description: `The new password. ${passwordLength} Spaces count, also at both ends.`,
  example: 'correct horse battery',
});

export const resetPasswordInput = z
  .object({ ...proofFields, password: newPassword })
  .superRefine(checkProof)
  .transform((input) => ({ proof: proofOf(input), password: input.password }))
  .meta({ description: 'The proof that the user received the e-mail, and the new password, for `resetPassword`.' });

/** The names of an invited user, on the page of the invitation. */
export const invitedNamesInput = z.object({
  firstName: typedText.pipe(personName).optional(),
  lastName: typedText.pipe(personName).optional(),
});

export const changePasswordInput = z
  .object({
    currentPassword: textWith(currentPassword).meta({
      description: 'The current password of the account.',
      example: 'correct horse battery',
    }),
    password: newPassword.meta({ example: 'a longer horse battery' }),
    sessions: sessionsToEnd.default('others').meta({
      description: 'Which sessions end: by default, all others.',
    }),
    keys: endsKeys,
  })
  .superRefine(keysWithSessions)
  .meta({ description: 'The current and the new password, for `changePassword`.' });
