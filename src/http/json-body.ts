import { isUtf8 } from 'node:buffer';
import { MIMEType } from 'node:util';
import type { RequestHandler } from 'express';
import getRawBody from 'raw-body';
import { AppError } from '../errors/app-error';

/**
 * Reads a body that is one JSON object in UTF-8, sent as `application/json` without a content encoding.
 * Passes on AppError `UNSUPPORTED_MEDIA_TYPE`, `PAYLOAD_TOO_LARGE` (before it reads the rest) or `MALFORMED_REQUEST`.
 */
export function jsonBody(limitBytes: number): RequestHandler {
  return (req, _res, next) => {
    const { 'content-type': type, 'content-encoding': encoding, 'content-length': length } = req.headers;
    if (!isJsonInUtf8(type) || encoding !== undefined) return next(new AppError('UNSUPPORTED_MEDIA_TYPE'));
    getRawBody(req, { limit: limitBytes, length: length ?? null }).then((bytes) => {
      req.body = parseObject(bytes);
      next(
        req.body ? undefined : new AppError('MALFORMED_REQUEST', { msg: 'The body must be one JSON object in UTF-8.' }),
      );
    }, next);
  };
}

/**
 * Null if it is not UTF-8, not JSON or not an object. A lenient decoder would insert U+FFFD, and make two passwords
 * equal.
 */
function parseObject(bytes: Buffer): object | null {
  if (!isUtf8(bytes)) return null;
  try {
    const value: unknown = JSON.parse(bytes.toString());
    return typeof value === 'object' && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** As `jsonBody`, but a request without a body is read as an empty object. */
export function optionalJsonBody(limitBytes: number): RequestHandler {
  const read = jsonBody(limitBytes);
  return (req, res, next) => {
    const { 'content-length': length = '0', 'transfer-encoding': transferEncoding } = req.headers;
    if (length !== '0' || transferEncoding !== undefined) return read(req, res, next);
    req.body = {};
    next();
  };
}

/**
 * `application/json; charset=utf-8` has 31 characters. Node's time to parse white space grows with the square of its
 * length.
 */
const longestContentType = 256;

function isJsonInUtf8(contentType = ''): boolean {
  // What most clients send.
  if (contentType === 'application/json') return true;
  if (contentType.length > longestContentType) return false;
  try {
    const { essence, params } = new MIMEType(contentType);
    return essence === 'application/json' && (params.get('charset') ?? 'utf-8').toLowerCase() === 'utf-8';
  } catch {
    return false;
  }
}
