import { deed } from '../audit/audit-event';
import type { Client } from '../client';
import type { Clock } from '../clock';
import { hashRefreshToken, isRefreshToken, type RefreshToken } from './refresh-token';
import type { Revocations } from './revocations';
import type { RevocationReason, Session } from './session';
import type { SessionSelection, SessionStore } from './session.store';
import type { SessionPage, SessionPageRequest } from './session-page';

export interface SessionsToEnd {
  userId: string;
  /** The one that goes on. */
  exceptSessionId?: string | null;
  disable?: boolean;
}

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

  /** The last used first. */
  async list(userId: string, page: SessionPageRequest): Promise<SessionPage> {
    const at = this.clock();
    const found = await this.store.listLive(userId, at, this.idleSince(at), page);
    return { sessions: found.slice(0, page.first), hasMore: found.length > page.first };
  }

  /** A session, live or not. */
  find(id: string): Promise<Session | null> {
    return this.store.findById(id);
  }

  /** How many there are; of more than `mostCounted`, that many. */
  count(userId: string): Promise<number> {
    const at = this.clock();
    return this.store.countLive(userId, at, this.idleSince(at));
  }

  /** Ends one session of a user. False where there is none, or it was ended before. */
  async end(which: SessionSelection, reason: RevocationReason, by: Client | null): Promise<boolean> {
    const at = this.clock();
    const action = reason === 'refresh_token_reuse' ? 'token_reused' : 'session_ended';
    const audit = deed(action, at, by, { userId: which.userId, details: { reason } });
    const ended = await this.store.revoke(which, reason, at, audit);
    // Here at once; the other instances are told by the database.
    if (ended) this.revocations.add({ sessionId: which.id });
    return ended;
  }

  /** Ends all sessions of an account, or all but one, and disables it if that is wanted: one fact, for every instance. */
  async endAll(
    { userId, exceptSessionId = null, disable = false }: SessionsToEnd,
    reason: RevocationReason,
    by: Client | null,
  ): Promise<{ ended: number; disabled: boolean }> {
    const at = this.clock();
    const which = exceptSessionId ? { sessions: 'others' as const, exceptSessionId } : { sessions: 'all' as const };
    const audit = deed('session_ended', at, by, { userId, details: { reason, ...which } });
    const disabledAudit = deed('user_disabled', at, by, { userId });
    const revoked = await this.store.revokeAll({ userId, exceptSessionId, disable, reason, at, audit, disabledAudit });
    if (!revoked) return { ended: 0, disabled: false };
    this.revocations.add({ userId, exceptSessionId, revision: revoked.revision });
    return { ended: revoked.ended, disabled: revoked.disabled };
  }

  /** A session that was last used before this has been idle for too long. */
  idleSince(at: Date): Date {
    return new Date(at.getTime() - this.idleS * 1000);
  }
}
