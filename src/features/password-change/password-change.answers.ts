import { z } from 'zod';
import { answerOf, graphqlType, nothing } from '../../platform/operations/answer';

const fields = {
  ended: z.int().meta({ description: 'The number of sessions that ended, counted up to 1000.', example: 2 }),
};
const texts = {
  result: 'What the operation did.',
  envelope: 'The password was set.',
  envelopeName: 'EndedSessionsEnvelope',
};

export const requestPasswordResetAnswer = nothing('An e-mail was sent if the address has an account.');

export const resetPasswordAnswer = answerOf(
  graphqlType('ResetPasswordResult', 'What `resetPassword` did.', { ...fields }),
  { ...texts, is: 'What the reset did.', response: 'The password was set.' },
);

export const changePasswordAnswer = answerOf(
  graphqlType('ChangePasswordResult', 'What `changePassword` did.', { ...fields }),
  { ...texts, is: 'What the change did.', response: 'The password was changed.' },
);
