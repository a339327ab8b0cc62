import type { IncomingMessage } from 'node:http';

/** RFC 9110, section 5.3: they are no lists. If a request has two of them, Node uses the first, while a proxy may have used the last. */
const sentOnce: ReadonlySet<string> = new Set(['host', 'authorization', 'content-type']);

/** A host name or an IP literal with an optional port (RFC 3986, section 3.2.2). */
const hostForm = /^(?:[\w.~!$&'()*+,;=%-]+|\[[\da-fA-FvV:.]+\])(?::\d*)?$/;

/** Whether a text is a valid `Host`. It has no user information. */
export const isHost = (text: string): boolean => hostForm.test(text);

/**
 * Whether a server and a proxy could read the request differently. Such a request has a missing or invalid `Host` (RFC
 * 9112, section 3.2), one of the headers above twice, or chunks in HTTP/1.0 (section 6.1).
 */
export function isAmbiguous({ httpVersion, headers, rawHeaders }: IncomingMessage): boolean {
  if (headers.host === undefined ? httpVersion === '1.1' : !isHost(headers.host)) return true;
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
