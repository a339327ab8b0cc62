import type { SigningKeyStore } from '../../accounts/tokens/signing-key.store';
import type { AuditStore } from '../../platform/audit/audit.store';
import { successEvent } from '../../platform/audit/audit-event';
import type { Transact } from '../../platform/db/database';
import { derivationKeyContext } from '../../platform/encryption/derivation-key';
import type { DerivationKeyStore } from '../../platform/encryption/derivation-key.store';
import { type Encrypted, type Encryption, WrongSecretError } from '../../platform/encryption/encryption';
import type { Clock } from '../../platform/runtime/clock';
import { installationActions } from './admin-installation.audit';

interface EncryptedValue {
  isCurrent: boolean;
  /** Returns false if another process has replaced the stored value since it was read. */
  reencrypt(): Promise<boolean>;
}

interface EncryptedStores {
  signingKeys: SigningKeyStore;
  derivationKeys: DerivationKeyStore;
  audit: Pick<AuditStore, 'insert'>;
}

export class SecretRotation {
  constructor(
    private readonly stores: EncryptedStores & { transaction: Transact<EncryptedStores> },
    private readonly encryptions: { signingKeys: Encryption; derivationKey: Encryption },
    private readonly clock: Clock,
  ) {}

  /**
   * Counts the encrypted values, and the values that only the previous secret decrypts.
   * @throws WrongSecretError if neither secret decrypts a value; AppError `SERVICE_UNAVAILABLE`
   */
  async state(): Promise<{ total: number; outdated: number }> {
    const values = await this.list(this.stores);
    return { total: values.length, outdated: values.filter(({ isCurrent }) => !isCurrent).length };
  }

  /**
   * Encrypts all values with the current secret, in one transaction, while the instances continue to serve. If the
   * command is interrupted, it can be repeated.
   * @returns the number of values that were encrypted again
   * @throws WrongSecretError if neither secret decrypts a value; AppError `SERVICE_UNAVAILABLE`
   */
  reencrypt(): Promise<number> {
    return this.stores.transaction(null, async (tx) => {
      let resealed = 0;
      for (const value of await this.list(tx)) {
        if (!value.isCurrent && (await value.reencrypt())) resealed += 1;
      }
      if (resealed > 0) {
        await tx.audit.insert([
          successEvent(installationActions.secret_rotated, this.clock(), null, { details: { resealed } }),
        ]);
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
