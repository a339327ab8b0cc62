import type { Log } from '../log';
import type { RejectionReason } from '../rejection-reasons';
import type { User } from '../users/user';
import type { PasswordHasher } from './password';
import { defectOf } from './stored-hash';

export type PasswordMismatch = Extract<RejectionReason, 'unknown address' | 'wrong password' | 'unusable hash'>;

/**
 * Compares a password with the stored hash of an account. An address without an account, and an account whose hash
 * cannot be used, cost what a wrong password costs.
 */
export class PasswordCheck {
  private unusable = 0;

  constructor(
    private readonly passwords: Pick<PasswordHasher, 'verify'>,
    private readonly log: Log,
  ) {}

  /** How often a stored hash could not be used since the start. */
  get unusableHashes(): number {
    return this.unusable;
  }

  /** Null if it is the password. */
  async mismatch(
    found: { user: Pick<User, 'id'>; passwordHash: string } | null,
    password: string,
  ): Promise<PasswordMismatch | null> {
    const defect = found && defectOf(found.passwordHash);
    const matches = await this.passwords.verify(defect === null ? (found?.passwordHash ?? null) : null, password);
    if (!found) return 'unknown address';
    if (defect === null) return matches ? null : 'wrong password';
    this.unusable += 1;
    this.log.error({ userId: found.user.id, defect }, 'the stored password hash of an account cannot be used');
    return 'unusable hash';
  }
}
