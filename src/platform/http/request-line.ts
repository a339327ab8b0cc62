import type { IncomingMessage } from 'node:http';
import { isHost } from './ambiguous-headers';

/**
 * A path with an optional query (RFC 9112, section 3.2.1). Allows every visible ASCII character except `#`, and `\` only in
 * the query: a browser sends it there as it is, and takes it for `/` in a path (WHATWG URL, sections 1.3 and 4.4).
 */
const originForm = /^\/[!"$->@-[\]-~]*(?:\?[!"$-~]*)?$/;

/** A URL: its authority, and its path with an optional query (RFC 9112, section 3.2.2). */
const absoluteForm = /^https?:\/\/([^/?]*)(.*)$/i;

/**
 * Whether the version is supported and the target is a plain path with an optional query, without conversions. The path
 * of a URL replaces the URL, and its authority replaces `Host`.
 */
export function readRequestLine(req: IncomingMessage): boolean {
  const { httpVersion, url = '' } = req;
  const [, authority, rest = ''] = absoluteForm.exec(url) ?? [];
  if (authority !== undefined) {
    if (!isHost(authority)) return false;
    req.headers.host = authority;
    req.url = rest.startsWith('/') ? rest : `/${rest}`;
  }
  return (httpVersion === '1.1' || httpVersion === '1.0') && originForm.test(req.url ?? '');
}

/** Returns the path of a target that `readRequestLine` accepts, without decoding. */
export function pathOf(target: string): string {
  const end = target.indexOf('?');
  return end === -1 ? target : target.slice(0, end);
}

export function queryOf(target: string): URLSearchParams {
  const end = target.indexOf('?');
  return new URLSearchParams(end === -1 ? '' : target.slice(end + 1));
}
