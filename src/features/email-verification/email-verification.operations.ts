import { mailLimits, ofMailedCodes, ofMails } from '../../accounts/users/mail.limits';
import { operationsTagged } from '../../platform/operations/define-operation';
import { disabledAccount, invalidPassword, wrongToken, wrongTokenOrCode } from '../../platform/operations/error-texts';
import { confirmEmailAnswer, sendEmailVerificationAnswer } from './email-verification.answers';
import { verificationActions } from './email-verification.audit';
import { confirmEmailInput, disownEmailInput, sendEmailVerificationInput } from './email-verification.inputs';

const defineOperation = operationsTagged('Accounts');

/** Not below `/auth/verify`, because all paths below it belong to proxies. */
export const sendEmailVerification = defineOperation({
  name: 'sendEmailVerification',
  rest: ['POST /auth/email/verification'],
  summary: 'Send the e-mail that verifies an address again',
  does: 'Sends the e-mail again with which a user verifies the address. Anyone can call this operation, without an access token. The answer is the same for every address, but one that has no account, or is verified, gets no e-mail, and none gets two within a minute.',
  message: 'If the address waits for verification, an e-mail with a link and a code was sent to it.',
  caller: 'anyone',
  input: sendEmailVerificationInput,
  takes: 'The address to verify.',
  limits: ofMails,
  takesSecret: true,
  openToImpersonation: true,
  answer: sendEmailVerificationAnswer,
});

export const confirmEmail = defineOperation({
  name: 'confirmEmail',
  rest: ['POST /auth/email/verification/confirm'],
  summary: 'Verify an e-mail address',
  does: 'Verifies the e-mail address with the token or the code of an e-mail, and returns the user. The caller needs no access token. With `REGISTRATION=confirm`, this creates the account with the given password. With the first proof of an address ends what would outlive a reset of the password: second factors, providers, what third-party applications were allowed, pending changes, other tokens, and the sessions that the password alone has not opened, except that of an access token that the client sends.',
  message: 'E-mail address verified.',
  caller: 'anyone',
  input: confirmEmailInput,
  takes: 'The token, or the address and the code. For a new account, also its password.',
  limits: ofMailedCodes,
  errors: {
    VALIDATION_FAILED: invalidPassword,
    INVALID_TOKEN: wrongTokenOrCode,
    ACCOUNT_DISABLED: disabledAccount,
    CONFLICT: 'With `REGISTRATION=confirm`: another account has the address by now.',
  },
  hashesPassword: true,
  takesSecret: true,
  rejectedAs: verificationActions.email_verification_rejected,
  answer: confirmEmailAnswer,
});

/** Only on the page of the link. */
export const disownEmail = defineOperation({
  name: 'disownEmail',
  rest: [],
  does: 'Ends the account of an address whose owner did not register, with the token of the e-mail.',
  caller: 'anyone',
  input: disownEmailInput,
  limits: [mailLimits.RESET_NETWORK],
  errors: {
    INVALID_TOKEN: wrongToken,
    ACCOUNT_DISABLED: disabledAccount,
    CONFLICT: 'The account is the last super admin.',
  },
  takesSecret: true,
  rejectedAs: verificationActions.email_verification_rejected,
});
