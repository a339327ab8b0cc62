import { randomBytes } from 'node:crypto';
import type { AuditEvent } from '../../src/audit/audit-event';
import { createEncryption, type Encrypted } from '../../src/encryption/encryption';
import { createLog } from '../../src/observability/log';
import type { Clock } from '../../src/runtime/clock';
import type { AccountRevocation, RevocationReason, Session } from '../../src/sessions/session';
import type {
  AccountRevocationRequest,
  NewSession,
  OpenedSession,
  RevokedAccount,
  Rotation,
  SessionBound,
  SessionSelection,
  SessionStore,
  UsedRefreshToken,
} from '../../src/sessions/session.store';
import type { SessionPageRequest, SessionPosition } from '../../src/sessions/session-page';
import { KeyRing, type KeyStores } from '../../src/tokens/key-ring';
import type { SigningKey } from '../../src/tokens/signing-key';
import type { SigningKeyStore } from '../../src/tokens/signing-key.store';
import type { User } from '../../src/users/user';
import type { NewUser, UserFilter, UserStore } from '../../src/users/user.store';

/** A user store in memory, for tests of services. */
export class InMemoryUserStore implements UserStore {
  readonly rows = new Map<string, { user: User; passwordHash: string; revision: number }>();

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
    this.rows.set(emailCanonical, { user, passwordHash, revision: 0 });
    return { ...user };
  }

  async findById(id: string): Promise<User | null> {
    const row = this.byId(id);
    return row ? { ...row.user } : null;
  }

  async findByIds(ids: readonly string[]): Promise<User[]> {
    return ids.map((id) => this.byId(id)).flatMap((row) => (row ? [{ ...row.user }] : []));
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
    const part = (text ?? '').toLowerCase();
    const has = (value: string) => value.toLowerCase().includes(part);
    const found = [...this.rows.values()]
      .map(({ user }) => ({ ...user }))
      .filter(({ email, firstName, lastName }) =>
        part.length === 2
          ? ` ${firstName} ${lastName}`.toLowerCase().includes(` ${part}`)
          : has(email) || has(`${firstName} ${lastName}`),
      )
      .filter((user) => disabled === null || user.disabled === disabled)
      .filter((user) => isSuperAdmin === null || user.isSuperAdmin === isSuperAdmin);
    return found.sort((a, b) => b.createdTs.getTime() - a.createdTs.getTime()).slice(0, limit);
  }

  async enable(id: string, at: Date): Promise<boolean> {
    const row = this.byId(id);
    if (!row?.user.disabled) return false;
    row.user.disabled = false;
    row.user.updatedTs = at;
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

/** Also has the other stores that a key ring needs. */
export class InMemorySigningKeyStore implements SigningKeyStore, KeyStores {
  readonly keys: SigningKey[] = [];
  readonly signingKeys = this;
  readonly transaction: KeyStores['transaction'] = (work) =>
    work({ signingKeys: this, audit: { insert: async () => {} }, notify: async () => {} });

  async insert(key: SigningKey): Promise<boolean> {
    if (this.keys.some((other) => other.generation === key.generation)) return false;
    this.keys.push(key);
    return true;
  }

  async revoke(kid: string, at: Date): Promise<boolean> {
    const key = this.keys.find((one) => one.kid === kid && !one.retiredTs);
    if (key) key.retiredTs = at;
    return key !== undefined;
  }

  async reencrypt(kid: string, from: Encrypted, to: Encrypted): Promise<boolean> {
    const key = this.keys.find((one) => one.kid === kid);
    if (!key || Buffer.compare(key.sealedPrivateKey, from) !== 0) return false;
    key.sealedPrivateKey = to;
    return true;
  }

  async list(): Promise<SigningKey[]> {
    return [...this.keys].sort((a, b) => b.generation - a.generation);
  }
}

/** Most recently used first, and with the same time the greatest id first. */
const order = (a: SessionPosition, b: SessionPosition) =>
  Number(b.lastUsedTs) - Number(a.lastUsedTs) || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);

export class InMemorySessionStore implements SessionStore {
  readonly rows = new Map<string, { session: Session; revoked: { at: Date; reason: RevocationReason } | null }>();
  readonly accounts = new Map<string, AccountRevocation & { at: Date }>();
  readonly tokens = new Map<string, { sessionId: string; usedTs: Date | null }>();

  readonly audited: AuditEvent[] = [];

  constructor(private readonly users: InMemoryUserStore) {}

