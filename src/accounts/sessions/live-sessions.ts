import type { AuditAction } from '../../platform/audit/action';
import { type AuditDetails, successEvent } from '../../platform/audit/audit-event';
import type { Transact } from '../../platform/db/database';
import type { Switch } from '../../platform/db/optional-part';
import type { SessionEnd } from '../../platform/errors/session-end';
import { type Page, pageIn } from '../../platform/operations/answer';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import { apiKeyActions } from '../users/api-keys.audit';
import { userActions } from '../users/users.audit';
import type { ClientSessionStore } from './client-session.store';
import { hashOpaqueToken, isOpaqueToken } from './opaque-token';
import type { RefreshToken } from './refresh-token';
import type { Revocations } from './revocations';
import type { AccountRevocation, Session } from './session';
import type { RevokedAccount, SessionSelection, SessionStore, UsedRefreshToken } from './session.store';
import type { SessionPageRequest } from './session-page';
import { sessionActions } from './sessions.audit';
import { sessionEnds } from './sessions.reasons';

/** Sessions of a signed-in user, seen from the session of the request. */
export type WhichSessions = 'current' | 'others' | 'all';

export interface SessionsToEnd {
  userId: string;
  exceptSessionId?: string | null;
  disable?: boolean;
  /** Whether the API keys of the user end, too. By default, they stay. */
  keys?: boolean;
  /** What a super admin said about it. */
  stated?: Pick<AuditDetails, 'statedReason'>;
}

/** Small enough that the statement ends well within its time limit. */
const sessionsPerStatement = 500;

/** A token or a code that comes back may have been stolen, so the audit has an action of its own. */
function actionOf(reason: SessionEnd): AuditAction {
  if (reason === sessionEnds.refresh_token_reuse) return sessionActions.token_reused;
  return reason === sessionEnds.code_reuse ? sessionActions.code_reused : sessionActions.session_ended;
}

/** Lists and ends sessions. This class needs no keys, so the commands can use it. */
export class LiveSessions {
  constructor(
    private readonly stores: {
      sessions: SessionStore;
      clientSessions: Pick<ClientSessionStore, 'endSome'>;
      transaction: Transact<{ sessions: SessionStore }>;
      logouts: Switch;
    },
    private readonly revocations: Revocations,
    private readonly idleS: number,
    private readonly clock: Clock,
  ) {}

  /** Returns the live session of a refresh token, even if the token was already used. Null if there is none. */
  async findByRefreshToken(token: RefreshToken): Promise<Session | null> {
    return (await this.findLiveToken(token))?.session ?? null;
  }

  /** Returns the live session of a refresh token that was not used, and would be exchanged. Null if there is none. */
  async findByUnusedRefreshToken(token: RefreshToken): Promise<Session | null> {
    const found = await this.findLiveToken(token);
    return found?.usedTs === null && found.mayAct ? found.session : null;
  }

  private async findLiveToken(token: RefreshToken): Promise<UsedRefreshToken | null> {
    if (!isOpaqueToken(token)) return null;
    const at = this.clock();
    const found = await this.stores.sessions.findRefreshToken(hashOpaqueToken(token), at, this.idleSince(at));
    return found?.live ? found : null;
  }

  /** Returns when the session ends if it is not refreshed again. */
  endOf({ expiresTs, lastUsedTs }: Session): Date {
    return new Date(Math.min(expiresTs.getTime(), lastUsedTs.getTime() + this.idleS * 1000));
  }

  /** Returns a page of the live sessions, most recently used first. */
  async list(userId: string, page: SessionPageRequest): Promise<Page<Session>> {
    const at = this.clock();
    const found = await this.stores.sessions.listLive(userId, at, this.idleSince(at), page);
    return pageIn(found, page.first);
  }

  /** Returns a session that is live or has ended. */
  find(id: string): Promise<Session | null> {
    return this.stores.sessions.findById(id);
  }

  /** Returns the number of live sessions, counted up to `mostCounted`. */
  count(userId: string): Promise<number> {
    const at = this.clock();
    return this.stores.sessions.countLive(userId, at, this.idleSince(at));
  }

  /**
   * Ends one session of a user. Returns false if the user has no such session, or if it was already revoked. `client` is
   * the OAuth client that asks for it.
   */
  async end(
    which: SessionSelection,
    reason: SessionEnd,
    by: RequestContext | null,
    client: Pick<AuditDetails, 'clientId'> = {},
  ): Promise<boolean> {
    const ended = await this.endOneWith(this.stores, which, reason, by, client);
    // This process rejects the tokens immediately. The other instances wait for the notification of the database.
    if (ended) this.revocations.add({ sessionId: which.id });
    return ended;
  }

  private endOneWith(
    tx: { sessions: SessionStore },
    which: SessionSelection,
    reason: SessionEnd,
    by: RequestContext | null,
    client: Pick<AuditDetails, 'clientId'> = {},
  ): Promise<boolean> {
    const at = this.clock();
    const action = actionOf(reason);
    const audit = successEvent(action, at, by, { userId: which.userId, details: { reason: reason.name, ...client } });
    return tx.sessions.revoke(which, reason, at, audit);
  }

