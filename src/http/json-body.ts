import { isUtf8 } from 'node:buffer';
import { MIMEType } from 'node:util';
import express, { type RequestHandler } from 'express';
import { AppError } from '../errors';
import { toHttpError } from './http-error';

/**
 * Reads a body that is one JSON object in UTF-8, sent as `application/json` without a content encoding.
 * Passes on AppError `UNSUPPORTED_MEDIA_TYPE`, `PAYLOAD_TOO_LARGE` or `MALFORMED_REQUEST`.
 */
export function jsonBody(limitBytes: number): RequestHandler {
  const parse = express.json({
    limit: limitBytes,
    inflate: false,
    type: () => true,
    // The parser would put U+FFFD for what is not UTF-8, so that two passwords become one, and {} for nothing.
    verify: (_req, _res, body) => {
      if (body.length === 0 || !isUtf8(body)) throw new Error('empty or not UTF-8');
    },
  });
  return (req, res, next) => {
    const { 'content-type': type, 'content-encoding': encoding } = req.headers;
    if (!isJsonInUtf8(type) || encoding !== undefined) return next(new AppError('UNSUPPORTED_MEDIA_TYPE'));
    parse(req, res, (error?: unknown) => {
      if (error) return next(toHttpError(error));
      next(isObject(req.body) ? undefined : new AppError('MALFORMED_REQUEST'));
    });
  };
}

/** As `jsonBody`, where a request without a body is one with an empty object. */
export function optionalJsonBody(limitBytes: number): RequestHandler {
  const read = jsonBody(limitBytes);
  return (req, res, next) => {
    const { 'content-length': length = '0', 'transfer-encoding': transferEncoding } = req.headers;
    if (length !== '0' || transferEncoding !== undefined) return read(req, res, next);
    req.body = {};
    next();
  };
}

function isJsonInUtf8(contentType: string | undefined): boolean {
  try {
    const { essence, params } = new MIMEType(contentType ?? '');
    return essence === 'application/json' && (params.get('charset') ?? 'utf-8').toLowerCase() === 'utf-8';
  } catch {
    return false;
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
