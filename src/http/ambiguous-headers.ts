import type { IncomingMessage } from 'node:http';

/** If one of these is sent twice, Node silently uses the first, while a proxy may have used the last. */
const sentOnce: ReadonlySet<string> = new Set(['host', 'authorization', 'content-type']);

/** RFC 3986, section 3.2.2: a name or an IP literal, and a port. */
const hostForm = /^(?:[\w.~!$&'()*+,;=%-]+|\[[\da-fA-FvV:.]+\])(?::\d*)?$/;

/**
 * Whether a request could be read in two ways: a missing or invalid `Host` (RFC 9112, section 3.2), one of the headers
 * above twice, or chunks in HTTP/1.0 (section 6.1).
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
