import type { ErrorRequestHandler, RequestHandler } from 'express';
import { AppError } from '../errors/app-error';
import { writeErrorHead } from '../http/error-head';
import { toHttpError } from '../http/http-error';
import { sendJson } from '../http/send-json';
import { failureEnvelope } from './envelope';

export const notFound: RequestHandler = () => {
  throw new AppError('NOT_FOUND');
};

/** The last handler of the app. Express's own handler would print the error, which can contain a password. */
export const renderError: ErrorRequestHandler = (thrown, _req, res, _next) => {
  const error = toHttpError(thrown);
  if (res.headersSent) return void res.destroy();
  writeErrorHead(res, error);
  sendJson(res, failureEnvelope(error));
};
