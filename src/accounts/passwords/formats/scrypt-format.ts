import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { parsePhcBase64, toPhcBase64 } from './base64';
import { defects, type HashFormat, mostMemoryBytes, shortestTag } from './hash-format';

export interface ScryptParameters {
  /** The binary logarithm of N. */
  ln: number;
  r: number;
  p: number;
}

const stored = /^\$scrypt\$ln=([1-9]\d?),r=([1-9]\d?),p=([1-9]\d?)\$([A-Za-z0-9+/]{0,342})\$([A-Za-z0-9+/]{22,342})$/;

/** N × r × p. This takes 310 ms, and 128 MiB with p = 1. */
const mostWork = 2 ** 20;

/** scrypt (RFC 7914). */
export const scryptFormat: HashFormat = {
  name: 'scrypt',
  ids: ['scrypt'],
  defectOf(storedHash) {
    const found = parse(storedHash);
    if (!found) return defects.malformed;
    if (!found.salt || !found.tag) return defects.truncated;
    if (found.tag.length < shortestTag) return defects.tooShort;
    return defectOfScrypt(found);
  },
  async verify(storedHash, password) {
    const found = parse(storedHash);
    if (!found?.salt || !found.tag) return false;
    return timingSafeEqual(await computeScrypt(password, found.salt, found.tag.length, found), found.tag);
  },
  decoyOf: (scheme) => `${scheme}$${toPhcBase64(randomBytes(16))}$${toPhcBase64(randomBytes(32))}`,
};

function parse(storedHash: string) {
  const [, ln, r, p, salt = '', tag = ''] = stored.exec(storedHash) ?? [];
  if (ln === undefined) return null;
  return { ln: Number(ln), r: Number(r), p: Number(p), salt: parsePhcBase64(salt), tag: parsePhcBase64(tag) };
}

export function defectOfScrypt({ ln, r, p }: ScryptParameters): string | null {
  const work = 2 ** ln * r * p;
  const memory = 128 * 2 ** ln * r;
  return work > mostWork || memory > mostMemoryBytes ? defects.tooExpensive : null;
}

/** Uses a thread of libuv's pool. */
export function computeScrypt(
  password: string,
  salt: Buffer,
  bytes: number,
  { ln, r, p }: ScryptParameters,
): Promise<Buffer> {
  // OpenSSL counts a few kilobytes more than the table of scrypt.
  const options = { N: 2 ** ln, r, p, maxmem: 2 * mostMemoryBytes };
  return new Promise((resolve, reject) =>
    scrypt(password, salt, bytes, options, (error, key) => (error ? reject(error) : resolve(key))),
  );
}
