import { randomBytes } from 'node:crypto';
import { type AccountRevocation, endOf, type Session, type SessionOfUser } from '../../src/accounts/sessions/session';
import {
  type AccountRevocationRequest,
  type NewSession,
  type OpenedSession,
  type RevokedAccount,
  type Rotation,
  type SessionBound,
  type SessionSelection,
  SessionStore,
  type StepUp,
  type StoredRevocation,
  type UsedRefreshToken,
} from '../../src/accounts/sessions/session.store';
import type { SessionPageRequest, SessionPosition } from '../../src/accounts/sessions/session-page';
import { sessionEnds } from '../../src/accounts/sessions/sessions.reasons';
import { KeyRing, type KeyStores } from '../../src/accounts/tokens/key-ring';
import type { SigningKey } from '../../src/accounts/tokens/signing-key';
import { SigningKeyStore } from '../../src/accounts/tokens/signing-key.store';
import type { User } from '../../src/accounts/users/user';
import {
  type Credentials,
  type FactorKind,
  type MailRecipient,
  type NewUser,
  type UserFilter,
  UserStore,
} from '../../src/accounts/users/user.store';
import type { Stores } from '../../src/compose/stores';
import type { NewAuditEvent } from '../../src/platform/audit/audit-event';
import { createEncryption, type Encrypted } from '../../src/platform/encryption/encryption';
import type { SessionEnd } from '../../src/platform/errors/session-end';
import { createLog } from '../../src/platform/observability/log';
import type { Locale } from '../../src/platform/request/locale';
import type { Clock } from '../../src/platform/runtime/clock';

/** For stores in memory: a method that they do not replace fails. */
export const noDatabase = null as never;

/** A user store in memory, for tests of services. */
export class InMemoryUserStore extends UserStore {
  constructor() {
    super(noDatabase);
  }

  readonly rows = new Map<
    string,
    { user: User; passwordHash: string | null; revision: number; locale: Locale | null; factors: FactorKind[] }
  >();

  readonly audited: NewAuditEvent[] = [];

  override async insert(
    { emailCanonical, passwordHash, locale, roles, ...given }: NewUser,
    audit: NewAuditEvent,
  ): Promise<User | null> {
    if (this.rows.has(emailCanonical)) return null;
    this.audited.push(audit);
    const user: User = {
      ...given,
      roles: [...roles],
      disabled: false,
      emailVerified: false,
      telVerified: false,
      company: null,
      companyIdNumber: null,
      companyIdUrl: null,
      updatedTs: null,
      lastLoginTs: null,
    };
    this.rows.set(emailCanonical, { user, passwordHash, revision: 0, locale, factors: [] });
    return { ...user };
  }

  override async findById(id: string): Promise<User | null> {
    const row = this.byId(id);
    return row ? { ...row.user } : null;
  }

  override async findByIds(ids: readonly string[]): Promise<User[]> {
    return ids.map((id) => this.byId(id)).flatMap((row) => (row ? [{ ...row.user }] : []));
  }

  override async findByEmail(emailCanonical: string): Promise<User | null> {
    const row = this.rows.get(emailCanonical);
    return row ? { ...row.user } : null;
  }

  override async findRecipient(emailCanonical: string): Promise<MailRecipient | null> {
    const row = this.rows.get(emailCanonical);
    if (!row) return null;
    const { id, emailVerified, disabled } = row.user;
    return { userId: id, emailCanonical, emailVerified, emailProved: emailVerified, disabled, locale: row.locale };
  }

  override async findRecipientById(id: string): Promise<MailRecipient | null> {
    const [emailCanonical] = [...this.rows].find(([, { user }]) => user.id === id) ?? [];
    return emailCanonical === undefined ? null : this.findRecipient(emailCanonical);
  }

  override async findCredentials(emailCanonical: string): Promise<Credentials | null> {
    const row = this.rows.get(emailCanonical);
    if (!row) return null;
    const { passwordHash, revision, factors } = row;
    const user = { ...row.user };
    const { emailVerified: emailProved } = user;
    return {
      user,
      emailCanonical,
      emailProved,
      passwordHash,
      revision,
      factors,
      twoStep: false,
      passwordResetTs: null,
    };
  }

  override async findCredentialsById(id: string): Promise<Credentials | null> {
    const [emailCanonical] = [...this.rows].find(([, { user }]) => user.id === id) ?? [];
    return emailCanonical === undefined ? null : this.findCredentials(emailCanonical);
  }

