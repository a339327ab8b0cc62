import type { RejectionReason } from '../../platform/errors/rejection-reason';
import type { Log } from '../../platform/observability/log';
import type { RequestContext } from '../../platform/request/request-context';
import { legacyPassword } from '../users/legacy-password';
import type { User } from '../users/user';
import type { DecoyHash } from './decoys';
import type { PasswordHasher } from './password-hasher';
import { passwordReasons } from './passwords.reasons';
import { readStoredHash, type StoredHash } from './stored-hash';

/** `isOutdated`: whether the stored hash must be replaced by a new one, because it has not the parameters of new hashes. */
type CheckedPassword = { mismatch: RejectionReason } | { mismatch: null; isOutdated: boolean };

/** The old service of `LEGACY_URL`. */
export interface LegacyPasswords {
  /**
   * Whether the old service accepts the password, as typed, for the e-mail address of an account.
   * @throws AppError `SERVICE_UNAVAILABLE` if it did not answer
   */
  accepts(email: string, password: string, context: RequestContext): Promise<boolean>;
  /**
   * For an unknown address: asks no one, and takes the time of a recent request. Ends like that request, also if it had
   * no answer.
   * @throws AppError `SERVICE_UNAVAILABLE` as `accepts` would
   */
  pretend(context: RequestContext): Promise<void>;
}

/** Chooses what an unknown address is compared with. */
interface DecoyChoice {
  /** Returns `$legacy$` only with `LEGACY_URL`. Null: the decoy of new hashes. */
  pick(account: string): DecoyHash | null;
}

/** The signer keys of Firebase projects, by the ids in stored hashes. */
interface SignerKeyLookup {
  find(id: number): Promise<Buffer | null>;
}

/**
 * Compares a password with the stored hash of an account. Unknown addresses, accounts without a password and unusable
 * hashes take the same work as a wrong password (ASVS 5.0, 6.3.8).
 */
export class PasswordCheck {
  private unusable = 0;

  constructor(
    private readonly passwords: Pick<PasswordHasher, 'verify' | 'isOutdated'>,
    /** Null without `LEGACY_URL`. */
    private readonly legacy: LegacyPasswords | null,
    private readonly decoys: DecoyChoice,
    private readonly signerKeys: SignerKeyLookup,
    private readonly log: Log,
  ) {}

  get unusableHashes(): number {
    return this.unusable;
  }

  /**
   * Returns why the password does not match, if it does not.
   * @param account the canonical e-mail address in the request: of the account, or unknown
   * @param password as typed
   * @throws AppError `SERVICE_UNAVAILABLE` if only the old service knows the password, and it did not answer
   */
  async check(
    account: string,
    found: { user: Pick<User, 'id' | 'email'>; passwordHash: string | null } | null,
    password: string,
    context: RequestContext,
  ): Promise<CheckedPassword> {
    const text = found?.passwordHash ?? null;
    if (found && text === legacyPassword && this.legacy) {
      const accepts = await this.legacy.accepts(found.user.email, password, context);
      return accepts ? { mismatch: null, isOutdated: true } : { mismatch: passwordReasons['wrong password'] };
    }
    const { defect, storedHash, signerKey } = text === null ? noHash : await this.read(text);
    const compared = storedHash ?? this.decoys.pick(account);
    if (compared === legacyPassword) {
      await this.legacy?.pretend(context);
      return { mismatch: this.reasonOf(found, defect) };
    }
    const matches = await context.timings.measure('hash', () => this.passwords.verify(compared, password, signerKey));
    return matches && storedHash
      ? { mismatch: null, isOutdated: this.passwords.isOutdated(storedHash) }
      : { mismatch: this.reasonOf(found, defect) };
  }

  private async read(text: string): Promise<ReadPassword> {
    const storedHash = readStoredHash(text);
    if (typeof storedHash === 'string') return { ...noHash, defect: storedHash };
    const { signerKeyId } = storedHash;
    if (signerKeyId === undefined) return { ...noHash, storedHash };
    const signerKey = await this.signerKeys.find(signerKeyId);
    return signerKey
      ? { defect: null, storedHash, signerKey }
      : { ...noHash, defect: 'its signer key of Firebase is missing' };
  }

  private reasonOf(
    found: { user: Pick<User, 'id'>; passwordHash: string | null } | null,
    defect: string | null,
  ): RejectionReason {
    if (!found) return passwordReasons['unknown address'];
    if (found.passwordHash === null) return passwordReasons['no password'];
    if (defect === null) return passwordReasons['wrong password'];
    this.unusable += 1;
    if (found.passwordHash === legacyPassword) {
      this.log.error(
        { userId: found.user.id },
        'only the old service knows the password of an account, and LEGACY_URL is not set: the user cannot sign in',
      );
      return passwordReasons['legacy password'];
    }
    this.log.error(
      { userId: found.user.id, defect },
      'the stored password hash of an account cannot be used: the user cannot sign in',
    );
    return passwordReasons['unusable hash'];
  }
}

/** What an account has, if it can be compared with a password, or else why it cannot. */
interface ReadPassword {
  defect: string | null;
  storedHash: StoredHash | null;
  signerKey: Buffer | null;
}

const noHash: ReadPassword = { defect: null, storedHash: null, signerKey: null };
