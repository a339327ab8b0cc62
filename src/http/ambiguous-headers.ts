import type { IncomingMessage } from 'node:http';

/** Of these Node keeps the first without a word, where a proxy may have gone by the last. */
const sentOnce: ReadonlySet<string> = new Set(['host', 'authorization', 'content-type']);

/** Whether a request could be read in two ways: no `Host` (RFC 9112, section 3.2), or a header twice that counts once. */
export function isAmbiguous({ httpVersion, headers, rawHeaders }: IncomingMessage): boolean {
  if (httpVersion === '1.1' && !headers.host) return true;
  const seen = new Set<string>();
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]?.toLowerCase() ?? '';
    if (!sentOnce.has(name)) continue;
    if (seen.has(name)) return true;
    seen.add(name);
  }
  return false;
}
