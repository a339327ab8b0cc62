import { defineOperation } from '../../platform/operations/define-operation';
import { ofEmailLogins, ofPasswords, ofSecondFactors } from '../../platform/operations/limit-groups';
import { stepUpInput } from './step-up.inputs';

export const stepUp = defineOperation({
  name: 'stepUp',
  rest: ['POST /auth/step-up'],
  does: 'Proves again who the user is, and returns a new access token of the same session. The caller must be signed in, and sends a code, a passkey, or the password of an account whose two-step sign-in is off. A user who has neither a password nor a second factor sends a code by mail. After a second factor, the session has the level `aal2`, otherwise `aal1`. The refresh token stays valid.',
  message: 'Signed in again.',
  caller: 'user',
  input: stepUpInput,
  limits: [...ofPasswords, ...ofSecondFactors, ...ofEmailLogins, 'CHANGE_ACCOUNT'],
  errors: {
    VALIDATION_FAILED: 'A field breaks its rule, or the request does not have exactly one proof.',
    INVALID_TOKEN:
      'The code or the passkey is wrong or was used, or the account has no second factor. Or: the code by mail is wrong, or the account has a password or a second factor.',
    INVALID_CREDENTIALS: 'The password is wrong, or the account has no password.',
    MFA_REQUIRED:
      'The request has a password, and two-step sign-in is on. The error has no challenge: the client sends a code or a passkey with `stepUp`.',
    ACCOUNT_DISABLED: 'The password is right, and the account was disabled at this moment.',
  },
  hashesPassword: true,
  takesSecret: true,
  rejectedAs: 'second_factor_failed',
});

export const stepUpOptions = defineOperation({
  name: 'stepUpOptions',
  rest: ['POST /auth/step-up/options'],
  does: 'Returns what the user can use for `stepUp`. The caller must be signed in.',
  message: 'Options returned.',
  caller: 'user',
});
