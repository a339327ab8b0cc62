import type { ErrorCode } from '../errors/error-table';
import type { LimitName } from '../rate-limits/limit-table';
import { type AdminOperation, type OperationName, operationNames } from './operation-names';

const noDatabase = 'The database did not answer.';
const fullQueue = 'Too many requests wait for password hashing, or the database did not answer.';
const noAccount = 'The access token is missing, not valid, expired or revoked, or its account is disabled.';
const unverified = 'The e-mail address is not verified. `sendEmailVerification` sends the e-mail again.';
const notFresh =
  'The account has a second factor, and the user has not used it in the last 5 minutes. The client calls `stepUp`, and sends the request again.';
const impersonated = 'A super admin acts as the user. Only the user can do this.';
const passkeysOff = 'Passkeys are switched off (`PASSKEYS=off`).';
const mostPasskeys = 'The account has 20 passkeys.';
const invalidFields = 'A field is missing or breaks its rule. The answer names each such field.';
const invalidPassword = `${invalidFields} A password that is on a list of common or stolen passwords breaks the rule of its field.`;

/** The rate limits that each operation can reach. */
export const operationLimits = {
  register: ['REGISTER_NETWORK', 'GLOBAL', 'MAIL_ADDRESS', 'MAIL_NETWORK', 'MAIL_GLOBAL'],
  login: ['LOGIN_ACCOUNT', 'LOGIN_FAILURES', 'LOGIN_NETWORK', 'GLOBAL', 'MFA_ACCOUNT', 'MFA_FAILURES'],
  completeLogin: ['LOGIN_NETWORK', 'GLOBAL', 'MFA_ACCOUNT', 'MFA_FAILURES'],
  enrollTotp: ['LOGIN_ACCOUNT', 'LOGIN_FAILURES', 'LOGIN_NETWORK', 'GLOBAL', 'CHANGE_ACCOUNT'],
  removeTotp: ['CHANGE_ACCOUNT'],
  regenerateRecoveryCodes: ['CHANGE_ACCOUNT'],
  confirmTotp: ['MFA_ACCOUNT', 'MFA_FAILURES', 'CHANGE_ACCOUNT'],
  stepUp: [
    'LOGIN_ACCOUNT',
    'LOGIN_FAILURES',
    'LOGIN_NETWORK',
    'GLOBAL',
    'MFA_ACCOUNT',
    'MFA_FAILURES',
    'CHANGE_ACCOUNT',
  ],
  loginWithPasskey: ['LOGIN_NETWORK', 'GLOBAL'],
  addPasskeyOptions: ['LOGIN_ACCOUNT', 'LOGIN_FAILURES', 'LOGIN_NETWORK', 'GLOBAL'],
  addPasskey: ['MFA_ACCOUNT', 'MFA_FAILURES', 'CHANGE_ACCOUNT'],
  renamePasskey: ['CHANGE_ACCOUNT'],
  removePasskey: ['CHANGE_ACCOUNT'],
  refresh: ['REFRESH_NETWORK'],
  logout: ['REFRESH_NETWORK'],
  sendEmailVerification: ['MAIL_ADDRESS', 'MAIL_NETWORK', 'MAIL_GLOBAL'],
  confirmEmail: ['RESET_NETWORK', 'CODE_NETWORK', 'CODE_GLOBAL'],
  requestPasswordReset: ['MAIL_ADDRESS', 'MAIL_NETWORK', 'MAIL_GLOBAL'],
  resetPassword: ['RESET_NETWORK', 'CODE_NETWORK', 'CODE_GLOBAL'],
  changePassword: ['LOGIN_ACCOUNT', 'LOGIN_FAILURES', 'LOGIN_NETWORK', 'GLOBAL', 'CHANGE_ACCOUNT'],
  changeEmail: [
    'LOGIN_ACCOUNT',
    'LOGIN_FAILURES',
    'LOGIN_NETWORK',
    'GLOBAL',
    'MAIL_ADDRESS',
    'MAIL_NETWORK',
    'MAIL_GLOBAL',
    'CHANGE_ACCOUNT',
  ],
  updateProfile: ['CHANGE_ACCOUNT'],
  confirmEmailChange: ['RESET_NETWORK', 'CODE_NETWORK', 'CODE_GLOBAL'],
  undoEmailChange: ['RESET_NETWORK'],
  deleteAccount: ['LOGIN_ACCOUNT', 'LOGIN_FAILURES', 'LOGIN_NETWORK', 'GLOBAL', 'CHANGE_ACCOUNT'],
  cancelDeletion: ['RESET_NETWORK'],
  introspectToken: ['CLIENT_NETWORK', 'CLIENT_FAILURES'],
  revokeToken: ['CLIENT_NETWORK', 'CLIENT_FAILURES'],
  _entities: ['ENTITIES_NETWORK'],
} as const satisfies Partial<Record<OperationName, readonly LimitName[]>>;

