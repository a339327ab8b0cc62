import { authActions } from '../../accounts/auth/auth.audit';
import { refreshTokenOnlyIf } from '../../accounts/auth/auth.inputs';
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
  addPasskeyAnswer,
  addPasskeyOptionsAnswer,
  passkeyLoginOptionsAnswer,
  removePasskeyAnswer,
  renamePasskeyAnswer,
} from './passkeys.answers';
import {
  addPasskeyInput,
  addPasskeyOptionsInput,
  loginWithPasskeyInput,
  removePasskeyInput,
  renamePasskeyInput,
} from './passkeys.inputs';

const defineOperation = operationsTagged('Accounts');

const passkeysOff = 'Passkeys are switched off (`PASSKEYS=off`).';
const mostPasskeys = 'The account has 20 passkeys.';
const noUpgrade =
  'With `conditional`, also: `PASSKEY_UPGRADE=off`, the user has removed a passkey, or a required second factor is missing.';

export const noSuchPasskey = 'You have no passkey with this id.';

export const passkeyLoginOptions = defineOperation({
  name: 'passkeyLoginOptions',
  rest: ['POST /auth/passkeys/login/options'],
  tag: 'Sessions',
  summary: 'Get options for a login with a passkey',
  does: 'Returns the options with which a page asks the browser for a passkey. Anyone can call this operation, without an access token. They name no passkey and no account, and are valid for 10 minutes; a page that offers passkeys in the field of the user name (conditional UI) renews them.',
  message: 'Options created.',
  caller: 'anyone',
  errors: {
    FORBIDDEN: passkeysOff,
    SERVICE_UNAVAILABLE: 'The service is starting: the keys are not loaded yet.',
  },
  answer: passkeyLoginOptionsAnswer,
});

export const loginWithPasskey = defineOperation({
  name: 'loginWithPasskey',
  rest: ['POST /auth/passkeys/login'],
  tag: 'Sessions',
  summary: 'Sign in with a passkey',
  does: 'Logs a user in with a passkey, without e-mail address and password. Anyone can call this operation, without an access token. A passkey is two factors in one, the device and the fingerprint, face or PIN that it has checked, so the session has the level `aal2`, but `aal1` with one that the browser added by itself. Each response is accepted once.',
  message: 'Logged in.',
  caller: 'anyone',
  input: loginWithPasskeyInput,
  takes: `The response of the browser. ${refreshTokenOnlyIf}`,
  limits: [loginLimits.PASSWORDLESS_NETWORK],
  errors: {
    INVALID_TOKEN:
      'The passkey is unknown or its signature is wrong, the page has another origin, or the options have expired or were used. All cases get the same answer.',
    MFA_REQUIRED: 'The browser added the passkey by itself, and two-step sign-in is on. The answer has a challenge.',
    FORBIDDEN: passkeysOff,
    ACCOUNT_DISABLED: 'The passkey is right, and the account is disabled or deleted.',
    EMAIL_NOT_VERIFIED:
      'The passkey is right, and the e-mail address is not verified (`EMAIL_VERIFICATION=required`). Another e-mail was sent, at most one a minute.',
  },
  takesSecret: true,
  rejectedAs: authActions.login_failed,
});

export const addPasskeyOptions = defineOperation({
  name: 'addPasskeyOptions',
  rest: ['POST /auth/passkeys/options'],
  summary: 'Get options for a new passkey',
  does: 'Returns the options with which a page asks the browser to make a new passkey. The caller must be signed in, and sends the current password, or has used a second factor in the last 5 minutes. The password can be left out in the first 5 minutes of a session that followed a registration, an invitation or a reset. The options are valid for 5 minutes, for this session only.',
  message: passkeyLoginOptions.message,
  caller: 'user',
  input: addPasskeyOptionsInput,
  takes: 'The current password of the user.',
  limits: ofPasswords,
  errors: {
    INVALID_CREDENTIALS: wrongPassword,
    STEP_UP_REQUIRED: notProvenOwner,
    ACCOUNT_DISABLED: disabledMeanwhile,
    FORBIDDEN: `${passkeysOff} ${noUpgrade}`,
    EMAIL_NOT_VERIFIED: unverified,
    CONFLICT: mostPasskeys,
  },
  addsWayIn: true,
  hashesPassword: true,
  takesSecret: true,
  rejectedAs: factorActions.factor_change_rejected,
  answer: addPasskeyOptionsAnswer,
});

export const addPasskey = defineOperation({
  name: 'addPasskey',
  rest: ['POST /auth/passkeys'],
  summary: 'Add a passkey',
  does: 'Adds the passkey that the browser has made with the options of `addPasskeyOptions`. The user can sign in with it, and while two-step sign-in is on, it is a second factor beside the password. Where two-step sign-in is required, the first passkey switches it on, and the result has ten recovery codes, which are shown only once. The session gets the level `aal2` and a new access token, unless the user has another second factor that it has not used. The user gets an e-mail. One that the browser adds by itself (`conditional`) stands for the password: it raises no level, and is no second factor. An account can have 20 passkeys. The caller must be signed in.',
  message: 'Passkey added.',
  caller: 'user',
  input: addPasskeyInput,
  takes: 'The passkey that the browser has made.',
  limits: [...ofSecondFactors, operationLimits.CHANGE_ACCOUNT],
  errors: {
    INVALID_TOKEN:
      'The authenticator did not verify the user (with `conditional`, it need not), the page has another origin, an account has this passkey already, or the options have expired, were used, or are of another session. All cases get the same answer.',
    STEP_UP_REQUIRED: addedMeanwhile,
    FORBIDDEN: `${passkeysOff} ${noUpgrade}`,
    EMAIL_NOT_VERIFIED: unverified,
    CONFLICT: mostPasskeys,
  },
  takesSecret: true,
  rejectedAs: factorActions.factor_change_rejected,
  answer: addPasskeyAnswer,
});

export const renamePasskey = defineOperation({
  name: 'renamePasskey',
  rest: ['PATCH /auth/passkeys/{id}'],
  summary: 'Rename a passkey',
  does: 'Changes the name of a passkey. The caller must be signed in.',
  message: 'Passkey renamed.',
  caller: 'user',
  input: renamePasskeyInput,
  takes: 'The new name.',
  limits: [operationLimits.CHANGE_ACCOUNT],
  errors: { NOT_FOUND: 'The user has no passkey with this id.' },
  errorMessages: { NOT_FOUND: noSuchPasskey },
  answer: renamePasskeyAnswer,
});

export const removePasskey = defineOperation({
  name: 'removePasskey',
  rest: ['DELETE /auth/passkeys/{id}'],
  summary: 'Remove a passkey',
  does: 'Removes a passkey. If it was the only second factor, two-step sign-in is switched off, and the recovery codes are removed. All other sessions end, and the user gets an e-mail. The caller must be signed in, and have used a second factor in the last 5 minutes. For a passkey that the browser added by itself, a recent login is enough. No other one is then added by itself.',
  message: 'Passkey removed.',
  caller: 'user',
  input: removePasskeyInput,
  limits: [operationLimits.CHANGE_ACCOUNT],
  errors: {
    FORBIDDEN: onlyRequiredFactor,
    STEP_UP_REQUIRED: notFresh,
    ACCOUNT_DISABLED: 'The account is disabled.',
    NOT_FOUND: 'The user has no passkey with this id.',
    CONFLICT: 'Another request has just removed the last second factor of the account.',
  },
  rejectedAs: factorActions.factor_change_rejected,
  errorMessages: { NOT_FOUND: noSuchPasskey },
  answer: removePasskeyAnswer,
});
