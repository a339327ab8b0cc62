import { authActions } from '../../accounts/auth/auth.audit';
import { loginLimits, ofPasswords, ofSecondFactors } from '../../accounts/auth/login.limits';
import { factorActions } from '../../accounts/factors/factors.audit';
import { operationsTagged } from '../../platform/operations/define-operation';
import {
  addedMeanwhile,
  disabledMeanwhile,
  notFresh,
  notProvenOwner,
  onlyRequiredFactor,
  unverified,
  wrongPassword,
} from '../../platform/operations/error-texts';
import { operationLimits } from '../../platform/operations/operation.limits';
import {
  confirmTotpAnswer,
  enrollTotpAnswer,
  factorsAnswer,
  regenerateRecoveryCodesAnswer,
  removeTotpAnswer,
  setTwoStepAnswer,
} from './mfa.answers';
import { completeLoginInput, confirmTotpInput, enrollTotpInput, setTwoStepInput } from './mfa.inputs';

const defineOperation = operationsTagged('Accounts');

const noFactor = 'The account has no second factor.';

export const completeLogin = defineOperation({
  name: 'completeLogin',
  rest: ['POST /auth/login/complete'],
  tag: 'Sessions',
  summary: 'Complete a login with a second factor',
  does: 'Completes a login that returned `MFA_REQUIRED`, with a second factor and the token of the challenge. The result is that of a login. A challenge accepts 5 attempts in 5 minutes.',
  message: 'Logged in.',
  caller: 'anyone',
  input: completeLoginInput,
  takes: 'The token of the challenge, and a code or a passkey.',
  limits: [loginLimits.PASSWORDLESS_NETWORK, ...ofSecondFactors],
  errors: {
    INVALID_TOKEN:
      'The challenge is unknown, was completed, has expired or has no attempt left, or the code or the passkey is wrong or was used.',
  },
  takesSecret: true,
  rejectedAs: authActions.second_factor_failed,
});

export const factors = defineOperation({
  name: 'factors',
  rest: ['GET /auth/factors'],
  summary: 'Read the second factors of the user',
  does: 'Returns the second factors of the user, and whether a login with the password needs one. The caller must be signed in.',
  message: 'Second factors returned.',
  caller: 'user',
  openToImpersonation: true,
  answer: factorsAnswer,
});

export const enrollTotp = defineOperation({
  name: 'enrollTotp',
  rest: ['POST /auth/totp'],
  summary: 'Get a secret for an authenticator app',
  does: 'Returns a new secret for an authenticator app. Its first code makes the app a second factor: the client sends it with `confirmTotp`, or with `completeLogin` after the token of a challenge. The caller must be signed in, and sends the current password, except in the first 5 minutes of a session that followed a registration, an invitation or a reset.',
  message: 'Add the secret to an authenticator app, then confirm it with a code.',
  caller: 'user',
  orBy: 'challenge',
  input: enrollTotpInput,
  takes: 'The current password, or the token of a challenge.',
  limits: [...ofPasswords, loginLimits.PASSWORDLESS_NETWORK, operationLimits.CHANGE_ACCOUNT],
  errors: {
    INVALID_TOKEN: 'The challenge is unknown, was completed, or has expired.',
    INVALID_CREDENTIALS: wrongPassword,
    STEP_UP_REQUIRED: notProvenOwner,
    ACCOUNT_DISABLED: disabledMeanwhile,
    EMAIL_NOT_VERIFIED: unverified,
    CONFLICT: 'The account has an authenticator app already.',
  },
  hashesPassword: true,
  addsWayIn: true,
  takesSecret: true,
  rejectedAs: factorActions.factor_change_rejected,
  answer: enrollTotpAnswer,
});

