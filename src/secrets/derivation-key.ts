import { hkdfSync, randomBytes } from 'node:crypto';
import type { Clock } from '../clock';
import { AppError } from '../errors';
import type { DerivationKeyStore } from './derivation-key.store';
import { type Seal, WrongSecretError } from './seal';

/** The key of a purpose's HMACs, 32 bytes, always the same. @throws AppError `SERVICE_UNAVAILABLE` before it is loaded */
export type Derive = (purpose: string) => Buffer;

/** HKDF (RFC 5869) from one key, each purpose's key once. */
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
/** What its seal authenticates. */
export const derivationKeyContext = 'derivation key';

/**
 * The key from which those of HMACs are derived. Not GATEHOUSE_SECRET, which can be rotated: it is random, kept sealed
 * in the database, and the same for ever, so that counts, known networks and successors of tokens outlive a rotation.
 */
export class DerivationKey {
  private fromKey: Derive | null = null;

  constructor(
    private readonly store: DerivationKeyStore,
    private readonly seal: Seal,
    private readonly clock: Clock,
  ) {}

  /**
   * Loads it and, in an empty store, makes it: several processes may do so at once.
   * @throws WrongSecretError; AppError `SERVICE_UNAVAILABLE` while the database is away
   */
  async load(): Promise<void> {
    let sealed = await this.store.find();
    if (!sealed) {
      await this.store.insert(this.seal.close(randomBytes(bytes), derivationKeyContext), this.clock());
      sealed = await this.store.find();
    }
    const key = sealed && this.seal.open(sealed, derivationKeyContext);
    if (!key) throw new WrongSecretError();
    this.fromKey = derivingFrom(key);
  }

  readonly derive: Derive = (purpose) => {
    if (!this.fromKey) throw new AppError('SERVICE_UNAVAILABLE', { cause: new Error('the keys are not loaded yet') });
    return this.fromKey(purpose);
  };
}
