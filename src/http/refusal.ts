import type { Response } from 'express';
import type { AppError } from '../errors';
import { factsOf } from './request-facts';

/** The status and headers of a refusal, and its fact for the log; the body is the door's. */
export function writeRefusalHead(res: Response, error: AppError): void {
  factsOf(res).error = error;
  res.status(error.status);
  if (error.retryAfterS !== null) res.setHeader('Retry-After', String(error.retryAfterS));
  if (error.allow.length > 0) res.setHeader('Allow', error.allow.join(', '));
  if (error.code === 'UNAUTHENTICATED') res.setHeader('WWW-Authenticate', bearerChallenge(error));
  // What is left of a body that is too large is not read.
  if (error.code === 'PAYLOAD_TOO_LARGE') res.setHeader('Connection', 'close');
}

/** RFC 6750, section 3: an error only where an access token was sent. */
function bearerChallenge({ tokenError, message }: AppError): string {
  const realm = 'Bearer realm="Gatehouse"';
  return tokenError ? `${realm}, error="${tokenError}", error_description="${message}"` : realm;
}
