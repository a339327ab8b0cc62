import { pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto';
import { parsePhcBase64, toPhcBase64 } from './base64';
import { defects, type HashFormat, shortestTag } from './hash-format';

export const pbkdf2Digests = ['sha1', 'sha256', 'sha512'] as const;
type Pbkdf2Digest = (typeof pbkdf2Digests)[number];

const bytesOf: Readonly<Record<Pbkdf2Digest, number>> = { sha1: 20, sha256: 32, sha512: 64 };
/** Iterations multiplied by the blocks of the hash. Two million take 370 ms with SHA-1, a million takes 470 ms with SHA-512. */
const mostWork: Readonly<Record<Pbkdf2Digest, number>> = { sha1: 2_000_000, sha256: 2_000_000, sha512: 1_000_000 };

const stored =
  /^\$pbkdf2-(sha1|sha256|sha512)\$i=([1-9]\d{0,8})(?:,l=([1-9]\d{0,2}))?\$([A-Za-z0-9+/]{0,342})\$([A-Za-z0-9+/]{22,683})$/;

/** PBKDF2 (RFC 8018) with HMAC. `l` is the length of the hash in bytes, if the digest has another length. */
export const pbkdf2Format: HashFormat = {
  name: 'pbkdf2',
  ids: pbkdf2Digests.map((digest) => `pbkdf2-${digest}`),
  read(storedHash) {
    const [, name, iterationsText, lengthText, saltText = '', tagText = ''] = stored.exec(storedHash) ?? [];
    if (name === undefined) return defects.malformed;
    const digest = name as Pbkdf2Digest;
    const iterations = Number(iterationsText);
    const length = Number(lengthText ?? bytesOf[digest]);
    const [salt, tag] = [parsePhcBase64(saltText), parsePhcBase64(tagText)];
    if (!salt || tag?.length !== length) return defects.truncated;
    if (length < shortestTag) return defects.tooShort;
    const work = iterations * Math.ceil(length / bytesOf[digest]);
    if (work > mostWork[digest]) return defects.tooExpensive;
    return {
      verify: async (password) => timingSafeEqual(await compute(password, salt, iterations, length, digest), tag),
    };
  },
  decoyOf(scheme) {
    const length = Number(/,l=(\d+)$/.exec(scheme)?.[1] ?? bytesOf[digestOf(scheme)]);
    return `${scheme}$${toPhcBase64(randomBytes(16))}$${toPhcBase64(randomBytes(length))}`;
  },
};

/** Returns the text that is stored. Its parameters are not checked here. */
export function pbkdf2Text(digest: Pbkdf2Digest, iterations: number, salt: Buffer, tag: Buffer): string {
  const length = tag.length === bytesOf[digest] ? '' : `,l=${tag.length}`;
  return `$pbkdf2-${digest}$i=${iterations}${length}$${toPhcBase64(salt)}$${toPhcBase64(tag)}`;
}

const digestOf = (scheme: string) => /^\$pbkdf2-(sha1|sha256|sha512)/.exec(scheme)?.[1] as Pbkdf2Digest;

/** Uses a thread of libuv's pool. */
function compute(password: string, salt: Buffer, iterations: number, bytes: number, digest: string): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    pbkdf2(password, salt, iterations, bytes, digest, (error, key) => (error ? reject(error) : resolve(key))),
  );
}
