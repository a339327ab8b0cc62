import type { ErrorCode } from '../errors/error-table';
import type { OperationName } from './operation-names';

const noDatabase = 'The database did not answer.';
const fullQueue = 'Too many requests wait for password hashing, or the database did not answer.';
const noAccount = 'The access token is missing, not valid, expired or revoked, or its account is disabled.';
const invalidFields = 'A field is missing or breaks its rule. The answer names each such field.';

/**
 * Every error of each operation with its reason, for both APIs. `errorsOf` adds the errors of every request. The tests
 * fail if the REST API returns an error that is not listed here.
 */
export const operationErrors = {
  register: {
    VALIDATION_FAILED: invalidFields,
    EMAIL_TAKEN: 'The e-mail address has an account. Upper and lower case make no difference.',
    RATE_LIMITED: 'The limit `REGISTER_NETWORK` or `GLOBAL` was reached.',
    SERVICE_UNAVAILABLE: `${fullQueue} If the database did not answer, the account may have been created.`,
  },
  login: {
    VALIDATION_FAILED: invalidFields,
    INVALID_CREDENTIALS: 'The e-mail address has no account, or the password is wrong. Both cases get the same answer.',
    ACCOUNT_DISABLED: 'The password is right, and the account is disabled.',
    RATE_LIMITED: 'The limit `LOGIN_ACCOUNT`, `LOGIN_FAILURES`, `LOGIN_NETWORK` or `GLOBAL` was reached.',
    SERVICE_UNAVAILABLE: fullQueue,
  },
  refresh: {
    VALIDATION_FAILED:
      'A field breaks its rule, or the client sent the cookie and asked for the next refresh token in the body.',
    UNAUTHENTICATED: 'There is no refresh token, or it is unknown, was used before, or its session has ended.',
    FORBIDDEN: 'The refresh cookie was not sent by a script of an allowed origin.',
    RATE_LIMITED: 'The limit `REFRESH_NETWORK` was reached.',
    SERVICE_UNAVAILABLE: noDatabase,
  },
  logout: {
    VALIDATION_FAILED: 'The value of `sessions` is not one of the three allowed values.',
    UNAUTHENTICATED:
      'There is no valid access token and no refresh cookie. For `others` and `all`, the session of the cookie must be live.',
    FORBIDDEN: 'There is no access token, and the refresh cookie was not sent by a script of an allowed origin.',
    RATE_LIMITED: 'The refresh cookie names the session, and the limit `REFRESH_NETWORK` was reached.',
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
    NOT_FOUND: 'The account has no live session with this id.',
    SERVICE_UNAVAILABLE: noDatabase,
  },
  verify: {
    UNAUTHENTICATED: noAccount,
    SERVICE_UNAVAILABLE: 'The service is starting, or the database did not answer.',
  },
  ready: { SERVICE_UNAVAILABLE: 'The service is starting or stopping, or the database does not answer.' },
  alive: {},
  keySet: { SERVICE_UNAVAILABLE: 'The service is starting: the keys are not loaded yet.' },
  discovery: {},
  openapi: {},
} as const satisfies Partial<Record<OperationName, Partial<Record<ErrorCode, string>>>>;

export type DeclaredOperation = keyof typeof operationErrors;
