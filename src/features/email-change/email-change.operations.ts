import { ofPasswords } from '../../accounts/auth/login.limits';
import { mailLimits, ofMailedCodes, ofMails } from '../../accounts/users/mail.limits';
import { operationsTagged } from '../../platform/operations/define-operation';
import {
  disabledAccount,
  disabledMeanwhile,
  invalidFields,
  notFresh,
  otherDomain,
  wrongPassword,
  wrongToken,
  wrongTokenOrCode,
} from '../../platform/operations/error-texts';
import { operationLimits } from '../../platform/operations/operation.limits';
import {
  cancelEmailChangeAnswer,
  changeEmailAnswer,
  confirmEmailChangeAnswer,
  emailChangeAnswer,
  undoEmailChangeAnswer,
} from './email-change.answers';
import { emailChangeActions } from './email-change.audit';
import { changeEmailInput, confirmEmailChangeInput, undoEmailChangeInput } from './email-change.inputs';

const defineOperation = operationsTagged('Accounts');

export const noEmailChange = 'No change of the e-mail address waits.';

export const changeEmail = defineOperation({
  name: 'changeEmail',
  rest: ['POST /auth/email'],
  summary: 'Ask for another e-mail address',
  does: 'Asks for another e-mail address, and sends an e-mail with a link and a code to the new address. The caller must be signed in, and also sends the current password, or has used a second factor in the last 5 minutes. A verified old address gets one, too, and both must be confirmed. If the user has second factors, all at least 7 days old, only the new address confirms, and the old one then gets a link that restores it. A new address with an account gets no e-mail, and the answer is the same.',
  message: 'The e-mail address changes when the links in the e-mails are confirmed.',
  caller: 'user',
  input: changeEmailInput,
  takes: 'The new address and the current password.',
  limits: [...ofPasswords, ...ofMails, operationLimits.CHANGE_ACCOUNT],
  errors: {
    VALIDATION_FAILED: `${invalidFields} The address of the account itself breaks the rule of \`email\`.`,
    INVALID_CREDENTIALS: wrongPassword,
    FORBIDDEN: otherDomain,
    STEP_UP_REQUIRED: notFresh,
    ACCOUNT_DISABLED: disabledMeanwhile,
  },
  hashesPassword: true,
  takesSecret: true,
  rejectedAs: emailChangeActions.email_change_rejected,
  answer: changeEmailAnswer,
});

export const emailChange = defineOperation({
  name: 'emailChange',
  rest: ['GET /auth/email'],
  summary: 'Get the change of the e-mail address that waits',
  does: 'Returns the change of the e-mail address that waits for its e-mails, or null. The caller must be signed in.',
  message: 'Change of the e-mail address returned.',
  caller: 'user',
  answer: emailChangeAnswer,
});

export const cancelEmailChange = defineOperation({
  name: 'cancelEmailChange',
  rest: ['DELETE /auth/email'],
  summary: 'Cancel the change of the e-mail address that waits',
  does: 'Cancels the change of the e-mail address that waits: its links and codes do nothing then. The caller must be signed in.',
  message: 'Change of the e-mail address cancelled.',
  caller: 'user',
  errors: { NOT_FOUND: 'No change waits.' },
  rejectedAs: emailChangeActions.email_change_rejected,
  errorMessages: { NOT_FOUND: noEmailChange },
  answer: cancelEmailChangeAnswer,
});

export const confirmEmailChange = defineOperation({
  name: 'confirmEmailChange',
  rest: ['POST /auth/email/confirm'],
  summary: 'Confirm a change of the e-mail address',
  does: 'Confirms a change of the e-mail address with the token or the code of an e-mail. The caller needs no access token. When all e-mails are confirmed, the address changes, and all sessions end, except that of the access token of the last confirmation, or the one that asked for the change.',
  message: 'E-mail address changed.',
  caller: 'anyone',
  input: confirmEmailChangeInput,
  takes: 'The token, or the address and the code.',
  limits: ofMailedCodes,
  errors: {
    INVALID_TOKEN: wrongTokenOrCode,
    ACCOUNT_DISABLED: disabledAccount,
    CONFLICT: 'Another account has the new address by now.',
  },
  takesSecret: true,
  rejectedAs: emailChangeActions.email_change_rejected,
  answer: confirmEmailChangeAnswer,
});
export const undoEmailChange = defineOperation({
  name: 'undoEmailChange',
  rest: ['POST /auth/email/undo'],
  summary: 'Restore the old e-mail address',
  does: 'Restores the old e-mail address with the token of the e-mail that it got after a change. The caller needs no access token. All sessions and pending changes end, and a deletion is cancelled. The password, the recovery codes and the second factors that were added since the change was requested or less than 7 days before are removed. Gatehouse sends an e-mail to set a new password.',
  message: 'The old e-mail address was restored. An e-mail to set a new password was sent to it.',
  caller: 'anyone',
  input: undoEmailChangeInput,
  takes: 'The token of the link.',
  limits: [mailLimits.RESET_NETWORK],
  errors: {
    INVALID_TOKEN: wrongToken,
    ACCOUNT_DISABLED: 'An operator has disabled the account.',
    CONFLICT: 'Another account has the old address by now.',
  },
  takesSecret: true,
  rejectedAs: emailChangeActions.email_change_rejected,
  answer: undoEmailChangeAnswer,
});
