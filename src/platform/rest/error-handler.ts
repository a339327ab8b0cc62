import type { ErrorRequestHandler, RequestHandler } from 'express';
import { AppError } from '../errors/app-error';
import { writeErrorHead } from '../http/error-head';
import { toHttpError } from '../http/http-error';
import { sendJson } from '../http/send-json';
import { failureEnvelope } from './envelope';

export const notFound: RequestHandler = () => {
  throw new AppError('NOT_FOUND');
};

/** Renders errors with this body. A route whose caller is a client has its own challenge (RFC 9110, section 11.6.1). */
export const errorRenderer =
  (bodyOf: (error: AppError) => object, challenge?: string): ErrorRequestHandler =>
  (thrown, _req, res, _next) => {
    const error = toHttpError(thrown);
    if (res.headersSent) return void res.destroy();
    writeErrorHead(res, error);
    if (challenge && error.status === 401) res.setHeader('WWW-Authenticate', challenge);
    sendJson(res, bodyOf(error));
  };

/** The last handler of the app. Express's own handler would print the error, which can contain a password. */
export const renderError = errorRenderer(failureEnvelope);
