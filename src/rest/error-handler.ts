import type { ErrorRequestHandler, Request, RequestHandler } from 'express';
import { AppError } from '../errors';
import { toHttpError } from '../http/http-error';
import { factsOf } from '../http/request-facts';
import { failureEnvelope } from './envelope';

export const notFound: RequestHandler = () => {
  throw new AppError('NOT_FOUND');
};

/** The last handler of the app. Express's own would print the error, and with it the body of a malformed login. */
export const renderError: ErrorRequestHandler = (thrown, req, res, _next) => {
  const error = toHttpError(thrown);
  factsOf(res).error = error;
  if (res.headersSent) return void res.destroy();
  if (error.retryAfterS !== null) res.setHeader('Retry-After', String(error.retryAfterS));
  if (error.allow.length > 0) res.setHeader('Allow', error.allow.join(', '));
  if (error.code === 'UNAUTHENTICATED') res.setHeader('WWW-Authenticate', bearerChallenge(req));
  // What is left of a body that is too large is not worth reading.
  if (error.code === 'PAYLOAD_TOO_LARGE') res.setHeader('Connection', 'close');
  res.status(error.status).json(failureEnvelope(error));
};

/** RFC 6750, section 3: an error only where a token was sent. */
function bearerChallenge(req: Request): string {
  return req.headers.authorization ? 'Bearer realm="Gatehouse", error="invalid_token"' : 'Bearer realm="Gatehouse"';
}
