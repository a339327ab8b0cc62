import type { AuditStore } from '../audit/audit.store';
import { successEvent } from '../audit/audit-event';
import type { Transact } from '../db/database';
import { derivationKeyContext } from '../encryption/derivation-key';
import type { DerivationKeyStore } from '../encryption/derivation-key.store';
import { type Encrypted, type Encryption, WrongSecretError } from '../encryption/encryption';
import type { Clock } from '../runtime/clock';
import type { SigningKeyStore } from '../tokens/signing-key.store';

/** An encrypted value of any kind. */
interface EncryptedValue {
  isCurrent: boolean;
  /** Re-encrypts it with the current secret. */
  reencrypt(): Promise<boolean>;
}

interface EncryptedStores {
  signingKeys: SigningKeyStore;
  derivationKeys: DerivationKeyStore;
  audit: Pick<AuditStore, 'insert'>;
}

/** Re-encrypts the encrypted values of the database with the current secret. */
export class SecretRotation {
  constructor(
    private readonly stores: EncryptedStores & { transaction: Transact<EncryptedStores> },
    private readonly encryptions: { signingKeys: Encryption; derivationKey: Encryption },
    private readonly clock: Clock,
  ) {}

  /**
   * The number of values, and how many of them only the previous secret decrypts.
   * @throws WrongSecretError if neither secret decrypts a value; AppError `SERVICE_UNAVAILABLE`
   */
  async state(): Promise<{ total: number; outdated: number }> {
    const values = await this.list(this.stores);
    return { total: values.length, outdated: values.filter(({ isCurrent }) => !isCurrent).length };
  }

  /**
   * Re-encrypts all values in one transaction, and returns how many. It can be interrupted and repeated, while the
   * instances serve.
   * @throws WrongSecretError; AppError `SERVICE_UNAVAILABLE`
   */
  reencrypt(): Promise<number> {
    return this.stores.transaction(async (tx) => {
      let resealed = 0;
      for (const value of await this.list(tx)) {
        // False if another process has replaced the value since it was read.
        if (!value.isCurrent && (await value.reencrypt())) resealed += 1;
      }
      if (resealed > 0) {
        await tx.audit.insert([successEvent('secret_rotated', this.clock(), null, { details: { resealed } })]);
      }
      return resealed;
    });
  }

  private async list(stores: EncryptedStores): Promise<EncryptedValue[]> {
    const derivationKey = await stores.derivationKeys.find();
    const signingKeys = await stores.signingKeys.list();
    return [
      ...signingKeys.map(({ kid, sealedPrivateKey: encrypted }) =>
        encryptedValue(this.encryptions.signingKeys, encrypted, kid, (to) =>
          stores.signingKeys.reencrypt(kid, encrypted, to),
        ),
      ),
      ...(derivationKey ? [derivationKey] : []).map((encrypted) =>
        encryptedValue(this.encryptions.derivationKey, encrypted, derivationKeyContext, (to) =>
          stores.derivationKeys.reencrypt(encrypted, to),
        ),
      ),
    ];
  }
}

function encryptedValue(
  encryption: Encryption,
  encrypted: Encrypted,
  context: string,
  replace: (to: Encrypted) => Promise<boolean>,
): EncryptedValue {
  const plaintext = encryption.decrypt(encrypted, context);
  if (!plaintext) throw new WrongSecretError();
  return {
    isCurrent: encryption.isCurrent(encrypted, context),
    reencrypt: () => replace(encryption.encrypt(plaintext, context)),
  };
}
