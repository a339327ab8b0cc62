import type { AuditEvent } from '../../src/audit/audit-event';
import type { Sealed } from '../../src/secrets/seal';
import type { RevocationReason, Session } from '../../src/sessions/session';
import type {
  NewSession,
  Rotation,
  SessionSelection,
  SessionStore,
  UsedRefreshToken,
} from '../../src/sessions/session.store';
import type { SigningKey } from '../../src/signing-keys/signing-key';
import type { SigningKeyStore } from '../../src/signing-keys/signing-key.store';
import type { User } from '../../src/users/user';
import type { NewUser, UserFilter, UserStore } from '../../src/users/user.store';

/** A user store that keeps its rules in memory, for tests whose subject is a rule of a service. */
export class InMemoryUserStore implements UserStore {
  readonly rows = new Map<string, { user: User; passwordHash: string }>();

  readonly audited: AuditEvent[] = [];

  async insert({ emailCanonical, passwordHash, ...given }: NewUser, audit: AuditEvent): Promise<User | null> {
    if (this.rows.has(emailCanonical)) return null;
    this.audited.push(audit);
    const user: User = {
      ...given,
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

  async findById(id: string): Promise<User | null> {
    const row = this.byId(id);
    return row ? { ...row.user } : null;
  }

  async findByEmail(emailCanonical: string): Promise<User | null> {
    const row = this.rows.get(emailCanonical);
    return row ? { ...row.user } : null;
  }

  async findCredentials(emailCanonical: string): Promise<{ user: User; passwordHash: string } | null> {
    const row = this.rows.get(emailCanonical);
    return row ? { user: { ...row.user }, passwordHash: row.passwordHash } : null;
  }

  async search({ text, disabled, isSuperAdmin, limit }: UserFilter): Promise<User[]> {
    const has = (value: string) => value.toLowerCase().includes((text ?? '').toLowerCase());
    const found = [...this.rows.values()]
      .map(({ user }) => ({ ...user }))
      .filter((user) => has(user.email) || has(`${user.firstName} ${user.lastName}`))
      .filter((user) => disabled === null || user.disabled === disabled)
      .filter((user) => isSuperAdmin === null || user.isSuperAdmin === isSuperAdmin);
    return found.sort((a, b) => b.createdTs.getTime() - a.createdTs.getTime()).slice(0, limit);
  }

  async setDisabled(id: string, disabled: boolean, at: Date, audit: AuditEvent): Promise<boolean> {
    const row = this.byId(id);
    if (!row || row.user.disabled === disabled) return false;
    row.user.disabled = disabled;
    row.user.updatedTs = at;
    this.audited.push(audit);
    return true;
  }

  async upgradePasswordHash(id: string, from: string, to: string): Promise<void> {
    const row = this.byId(id);
    if (row?.passwordHash === from) row.passwordHash = to;
  }

  byId(id: string) {
    return [...this.rows.values()].find((row) => row.user.id === id);
  }
}

export class InMemorySigningKeyStore implements SigningKeyStore {
  readonly keys: SigningKey[] = [];

  readonly audited: AuditEvent[] = [];

  async insert(key: SigningKey, audit: AuditEvent): Promise<boolean> {
    if (this.keys.some((other) => other.generation === key.generation)) return false;
    this.keys.push(key);
    this.audited.push(audit);
    return true;
  }

  async retire(kid: string, at: Date, audit: AuditEvent): Promise<boolean> {
    const key = this.keys.find((one) => one.kid === kid && !one.retiredTs);
    if (key) {
      key.retiredTs = at;
      this.audited.push(audit);
    }
    return key !== undefined;
  }

  async reseal(kid: string, from: Sealed, to: Sealed): Promise<boolean> {
    const key = this.keys.find((one) => one.kid === kid);
    if (!key || Buffer.compare(key.sealedPrivateKey, from) !== 0) return false;
    key.sealedPrivateKey = to;
    return true;
  }

  async list(): Promise<SigningKey[]> {
    return [...this.keys].sort((a, b) => b.generation - a.generation);
  }
}

export class InMemorySessionStore implements SessionStore {
  readonly rows = new Map<string, { session: Session; revoked: { at: Date; reason: RevocationReason } | null }>();
  readonly tokens = new Map<string, { sessionId: string; usedTs: Date | null }>();

  readonly audited: AuditEvent[] = [];

  constructor(private readonly users: InMemoryUserStore) {}

  async insert({ refreshTokenHash, ...given }: NewSession, audit: AuditEvent): Promise<Session | null> {
    const user = this.users.byId(given.userId)?.user;
    if (!user || user.disabled) return null;
    user.lastLoginTs = given.createdTs;
    this.audited.push(audit);
    const session: Session = { ...given, lastUsedTs: given.createdTs };
    this.rows.set(session.id, { session, revoked: null });
    if (refreshTokenHash) this.tokens.set(keyOf(refreshTokenHash), { sessionId: session.id, usedTs: null });
    return { ...session };
  }

  async rotate({ hash, successorHash, at, idleSince }: Rotation): Promise<Session | null> {
    const used = await this.findRefreshToken(hash, at, idleSince);
    const token = this.tokens.get(keyOf(hash));
    if (!token || !used?.live || used.usedTs) return null;
    token.usedTs = at;
    this.tokens.set(keyOf(successorHash), { sessionId: token.sessionId, usedTs: null });
    const row = this.rows.get(token.sessionId);
    if (row) row.session.lastUsedTs = at;
    return { ...used.session, lastUsedTs: at };
  }

  async findRefreshToken(hash: Uint8Array, at: Date, idleSince: Date): Promise<UsedRefreshToken | null> {
    const token = this.tokens.get(keyOf(hash));
    const row = token && this.rows.get(token.sessionId);
    if (!row) return null;
    return { session: { ...row.session }, usedTs: token.usedTs, live: this.isLive(row, at, idleSince) };
  }

  async listLive(userId: string, at: Date, idleSince: Date): Promise<Session[]> {
    const rows = [...this.rows.values()].filter(
      (row) => row.session.userId === userId && this.isLive(row, at, idleSince),
    );
    return rows.map((row) => ({ ...row.session })).sort((a, b) => Number(b.lastUsedTs) - Number(a.lastUsedTs));
  }

  async revoke(which: SessionSelection, reason: RevocationReason, at: Date, audit: AuditEvent): Promise<string[]> {
    const rows = [...this.rows.values()].filter(
      ({ session, revoked }) =>
        !revoked &&
        session.userId === which.userId &&
        (!('only' in which) || session.id === which.only) &&
        (!('except' in which) || session.id !== which.except),
    );
    for (const row of rows) {
      row.revoked = { at, reason };
      this.audited.push({ ...audit, sessionId: row.session.id });
    }
    return rows.map((row) => row.session.id);
  }

  async listRevokedSince(since: Date): Promise<string[]> {
    return [...this.rows.values()].flatMap(({ session, revoked }) =>
      revoked && revoked.at >= since ? [session.id] : [],
    );
  }

  async isRevoked(id: string): Promise<boolean> {
    const row = this.rows.get(id);
    return !row || row.revoked !== null;
  }

  private isLive({ session, revoked }: { session: Session; revoked: unknown }, at: Date, idleSince: Date): boolean {
    const user = this.users.byId(session.userId)?.user;
    return !revoked && session.expiresTs > at && session.lastUsedTs > idleSince && user?.disabled === false;
  }
}

const keyOf = (hash: Uint8Array): string => Buffer.from(hash).toString('hex');
