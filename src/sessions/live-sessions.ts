import { successEvent } from '../audit/audit-event';
import type { RequestContext } from '../request/request-context';
import type { Clock } from '../runtime/clock';
import { hashRefreshToken, isRefreshToken, type RefreshToken } from './refresh-token';
import type { Revocations } from './revocations';
import type { RevocationReason, Session } from './session';
import type { SessionSelection, SessionStore } from './session.store';
import type { SessionPage, SessionPageRequest } from './session-page';

export interface SessionsToEnd {
  userId: string;
  exceptSessionId?: string | null;
  disable?: boolean;
}

/** Lists and ends sessions. This class needs no keys, so the commands can use it. */
export class LiveSessions {
  constructor(
    private readonly store: SessionStore,
    private readonly revocations: Revocations,
    private readonly idleS: number,
    private readonly clock: Clock,
  ) {}

  /** Returns the live session of a refresh token, even if the token was already used. Null if there is none. */
  async findByRefreshToken(token: RefreshToken): Promise<Session | null> {
    if (!isRefreshToken(token)) return null;
    const at = this.clock();
    const found = await this.store.findRefreshToken(hashRefreshToken(token), at, this.idleSince(at));
    return found?.live ? found.session : null;
  }

  /** Returns a page of the live sessions, most recently used first. */
  async list(userId: string, page: SessionPageRequest): Promise<SessionPage> {
    const at = this.clock();
    const found = await this.store.listLive(userId, at, this.idleSince(at), page);
    return { sessions: found.slice(0, page.first), hasMore: found.length > page.first };
  }

  /** Returns a session that is live or has ended. */
  find(id: string): Promise<Session | null> {
    return this.store.findById(id);
  }

  /** Returns the number of live sessions, counted up to `mostCounted`. */
  count(userId: string): Promise<number> {
    const at = this.clock();
    return this.store.countLive(userId, at, this.idleSince(at));
  }

  /** Ends one session of a user. Returns false if the user has no such session, or if it was already revoked. */
  async end(which: SessionSelection, reason: RevocationReason, by: RequestContext | null): Promise<boolean> {
    const at = this.clock();
    const action = reason === 'refresh_token_reuse' ? 'token_reused' : 'session_ended';
    const audit = successEvent(action, at, by, { userId: which.userId, details: { reason } });
    const ended = await this.store.revoke(which, reason, at, audit);
    // This process rejects the tokens immediately. The other instances wait for the notification of the database.
    if (ended) this.revocations.add({ sessionId: which.id });
    return ended;
  }

  /** Ends all sessions of an account, or all except one, and can disable the account. Sends one notification. */
  async endAll(
    { userId, exceptSessionId = null, disable = false }: SessionsToEnd,
    reason: RevocationReason,
    by: RequestContext | null,
  ): Promise<{ ended: number; disabled: boolean }> {
    const at = this.clock();
    const which = exceptSessionId ? { sessions: 'others' as const, exceptSessionId } : { sessions: 'all' as const };
    const audit = successEvent('session_ended', at, by, { userId, details: { reason, ...which } });
    const disabledAudit = successEvent('user_disabled', at, by, { userId });
    const revoked = await this.store.revokeAll({ userId, exceptSessionId, disable, reason, at, audit, disabledAudit });
    if (!revoked) return { ended: 0, disabled: false };
    this.revocations.add({ userId, exceptSessionId, revision: revoked.revision });
    return { ended: revoked.ended, disabled: revoked.disabled };
  }

  /** A session has expired if it was last used before the returned time. */
  idleSince(at: Date): Date {
    return new Date(at.getTime() - this.idleS * 1000);
  }
}
