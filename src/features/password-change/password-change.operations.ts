import { ofPasswords } from '../../accounts/auth/login.limits';
import { ofMailedCodes, ofMails } from '../../accounts/users/mail.limits';
import { operationsTagged } from '../../platform/operations/define-operation';
import {
  disabledAccount,
  disabledMeanwhile,
  fullQueue,
  invalidPassword,
  notFresh,
  wrongPassword,
  wrongTokenOrCode,
} from '../../platform/operations/error-texts';
import { operationLimits } from '../../platform/operations/operation.limits';
import { changePasswordAnswer, requestPasswordResetAnswer, resetPasswordAnswer } from './password-change.answers';
import { passwordActions } from './password-change.audit';
import { changePasswordInput, requestPasswordResetInput, resetPasswordInput } from './password-change.inputs';

const defineOperation = operationsTagged('Accounts');

export const requestPasswordReset = defineOperation({
  name: 'requestPasswordReset',
  rest: ['POST /auth/password/forgot'],
  summary: 'Send an e-mail to reset the password',
  does: 'Sends an e-mail with a link and a code, with which the user sets a new password. Anyone can call this operation, without an access token. The answer is the same for every address. Within a minute, no second one is sent.',
  // The same for every address, so that the answer does not say which addresses have an account.
  message: 'If the address has an account, an e-mail with a link and a code was sent to it.',
  caller: 'anyone',
  input: requestPasswordResetInput,
  takes: 'The address of the account.',
  challenge: { name: 'forgot' },
  limits: ofMails,
  takesSecret: true,
  answer: requestPasswordResetAnswer,
});

export const resetPassword = defineOperation({
  name: 'resetPassword',
  rest: ['POST /auth/password/reset'],
  summary: 'Set a new password with a token or a code',
  does: 'Sets a new password with the token or the code of an e-mail. The caller needs no access token. All sessions of the account end. The e-mail address is verified then; if it never was before, the second factors are removed. The token of an invitation is accepted, too.',
  message: 'Password reset. Sign in with the new password.',
  caller: 'anyone',
  input: resetPasswordInput,
  takes: 'The token, or the address and the code, and the new password.',
  limits: ofMailedCodes,
  errors: {
    VALIDATION_FAILED: invalidPassword,
    INVALID_TOKEN: wrongTokenOrCode,
    ACCOUNT_DISABLED: disabledAccount,
    SERVICE_UNAVAILABLE: `${fullQueue} If the database did not answer, the password may have been set.`,
  },
  hashesPassword: true,
  takesSecret: true,
  rejectedAs: passwordActions.password_reset_rejected,
  answer: resetPasswordAnswer,
});

export const changePassword = defineOperation({
  name: 'changePassword',
  rest: ['POST /auth/password'],
  summary: 'Change the password',
  does: 'Sets a new password for the user of the access token, who also sends the current password. The caller must be signed in. A user with a second factor must have used it in the last 5 minutes. All other sessions end, unless the client chooses otherwise.',
  message: 'Password changed.',
  caller: 'user',
  input: changePasswordInput,
  takes: 'The current and the new password.',
  limits: [...ofPasswords, operationLimits.CHANGE_ACCOUNT],
  errors: {
    VALIDATION_FAILED: invalidPassword,
    INVALID_CREDENTIALS: wrongPassword,
    STEP_UP_REQUIRED: notFresh,
    ACCOUNT_DISABLED: disabledMeanwhile,
    CONFLICT: 'Another request changed the password at the same time.',
    SERVICE_UNAVAILABLE: `${fullQueue} If the database did not answer, the password may have been changed.`,
  },
  hashesPassword: true,
  takesSecret: true,
  rejectedAs: passwordActions.password_change_rejected,
  answer: changePasswordAnswer,
});
