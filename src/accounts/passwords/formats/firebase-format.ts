import { createCipheriv, randomBytes, timingSafeEqual } from 'node:crypto';
import { parsePhcBase64, toPhcBase64 } from './base64';
import { defects, type HashFormat } from './hash-format';
import { computeScrypt, isTooExpensive } from './scrypt-format';

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
  read(storedHash) {
    const [, ln, r, keyId, saltText = '', tagText = ''] = stored.exec(storedHash) ?? [];
    if (ln === undefined) return defects.malformed;
    const parameters = { ln: Number(ln), r: Number(r), p: 1 };
    const [salt, tag] = [parsePhcBase64(saltText), parsePhcBase64(tagText)];
    if (!salt || !tag) return defects.truncated;
    if (isTooExpensive(parameters)) return defects.tooExpensive;
    return {
      async verify(password, { signerKey }) {
        const key = await computeScrypt(password, salt, keyBytes, parameters);
        const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
        const computed = cipher.update(signerKey ?? Buffer.alloc(signerKeyBytes));
        return computed.length === tag.length && timingSafeEqual(computed, tag);
      },
      signerKeyId: Number(keyId),
    };
  },
  decoyOf: (scheme) => `${scheme}$${toPhcBase64(randomBytes(9))}$${toPhcBase64(randomBytes(signerKeyBytes))}`,
};

/**
 * Returns the text that is stored. Its parameters are not checked here.
 * @param salt the salt of the user, then the separator
 */
export const firebaseText = (ln: number, r: number, keyId: number, salt: Buffer, tag: Buffer): string =>
  `$firebase-scrypt$ln=${ln},r=${r},k=${keyId}$${toPhcBase64(salt)}$${toPhcBase64(tag)}`;