  /** Ends all sessions of an account, or all except one, and can disable the account. Sends one notification. */
  async endAll(
    which: SessionsToEnd,
    reason: SessionEnd,
    by: RequestContext | null,
  ): Promise<{ ended: number; disabled: boolean; keysEnded: number }> {
    const revoked = await this.stores.transaction(which.userId, (tx) => this.endAllWith(tx, which, reason, by));
    this.rejectTokensOf(revoked);
    return {
      ended: revoked?.ended ?? 0,
      disabled: revoked?.disabled ?? false,
      keysEnded: revoked?.keysEnded ?? 0,
    };
  }

  /**
   * Like `endAll`, in the transaction of the caller, who calls `rejectTokensOf` after the commit. Returns null if there
   * is no such account, or no such session to keep.
   */
  async endAllWith(
    tx: { sessions: SessionStore },
    { userId, exceptSessionId = null, disable = false, keys: endsKeys = false, stated = {} }: SessionsToEnd,
    reason: SessionEnd,
    by: RequestContext | null,
  ): Promise<RevokedAccount | null> {
    const at = this.clock();
    const which = exceptSessionId ? { sessions: 'others' as const, exceptSessionId } : { sessions: 'all' as const };
    const details = { reason: reason.name, ...which, ...(disable ? {} : stated) };
    const audit = successEvent(sessionActions.session_ended, at, by, { userId, details });
    const disabledAudit = successEvent(userActions.user_disabled, at, by, { userId, details: stated });
    const keysAudit = successEvent(apiKeyActions.api_key_deleted, at, by, {
      userId,
      details: { reason: reason.name, ...stated },
    });
    const audits = { audit, disabledAudit, keysAudit };
    if (endsKeys || this.stores.logouts.isOn) await tx.sessions.lockAccount(userId);
    return tx.sessions.revokeAll({ userId, exceptSessionId, disable, reason, at, endsKeys, ...audits });
  }

  /**
   * Ends the sessions that something else than the password alone has opened or raised, except one, in the transaction of the
   * caller, who calls `rejectTokensIn` after the commit. Returns their ids.
   */
  endUnlessByPasswordWith(
    tx: { sessions: SessionStore },
    which: { userId: string; exceptSessionId: string | null },
    reason: SessionEnd,
    by: RequestContext | null,
  ): Promise<string[]> {
    const at = this.clock();
    const audit = successEvent(sessionActions.session_ended, at, by, {
      userId: which.userId,
      details: { reason: reason.name },
    });
    return tx.sessions.revokeUnlessByPassword(which, reason, at, audit);
  }

  /**
   * Ends sessions of the signed-in user in the transaction of the caller, who calls `announce` after the commit. If the
   * session to keep has ended itself, all sessions end. `keys`: see `SessionsToEnd`, not with the current session alone.
   */
  async endWith(
    tx: { sessions: SessionStore },
    { userId, sessionId }: { userId: string; sessionId: string },
    { which, keys = false }: { which: WhichSessions; keys?: boolean },
    reason: SessionEnd,
    by: RequestContext | null,
  ): Promise<{ ended: number; announce(): void }> {
    if (which === 'current') {
      const ended = await this.endOneWith(tx, { userId, id: sessionId }, reason, by);
      return { ended: Number(ended), announce: () => ended && this.revocations.add({ sessionId }) };
    }
    const kept = which === 'others' ? sessionId : null;
    const revoked =
      (await this.endAllWith(tx, { userId, exceptSessionId: kept, keys }, reason, by)) ??
      (await this.endAllWith(tx, { userId, keys }, reason, by));
    return { ended: revoked?.ended ?? 0, announce: () => this.rejectTokensOf(revoked) };
  }

  /**
   * Ends the sessions of an OAuth client, in several transactions. Returns their number. If it is interrupted, it can be
   * repeated.
   */
  async endOfClient(clientId: string, reason: SessionEnd, by: RequestContext | null): Promise<number> {
    let ended = 0;
    for (let isMore = true; isMore; ) {
      const at = this.clock();
      const audit = successEvent(sessionActions.session_ended, at, by, { details: { reason: reason.name, clientId } });
      const ids = await this.stores.clientSessions.endSome(clientId, sessionsPerStatement, { reason, at, audit });
      this.rejectTokensIn(ids);
      ended += ids.length;
      isMore = ids.length > 0;
    }
    return ended;
  }

  /** This process rejects the tokens immediately. The other instances wait for the notification of the database. */
  rejectTokensOf(revoked: RevokedAccount | null): void {
    if (!revoked) return;
    this.announce(revoked);
  }

  /** As `rejectTokensOf`, for sessions that have ended one by one. */
  rejectTokensIn(sessionIds: readonly string[]): void {
    for (const sessionId of sessionIds) this.revocations.add({ sessionId });
  }

  /**
   * Rejects the access tokens of an account that exist, because they name the access rights from before. The sessions stay,
   * and a refresh issues a token that is accepted. Needs the transaction of the caller, who has locked the account with an
   * earlier statement, and calls `announce` after the commit.
   */
  async outdateTokensWith(tx: { sessions: SessionStore }, userId: string): Promise<{ announce(): void }> {
    const outdated = await tx.sessions.outdateTokens(userId, this.clock());
    return { announce: () => outdated && this.announce(outdated) };
  }

  private announce({ userId, exceptSessionId, revision, tokensRevision }: AccountRevocation): void {
    this.revocations.add({ userId, exceptSessionId, revision, tokensRevision });
  }

  /** A session has expired if it was last used before the returned time. */
  idleSince(at: Date): Date {
    return new Date(at.getTime() - this.idleS * 1000);
  }
}