  override async search({ text, disabled, isSuperAdmin, limit }: UserFilter): Promise<User[]> {
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

  override async enable(id: string, at: Date): Promise<boolean> {
    const row = this.byId(id);
    if (!row?.user.disabled) return false;
    row.user.disabled = false;
    row.user.updatedTs = at;
    return true;
  }

  override async upgradePasswordHash(id: string, from: string, to: string): Promise<boolean> {
    const row = this.byId(id);
    if (row?.passwordHash !== from) return false;
    row.passwordHash = to;
    return true;
  }

  byId(id: string) {
    return [...this.rows.values()].find((row) => row.user.id === id);
  }
}

/** Also has the other stores that a key ring needs. */
export class InMemorySigningKeyStore extends SigningKeyStore implements KeyStores {
  constructor() {
    super(noDatabase);
  }

  readonly keys: SigningKey[] = [];
  readonly signingKeys = this;
  readonly transaction: KeyStores['transaction'] = (_account, work) =>
    work({ signingKeys: this, audit: { insert: async () => {} }, notify: async () => {} });

  override async insert(key: SigningKey): Promise<boolean> {
    if (this.keys.some((other) => other.generation === key.generation)) return false;
    this.keys.push(key);
    return true;
  }

  override async revoke(kid: string, at: Date): Promise<boolean> {
    const key = this.keys.find((one) => one.kid === kid && !one.retiredTs);
    if (key) key.retiredTs = at;
    return key !== undefined;
  }

  override async reencrypt(kid: string, from: Encrypted, to: Encrypted): Promise<boolean> {
    const key = this.keys.find((one) => one.kid === kid);
    if (!key || Buffer.compare(key.sealedPrivateKey, from) !== 0) return false;
    key.sealedPrivateKey = to;
    return true;
  }

  override async list(): Promise<SigningKey[]> {
    const rank = ({ generation }: SigningKey) => (generation > 0 ? 1e6 : 0) + Math.abs(generation);
    return [...this.keys].sort((a, b) => rank(b) - rank(a));
  }
}

/** Most recently used first, and with the same time the greatest id first. */
const order = (a: SessionPosition, b: SessionPosition) =>
  Number(b.lastUsedTs) - Number(a.lastUsedTs) || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);

export class InMemorySessionStore extends SessionStore {
  readonly rows = new Map<string, { session: Session; revoked: { at: Date; reason: SessionEnd } | null }>();
  readonly accounts = new Map<string, AccountRevocation & { at: Date }>();
  readonly tokens = new Map<string, { sessionId: string; usedTs: Date | null }>();

  readonly audited: NewAuditEvent[] = [];

  constructor(private readonly users: InMemoryUserStore) {
    super(noDatabase);
  }

  override async insert(
    { refreshTokenHash, authentication, guard, ...given }: NewSession,
    audit: NewAuditEvent,
    bound: SessionBound,
  ): Promise<OpenedSession | null> {
    const { user, revision = 0, passwordHash = null, factors = [] } = this.users.byId(given.userId) ?? {};
    if (!user || user.disabled) return null;
    if (guard.passwordHash !== null && guard.passwordHash !== passwordHash) return null;
    if (guard.factors !== null && guard.factors.join() !== factors.join()) return null;
    if (guard.twoStep) return null;
    const others = this.allLive(user.id, given.createdTs, new Date(0)).toReversed();
    const tooMany = others.slice(0, Math.max(0, others.length - bound.atMost + 1));
    for (const { id } of tooMany) {
      await this.revoke({ userId: user.id, id }, sessionEnds.too_many_sessions, given.createdTs, bound.audit);
    }
    user.lastLoginTs = given.createdTs;
    this.audited.push(audit);
    const session: Session = {
      ...given,
      ...authentication,
      authTs: given.createdTs,
      lastUsedTs: given.createdTs,
      revision,
      actor: null,
      client: null,
      originSessionId: null,
    };
    this.rows.set(session.id, { session, revoked: null });
    if (refreshTokenHash) this.tokens.set(keyOf(refreshTokenHash), { sessionId: session.id, usedTs: null });
    return { session: this.ofUser(session), ended: tooMany.map(({ id }) => id) };
  }

  override async rotate({ hash, successorHash, at, idleSince, client }: Rotation): Promise<SessionOfUser | null> {
    const used = await this.findRefreshToken(hash, at, idleSince);
    const token = this.tokens.get(keyOf(hash));
    if (!token || !used?.live || used.usedTs || (used.session.client?.id ?? null) !== (client?.id ?? null)) return null;
    token.usedTs = at;
    this.tokens.set(keyOf(successorHash), { sessionId: token.sessionId, usedTs: null });
    const row = this.rows.get(token.sessionId);
    if (row) row.session.lastUsedTs = at;
    return { ...used.session, lastUsedTs: at };
  }

  override async findRefreshToken(hash: Uint8Array, at: Date, idleSince: Date): Promise<UsedRefreshToken | null> {
    const token = this.tokens.get(keyOf(hash));
    const row = token && this.rows.get(token.sessionId);
    if (!row) return null;
    const live = this.isLive(row, at, idleSince);
    const facts = { revokedReason: row.revoked?.reason.name ?? null, isRevoked: row.revoked !== null, disabled: false };
    return {
      session: this.ofUser(row.session),
      usedTs: token.usedTs,
      live,
      mayAct: true,
      end: live ? null : endOf(facts),
    };
  }

