import { authActions } from '../../accounts/auth/auth.audit';
import { refreshTokenOnlyIf } from '../../accounts/auth/auth.inputs';
import { loginLimits, ofPasswords } from '../../accounts/auth/login.limits';
import { noSuchProvider } from '../../accounts/providers/provider-table';
import { mailLimits } from '../../accounts/users/mail.limits';
import { operationsTagged } from '../../platform/operations/define-operation';
import {
  disabledMeanwhile,
  notFresh,
  notProvenOwner,
  unverified,
  wrongPassword,
} from '../../platform/operations/error-texts';
import { operationLimits } from '../../platform/operations/operation.limits';
import {
  identitiesAnswer,
  linkIdentityAnswer,
  loginProvidersAnswer,
  startProviderLoginAnswer,
  unlinkIdentityAnswer,
} from './identities.answers';
import { identityActions } from './identities.audit';
import {
  completeProviderLoginInput,
  linkIdentityInput,
  loginWithIdTokenInput,
  startProviderLoginInput,
  unlinkIdentityInput,
} from './identities.inputs';
import { providerLimits } from './provider-login.limits';

const defineOperation = operationsTagged('Sessions');

const unknownProvider = 'There is no such provider (`PROVIDERS`).';
const providerDown = 'The provider or the database did not answer.';
const notRecent = `${notFresh} Of an account with a password, the user has not signed in in the last 5 minutes.`;

/** The errors of every login with a provider. */
const ofLogins = {
  PROVIDER_REJECTED: 'The provider did not confirm the person. The audit has the reason.',
  LINK_REQUIRED: 'The identity is new, and an account has the address that the provider confirms.',
  EMAIL_NOT_VERIFIED:
    'The identity is new, and the provider does not confirm the address: an e-mail was sent to it, and `link` has the token for `completeEmailLogin`. The answer is the same for every address. Or the address of the account is not verified (`EMAIL_VERIFICATION=required`).',
  VALIDATION_FAILED:
    'A field is missing or breaks its rule. The answer names each such field: also a name or the address, if the identity is new and the provider names none. The client sends the same again, with them.',
  FORBIDDEN:
    'The identity is new, and registration is closed (`REGISTRATION=closed`), the domain of its address is not in `REGISTER_DOMAINS`, the hook (`HOOK_BEFORE_REGISTER`) rejects the person, or its address needs a mail and the service sends none.',
  MFA_REQUIRED:
    'The identity is right, and two-step sign-in is on, or the account must get a second factor (`MFA=required`). The answer has a challenge.',
  ACCOUNT_DISABLED: 'The identity is right, and the account is disabled or deleted.',
  SERVICE_UNAVAILABLE: providerDown,
};
const ofMailedLogins = [
  loginLimits.PASSWORDLESS_NETWORK,
  mailLimits.MAIL_ADDRESS,
  mailLimits.MAIL_ADDRESS_PAUSE,
  mailLimits.MAIL_NETWORK,
  mailLimits.MAIL_GLOBAL,
] as const;
const rejectedLogin = {
  other: authActions.login_failed,
  PROVIDER_REJECTED: identityActions.provider_rejected,
} as const;

export const noSuchIdentity = 'You have no identity with this id.';

export const loginProviders = defineOperation({
  name: 'loginProviders',
  rest: ['GET /auth/providers'],
  summary: 'List the providers to sign in with',
  does: 'Returns the providers with which users can sign in, in the order of their buttons. Anyone can call this operation, without an access token.',
  message: 'Providers returned.',
  caller: 'anyone',
  isStatic: true,
  answer: loginProvidersAnswer,
});

export const startProviderLogin = defineOperation({
  name: 'startProviderLogin',
  rest: ['POST /auth/providers/{provider}/start'],
  summary: 'Start a sign-in with a provider',
  does: 'Starts a login with a provider, and returns the address to which the client sends the browser. It comes back to `returnTo` with a code, or with an error code in `error`. With the code and the verifier of its challenge, the client signs the user in (`completeProviderLogin`) or connects the provider (`linkIdentity`). Anyone can call this operation, without an access token.',
  message: 'Send the browser to the provider.',
  caller: 'anyone',
  input: startProviderLoginInput,
  takes: 'Where the browser comes back to, and the challenge.',
  limits: [providerLimits.PROVIDER_NETWORK],
  errors: {
    VALIDATION_FAILED: 'A field is missing or breaks its rule, or the address is not in `REDIRECT_URIS`.',
    NOT_FOUND: unknownProvider,
    SERVICE_UNAVAILABLE: providerDown,
  },
  takesSecret: true,
  errorMessages: { NOT_FOUND: noSuchProvider },
  answer: startProviderLoginAnswer,
});

/** What the page does to which a provider sends the browser back. */
export const receiveProviderAnswer = defineOperation({
  name: 'receiveProviderAnswer',
  rest: [],
  does: 'Takes the answer of a provider from the browser, and sends the browser back to where the login has started.',
  caller: 'anyone',
  errors: {
    PROVIDER_REJECTED: ofLogins.PROVIDER_REJECTED,
    NOT_FOUND: unknownProvider,
    SERVICE_UNAVAILABLE: providerDown,
  },
  rejectedAs: rejectedLogin,
});

