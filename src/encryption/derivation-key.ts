import { hkdfSync, randomBytes } from 'node:crypto';
import { AppError } from '../errors/app-error';
import type { Clock } from '../runtime/clock';
import type { DerivationKeyStore } from './derivation-key.store';
import { type Encryption, WrongSecretError } from './encryption';

/**
 * The key for a purpose's HMACs: 32 bytes, always the same. @throws AppError `SERVICE_UNAVAILABLE` before it is loaded
 */
export type Derive = (purpose: string) => Buffer;

/** Derives keys with HKDF (RFC 5869), once for each purpose. */
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
/** The encryption context of the derivation key. */
export const derivationKeyContext = 'derivation key';

/**
 * The key that the keys of all HMACs are derived from. It is random, stored encrypted in the database, and never
 * changes. GATEHOUSE_SECRET can be rotated, so it is not used for this: rate-limit counts, known networks and
 * successors of refresh tokens must survive a rotation.
 */
export class DerivationKey {
  private fromKey: Derive | null = null;

  constructor(
    private readonly store: DerivationKeyStore,
    private readonly encryption: Encryption,
    private readonly clock: Clock,
  ) {}

  /**
   * Loads the key, and creates it if the store has none. Several processes may do so at the same time.
   * @throws WrongSecretError; AppError `SERVICE_UNAVAILABLE` while the database is unavailable
   */
  async load(): Promise<void> {
    let encrypted = await this.store.find();
    if (!encrypted) {
      await this.store.insert(this.encryption.encrypt(randomBytes(bytes), derivationKeyContext), this.clock());
      encrypted = await this.store.find();
    }
    const key = encrypted && this.encryption.decrypt(encrypted, derivationKeyContext);
    if (!key) throw new WrongSecretError();
    this.fromKey = derivingFrom(key);
  }

  readonly derive: Derive = (purpose) => {
    if (!this.fromKey) throw new AppError('SERVICE_UNAVAILABLE', { cause: new Error('the keys are not loaded yet') });
    return this.fromKey(purpose);
  };
}
