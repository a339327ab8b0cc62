/** A value that is never shown in a log, in JSON or by `inspect`. Only `reveal()` returns it. */
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

/** At least 32 bytes in hex, base64 or base64url. Text with too few different bytes is rejected as a placeholder. */
export function parseSecretBytes(value: string): Buffer | null {
  const bytes = /^([0-9a-f]{2})+$/i.test(value)
    ? Buffer.from(value, 'hex')
    : /^[\w+/-]+={0,2}$/.test(value)
      ? Buffer.from(value, 'base64')
      : Buffer.alloc(0);
  return bytes.length >= 32 && new Set(bytes).size >= 16 ? bytes : null;
}
