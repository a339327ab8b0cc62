import { AppError } from '../../platform/errors/app-error';
import type { RejectionReason } from '../../platform/errors/rejection-reason';
import type { SessionEnd } from '../../platform/errors/session-end';
import { sessionReasons } from './sessions.reasons';

/**
 * All reasons have the same text, so that guessing tokens reveals nothing. Who has the token of a session that is over learns
 * why it has ended.
 */
export const refreshTokenRejected = (reason: RejectionReason, sessionEnd: SessionEnd | null = null): AppError =>
  new AppError('UNAUTHENTICATED', { msg: 'The refresh token is not valid. Sign in again.', reason, sessionEnd });

export const refreshTokenMissing = (): AppError =>
  new AppError('UNAUTHENTICATED', {
    msg: 'A refresh token is required. Send it in the body or in the refresh cookie.',
  });

/** The cookie came from an origin that is not allowed, or no script sent the request. */
export const refreshCookieRejected = (): AppError =>
  new AppError('FORBIDDEN', {
    msg: 'The refresh cookie was rejected. Only a script from the origin of PUBLIC_URL, or from one of CORS_ORIGINS, may use it.',
    reason: sessionReasons['cookie not accepted'],
  });
