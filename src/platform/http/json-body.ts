import { isUtf8 } from 'node:buffer';
import type { RequestHandler } from 'express';
import getRawBody from 'raw-body';
import { AppError } from '../errors/app-error';
import { isEncoded, isInUtf8 } from './media-type';

/**
 * Reads a body that is one JSON object in UTF-8, sent as `application/json` without a content encoding. Passes other
 * bodies to `next` as errors, which `toHttpError` converts: `UNSUPPORTED_MEDIA_TYPE`, `PAYLOAD_TOO_LARGE` (before it
 * reads the rest) or `MALFORMED_REQUEST`. `arrayProblem` is the message for a JSON array.
 */
export function jsonBody(limitBytes: number, arrayProblem = notAnObject): RequestHandler {
  return (req, _res, next) => {
    const { 'content-type': type, 'content-encoding': encoding, 'content-length': length } = req.headers;
    if (!isInUtf8(type, 'application/json') || isEncoded(encoding)) return next(new AppError('UNSUPPORTED_MEDIA_TYPE'));
    getRawBody(req, { limit: limitBytes, length: length ?? null }).then((bytes) => {
      const value = parse(bytes);
      req.body = isObject(value) ? value : null;
      if (req.body) next();
      else next(new AppError('MALFORMED_REQUEST', { msg: Array.isArray(value) ? arrayProblem : notAnObject }));
    }, next);
  };
}

const notAnObject = 'The body must be one JSON object in UTF-8.';
const isObject = (value: unknown): boolean => typeof value === 'object' && !Array.isArray(value);

/**
 * Returns null if the bytes are not JSON in UTF-8. A decoder that replaces invalid bytes with U+FFFD would make
 * different passwords equal. A byte order mark at the start is ignored, as RFC 8259, section 8.1, allows: .NET writes it.
 */
function parse(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) return null;
  try {
    return JSON.parse(bytes.toString().replace(/^\ufeff/, ''));
  } catch {
    return null;
  }
}

/** Reads a body like `jsonBody`. A request without a body has an empty object as its body. */
export function optionalJsonBody(limitBytes: number): RequestHandler {
  const read = jsonBody(limitBytes);
  return (req, res, next) => {
    const { 'content-length': length = '0', 'transfer-encoding': transferEncoding } = req.headers;
    if (length !== '0' || transferEncoding !== undefined) return read(req, res, next);
    req.body = {};
    next();
  };
}