const limitsOf: Partial<Record<OperationName, readonly LimitName[]>> = operationLimits;
const accountChanges = new Set(operationNames.filter((name) => limitsOf[name]?.includes('CHANGE_ACCOUNT')));

/** Whether the operation changes the account of a signed-in user, and so counts for its limit. */
export const isAccountChange = (name: OperationName): boolean => accountChanges.has(name);

function limitReached(operation: keyof typeof operationLimits): string {
  const names = operationLimits[operation].map((name) => `\`${name}\``);
  const all = names.length > 1 ? `${names.slice(0, -1).join(', ')} or ${names.at(-1)}` : names[0];
  return `The limit ${all} was reached.`;
}

/** The errors of operations that OAuth defines. A client authenticates, and sends a form. */
const oauthErrors = {
  MALFORMED_REQUEST:
    'The body is not a well-formed form, a parameter occurs twice, or the URL has parameters. Parameters belong in the body.',
  VALIDATION_FAILED: '`token` is missing, or the client authenticates in more than one way.',
  INVALID_CREDENTIALS: 'The client id is unknown, or the client secret is wrong. Both cases get the same answer.',
  UNAUTHENTICATED:
    'The client id or the client secret is missing or malformed, or the client authenticates in a way that is not supported.',
  PAYLOAD_TOO_LARGE: 'The body is larger than 16 kB.',
  UNSUPPORTED_MEDIA_TYPE:
    'The content type is not `application/x-www-form-urlencoded`, its charset is not UTF-8, or the body has a content encoding.',
  RATE_LIMITED: `${limitReached('introspectToken')} Only failed authentications of clients count.`,
  SERVICE_UNAVAILABLE: 'The service is starting, or the database did not answer. The token may still be active.',
} as const;

/**
 * Every error of each operation with its reason, for both APIs. `errorsOf` adds the errors of every request. The tests
 * fail if the REST API returns an error that is not listed here.
 */
