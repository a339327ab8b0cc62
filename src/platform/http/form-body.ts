import { isAscii } from 'node:buffer';
import type { RequestHandler } from 'express';
import getRawBody from 'raw-body';
import { AppError } from '../errors/app-error';
import { decodeFormText } from '../runtime/form-text';
import { isEncoded, isInUtf8 } from './media-type';

export type FormBody = ReadonlyMap<string, string>;

/**
 * A client may repeat them (RFC 8707, section 2, and RFC 8693, section 2.1). Their values are joined with a space, which a URI does not
 * have: so whoever can use one only finds no such URI.
 */
const repeatable = new Set(['resource', 'audience']);

export const formExpected = () =>
  new AppError('UNSUPPORTED_MEDIA_TYPE', {
    msg: 'The body must be a form in UTF-8, sent with the Content-Type application/x-www-form-urlencoded and without a Content-Encoding.',
  });
export const formMalformed = () =>
  new AppError('MALFORMED_REQUEST', {
    msg: 'The body must be a well-formed form, in which each parameter occurs at most once.',
  });
const parametersInUrl = { msg: 'The URL must have no parameters. Send them in the body.' };

/**
 * Reads a body that is a form (`application/x-www-form-urlencoded`) without a content encoding, and sets `req.body` to
 * a `FormBody`. A URL with parameters is rejected, because URLs are logged. A repeated parameter is rejected. A
 * parameter without a value counts as omitted (RFC 6749, section 3.2). Passes errors to `next`, which `toHttpError`
 * converts: `MALFORMED_REQUEST`, `UNSUPPORTED_MEDIA_TYPE` or `PAYLOAD_TOO_LARGE` (before it reads the rest).
 */
export function formBody(limitBytes: number): RequestHandler {
  return (req, _res, next) => {
    const { 'content-type': type, 'content-encoding': encoding, 'content-length': length } = req.headers;
    if (req.url.includes('?')) return next(new AppError('MALFORMED_REQUEST', parametersInUrl));
    if (!isInUtf8(type, 'application/x-www-form-urlencoded') || isEncoded(encoding)) return next(formExpected());
    getRawBody(req, { limit: limitBytes, length: length ?? null }).then((bytes) => {
      const form = isAscii(bytes) ? parseForm(bytes.toString('latin1')) : null;
      req.body = form;
      if (form) next();
      else next(formMalformed());
    }, next);
  };
}

/** Returns null if the text is not a form, or if a parameter occurs twice. A parameter without a value is omitted. */
export function parseForm(text: string): FormBody | null {
  const form = new Map<string, string>();
  const names = new Set<string>();
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const end = pair.indexOf('=');
    const name = decodeFormText(end === -1 ? pair : pair.slice(0, end));
    const value = decodeFormText(end === -1 ? '' : pair.slice(end + 1));
    if (name === null || value === null) return null;
    if (names.has(name) && !repeatable.has(name)) return null;
    names.add(name);
    const before = form.get(name);
    if (value !== '') form.set(name, before === undefined ? value : `${before} ${value}`);
  }
  return form;
}
