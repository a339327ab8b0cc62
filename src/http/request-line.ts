import type { IncomingMessage } from 'node:http';

/** A path with an optional query (RFC 9112, section 3.2.1). Allows every visible ASCII character except `#` and `\`. */
const originForm = /^\/[!"$-[\]-~]*$/;

/** Whether the version is supported and the target is a plain path with an optional query, without conversions. */
export function isRequestLineServed({ httpVersion, url = '' }: IncomingMessage): boolean {
  return (httpVersion === '1.1' || httpVersion === '1.0') && originForm.test(url);
}

/** Returns the path of a target that `isRequestLineServed` accepts, without decoding. */
export function pathOf(target: string): string {
  const end = target.indexOf('?');
  return end === -1 ? target : target.slice(0, end);
}

export function queryOf(target: string): URLSearchParams {
  const end = target.indexOf('?');
  return new URLSearchParams(end === -1 ? '' : target.slice(end + 1));
}
