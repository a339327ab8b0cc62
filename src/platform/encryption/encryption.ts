import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** GATEHOUSE_SECRET and, during a rotation, GATEHOUSE_SECRET_PREVIOUS. Each has at least 32 bytes. */
export interface Secrets {
  current: Buffer;
  previous: Buffer | null;
}

/** The secrets do not decrypt the stored keys. The operator must correct the setting. */
export class WrongSecretError extends Error {
  override readonly name = 'WrongSecretError';
  constructor() {
    super(
      'GATEHOUSE_SECRET is not the secret that encrypted the keys in this database. Set the secret that belongs to this database',
    );
  }
}

/**
 * Encrypts values that must not be readable in the database. The algorithm is AES-256-GCM, with a key that is derived
 * from GATEHOUSE_SECRET (HKDF, RFC 5869).
 */
export interface Encryption {
  /** Encrypts with the current secret. Decrypting the value needs the same `context`. */
  encrypt(plaintext: Uint8Array, context: string): Encrypted;
  /** Tries both secrets. Returns null if neither fits, the context differs or a byte was changed. */
  decrypt(encrypted: Uint8Array, context: string): Buffer | null;
  /** Whether the current secret decrypts the value. */
  isCurrent(encrypted: Uint8Array, context: string): boolean;
}

export type Encrypted = Uint8Array<ArrayBuffer>;

const version = 1;
const ivBytes = 12;
const tagBytes = 16;

export function createEncryption({ current, previous }: Secrets, purpose: string): Encryption {
  const keyOf = (secret: Buffer) => Buffer.from(hkdfSync('sha256', secret, '', `gatehouse ${purpose}`, 32));
  const key = keyOf(current);
  const previousKey = previous && keyOf(previous);
  return {
    encrypt: (plaintext, context) => encryptWith(key, plaintext, context),
    decrypt: (encrypted, context) =>
      decryptWith(key, encrypted, context) ?? (previousKey && decryptWith(previousKey, encrypted, context)),
    isCurrent: (encrypted, context) => decryptWith(key, encrypted, context) !== null,
  };
}

function encryptWith(key: Buffer, plaintext: Uint8Array, context: string): Encrypted {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context));
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return Uint8Array.from([version, ...iv, ...cipher.getAuthTag(), ...ciphertext]);
}

function decryptWith(key: Buffer, encrypted: Uint8Array, context: string): Buffer | null {
  const box = Buffer.from(encrypted);
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
}
