import type { Derive } from '../../platform/encryption/derivation-key';
import { createEncryption } from '../../platform/encryption/encryption';
import type { Clock } from '../../platform/runtime/clock';
import type { ImportedSignerKeys } from './imported-password';
import type { SignerKeyStore, StoredSignerKey } from './signer-key.store';

/**
 * The signer keys of Firebase projects, without which no one can guess the passwords of a stolen table of users. They are
 * stored encrypted. The key is derived from the derivation key, so that a rotation of GATEHOUSE_SECRET re-encrypts none.
 */
export class SignerKeys implements ImportedSignerKeys {
  private readonly known = new Map<number, Buffer>();
  private own: Promise<number> | null = null;

  constructor(
    private readonly store: SignerKeyStore,
    private readonly derive: Derive,
    /** The key of IMPORT_FIREBASE_SIGNER. */
    private readonly ownKey: Buffer | null,
    private readonly clock: Clock,
  ) {}

  /** Returns null if there is no key with this id. @throws Error if the row was changed; AppError `SERVICE_UNAVAILABLE` */
  async find(id: number): Promise<Buffer | null> {
    const known = this.known.get(id);
    if (known) return known;
    const stored = await this.store.find(id);
    if (!stored) return null;
    const key = this.decrypt(stored);
    this.known.set(id, key);
    return key;
  }

  async has(id: number): Promise<boolean> {
    return (await this.find(id)) !== null;
  }

  async ownId(): Promise<number | null> {
    if (!this.ownKey) return null;
    this.own ??= this.storeKey(this.ownKey);
    return this.own;
  }

  /** Two imports can store the same key at the same time: the primary key decides, and the second one finds it. */
  private async storeKey(key: Buffer): Promise<number> {
    for (;;) {
      const stored = await this.store.list();
      const same = stored.find((other) => this.decrypt(other).equals(key));
      if (same) return same.id;
      const id = (stored.at(-1)?.id ?? 0) + 1;
      const encryptedKey = this.encryption().encrypt(key, contextOf(id));
      if (await this.store.insert({ id, encryptedKey }, this.clock())) return id;
    }
  }

  private decrypt({ id, encryptedKey }: StoredSignerKey): Buffer {
    const key = this.encryption().decrypt(encryptedKey, contextOf(id));
    if (!key) throw new Error('a stored signer key of Firebase cannot be decrypted');
    return key;
  }

  private encryption() {
    return createEncryption({ current: this.derive('firebase signer keys'), previous: null }, 'firebase signer keys');
  }
}

const contextOf = (id: number): string => `firebase signer key ${id}`;
