import type { Clock } from '../clock';
import { longestJwtTtlS } from '../config';
import type { Listen, Listening } from '../db/notifications';
import type { Log } from '../log';
import { type AccountRevocation, parseRevocation, type Revocation, revocationChannel } from './session';
import type { SessionStore } from './session.store';

/** By how much the clock of the instance that revoked may differ from ours. */
const clockDifferenceMs = 60_000;
/** As long as a token can be valid, whatever `JWT_TTL` was when it was issued. */
const keptMs = longestJwtTtlS * 1000 + clockDifferenceMs;

/** Whose access token it is, and the revision of the account that it was issued with. */
export interface TokenOfSession {
  userId: string;
  sessionId: string;
  revision: number;
}

/**
 * The sessions and accounts that were revoked while an access token of theirs can still be valid, in memory and kept so
 * by the database's notifications. While these may be missed it asks the database.
 */
export class Revocations {
  private readonly sessions: KeptFor<true>;
  private readonly accounts: KeptFor<AccountRevocation>;
  private live = false;
  private listening: Listening | null = null;

  constructor(
    private readonly store: Pick<SessionStore, 'listRevokedSince' | 'listAccountRevocationsSince' | 'isRevoked'>,
    private readonly listen: Listen,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    this.sessions = new KeptFor(keptMs, clock);
    this.accounts = new KeptFor(keptMs, clock);
  }

  /** Whether they are known from memory. */
  get isLive(): boolean {
    return this.live;
  }

  /** How many sessions are kept. */
  get size(): number {
    return this.sessions.size;
  }

  start(): void {
    this.listening = this.listen(revocationChannel, {
      catchUp: async () => {
        const since = new Date(this.clock().getTime() - keptMs);
        for (const sessionId of await this.store.listRevokedSince(since)) this.add({ sessionId });
        for (const account of await this.store.listAccountRevocationsSince(since)) this.add(account);
      },
      onUp: () => {
        this.live = true;
        this.log.info({ revoked: this.sessions.size, accounts: this.accounts.size }, 'revocation feed up');
      },
      onDown: (error) => {
        if (this.live) this.log.warn({ err: error }, 'revocation feed down: asking the database for every token');
        this.live = false;
      },
      onMessage: (payload) => this.add(parseRevocation(payload)),
    });
  }

  add(revocation: Revocation): void {
    if ('sessionId' in revocation) {
      this.sessions.set(revocation.sessionId, true);
      return;
    }
    // What is told late does not replace what is newer.
    const known = this.accounts.get(revocation.userId);
    if (!known || known.revision <= revocation.revision) this.accounts.set(revocation.userId, revocation);
  }

  /** @throws AppError `SERVICE_UNAVAILABLE` if it has to ask a database that is away */
  isRevoked({ userId, sessionId, revision }: TokenOfSession): boolean | Promise<boolean> {
    if (!this.live) return this.store.isRevoked(sessionId);
    if (this.sessions.get(sessionId)) return true;
    const account = this.accounts.get(userId);
    return account !== undefined && revision < account.revision && sessionId !== account.exceptSessionId;
  }

  async close(): Promise<void> {
    await this.listening?.close();
  }
}

/** A map whose entries are removed some time after they were set. */
class KeptFor<Value> {
  private readonly entries = new Map<string, { value: Value; until: number }>();

  constructor(
    private readonly ms: number,
    private readonly clock: Clock,
  ) {}

  get size(): number {
    return this.entries.size;
  }

  get(key: string): Value | undefined {
    return this.entries.get(key)?.value;
  }

  set(key: string, value: Value): void {
    const now = this.clock().getTime();
    this.entries.delete(key);
    this.entries.set(key, { value, until: now + this.ms });
    // In the order in which they were set, so what is over is in front.
    for (const [other, { until }] of this.entries) {
      if (until > now) break;
      this.entries.delete(other);
    }
  }
}
