import { exampleUser, userRecord } from '../../accounts/users/user.answers';
import { answerOf, nothing } from '../../platform/operations/answer';

export const sendEmailVerificationAnswer = nothing('An e-mail was sent if the address waits for verification.');

export const confirmEmailAnswer = answerOf(userRecord, {
  is: 'The user with the verified address.',
  envelope: 'The user.',
  envelopeName: 'RegisterEnvelope',
  response: 'The address is verified.',
  example: { ...exampleUser, emailVerified: true },
});
