import { hkdfSync, randomBytes } from 'node:crypto';
import { AppError } from '../errors/app-error';
import type { Clock } from '../runtime/clock';
import type { DerivationKeyStore } from './derivation-key.store';
import { type Encrypted, type Encryption, WrongSecretError } from './encryption';

/**
 * Returns the HMAC key of a purpose: 32 bytes, the same at each call.
 * @throws AppError `SERVICE_UNAVAILABLE` before the derivation key is loaded
 */
export type Derive = (purpose: string) => Buffer;

/** Derives keys with HKDF (RFC 5869), and keeps the key of each purpose. */
export function derivingFrom(key: Uint8Array): Derive {
  const derived = new Map<string, Buffer>();
  return (purpose) => {
    const known = derived.get(purpose);
    if (known) return known;
    const made = Buffer.from(hkdfSync('sha256', key, '', `gatehouse ${purpose}`, 32));
    derived.set(purpose, made);
    return made;
  };
}

const bytes = 32;
export const derivationKeyContext = 'derivation key';

/**
 * The key from which the keys of all HMACs are derived. It is random, stored encrypted in the database, and never
 * changes. GATEHOUSE_SECRET cannot have this role, because it can be rotated. These values must survive a rotation:
 * rate-limit counts, known networks, account keys of the audit and successors of refresh tokens.
 */
export class DerivationKey {
  private fromKey: Derive | null = null;

  constructor(
    private readonly store: DerivationKeyStore,
    private readonly encryption: Encryption,
    private readonly clock: Clock,
  ) {}

  /** @throws WrongSecretError if the secrets do not decrypt a stored key; AppError `SERVICE_UNAVAILABLE` */
  async checkSecret(): Promise<void> {
    const encrypted = await this.store.find();
    if (encrypted) this.decrypt(encrypted);
  }

  /**
   * Loads the key, and creates the key if the database has none. Several processes may do this at the same time.
   * @throws WrongSecretError if the secrets do not decrypt the key; AppError `SERVICE_UNAVAILABLE`
   */
  async load(): Promise<void> {
    let encrypted = await this.store.find();
    if (!encrypted) {
      await this.store.insert(this.encryption.encrypt(randomBytes(bytes), derivationKeyContext), this.clock());
      encrypted = await this.store.find();
    }
    if (!encrypted) throw new WrongSecretError();
    this.fromKey = derivingFrom(this.decrypt(encrypted));
  }

  private decrypt(encrypted: Encrypted): Uint8Array {
    const key = this.encryption.decrypt(encrypted, derivationKeyContext);
    if (!key) throw new WrongSecretError();
    return key;
  }

  readonly derive: Derive = (purpose) => {
    if (!this.fromKey) throw new AppError('SERVICE_UNAVAILABLE', { cause: new Error('the keys are not loaded yet') });
    return this.fromKey(purpose);
  };
}
