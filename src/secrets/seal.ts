import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** GATEHOUSE_SECRET, and while it is being rotated the one before. At least 32 bytes each. */
export interface Secrets {
  current: Buffer;
  previous: Buffer | null;
}

/** What is stored does not open with these secrets: a setting to correct, not a fault that passes. */
export class WrongSecretError extends Error {
  override readonly name = 'WrongSecretError';
  constructor() {
    super('GATEHOUSE_SECRET is not the one that the keys in this database were sealed with');
  }
}

/** Encrypts what the database keeps but must not know: AES-256-GCM under a key derived from GATEHOUSE_SECRET (HKDF, RFC 5869). */
export interface Seal {
  /** With the current secret. `context` is authenticated with it: a value sealed for one place does not open in another. */
  close(plaintext: Uint8Array, context: string): Sealed;
  /** With either secret; null if neither, the context or a byte is not the one it was closed with. */
  open(sealed: Uint8Array, context: string): Buffer | null;
  /** Whether it was closed with the current secret. */
  isCurrent(sealed: Uint8Array, context: string): boolean;
}

export type Sealed = Uint8Array<ArrayBuffer>;

const version = 1;
const ivBytes = 12;
const tagBytes = 16;

export function createSeal({ current, previous }: Secrets, purpose: string): Seal {
  const keyOf = (secret: Buffer) => Buffer.from(hkdfSync('sha256', secret, '', `gatehouse ${purpose}`, 32));
  const key = keyOf(current);
  const previousKey = previous && keyOf(previous);
  return {
    close: (plaintext, context) => encrypt(key, plaintext, context),
    open: (sealed, context) => decrypt(key, sealed, context) ?? (previousKey && decrypt(previousKey, sealed, context)),
    isCurrent: (sealed, context) => decrypt(key, sealed, context) !== null,
  };
}

function encrypt(key: Buffer, plaintext: Uint8Array, context: string): Sealed {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context));
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return Uint8Array.from([version, ...iv, ...cipher.getAuthTag(), ...ciphertext]);
}

function decrypt(key: Buffer, sealed: Uint8Array, context: string): Buffer | null {
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
}
