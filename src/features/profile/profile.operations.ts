import { defineOperation } from '../../platform/operations/define-operation';
import { operationLimits } from '../../platform/operations/operation.limits';
import { updateProfileAnswer } from './profile.answers';
import { updateProfileInput } from './profile.inputs';

export const updateProfile = defineOperation({
  name: 'updateProfile',
  rest: ['PATCH /auth/me'],
  tag: 'Accounts',
  summary: 'Change names, phone number and language',
  does: 'Changes names, phone number and language of the user, and returns the user. The caller must be signed in. Fields that the request does not have stay as they are.',
  message: 'Profile updated.',
  caller: 'user',
  input: updateProfileInput,
  takes: 'The fields to change.',
  limits: [operationLimits.CHANGE_ACCOUNT],
  openToImpersonation: true,
  answer: updateProfileAnswer,
});
