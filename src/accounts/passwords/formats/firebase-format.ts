import { createCipheriv, randomBytes, timingSafeEqual } from 'node:crypto';
import { parsePhcBase64, toPhcBase64 } from './base64';
import { defects, type HashFormat } from './hash-format';
import { computeScrypt, defectOfScrypt } from './scrypt-format';

const stored =
  /^\$firebase-scrypt\$ln=([1-9]\d?),r=([1-9]\d?),k=([1-9]\d{0,8})\$([A-Za-z0-9+/]{1,342})\$([A-Za-z0-9+/]{86})$/;

/** Bytes of the signer key, which Firebase encrypts, and so of the hash. */
const signerKeyBytes = 64;
const keyBytes = 32;

/**
 * The scrypt of Firebase: the signer key of the project, encrypted with AES-256-CTR. The AES key is the scrypt of the
 * password with the salt and the separator of the project. `k` is the id of the signer key in the table
 * firebase_signer_keys.
 */
export const firebaseFormat: HashFormat = {
  name: 'firebase-scrypt',
  ids: ['firebase-scrypt'],
  defectOf(storedHash) {
    const found = parse(storedHash);
    if (!found) return defects.malformed;
    if (!found.salt || !found.tag) return defects.truncated;
    return defectOfScrypt(found);
  },
  async verify(storedHash, password, { signerKey }) {
    const found = parse(storedHash);
    if (!found?.salt || !found.tag) return false;
    const key = await computeScrypt(password, found.salt, keyBytes, found);
    const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
    const tag = cipher.update(signerKey ?? Buffer.alloc(signerKeyBytes));
    return tag.length === found.tag.length && timingSafeEqual(tag, found.tag);
  },
  decoyOf: (scheme) => `${scheme}$${toPhcBase64(randomBytes(9))}$${toPhcBase64(randomBytes(signerKeyBytes))}`,
};

/**
 * Returns the text that is stored. Its parameters are not checked here.
 * @param salt the salt of the user, then the separator
 */
export const firebaseText = (ln: number, r: number, keyId: number, salt: Buffer, tag: Buffer): string =>
  `$firebase-scrypt$ln=${ln},r=${r},k=${keyId}$${toPhcBase64(salt)}$${toPhcBase64(tag)}`;

/** Returns the id of the signer key, or null if a stored hash needs none. */
export const signerKeyIdOf = (storedHash: string): number | null => parse(storedHash)?.keyId ?? null;

function parse(storedHash: string) {
  const [, ln, r, k, salt = '', tag = ''] = stored.exec(storedHash) ?? [];
  if (ln === undefined) return null;
  return {
    ln: Number(ln),
    r: Number(r),
    p: 1,
    keyId: Number(k),
    salt: parsePhcBase64(salt),
    tag: parsePhcBase64(tag),
  };
}
