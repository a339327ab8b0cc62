import { authActions } from '../../accounts/auth/auth.audit';
import { ofEmailLogins, ofPasswords, ofSecondFactors } from '../../accounts/auth/login.limits';
import { mailLimits, ofMails } from '../../accounts/users/mail.limits';
import { operationsTagged } from '../../platform/operations/define-operation';
import { impersonated } from '../../platform/operations/error-texts';
import { operationLimits } from '../../platform/operations/operation.limits';
import { requestStepUpCodeAnswer, stepUpOptionsAnswer } from './step-up.answers';
import { stepUpInput } from './step-up.inputs';

const defineOperation = operationsTagged('Sessions');

export const stepUp = defineOperation({
  name: 'stepUp',
  rest: ['POST /auth/step-up'],
  summary: 'Prove again who the user is',
  does: 'Proves again who the user is, and returns a new access token of the same session. The caller must be signed in, and sends a code, a passkey, or, while two-step sign-in is off, the password. A user with neither password nor second factor sends a code by mail (`requestStepUpCode`). Without a second factor, so does a user in the first hour after a login from an unknown network: adding ways in then needs this code. A second factor gives the session the level `aal2`, all else `aal1`. The refresh token stays valid.',
  message: 'Signed in again.',
  caller: 'user',
  input: stepUpInput,
  takes: 'What the user proves again.',
  limits: [...ofPasswords, ...ofSecondFactors, ...ofEmailLogins, operationLimits.CHANGE_ACCOUNT],
  errors: {
    VALIDATION_FAILED: 'A field breaks its rule, or the request does not have exactly one proof.',
    INVALID_TOKEN:
      'The code or the passkey is wrong or was used, or the account has no second factor. Or: the code by mail is wrong, or the user has to use the password or a second factor.',
    INVALID_CREDENTIALS: 'The password is wrong, or the account has no password.',
    MFA_REQUIRED:
      'The request has a password, and two-step sign-in is on. The error has no challenge: the client sends a code or a passkey with `stepUp`.',
    ACCOUNT_DISABLED: 'The password is right, and the account was disabled at this moment.',
  },
  hashesPassword: true,
  takesSecret: true,
  rejectedAs: authActions.second_factor_failed,
});

export const requestStepUpCode = defineOperation({
  name: 'requestStepUpCode',
  rest: ['POST /auth/step-up/code'],
  summary: 'Send an e-mail with a code for a step-up',
  does: 'Sends an e-mail with a code to the address of the account, and returns a token. With both, `stepUp` proves that the mailbox is the user’s. `stepUpOptions` names `email` if the user can do this. The caller must be signed in.',
  message: 'An e-mail with a code was sent.',
  caller: 'user',
  limits: [...ofMails, mailLimits.MAIL_ADDRESS_PAUSE],
  errors: {
    FORBIDDEN: `The service sends no e-mails. Or: ${impersonated}`,
    CONFLICT: 'The user has to use the password or a second factor.',
  },
  takesSecret: true,
  answer: requestStepUpCodeAnswer,
});

export const stepUpOptions = defineOperation({
  name: 'stepUpOptions',
  rest: ['POST /auth/step-up/options'],
  summary: 'Read what the user can use for a step-up',
  does: 'Returns what the user can use for `stepUp`. The caller must be signed in.',
  message: 'Options returned.',
  caller: 'user',
  answer: stepUpOptionsAnswer,
});
