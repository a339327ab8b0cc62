import { answerOf } from '../../platform/operations/answer';
import { userRecord } from '../../accounts/users/user.answers';

export const updateProfileAnswer = answerOf(userRecord, {
  is: 'The user with the changes.',
  envelope: 'The user.',
  envelopeName: 'RegisterEnvelope',
});