export const confirmTotp = defineOperation({
  name: 'confirmTotp',
  rest: ['POST /auth/totp/confirm'],
  summary: 'Make an authenticator app a second factor',
  does: 'Makes the authenticator app a second factor, with a code that it shows now, and switches two-step sign-in on. If it was off before, the result has ten recovery codes, which are shown only once. The session gets the level `aal2` and a new access token, unless the user has another second factor that it has not used. The user gets an e-mail. The caller must be signed in.',
  message: 'The authenticator app is a second factor. Keep the recovery codes.',
  caller: 'user',
  input: confirmTotpInput,
  takes: 'A code of the authenticator app.',
  limits: [...ofSecondFactors, operationLimits.CHANGE_ACCOUNT],
  errors: {
    INVALID_TOKEN: 'The code is wrong, or the client has not called `enrollTotp`.',
    STEP_UP_REQUIRED: addedMeanwhile,
    EMAIL_NOT_VERIFIED: unverified,
  },
  takesSecret: true,
  rejectedAs: factorActions.factor_change_rejected,
  answer: confirmTotpAnswer,
});

export const removeTotp = defineOperation({
  name: 'removeTotp',
  rest: ['DELETE /auth/totp'],
  summary: 'Remove the authenticator app',
  does: 'Removes the authenticator app. If it was the only second factor, two-step sign-in is switched off, and the recovery codes are removed. All other sessions of the user end. The caller must be signed in, and must have used a second factor in the last 5 minutes.',
  message: 'Authenticator app removed.',
  caller: 'user',
  limits: [operationLimits.CHANGE_ACCOUNT],
  errors: {
    FORBIDDEN: onlyRequiredFactor,
    STEP_UP_REQUIRED: notFresh,
    ACCOUNT_DISABLED: 'The account is disabled.',
    NOT_FOUND: 'The account has another second factor, but no authenticator app.',
    CONFLICT: noFactor,
  },
  rejectedAs: factorActions.factor_change_rejected,
  answer: removeTotpAnswer,
});

export const regenerateRecoveryCodes = defineOperation({
  name: 'regenerateRecoveryCodes',
  rest: ['POST /auth/recovery-codes'],
  summary: 'Create new recovery codes',
  does: 'Creates ten new recovery codes, which replace a lost second factor while two-step sign-in is on. The earlier ones are no longer valid. All other sessions of the user end. The caller must be signed in, and must have used a second factor in the last 5 minutes.',
  message: 'Recovery codes created. Keep them: the earlier ones are no longer valid.',
  caller: 'user',
  limits: [operationLimits.CHANGE_ACCOUNT],
  errors: {
    STEP_UP_REQUIRED: notFresh,
    ACCOUNT_DISABLED: 'The account is disabled.',
    CONFLICT: 'Two-step sign-in is off.',
  },
  rejectedAs: factorActions.factor_change_rejected,
  answer: regenerateRecoveryCodesAnswer,
});

export const setTwoStep = defineOperation({
  name: 'setTwoStep',
  rest: ['PUT /auth/two-step'],
  summary: 'Switch two-step sign-in on or off',
  does: 'Switches two-step sign-in on or off. On: the result has ten recovery codes, which are shown only once. Off: the recovery codes are removed, and all other sessions end. The user gets an e-mail about a change. The caller must be signed in, and have used a second factor in the last 5 minutes. With `MFA=required`, and for super admins while `ADMIN_MIN_ACR` is `aal2`, it is on and cannot be switched off.',
  message: 'Two-step sign-in updated.',
  caller: 'user',
  input: setTwoStepInput,
  takes: 'Whether it is on.',
  limits: [operationLimits.CHANGE_ACCOUNT],
  errors: {
    STEP_UP_REQUIRED: notFresh,
    ACCOUNT_DISABLED: 'The account is disabled.',
    EMAIL_NOT_VERIFIED: unverified,
    FORBIDDEN: 'Two-step sign-in is required for this account.',
    CONFLICT: noFactor,
  },
  rejectedAs: factorActions.factor_change_rejected,
  answer: setTwoStepAnswer,
});
