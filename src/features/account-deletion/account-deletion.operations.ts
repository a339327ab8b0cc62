import { ofPasswords } from '../../accounts/auth/login.limits';
import { mailLimits } from '../../accounts/users/mail.limits';
import { operationsTagged } from '../../platform/operations/define-operation';
import {
  disabledMeanwhile,
  fullQueue,
  notFresh,
  wrongPassword,
  wrongToken,
} from '../../platform/operations/error-texts';
import { operationLimits } from '../../platform/operations/operation.limits';
import { cancelDeletionAnswer, deleteAccountAnswer } from './account-deletion.answers';
import { accountDeletionActions } from './account-deletion.audit';
import { cancelDeletionInput, deleteAccountInput } from './account-deletion.inputs';

const defineOperation = operationsTagged('Accounts');

export const deleteAccount = defineOperation({
  name: 'deleteAccount',
  rest: ['DELETE /auth/me'],
  summary: 'Delete the account',
  does: 'Deletes the account of the user. The caller must be signed in, and also sends the current password, or has used a second factor in the last 5 minutes. All sessions end. For 14 days (`DELETION_GRACE_DAYS`), the user can restore it with the link in an e-mail. Then it is erased, and the address can be registered again. The last super admin cannot be deleted.',
  message: 'Account deleted.',
  caller: 'user',
  input: deleteAccountInput,
  takes: 'The current password.',
  limits: [...ofPasswords, operationLimits.CHANGE_ACCOUNT],
  errors: {
    INVALID_CREDENTIALS: wrongPassword,
    STEP_UP_REQUIRED: notFresh,
    ACCOUNT_DISABLED: disabledMeanwhile,
    CONFLICT: 'The user is the last super admin.',
    SERVICE_UNAVAILABLE: `${fullQueue} If the database did not answer, the account may have been deleted.`,
  },
  hashesPassword: true,
  takesSecret: true,
  rejectedAs: accountDeletionActions.deletion_rejected,
  answer: deleteAccountAnswer,
});

export const cancelDeletion = defineOperation({
  name: 'cancelDeletion',
  rest: ['POST /auth/me/restore'],
  summary: 'Restore a deleted account',
  does: 'Restores a deleted account with the token of the e-mail. The caller needs no access token. Afterwards the user can sign in again.',
  message: 'Account restored. Sign in again.',
  caller: 'anyone',
  input: cancelDeletionInput,
  takes: 'The token of the link.',
  limits: [mailLimits.RESET_NETWORK],
  errors: { INVALID_TOKEN: wrongToken, ACCOUNT_DISABLED: 'An operator has disabled the account.' },
  takesSecret: true,
  rejectedAs: accountDeletionActions.deletion_rejected,
  answer: cancelDeletionAnswer,
});
