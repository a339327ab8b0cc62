import type { Response } from 'express';
import type { AppError, RequiredAuthentication } from '../errors/app-error';
import { factsOf } from './request-facts';

/** Writes the status and the headers of an error, and records the error for the log. The API must write the body. */
export function writeErrorHead(res: Response, error: AppError): void {
  factsOf(res).error = error;
  res.status(error.status);
  if (error.retryAfterS !== null) res.setHeader('Retry-After', String(error.retryAfterS));
  if (error.allow.length > 0) res.setHeader('Allow', error.allow.join(', '));
  if (error.code === 'UNAUTHENTICATED') res.setHeader('WWW-Authenticate', bearerChallenge(error));
  if (error.stepUp) res.setHeader('WWW-Authenticate', stepUpChallenge(error.stepUp, error.message));
  // The rest of the body is not read, so the connection cannot be used again.
  if (error.code === 'PAYLOAD_TOO_LARGE') res.setHeader('Connection', 'close');
}

/** The challenge of RFC 9470, section 3. */
function stepUpChallenge({ acr, maxAgeS, methods }: RequiredAuthentication, message: string): string {
  return [
    `Bearer error="insufficient_user_authentication", error_description="${message}"`,
    ...(acr === null ? [] : [`acr_values="${acr}"`]),
    ...(maxAgeS === null ? [] : [`max_age=${maxAgeS}`]),
    // Of ours. The RFC has no parameter for it, and clients ignore those that they do not know (RFC 9110, section 11.6.1).
    ...(methods ? [`methods="${methods.join(' ')}"`] : []),
  ].join(', ');
}

/** The challenge only names an error if the request contained an access token (RFC 6750, section 3). */
function bearerChallenge({ tokenError, message }: AppError): string {
  const realm = 'Bearer realm="Gatehouse"';
  return tokenError ? `${realm}, error="${tokenError}", error_description="${message}"` : realm;
}
