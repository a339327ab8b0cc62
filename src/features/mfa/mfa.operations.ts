import { defineOperation } from '../../platform/operations/define-operation';
import { disabledMeanwhile, notFresh, unverified, wrongPassword } from '../../platform/operations/error-texts';
import { ofPasswords, ofSecondFactors } from '../../platform/operations/limit-groups';
import { completeLoginInput, confirmTotpInput, enrollTotpInput } from './mfa.inputs';

const noFactor = 'The account has no second factor.';

export const completeLogin = defineOperation({
  name: 'completeLogin',
  rest: ['POST /auth/login/complete'],
  does: 'Completes a login that returned `MFA_REQUIRED`, with a second factor. Anyone who has the token of the challenge can call this operation. The result is the result of a login. A challenge accepts 5 attempts in 5 minutes.',
  message: 'Logged in.',
  caller: 'anyone',
  input: completeLoginInput,
  limits: ['LOGIN_NETWORK', 'GLOBAL', ...ofSecondFactors],
  errors: {
    INVALID_TOKEN:
      'The challenge is unknown, was completed, has expired or has no attempt left, or the code or the passkey is wrong or was used.',
  },
  takesSecret: true,
  rejectedAs: 'second_factor_failed',
});

export const factors = defineOperation({
  name: 'factors',
  rest: ['GET /auth/factors'],
  does: 'Returns the second factors of the user. The caller must be signed in.',
  message: 'Second factors returned.',
  caller: 'user',
  openToImpersonation: true,
});

export const enrollTotp = defineOperation({
  name: 'enrollTotp',
  rest: ['POST /auth/totp'],
  does: 'Returns a new secret for an authenticator application. The application becomes a second factor with its first code: the client sends this code with `confirmTotp`, or with `completeLogin` if it has used the token of a challenge. The caller must be signed in, and sends the current password.',
  message: 'Add the secret to an authenticator application, then confirm it with a code.',
  caller: 'user',
  orBy: 'challenge',
  input: enrollTotpInput,
  limits: [...ofPasswords, 'CHANGE_ACCOUNT'],
  errors: {
    INVALID_TOKEN: 'The challenge is unknown, was completed, or has expired.',
    INVALID_CREDENTIALS: wrongPassword,
    STEP_UP_REQUIRED: notFresh,
    ACCOUNT_DISABLED: disabledMeanwhile,
    EMAIL_NOT_VERIFIED: unverified,
    CONFLICT: 'The account has an authenticator application already.',
  },
  hashesPassword: true,
  takesSecret: true,
  rejectedAs: 'factor_change_rejected',
});

export const confirmTotp = defineOperation({
  name: 'confirmTotp',
  rest: ['POST /auth/totp/confirm'],
  does: 'Makes the authenticator application a second factor, with a code that it shows now. If it is the first second factor of the user, the result has ten recovery codes. Gatehouse shows them only once. All other sessions of the user end. The caller must be signed in.',
  message: 'The authenticator application is a second factor. Keep the recovery codes.',
  caller: 'user',
  input: confirmTotpInput,
  limits: [...ofSecondFactors, 'CHANGE_ACCOUNT'],
  errors: {
    INVALID_TOKEN: 'The code is wrong, or the client has not called `enrollTotp`.',
    EMAIL_NOT_VERIFIED: unverified,
  },
  takesSecret: true,
  rejectedAs: 'factor_change_rejected',
});

export const removeTotp = defineOperation({
  name: 'removeTotp',
  rest: ['DELETE /auth/totp'],
  does: 'Removes the authenticator application. If it was the only second factor, the recovery codes are removed, too. All other sessions of the user end. The caller must be signed in, and must have used a second factor in the last 5 minutes.',
  message: 'Authenticator application removed.',
  caller: 'user',
  limits: ['CHANGE_ACCOUNT'],
  errors: {
    STEP_UP_REQUIRED: notFresh,
    ACCOUNT_DISABLED: 'The account is disabled.',
    NOT_FOUND: 'The account has another second factor, but no authenticator application.',
    CONFLICT: noFactor,
  },
  rejectedAs: 'factor_change_rejected',
});

export const regenerateRecoveryCodes = defineOperation({
  name: 'regenerateRecoveryCodes',
  rest: ['POST /auth/recovery-codes'],
  does: 'Creates ten new recovery codes. The earlier codes are no longer valid. All other sessions of the user end. The caller must be signed in, and must have used a second factor in the last 5 minutes.',
  message: 'Recovery codes created. Keep them: the earlier ones are no longer valid.',
  caller: 'user',
  limits: ['CHANGE_ACCOUNT'],
  errors: {
    STEP_UP_REQUIRED: notFresh,
    ACCOUNT_DISABLED: 'The account is disabled.',
    CONFLICT: noFactor,
  },
  rejectedAs: 'factor_change_rejected',
});
