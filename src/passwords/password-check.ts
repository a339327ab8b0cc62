import type { RejectionReason } from '../errors/rejection-reasons';
import type { Log } from '../observability/log';
import type { User } from '../users/user';
import type { PasswordHasher } from './password-hasher';
import { defectOf } from './stored-hash';

export type PasswordMismatch = Extract<RejectionReason, 'unknown address' | 'wrong password' | 'unusable hash'>;

/**
 * Compares a password with the stored hash of an account. Unknown addresses and unusable hashes take the same work as a
 * wrong password (ASVS 5.0, 6.3.8).
 */
export class PasswordCheck {
  private unusable = 0;

  constructor(
    private readonly passwords: Pick<PasswordHasher, 'verify'>,
    private readonly log: Log,
  ) {}

  get unusableHashes(): number {
    return this.unusable;
  }

  /** Returns why the password does not match. Null if the password is correct. */
  async mismatch(
    found: { user: Pick<User, 'id'>; passwordHash: string } | null,
    password: string,
  ): Promise<PasswordMismatch | null> {
    const defect = found && defectOf(found.passwordHash);
    const matches = await this.passwords.verify(defect === null ? (found?.passwordHash ?? null) : null, password);
    if (!found) return 'unknown address';
    if (defect === null) return matches ? null : 'wrong password';
    this.unusable += 1;
    this.log.error(
      { userId: found.user.id, defect },
      'the stored password hash of an account cannot be used: the user cannot log in',
    );
    return 'unusable hash';
  }
}
