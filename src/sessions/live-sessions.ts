import { deed } from '../audit/audit-event';
import type { Client } from '../client';
import type { Clock } from '../clock';
import { hashRefreshToken, isRefreshToken, type RefreshToken } from './refresh-token';
import type { Revocations } from './revocations';
import type { RevocationReason, Session } from './session';
import type { SessionSelection, SessionStore } from './session.store';

/** Shows and ends sessions. Needs no key, so that an operator's commands do not either. */
export class LiveSessions {
  constructor(
    private readonly store: SessionStore,
    private readonly revocations: Revocations,
    private readonly idleS: number,
    private readonly clock: Clock,
  ) {}

  /** The live session that a refresh token is of, used or not. */
  async findByRefreshToken(token: RefreshToken): Promise<Session | null> {
    if (!isRefreshToken(token)) return null;
    const at = this.clock();
    const found = await this.store.findRefreshToken(hashRefreshToken(token), at, this.idleSince(at));
    return found?.live ? found.session : null;
  }

  list(userId: string): Promise<Session[]> {
    const at = this.clock();
    return this.store.listLive(userId, at, this.idleSince(at));
  }

  /** Returns how many it ended. */
  async end(which: SessionSelection, reason: RevocationReason, by: Client | null): Promise<number> {
    const at = this.clock();
    const action = reason === 'refresh_token_reuse' ? 'token_reused' : 'session_ended';
    const audit = deed(action, at, by, { userId: which.userId, details: { reason } });
    const ids = await this.store.revoke(which, reason, at, audit);
    // Here at once; the other instances are told by the database.
    for (const id of ids) this.revocations.add(id);
    return ids.length;
  }

  /** A session that was last used before this has been idle for too long. */
  idleSince(at: Date): Date {
    return new Date(at.getTime() - this.idleS * 1000);
  }
}