export const operationErrors = {
  register: {
    VALIDATION_FAILED: `${invalidFields} With \`COMMON_PASSWORDS=on\`, a common password breaks the rule of its field, and with \`BREACHED_PASSWORDS\` a stolen one.`,
    FORBIDDEN: 'Registration is closed (`REGISTRATION=closed`).',
    EMAIL_TAKEN:
      'The e-mail address has an account. Upper and lower case make no difference. Not with `REGISTRATION=confirm`.',
    RATE_LIMITED: limitReached('register'),
    SERVICE_UNAVAILABLE: `${fullQueue} If the database did not answer, the account may have been created.`,
  },
  login: {
    VALIDATION_FAILED: invalidFields,
    INVALID_CREDENTIALS: 'The e-mail address has no account, or the password is wrong. Both cases get the same answer.',
    MFA_REQUIRED:
      'The password is right, and the account has a second factor, or must get one (`MFA=required`). The answer has a challenge.',
    INVALID_TOKEN: 'The password is right, and `code` is wrong or was used.',
    ACCOUNT_DISABLED: 'The password is right, and the account is disabled or deleted.',
    EMAIL_NOT_VERIFIED:
      'The password is right, and the e-mail address is not verified (`EMAIL_VERIFICATION=required`, or `MFA=required` and no second factor). Another e-mail was sent, at most one a minute.',
    RATE_LIMITED: limitReached('login'),
    SERVICE_UNAVAILABLE: fullQueue,
  },
  completeLogin: {
    VALIDATION_FAILED: invalidFields,
    INVALID_TOKEN:
      'The challenge is unknown, was completed, has expired or has no attempt left, or the code or the passkey is wrong or was used.',
    RATE_LIMITED: limitReached('completeLogin'),
    SERVICE_UNAVAILABLE: noDatabase,
  },
  factors: { UNAUTHENTICATED: noAccount, SERVICE_UNAVAILABLE: noDatabase },
  enrollTotp: {
    VALIDATION_FAILED: invalidFields,
    INVALID_TOKEN: 'The challenge is unknown, was completed, or has expired.',
    INVALID_CREDENTIALS: 'The current password is wrong, or the account has no password.',
    UNAUTHENTICATED: noAccount,
    FORBIDDEN: impersonated,
    STEP_UP_REQUIRED: notFresh,
    ACCOUNT_DISABLED: 'The current password is right, and the account was disabled at this moment.',
    EMAIL_NOT_VERIFIED: unverified,
    CONFLICT: 'The account has an authenticator application already.',
    RATE_LIMITED: limitReached('enrollTotp'),
    SERVICE_UNAVAILABLE: fullQueue,
  },
  confirmTotp: {
    VALIDATION_FAILED: invalidFields,
    INVALID_TOKEN: 'The code is wrong, or the client has not called `enrollTotp`.',
    UNAUTHENTICATED: noAccount,
    FORBIDDEN: impersonated,
    EMAIL_NOT_VERIFIED: unverified,
    RATE_LIMITED: limitReached('confirmTotp'),
    SERVICE_UNAVAILABLE: noDatabase,
  },
  removeTotp: {
    UNAUTHENTICATED: noAccount,
    FORBIDDEN: impersonated,
    STEP_UP_REQUIRED: notFresh,
    ACCOUNT_DISABLED: 'The account is disabled.',
    NOT_FOUND: 'The account has another second factor, but no authenticator application.',
    CONFLICT: 'The account has no second factor.',
    RATE_LIMITED: limitReached('removeTotp'),
    SERVICE_UNAVAILABLE: noDatabase,
  },
  regenerateRecoveryCodes: {
    UNAUTHENTICATED: noAccount,
    FORBIDDEN: impersonated,
    STEP_UP_REQUIRED: notFresh,
    ACCOUNT_DISABLED: 'The account is disabled.',
    CONFLICT: 'The account has no second factor.',
    RATE_LIMITED: limitReached('regenerateRecoveryCodes'),
    SERVICE_UNAVAILABLE: noDatabase,
  },
  stepUp: {
    VALIDATION_FAILED: 'A field breaks its rule, or the request does not have exactly one proof.',
    INVALID_TOKEN: 'The code or the passkey is wrong or was used, or the account has no second factor.',
    INVALID_CREDENTIALS: 'The password is wrong, or the account has no password.',
    UNAUTHENTICATED: noAccount,
    FORBIDDEN: impersonated,
    MFA_REQUIRED:
      'The request has a password, and the account has a second factor. The error has no challenge: the client sends a code or a passkey with `stepUp`.',
    ACCOUNT_DISABLED: 'The password is right, and the account was disabled at this moment.',
    RATE_LIMITED: limitReached('stepUp'),
    SERVICE_UNAVAILABLE: fullQueue,
  },
  stepUpOptions: { UNAUTHENTICATED: noAccount, FORBIDDEN: impersonated, SERVICE_UNAVAILABLE: noDatabase },
  passkeyLoginOptions: {
    FORBIDDEN: passkeysOff,
    SERVICE_UNAVAILABLE: 'The service is starting: the keys are not loaded yet.',
  },
  loginWithPasskey: {
    VALIDATION_FAILED: invalidFields,
    INVALID_TOKEN:
      'The passkey is unknown or its signature is wrong, the page has another origin, or the options have expired or were used. All cases get the same answer.',
    FORBIDDEN: passkeysOff,
    ACCOUNT_DISABLED: 'The passkey is right, and the account is disabled or deleted.',
    EMAIL_NOT_VERIFIED:
      'The passkey is right, and the e-mail address is not verified (`EMAIL_VERIFICATION=required`). Another e-mail was sent, at most one a minute.',
    RATE_LIMITED: limitReached('loginWithPasskey'),
    SERVICE_UNAVAILABLE: noDatabase,
  },
  addPasskeyOptions: {
    VALIDATION_FAILED: invalidFields,
    INVALID_CREDENTIALS: 'The current password is wrong, or the account has no password.',
    UNAUTHENTICATED: noAccount,
    STEP_UP_REQUIRED: notFresh,
    ACCOUNT_DISABLED: 'The current password is right, and the account was disabled at this moment.',
    FORBIDDEN: `${passkeysOff} Or a super admin acts as the user: only the user can do this.`,
    EMAIL_NOT_VERIFIED: unverified,
    CONFLICT: mostPasskeys,
    RATE_LIMITED: limitReached('addPasskeyOptions'),
    SERVICE_UNAVAILABLE: fullQueue,
  },
  addPasskey: {
    VALIDATION_FAILED: invalidFields,
    INVALID_TOKEN:
      'The authenticator did not verify the user, the page has another origin, an account has this passkey already, or the options have expired, were used, or are of another session. All cases get the same answer.',
    UNAUTHENTICATED: noAccount,
    FORBIDDEN: `${passkeysOff} Or a super admin acts as the user: only the user can do this.`,
    EMAIL_NOT_VERIFIED: unverified,
    CONFLICT: mostPasskeys,
    RATE_LIMITED: limitReached('addPasskey'),
    SERVICE_UNAVAILABLE: noDatabase,
  },
  renamePasskey: {
    VALIDATION_FAILED: invalidFields,
    UNAUTHENTICATED: noAccount,
    FORBIDDEN: impersonated,
    NOT_FOUND: 'The user has no passkey with this id.',
    RATE_LIMITED: limitReached('renamePasskey'),
    SERVICE_UNAVAILABLE: noDatabase,
  },
  removePasskey: {
    UNAUTHENTICATED: noAccount,
    FORBIDDEN: impersonated,
    STEP_UP_REQUIRED: notFresh,
    ACCOUNT_DISABLED: 'The account is disabled.',
    NOT_FOUND: 'The user has no passkey with this id.',
    CONFLICT: 'Another request has just removed the last second factor of the account.',
    RATE_LIMITED: limitReached('removePasskey'),
    SERVICE_UNAVAILABLE: noDatabase,
  },
  refresh: {
    VALIDATION_FAILED:
      'A field breaks its rule, or the client sent the cookie and asked for the next refresh token in the body.',
    UNAUTHENTICATED: 'There is no refresh token, or it is unknown, was used before, or its session has ended.',
    FORBIDDEN: 'The refresh cookie was not sent by a script of an allowed origin.',
    RATE_LIMITED: limitReached('refresh'),
    SERVICE_UNAVAILABLE: noDatabase,
  },
  logout: {
    VALIDATION_FAILED: 'The value of `sessions` is not one of the three allowed values.',
    UNAUTHENTICATED:
      'There is no valid access token and no refresh cookie. For `others` and `all`, the session of the cookie must be live.',
    FORBIDDEN:
      'There is no access token, and the refresh cookie was not sent by a script of an allowed origin. Or a super admin acts as the user, and the value is `others` or `all`.',
    RATE_LIMITED: `${limitReached('logout')} Only a logout that the refresh cookie identifies counts.`,
    SERVICE_UNAVAILABLE: noDatabase,
  },
  me: { UNAUTHENTICATED: noAccount, SERVICE_UNAVAILABLE: noDatabase },
  sessions: {
    VALIDATION_FAILED: '`first` or `after` breaks its rule.',
    UNAUTHENTICATED: noAccount,
    SERVICE_UNAVAILABLE: noDatabase,
  },
  revokeSession: {
    UNAUTHENTICATED: noAccount,
    FORBIDDEN: impersonated,
    NOT_FOUND: 'The account has no live session with this id.',
    SERVICE_UNAVAILABLE: noDatabase,
  },
  sendEmailVerification: {
    VALIDATION_FAILED: invalidFields,
    RATE_LIMITED: limitReached('sendEmailVerification'),
    SERVICE_UNAVAILABLE: noDatabase,
  },
  confirmEmail: {
    VALIDATION_FAILED: invalidPassword,
    INVALID_TOKEN: 'The token or the code is wrong, was used, or has expired.',
    CONFLICT: 'With `REGISTRATION=confirm`: another account has the address by now.',
    RATE_LIMITED: limitReached('confirmEmail'),
    SERVICE_UNAVAILABLE: fullQueue,
  },
  requestPasswordReset: {
    VALIDATION_FAILED: invalidFields,
    RATE_LIMITED: limitReached('requestPasswordReset'),
    SERVICE_UNAVAILABLE: noDatabase,
  },
  resetPassword: {
    VALIDATION_FAILED: invalidPassword,
    INVALID_TOKEN: 'The token or the code is wrong, was used, or has expired.',
    ACCOUNT_DISABLED: 'The token or the code is right, and the account is disabled.',
    RATE_LIMITED: limitReached('resetPassword'),
    SERVICE_UNAVAILABLE: `${fullQueue} If the database did not answer, the password may have been set.`,
  },
  changePassword: {
    VALIDATION_FAILED: invalidPassword,
    INVALID_CREDENTIALS: 'The current password is wrong, or the account has no password.',
    UNAUTHENTICATED: noAccount,
    FORBIDDEN: impersonated,
    STEP_UP_REQUIRED: notFresh,
    ACCOUNT_DISABLED: 'The current password is right, and the account was disabled at this moment.',
    CONFLICT: 'Another request changed the password at the same time.',
    RATE_LIMITED: limitReached('changePassword'),
    SERVICE_UNAVAILABLE: `${fullQueue} If the database did not answer, the password may have been changed.`,
  },
  changeEmail: {
    VALIDATION_FAILED: `${invalidFields} The address of the account itself breaks the rule of \`email\`.`,
    INVALID_CREDENTIALS: 'The current password is wrong, or the account has no password.',
    UNAUTHENTICATED: noAccount,
    FORBIDDEN: impersonated,
    STEP_UP_REQUIRED: notFresh,
    ACCOUNT_DISABLED: 'The current password is right, and the account was disabled at this moment.',
    RATE_LIMITED: limitReached('changeEmail'),
    SERVICE_UNAVAILABLE: fullQueue,
  },
  confirmEmailChange: {
    VALIDATION_FAILED: invalidFields,
    INVALID_TOKEN: 'The token or the code is wrong, was used, or has expired.',
    ACCOUNT_DISABLED: 'The account was disabled since the request.',
    CONFLICT: 'Another account has the new address by now.',
    RATE_LIMITED: limitReached('confirmEmailChange'),
    SERVICE_UNAVAILABLE: noDatabase,
  },
  undoEmailChange: {
    VALIDATION_FAILED: invalidFields,
    INVALID_TOKEN: 'The token is wrong, was used, or has expired.',
    CONFLICT: 'Another account has the old address by now.',
    RATE_LIMITED: limitReached('undoEmailChange'),
    SERVICE_UNAVAILABLE: noDatabase,
  },
  updateProfile: {
    VALIDATION_FAILED: invalidFields,
    UNAUTHENTICATED: noAccount,
    RATE_LIMITED: limitReached('updateProfile'),
    SERVICE_UNAVAILABLE: noDatabase,
  },
  deleteAccount: {
    VALIDATION_FAILED: invalidFields,
    INVALID_CREDENTIALS: 'The current password is wrong, or the account has no password.',
    UNAUTHENTICATED: noAccount,
    FORBIDDEN: impersonated,
    STEP_UP_REQUIRED: notFresh,
    ACCOUNT_DISABLED: 'The current password is right, and the account was disabled at this moment.',
    CONFLICT: 'The user is the last super admin.',
    RATE_LIMITED: limitReached('deleteAccount'),
    SERVICE_UNAVAILABLE: `${fullQueue} If the database did not answer, the account may have been deleted.`,
  },
  cancelDeletion: {
    VALIDATION_FAILED: invalidFields,
    INVALID_TOKEN: 'The token is wrong, was used, or has expired.',
    RATE_LIMITED: limitReached('cancelDeletion'),
    SERVICE_UNAVAILABLE: noDatabase,
  },
  verify: {
    MALFORMED_REQUEST: 'The header `X-Gatehouse-Require` is not well-formed, or the request is not well-formed HTTP.',
    UNAUTHENTICATED: noAccount,
    STEP_UP_REQUIRED:
      'The proxy has sent `X-Gatehouse-Require`, and the last proof of the user is weaker or older than that. The client calls `stepUp`, and sends the request again.',
    SERVICE_UNAVAILABLE: 'The service is starting, or the database did not answer.',
  },
  introspectToken: oauthErrors,
  revokeToken: oauthErrors,
  ready: { SERVICE_UNAVAILABLE: 'The service is starting or stopping, or the database does not answer.' },
  alive: {},
  keySet: { SERVICE_UNAVAILABLE: 'The service is starting: the keys are not loaded yet.' },
  discovery: {},
  openapi: {},
  home: {},
  _service: {
    FORBIDDEN: 'Introspection is not allowed, and the header `X-Router-Secret` is missing or wrong.',
  },
  _entities: {
    VALIDATION_FAILED: 'The request has more than 200 representations, or a representation is not a user.',
    UNAUTHENTICATED:
      'The request has an access token that is not valid, expired or revoked, or whose account is disabled.',
    FORBIDDEN: 'The router asks for a field of another user that it may not read.',
    RATE_LIMITED: limitReached('_entities'),
    SERVICE_UNAVAILABLE: noDatabase,
  },
} as const satisfies Partial<Record<OperationName, Partial<Record<ErrorCode, string>>>>;

