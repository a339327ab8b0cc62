import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts what the database keeps but must not know: AES-256-GCM under a key derived from GATEHOUSE_SECRET (HKDF, RFC 5869). */
export interface Seal {
  /** `context` is authenticated with it: a value sealed for one place does not open in another. */
  close(plaintext: Buffer, context: string): Uint8Array<ArrayBuffer>;
  /** Null if the secret, the context or a byte is not the one it was closed with. */
  open(sealed: Uint8Array, context: string): Buffer | null;
}

const version = 1;
const ivBytes = 12;
const tagBytes = 16;

export function createSeal(secret: Buffer, purpose: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `gatehouse ${purpose}`, 32));
  return {
    close(plaintext, context) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context));
      const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
      return Uint8Array.from([version, ...iv, ...cipher.getAuthTag(), ...ciphertext]);
    },
    open(sealed, context) {
      const box = Buffer.from(sealed);
      const iv = box.subarray(1, 1 + ivBytes);
      const tag = box.subarray(1 + ivBytes, 1 + ivBytes + tagBytes);
      if (box[0] !== version || tag.length !== tagBytes) return null;
      const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes });
      decipher.setAAD(Buffer.from(context)).setAuthTag(tag);
      try {
        return Buffer.concat([decipher.update(box.subarray(1 + ivBytes + tagBytes)), decipher.final()]);
      } catch {
        return null;
      }
    },
  };
}
