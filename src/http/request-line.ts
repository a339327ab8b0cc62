import type { IncomingMessage } from 'node:http';

/** RFC 9112, section 3.2.1: a path and a query. Every visible ASCII character will do but `#` and `\`. */
const originForm = /^\/[!"$-[\]-~]*$/;

/**
 * Whether the HTTP version is supported and the target is a plain path with an optional query, so that no conversion is
 * needed.
 */
export function isRequestLineServed({ httpVersion, url = '' }: IncomingMessage): boolean {
  return (httpVersion === '1.1' || httpVersion === '1.0') && originForm.test(url);
}

/** The path of a target that `isRequestLineServed` accepted, as it was sent. */
export function pathOf(target: string): string {
  const end = target.indexOf('?');
  return end === -1 ? target : target.slice(0, end);
}

/** The parameters of its query. */
export function queryOf(target: string): URLSearchParams {
  const end = target.indexOf('?');
  return new URLSearchParams(end === -1 ? '' : target.slice(end + 1));
}
