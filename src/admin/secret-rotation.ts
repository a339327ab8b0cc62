import type { AuditStore } from '../audit/audit.store';
import { deed } from '../audit/audit-event';
import type { Clock } from '../clock';
import { derivationKeyContext } from '../secrets/derivation-key';
import type { DerivationKeyStore } from '../secrets/derivation-key.store';
import { type Seal, type Sealed, WrongSecretError } from '../secrets/seal';
import type { SigningKeyStore } from '../signing-keys/signing-key.store';

/** What is stored under seal, of whichever kind. */
interface SealedValue {
  isCurrent: boolean;
  /** With the current secret. */
  reseal(): Promise<boolean>;
}

/** Seals what the database keeps under seal with the current secret. */
export class SecretRotation {
  constructor(
    private readonly signingKeys: SigningKeyStore,
    private readonly derivationKeys: DerivationKeyStore,
    private readonly audit: AuditStore,
    private readonly seals: { signingKeys: Seal; derivationKey: Seal },
    private readonly clock: Clock,
  ) {}

  /**
   * How many values there are, and how many of them only the previous secret opens.
   * @throws WrongSecretError if neither opens one; AppError `SERVICE_UNAVAILABLE`
   */
  async state(): Promise<{ total: number; outdated: number }> {
    const values = await this.list();
    return { total: values.length, outdated: values.filter(({ isCurrent }) => !isCurrent).length };
  }

  /**
   * Returns how many it has re-encrypted. Each is replaced for itself, and what is done is not done again: it can be
   * interrupted and repeated, while the instances serve.
   * @throws WrongSecretError, before anything is changed; AppError `SERVICE_UNAVAILABLE`
   */
  async reseal(): Promise<number> {
    const outdated = (await this.list()).filter(({ isCurrent }) => !isCurrent);
    for (const value of outdated) await value.reseal();
    if (outdated.length > 0) {
      await this.audit.insert(deed('secret_rotated', this.clock(), null, { details: { resealed: outdated.length } }));
    }
    return outdated.length;
  }

  private async list(): Promise<SealedValue[]> {
    const derivationKey = await this.derivationKeys.find();
    const signingKeys = await this.signingKeys.list();
    return [
      ...signingKeys.map(({ kid, sealedPrivateKey: sealed }) =>
        sealedValue(this.seals.signingKeys, sealed, kid, (to) => this.signingKeys.reseal(kid, sealed, to)),
      ),
      ...(derivationKey ? [derivationKey] : []).map((sealed) =>
        sealedValue(this.seals.derivationKey, sealed, derivationKeyContext, (to) =>
          this.derivationKeys.reseal(sealed, to),
        ),
      ),
    ];
  }
}

function sealedValue(
  seal: Seal,
  sealed: Sealed,
  context: string,
  replace: (to: Sealed) => Promise<boolean>,
): SealedValue {
  const plaintext = seal.open(sealed, context);
  if (!plaintext) throw new WrongSecretError();
  return { isCurrent: seal.isCurrent(sealed, context), reseal: () => replace(seal.close(plaintext, context)) };
}