  override async stepUp(
    { userId, id }: SessionSelection,
    { authentication, authTs, at, idleSince }: StepUp,
  ): Promise<SessionOfUser | null> {
    const row = this.rows.get(id);
    if (!row || row.session.userId !== userId || !this.isLive(row, at, idleSince)) return null;
    Object.assign(row.session, authentication, { authTs });
    return this.ofUser(row.session);
  }

  override async listLive(userId: string, at: Date, idleSince: Date, page: SessionPageRequest): Promise<Session[]> {
    const live = this.allLive(userId, at, idleSince);
    const { first, after } = page;
    const from = after ? live.findIndex((session) => order(after, session) < 0) : 0;
    return from < 0 ? [] : live.slice(from, from + first + 1);
  }

  override async findById(id: string): Promise<Session | null> {
    const row = this.rows.get(id);
    return row ? { ...row.session } : null;
  }

  override async countLive(userId: string, at: Date, idleSince: Date): Promise<number> {
    return this.allLive(userId, at, idleSince).length;
  }

  private allLive(userId: string, at: Date, idleSince: Date): Session[] {
    const rows = [...this.rows.values()].filter(
      (row) => row.session.userId === userId && this.isLive(row, at, idleSince),
    );
    return rows.map((row) => ({ ...row.session })).sort(order);
  }

  override async revoke(which: SessionSelection, reason: SessionEnd, at: Date, audit: NewAuditEvent): Promise<boolean> {
    const row = this.rows.get(which.id);
    if (!row || row.session.userId !== which.userId || this.isEnded(row)) return false;
    row.revoked = { at, reason };
    this.audited.push({ ...audit, sessionId: which.id });
    return true;
  }

  override async revokeAll(request: AccountRevocationRequest): Promise<RevokedAccount | null> {
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
    const tokensRevision = this.accounts.get(userId)?.tokensRevision ?? 0;
    const revocation = { userId, exceptSessionId, revision: account.revision, tokensRevision };
    this.accounts.set(userId, { ...revocation, at });
    return { ...revocation, ended, disabled, keysEnded: 0 };
  }

  override async listRevokedSince(since: Date): Promise<string[]> {
    return [...this.rows.values()].flatMap(({ session, revoked }) =>
      revoked && revoked.at >= since ? [session.id] : [],
    );
  }

  override async listAccountRevocationsSince(since: Date): Promise<AccountRevocation[]> {
    return [...this.accounts.values()].filter(({ at }) => at >= since).map(({ at: _, ...revocation }) => revocation);
  }

  override async outdateTokens(userId: string, at: Date): Promise<AccountRevocation | null> {
    const account = this.users.byId(userId);
    if (!account) return null;
    const kept = this.allLive(userId, at, new Date(0));
    const revision = account.revision + 1;
    account.revision = revision;
    for (const { id } of kept) Object.assign(this.rows.get(id)?.session ?? {}, { revision });
    const revocation = { userId, revision, exceptSessionId: null, tokensRevision: revision };
    this.accounts.set(userId, { ...revocation, at });
    return revocation;
  }

  override async revocationOf(id: string): Promise<StoredRevocation> {
    const row = this.rows.get(id);
    const tokensRevision = this.accounts.get(row?.session.userId ?? '')?.tokensRevision ?? 0;
    return { isRevoked: !row || this.isEnded(row), tokensRevision };
  }

  private ofUser(session: Session): SessionOfUser {
    return { ...session, roles: this.users.byId(session.userId)?.user.roles ?? [] };
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

/** The stores of logins and registrations in memory. Others fail. */
export function inMemoryStores({
  users,
  sessions,
  clock,
}: {
  users: InMemoryUserStore;
  sessions: InMemorySessionStore;
  clock: Clock;
}): Stores {
  const keys = new InMemorySigningKeyStore();
  let derivationKey: Encrypted | null = null;
  const stores = {
    users,
    sessions,
    signingKeys: keys,
    derivationKeys: {
      find: async () => derivationKey,
      async insert(encrypted: Encrypted) {
        derivationKey = encrypted;
      },
    },
    audit: { insert: async () => {}, fold: async () => {} },
    transaction: <Result>(_account: string | null, work: (tx: object) => Promise<Result>): Promise<Result> =>
      work(stores),
    notify: async () => {},
    clock,
    counters: { create: () => ({ consume: () => Promise.reject(new Error('no limits')) }) as never },
    listen: () => ({ close: async () => {} }),
    secrets: { current: randomBytes(32), previous: null },
  };
  return stores as unknown as Stores;
}
