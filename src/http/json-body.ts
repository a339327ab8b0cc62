import { isUtf8 } from 'node:buffer';
import { MIMEType } from 'node:util';
import type { RequestHandler } from 'express';
import getRawBody from 'raw-body';
import { AppError } from '../errors';

/**
 * Reads a body that is one JSON object in UTF-8, sent as `application/json` without a content encoding.
 * Passes on AppError `UNSUPPORTED_MEDIA_TYPE`, `PAYLOAD_TOO_LARGE` (before the rest of it is read) or
 * `MALFORMED_REQUEST`.
 */
export function jsonBody(limitBytes: number): RequestHandler {
  return (req, _res, next) => {
    const { 'content-type': type, 'content-encoding': encoding, 'content-length': length } = req.headers;
    if (!isJsonInUtf8(type) || encoding !== undefined) return next(new AppError('UNSUPPORTED_MEDIA_TYPE'));
    getRawBody(req, { limit: limitBytes, length: length ?? null }).then((bytes) => {
      req.body = parseObject(bytes);
      next(req.body ? undefined : new AppError('MALFORMED_REQUEST'));
    }, next);
  };
}

/** Null for what is not UTF-8 (a decoder would put U+FFFD, so that two passwords become one), not JSON or no object. */
function parseObject(bytes: Buffer): object | null {
  if (!isUtf8(bytes)) return null;
  try {
    const value: unknown = JSON.parse(bytes.toString());
    return typeof value === 'object' && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
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

/** `application/json; charset=utf-8` has 31 characters. Node parses white space in time by the square of its length. */
const longestContentType = 256;

function isJsonInUtf8(contentType = ''): boolean {
  if (contentType.length > longestContentType) return false;
  try {
    const { essence, params } = new MIMEType(contentType);
    return essence === 'application/json' && (params.get('charset') ?? 'utf-8').toLowerCase() === 'utf-8';
  } catch {
    return false;
  }
}
