import type { RequestContext } from '../../platform/request/request-context';
import type { PasswordHasher } from '../passwords/password-hasher';
import type { Credentials, UserStore } from '../users/user.store';

interface UpgradedPassword {
  /** The hash that is stored now, unless another request has replaced it in the meantime. */
  passwordHash: string | null;
  /** Whether this request replaced a password that another service had stored, or only the old service knew. */
  migrated: boolean;
  /** Whether another request has replaced the stored hash in the meantime. */
  isOvertaken: boolean;
}

/**
 * Replaces a stored password that is not a hash with the parameters of new hashes, when the password was right. Of
 * concurrent logins of an account, one hashes the password. The others compare with its hash.
 */
export class PasswordUpgrade {
  private readonly running = new Map<string, Promise<unknown>>();

  constructor(
    private readonly users: Pick<UserStore, 'upgradePasswordHash'>,
    private readonly passwords: Pick<PasswordHasher, 'hash'>,
  ) {}

  async apply(
    { user: { id }, passwordHash }: Pick<Credentials, 'user' | 'passwordHash'>,
    { isOutdated }: { isOutdated: boolean },
    password: string,
    context: RequestContext,
  ): Promise<UpgradedPassword> {
    if (passwordHash === null || !isOutdated) {
      return { passwordHash, migrated: false, isOvertaken: false };
    }
    const other = this.running.get(id);
    if (other) {
      await context.timings.measure('hash', () => other.catch(() => undefined));
      return { passwordHash, migrated: false, isOvertaken: true };
    }
    const upgrading = this.replace(id, passwordHash, password, context);
    this.running.set(id, upgrading);
    try {
      return await upgrading;
    } finally {
      this.running.delete(id);
    }
  }

  private async replace(
    id: string,
    from: string,
    password: string,
    { timings }: RequestContext,
  ): Promise<UpgradedPassword> {
    const passwordHash = await timings.measure('hash', () => this.passwords.hash(password));
    const replaced = await timings.measure('database', () => this.users.upgradePasswordHash(id, from, passwordHash));
    return { passwordHash, migrated: replaced && !from.startsWith('$argon2id$'), isOvertaken: !replaced };
  }
}
