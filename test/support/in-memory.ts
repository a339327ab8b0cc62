import type { SigningKey } from '../../src/signing-keys/signing-key';
import type { SigningKeyStore } from '../../src/signing-keys/signing-key.store';
import type { User } from '../../src/users/user';
import type { NewUser, UserStore } from '../../src/users/user.store';

/** A user store that keeps its rules in memory, for tests whose subject is a rule of a service. */
export class InMemoryUserStore implements UserStore {
  readonly rows = new Map<string, { user: User; passwordHash: string }>();

  async insert({ emailCanonical, passwordHash, ...given }: NewUser): Promise<User | null> {
    if (this.rows.has(emailCanonical)) return null;
    const user: User = {
      ...given,
      id: `user-${this.rows.size + 1}`,
      isSuperAdmin: false,
      disabled: false,
      emailVerified: false,
      telVerified: false,
      company: null,
      companyIdNumber: null,
      companyIdUrl: null,
      updatedTs: null,
      lastLoginTs: null,
    };
    this.rows.set(emailCanonical, { user, passwordHash });
    return { ...user };
  }

  async findCredentials(emailCanonical: string): Promise<{ user: User; passwordHash: string } | null> {
    const row = this.rows.get(emailCanonical);
    return row ? { user: { ...row.user }, passwordHash: row.passwordHash } : null;
  }

  async recordLogin(id: string, at: Date): Promise<boolean> {
    const row = this.byId(id);
    if (!row || row.user.disabled) return false;
    row.user.lastLoginTs = at;
    return true;
  }

  async upgradePasswordHash(id: string, from: string, to: string): Promise<void> {
    const row = this.byId(id);
    if (row?.passwordHash === from) row.passwordHash = to;
  }

  private byId(id: string) {
    return [...this.rows.values()].find((row) => row.user.id === id);
  }
}

export class InMemorySigningKeyStore implements SigningKeyStore {
  readonly keys: SigningKey[] = [];

  async insert(key: SigningKey): Promise<void> {
    if (!this.keys.some((other) => other.generation === key.generation)) this.keys.push(key);
  }

  async list(): Promise<SigningKey[]> {
    return [...this.keys].sort((a, b) => b.generation - a.generation);
  }
}