/** What every operation of the administration API can return. */
const adminErrors = {
  UNAUTHENTICATED: noAccount,
  STEP_UP_REQUIRED:
    'The last proof of the super admin is weaker than `ADMIN_MIN_ACR` or older than `ADMIN_MAX_AGE`. The client calls `stepUp`, and sends the request again.',
  FORBIDDEN:
    'The user is not a super admin, acts as another user, or sends the request from a network that is not in `ADMIN_NETWORKS`.',
  RATE_LIMITED: 'The limit `ADMIN` was reached.',
  SERVICE_UNAVAILABLE: noDatabase,
} as const;

const noSuchUser = 'There is no such user.';
const lastSuperAdmin = 'The user is the last super admin.';
const ofOneUser = { VALIDATION_FAILED: invalidFields, ...adminErrors, NOT_FOUND: noSuchUser } as const;

/** Every error of each operation of the administration API with its reason, for both APIs. */
export const adminOperationErrors: Readonly<Record<AdminOperation, Partial<Record<ErrorCode, string>>>> = {
  users: { VALIDATION_FAILED: invalidFields, ...adminErrors },
  user: { VALIDATION_FAILED: invalidFields, ...adminErrors, NOT_FOUND: noSuchUser },
  createUser: { VALIDATION_FAILED: invalidFields, ...adminErrors, EMAIL_TAKEN: 'The e-mail address has an account.' },
  updateUser: {
    VALIDATION_FAILED: invalidFields,
    ...adminErrors,
    NOT_FOUND: noSuchUser,
    EMAIL_TAKEN: 'Another account has the e-mail address.',
  },
  setSuperAdmin: { ...ofOneUser, CONFLICT: lastSuperAdmin },
  disableUser: { ...ofOneUser, CONFLICT: lastSuperAdmin },
  enableUser: ofOneUser,
  deleteUser: { ...ofOneUser, CONFLICT: lastSuperAdmin },
  endSessions: {
    ...ofOneUser,
    NOT_FOUND: 'There is no such user, or the user has no live session with this id.',
  },
  sendPasswordReset: { ...ofOneUser, CONFLICT: 'The account is disabled or deleted.' },
  sendInvitation: { ...ofOneUser, CONFLICT: 'The user has set a password, or the account is disabled or deleted.' },
  resetFactors: ofOneUser,
  verifyEmail: ofOneUser,
  auditEvents: { VALIDATION_FAILED: invalidFields, ...adminErrors },
  explain: {
    VALIDATION_FAILED: invalidFields,
    ...adminErrors,
    NOT_FOUND:
      'The audit has no event of the request. The request changed nothing, its event was removed after `AUDIT_RETENTION`, or it was combined with similar events.',
  },
  messages: { VALIDATION_FAILED: invalidFields, ...adminErrors },
  retryMessage: {
    VALIDATION_FAILED: invalidFields,
    ...adminErrors,
    NOT_FOUND: 'There is no mail with this id. Mails are removed seven days after they were sent or have failed.',
    CONFLICT: 'The mail was sent, waits for its first attempt, is being sent now, or has a link that is not valid.',
  },
  findings: adminErrors,
  signingKeys: adminErrors,
  activity: adminErrors,
  bulkUsers: { VALIDATION_FAILED: invalidFields, ...adminErrors },
  exportUsers: {
    VALIDATION_FAILED: invalidFields,
    ...adminErrors,
    CONFLICT: 'The super admin already has two exports that have not ended.',
  },
  impersonate: {
    VALIDATION_FAILED: invalidFields,
    ...adminErrors,
    FORBIDDEN: `${adminErrors.FORBIDDEN} Or the user to act as is a super admin.`,
    NOT_FOUND: noSuchUser,
    CONFLICT: 'The account is disabled or deleted.',
  },
};

export type DeclaredOperation = keyof typeof operationErrors | AdminOperation;
/** The operations that the REST API has. */
export type RestOperation = Exclude<keyof typeof operationErrors, '_service' | '_entities'>;

export const errorsOfOperation = (name: DeclaredOperation): Partial<Record<ErrorCode, string>> =>
  name in adminOperationErrors
    ? adminOperationErrors[name as AdminOperation]
    : operationErrors[name as keyof typeof operationErrors];
