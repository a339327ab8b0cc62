import type { IncomingMessage } from 'node:http';

/** Of these Node keeps the first without a word, where a proxy may have gone by the last. */
const sentOnce: ReadonlySet<string> = new Set(['host', 'authorization', 'content-type']);

/** RFC 3986, section 3.2.2: a name or an IP literal, and a port. */
const hostForm = /^(?:[\w.~!$&'()*+,;=%-]+|\[[\da-fA-FvV:.]+\])(?::\d*)?$/;

/**
 * Whether a request could be read in two ways: no `Host`, or one that is none (RFC 9112, section 3.2), a header twice
 * that counts once, or chunks in HTTP/1.0 (section 6.1).
 */
export function isAmbiguous({ httpVersion, headers, rawHeaders }: IncomingMessage): boolean {
  if (headers.host === undefined ? httpVersion === '1.1' : !hostForm.test(headers.host)) return true;
  if (httpVersion === '1.0' && headers['transfer-encoding'] !== undefined) return true;
  const seen = new Set<string>();
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]?.toLowerCase() ?? '';
    if (!sentOnce.has(name)) continue;
    if (seen.has(name)) return true;
    seen.add(name);
  }
  return false;
}
