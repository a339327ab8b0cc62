import { createPrivateKey } from 'node:crypto';
/** A value that no log, JSON text or `inspect` shows. Only `reveal()` returns the value. */
export class Secret {
  readonly #value: string;
  constructor(value: string) {
    this.#value = value;
  }
  reveal(): string {
    return this.#value;
  }
  toJSON(): string {
    return '[secret]';
  }
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return '[secret]';
  }
}

/**
 * Reads at least 32 bytes in hex, base64 or base64url. Returns null for other text, and for bytes with fewer than 16
 * different values, which are probably a placeholder.
 */
export function parseSecretBytes(value: string): Buffer | null {
  const bytes = /^([0-9a-f]{2})+$/i.test(value)
    ? Buffer.from(value, 'hex')
    : /^[\w+/-]+={0,2}$/.test(value)
      ? Buffer.from(value, 'base64')
      : Buffer.alloc(0);
  return bytes.length >= 32 && new Set(bytes).size >= 16 ? bytes : null;
}

/** Whether the text is the private key of this curve, in PEM. */
export function isPrivateKey(pem: string, curve: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyDetails?.namedCurve === curve;
  } catch {
    return false;
  }
}
