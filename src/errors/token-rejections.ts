import { AppError } from './app-error';
import type { RejectionReason } from './rejection-reasons';

const revoked = 'The access token has been revoked.';

/** The texts for tokens with a valid signature. Other reasons share a text, so that forging reveals nothing. */
const accessTokenTexts: Partial<Record<RejectionReason, string>> = {
  'expired token': 'The access token has expired.',
  'ended session': revoked,
  'disabled account': revoked,
  'no account': revoked,
};

/** The message is also the `error_description` of the challenge (RFC 6750, section 3). */
export function accessTokenRejected(reason: RejectionReason): AppError {
  const msg = accessTokenTexts[reason] ?? 'The access token is not valid.';
  return new AppError('UNAUTHENTICATED', { msg, reason, tokenError: 'invalid_token' });
}

/** The cookie came from an origin that is not allowed, or no script sent the request. */
export function refreshCookieRejected(): AppError {
  const msg =
    'The refresh cookie was rejected. Only a script from the origin of PUBLIC_URL, or from one of CORS_ORIGINS, may use it.';
  return new AppError('FORBIDDEN', { msg, reason: 'cookie not accepted' });
}

/** All reasons have the same text, so that guessing tokens reveals nothing. */
export function refreshTokenRejected(reason: RejectionReason): AppError {
  return new AppError('UNAUTHENTICATED', { msg: 'The refresh token is not valid. Log in again.', reason });
}
