import type { Clock } from '../clock';
import { longestJwtTtlS } from '../config';
import type { Listen, Listening } from '../db/notifications';
import type { Log } from '../log';
import { revocationChannel } from './session';
import type { SessionStore } from './session.store';

/** By how much the clock of the instance that revoked may differ from ours. */
const clockDifferenceMs = 60_000;
/** As long as a token can be valid, whatever `JWT_TTL` was when it was issued. */
const keptMs = longestJwtTtlS * 1000 + clockDifferenceMs;

/**
 * The sessions that were revoked while an access token of theirs can still be valid, in memory and kept so by the
 * database's notifications. While these may be missed it asks the database.
 */
export class Revocations {
  /** Id to the time, in ms, after which no token of it is valid. */
  private readonly until = new Map<string, number>();
  private live = false;
  private listening: Listening | null = null;

  constructor(
    private readonly sessions: Pick<SessionStore, 'listRevokedSince' | 'isRevoked'>,
    private readonly listen: Listen,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Whether they are known from memory. */
  get isLive(): boolean {
    return this.live;
  }

  /** How many are kept. */
  get size(): number {
    return this.until.size;
  }

  start(): void {
    this.listening = this.listen(revocationChannel, {
      catchUp: async () => {
        const since = new Date(this.clock().getTime() - keptMs);
        for (const id of await this.sessions.listRevokedSince(since)) this.add(id);
      },
      onUp: () => {
        this.live = true;
        this.log.info({ revoked: this.until.size }, 'revocation feed up');
      },
      onDown: (error) => {
        if (this.live) this.log.warn({ err: error }, 'revocation feed down: asking the database for every token');
        this.live = false;
      },
      onMessage: (id) => this.add(id),
    });
  }

  add(id: string): void {
    const now = this.clock().getTime();
    this.until.set(id, now + keptMs);
    // In the order of insertion, so what is over is in front.
    for (const [other, until] of this.until) {
      if (until > now) break;
      this.until.delete(other);
    }
  }

  /** @throws AppError `SERVICE_UNAVAILABLE` if it has to ask a database that is away */
  isRevoked(id: string): boolean | Promise<boolean> {
    return this.live ? this.until.has(id) : this.sessions.isRevoked(id);
  }

  async close(): Promise<void> {
    await this.listening?.close();
  }
}
