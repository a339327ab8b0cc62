import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { parsePhcBase64, toPhcBase64 } from './base64';
import { defects, type HashFormat, mostMemoryBytes, shortestTag } from './hash-format';

interface ScryptParameters {
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
  read(storedHash) {
    const [, ln, r, p, saltText = '', tagText = ''] = stored.exec(storedHash) ?? [];
    if (ln === undefined) return defects.malformed;
    const parameters = { ln: Number(ln), r: Number(r), p: Number(p) };
    const [salt, tag] = [parsePhcBase64(saltText), parsePhcBase64(tagText)];
    if (!salt || !tag) return defects.truncated;
    if (tag.length < shortestTag) return defects.tooShort;
    if (isTooExpensive(parameters)) return defects.tooExpensive;
    return {
      verify: async (password) => timingSafeEqual(await computeScrypt(password, salt, tag.length, parameters), tag),
    };
  },
  decoyOf: (scheme) => `${scheme}$${toPhcBase64(randomBytes(16))}$${toPhcBase64(randomBytes(32))}`,
};

export function isTooExpensive({ ln, r, p }: ScryptParameters): boolean {
  const work = 2 ** ln * r * p;
  const memory = 128 * 2 ** ln * r;
  return work > mostWork || memory > mostMemoryBytes;
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
