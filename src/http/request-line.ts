import type { IncomingMessage } from 'node:http';

/** RFC 9112, section 3.2.1: a path and a query. Every visible ASCII character will do but `#` and `\`. */
const originForm = /^\/[!"$-[\]-~]*$/;

/** Whether the version is one that is served, and the target a path with or without a query, so that nothing has to be made of it. */
export function isRequestLineServed({ httpVersion, url = '' }: IncomingMessage): boolean {
  return (httpVersion === '1.1' || httpVersion === '1.0') && originForm.test(url);
}

/** The path of a target that `isRequestLineServed`, as it was sent. */
export function pathOf(target: string): string {
  const end = target.indexOf('?');
  return end === -1 ? target : target.slice(0, end);
}

/** The parameters of its query. */
export function queryOf(target: string): URLSearchParams {
  const end = target.indexOf('?');
  return new URLSearchParams(end === -1 ? '' : target.slice(end + 1));
}