  async insert(
    { refreshTokenHash, ...given }: NewSession,
    audit: AuditEvent,
    bound: SessionBound,
  ): Promise<OpenedSession | null> {
    const { user, revision = 0 } = this.users.byId(given.userId) ?? {};
    if (!user || user.disabled) return null;
    const others = this.allLive(user.id, given.createdTs, new Date(0)).toReversed();
    const tooMany = others.slice(0, Math.max(0, others.length - bound.atMost + 1));
    for (const { id } of tooMany) {
      await this.revoke({ userId: user.id, id }, 'too_many_sessions', given.createdTs, bound.audit);
    }
    user.lastLoginTs = given.createdTs;
    this.audited.push(audit);
    const session: Session = { ...given, lastUsedTs: given.createdTs, revision };
    this.rows.set(session.id, { session, revoked: null });
    if (refreshTokenHash) this.tokens.set(keyOf(refreshTokenHash), { sessionId: session.id, usedTs: null });
    return { session: { ...session }, ended: tooMany.map(({ id }) => id) };
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

  async listLive(userId: string, at: Date, idleSince: Date, page: SessionPageRequest): Promise<Session[]> {
    const live = this.allLive(userId, at, idleSince);
    const { first, after } = page;
    const from = after ? live.findIndex((session) => order(after, session) < 0) : 0;
    return from < 0 ? [] : live.slice(from, from + first + 1);
  }

  async findById(id: string): Promise<Session | null> {
    const row = this.rows.get(id);
    return row ? { ...row.session } : null;
  }

  async countLive(userId: string, at: Date, idleSince: Date): Promise<number> {
    return this.allLive(userId, at, idleSince).length;
  }

  private allLive(userId: string, at: Date, idleSince: Date): Session[] {
    const rows = [...this.rows.values()].filter(
      (row) => row.session.userId === userId && this.isLive(row, at, idleSince),
    );
    return rows.map((row) => ({ ...row.session })).sort(order);
  }

  async revoke(which: SessionSelection, reason: RevocationReason, at: Date, audit: AuditEvent): Promise<boolean> {
    const row = this.rows.get(which.id);
    if (!row || row.session.userId !== which.userId || this.isEnded(row)) return false;
    row.revoked = { at, reason };
    this.audited.push({ ...audit, sessionId: which.id });
    return true;
  }

  async revokeAll(request: AccountRevocationRequest): Promise<RevokedAccount | null> {
    const { userId, exceptSessionId, disable, at } = request;
    const account = this.users.byId(userId);
    const except = exceptSessionId === null ? null : this.rows.get(exceptSessionId);
    if (!account || except === undefined || (except && this.isEnded(except))) return null;
    const live = this.allLive(userId, at, new Date(0));
    const ended = live.filter(({ id }) => id !== exceptSessionId).length;
    const disabled = disable && !account.user.disabled;
    account.revision += 1;
    account.user.disabled ||= disable;
    if (except) except.session.revision = account.revision;
    if (ended > 0) this.audited.push(request.audit);
    if (disabled) this.audited.push(request.disabledAudit);
    const revocation = { userId, exceptSessionId, revision: account.revision };
    this.accounts.set(userId, { ...revocation, at });
    return { ...revocation, ended, disabled };
  }

  async listRevokedSince(since: Date): Promise<string[]> {
    return [...this.rows.values()].flatMap(({ session, revoked }) =>
      revoked && revoked.at >= since ? [session.id] : [],
    );
  }

  async listAccountRevocationsSince(since: Date): Promise<AccountRevocation[]> {
    return [...this.accounts.values()]
      .filter(({ at }) => at >= since)
      .map(({ userId, revision, exceptSessionId }) => ({ userId, revision, exceptSessionId }));
  }

  async isRevoked(id: string): Promise<boolean> {
    const row = this.rows.get(id);
    return !row || this.isEnded(row);
  }

  private isEnded({ session, revoked }: { session: Session; revoked: unknown }): boolean {
    return revoked !== null || session.revision !== this.users.byId(session.userId)?.revision;
  }

  private isLive(row: { session: Session; revoked: unknown }, at: Date, idleSince: Date): boolean {
    const { session } = row;
    const user = this.users.byId(session.userId)?.user;
    return !this.isEnded(row) && session.expiresTs > at && session.lastUsedTs > idleSince && user?.disabled === false;
  }
}

const keyOf = (hash: Uint8Array): string => Buffer.from(hash).toString('hex');

/** Creates a key ring with a signing key. */
export async function createLoadedKeyRing(clock: Clock): Promise<KeyRing> {
  const encryption = createEncryption({ current: randomBytes(32), previous: null }, 'test');
  const keys = new KeyRing(
    new InMemorySigningKeyStore(),
    encryption,
    { cacheLifetimeS: 300 },
    clock,
    createLog('silent'),
  );
  await keys.load();
  return keys;
}
