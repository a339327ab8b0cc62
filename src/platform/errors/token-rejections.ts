import { AppError } from './app-error';
import { errorTable } from './error-table';
import type { RejectionReason } from './rejection-reasons';
import type { SessionEnd } from './session-end';

/** Every text of an error about a token, and what the client does then. */
export const tokenErrors = {
  expired: {
    msg: 'The access token has expired.',
    next: 'The client refreshes the tokens and sends the request again.',
  },
  revoked: {
    msg: 'The access token has been revoked.',
    next: 'The session has ended, or the account is disabled or removed. The user signs in again.',
  },
  outdated: {
    msg: 'The access rights of the user have changed since the access token was issued.',
    next: 'The client refreshes the tokens and sends the request again.',
  },
  invalid: {
    msg: 'The access token is not valid.',
    next: 'The token was not issued here, or was changed. The user signs in again. The audit has the exact reason.',
  },
  empty: {
    msg: 'The header Authorization has no access token. Write the jwt of a login after Bearer.',
    next: 'The client sends the `jwt` of a login.',
  },
  missing: { msg: errorTable.UNAUTHENTICATED.msg, next: 'The client sends an access token.' },
  refreshInvalid: {
    msg: 'The refresh token is not valid. Sign in again.',
    next: 'The token is unknown, was used before, or its session has ended. The user signs in again.',
  },
  refreshMissing: {
    msg: 'A refresh token is required. Send it in the body or in the refresh cookie.',
    next: 'The client sends a refresh token, or the user signs in again.',
  },
  cookieRejected: {
    msg: 'The refresh cookie was rejected. Only a script from the origin of PUBLIC_URL, or from one of CORS_ORIGINS, may use it.',
    next: 'The operator adds the origin of the application to `CORS_ORIGINS`. The code is `FORBIDDEN`.',
  },
} as const;

/**
 * The texts for tokens with a valid signature. Other reasons share one text, so that forging tokens reveals nothing.
 */
const accessTokenErrors: Partial<Record<RejectionReason, keyof typeof tokenErrors>> = {
  'expired token': 'expired',
  'ended session': 'revoked',
  'ended session of the actor': 'revoked',
  'changed access rights': 'outdated',
  'disabled account': 'revoked',
  'no account': 'revoked',
};

/** The message is also the `error_description` of the challenge (RFC 6750, section 3). */
export function accessTokenRejected(reason: RejectionReason): AppError {
  const { msg } = tokenErrors[accessTokenErrors[reason] ?? 'invalid'];
  return new AppError('UNAUTHENTICATED', { msg, reason, tokenError: 'invalid_token' });
}

/** The header has the scheme alone, as an unset variable leaves it. */
export const accessTokenEmpty = () =>
  new AppError('UNAUTHENTICATED', {
    msg: tokenErrors.empty.msg,
    reason: 'malformed token',
    tokenError: 'invalid_token',
  });

/**
 * Operations are not open to applications, unless their declaration says so. So whoever breaks into an application cannot
 * change how its users prove who they are, nor act as them.
 */
export const applicationForbidden = () =>
  new AppError('FORBIDDEN', {
    msg: 'The access token is of an application. Only the user can do this.',
    reason: 'token of an application',
  });

export const missingScope = (scope: string) =>
  new AppError('FORBIDDEN', { msg: `The access token needs the scope ${scope}.`, reason: 'missing scope' });

/** The cookie came from an origin that is not allowed, or no script sent the request. */
export function refreshCookieRejected(): AppError {
  const { msg } = tokenErrors.cookieRejected;
  return new AppError('FORBIDDEN', { msg, reason: 'cookie not accepted' });
}

/**
 * All reasons have the same text, so that guessing tokens reveals nothing. Who has the token of a session that is over learns
 * why it has ended.
 */
export function refreshTokenRejected(reason: RejectionReason, sessionEnd: SessionEnd | null = null): AppError {
  return new AppError('UNAUTHENTICATED', { msg: tokenErrors.refreshInvalid.msg, reason, sessionEnd });
}

export function refreshTokenMissing(): AppError {
  return new AppError('UNAUTHENTICATED', { msg: tokenErrors.refreshMissing.msg });
}