export const completeProviderLogin = defineOperation({
  name: 'completeProviderLogin',
  rest: ['POST /auth/providers/complete'],
  summary: 'Sign in with the code of a provider',
  does: 'Signs a user in with the code of a login with a provider. A new identity gets a new account, if the provider confirms its address and no account has it. An existing account is connected only after a login to it, or with a code mailed to its address. Anyone can call this operation, without an access token.',
  message: 'Logged in.',
  caller: 'anyone',
  input: completeProviderLoginInput,
  takes: `The code, and its verifier. ${refreshTokenOnlyIf}`,
  limits: ofMailedLogins,
  errors: { ...ofLogins, INVALID_TOKEN: 'The code is wrong, was used or has expired, or is not of this verifier.' },
  takesSecret: true,
  rejectedAs: rejectedLogin,
});

export const loginWithIdToken = defineOperation({
  name: 'loginWithIdToken',
  rest: ['POST /auth/providers/{provider}/id-token'],
  summary: 'Sign in with an ID token of a provider',
  does: 'Signs a user in with the ID token that a native application has got from the provider. It must be for `PROVIDER_<ID>_CLIENT_ID` or an application in `PROVIDER_<ID>_AUDIENCES`, have the nonce, and be at most 10 minutes old. It is accepted once. The rest is as with `completeProviderLogin`. Anyone can call this operation, without an access token.',
  message: 'Logged in.',
  caller: 'anyone',
  input: loginWithIdTokenInput,
  takes: `The ID token, and its nonce. ${refreshTokenOnlyIf}`,
  limits: ofMailedLogins,
  errors: { ...ofLogins, NOT_FOUND: unknownProvider },
  takesSecret: true,
  rejectedAs: rejectedLogin,
  errorMessages: { NOT_FOUND: noSuchProvider },
});

export const identities = defineOperation({
  name: 'identities',
  rest: ['GET /auth/identities'],
  tag: 'Accounts',
  summary: 'List the accounts at providers of the user',
  does: 'Returns the accounts at providers with which the user can sign in, oldest first. The caller must be signed in.',
  message: 'Identities returned.',
  caller: 'user',
  openToImpersonation: true,
  answer: identitiesAnswer,
});

export const linkIdentity = defineOperation({
  name: 'linkIdentity',
  rest: ['POST /auth/identities'],
  tag: 'Accounts',
  summary: 'Connect an account at a provider',
  does: 'Connects an account at a provider, with which the user can sign in from then on. The user gets an e-mail. The caller must be signed in, and sends the current password, except in the first 5 minutes of a session that followed a registration, an invitation or a reset.',
  message: 'Provider connected.',
  caller: 'user',
  input: linkIdentityInput,
  takes: 'What shows the account at the provider.',
  limits: [...ofPasswords, operationLimits.CHANGE_ACCOUNT],
  errors: {
    INVALID_TOKEN: 'The token or the code is wrong, was used or has expired, or is for another account.',
    PROVIDER_REJECTED: ofLogins.PROVIDER_REJECTED,
    INVALID_CREDENTIALS: wrongPassword,
    STEP_UP_REQUIRED: notProvenOwner,
    ACCOUNT_DISABLED: disabledMeanwhile,
    EMAIL_NOT_VERIFIED: unverified,
    NOT_FOUND: unknownProvider,
    CONFLICT: 'Another account is connected with this identity, or the account has 20 identities.',
    SERVICE_UNAVAILABLE: 'Too many requests wait for password hashing, or the provider or the database did not answer.',
  },
  hashesPassword: true,
  addsWayIn: true,
  takesSecret: true,
  rejectedAs: { other: identityActions.identity_change_rejected, PROVIDER_REJECTED: identityActions.provider_rejected },
  errorMessages: { NOT_FOUND: noSuchProvider },
  answer: linkIdentityAnswer,
});

export const unlinkIdentity = defineOperation({
  name: 'unlinkIdentity',
  rest: ['DELETE /auth/identities/{id}'],
  tag: 'Accounts',
  summary: 'Disconnect an account at a provider',
  does: 'Disconnects an account at a provider. All other sessions of the user end, and the user gets an e-mail. The caller must be signed in, and have signed in or used a second factor in the last 5 minutes.',
  message: 'Provider disconnected.',
  caller: 'user',
  input: unlinkIdentityInput,
  limits: [operationLimits.CHANGE_ACCOUNT],
  errors: {
    STEP_UP_REQUIRED: notRecent,
    NOT_FOUND: 'The user has no identity with this id.',
    CONFLICT: 'The account has neither a password, a passkey nor another identity, so its user could not sign in.',
  },
  rejectedAs: identityActions.identity_change_rejected,
  errorMessages: { NOT_FOUND: noSuchIdentity },
  answer: unlinkIdentityAnswer,
});
