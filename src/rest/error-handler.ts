import type { ErrorRequestHandler, RequestHandler } from 'express';
import { AppError } from '../errors';
import { toHttpError } from '../http/http-error';
import { writeRefusalHead } from '../http/refusal';
import { failureEnvelope } from './envelope';

export const notFound: RequestHandler = () => {
  throw new AppError('NOT_FOUND');
};

/** The last handler of the app. Express's own would print the error, and with it the body of a malformed login. */
export const renderError: ErrorRequestHandler = (thrown, _req, res, _next) => {
  const error = toHttpError(thrown);
  if (res.headersSent) return void res.destroy();
  writeRefusalHead(res, error);
  res.json(failureEnvelope(error));
};
