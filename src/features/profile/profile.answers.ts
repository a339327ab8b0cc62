import { userRecord } from '../../accounts/users/user.answers';
import { answerOf } from '../../platform/operations/answer';

export const updateProfileAnswer = answerOf(userRecord, {
  is: 'The user with the changes.',
  envelope: 'The user.',
  envelopeName: 'RegisterEnvelope',
});
