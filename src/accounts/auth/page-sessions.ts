import type { SessionEnd } from '../../platform/errors/session-end';
import type { RequestTimings } from '../../platform/request/request-timings';
import type { Clock } from '../../platform/runtime/clock';
import type { LiveSessions } from '../sessions/live-sessions';
import { createOpaqueToken, hashOpaqueToken, isOpaqueToken, type OpaqueToken } from '../sessions/opaque-token';
import type { CookieSession, PageCookieStore } from '../sessions/page-cookie.store';
import { endOf } from '../sessions/session';
import type { AccessTokens, Actor } from '../tokens/access-token';
import type { Acr } from '../tokens/authentication';
import type { UserStore } from '../users/user.store';

type PageCookie = OpaqueToken;

/** The session of a page, with an access token for the services. The token does not leave the process. */
export interface PageSession {
  id: string;
  userId: string;
  /** The end of the absolute lifetime. */
  expiresTs: Date;
  /** The value of `Authorization` for the services. */
  authorization: string;
  /** The e-mail address of the user. */
  email: string;
  /** The last time that the user proved who they are. */
  authTs: Date;
  acr: Acr;
}

/** A use is recorded only this often, so that a page that is loaded often does not write each time. */
const touchedEveryMs = 60_000;

/**
 * Gives sessions a cookie for the pages. A page then calls the services with an access token of its session, as every
 * other client does. The cookie itself is no credential of an API. Only its hash is stored (ASVS 5.0, 7.2).
 */
export class PageSessions {
  constructor(
    private readonly store: PageCookieStore,
    private readonly liveSessions: Pick<LiveSessions, 'find' | 'findByUnusedRefreshToken' | 'idleSince'>,
    private readonly users: Pick<UserStore, 'findById'>,
    private readonly accessTokens: Pick<AccessTokens, 'issue'>,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns a new cookie for the session, and the earlier one ends: after a login, and after each new proof of who the user
   * is (ASVS 5.0, 7.2.4).
   */
  async giveCookie(sessionId: string): Promise<PageCookie> {
    const cookie = createOpaqueToken();
    await this.store.save(sessionId, hashOpaqueToken(cookie), this.clock());
    return cookie;
  }

  /**
   * Returns null if there is no live session with this cookie, or if a super admin opened it to act as its user.
   * @throws AppError `SERVICE_UNAVAILABLE`
   */
  find(cookie: PageCookie, timings: RequestTimings): Promise<PageSession | null> {
    return this.findLive(cookie, null, timings);
  }

  /**
   * Returns why the session of this cookie is over, for the page that asks the person to sign in again. `reason` is null if
   * that is not known. Null if the session is live, or there is none.
   * @throws AppError `SERVICE_UNAVAILABLE`
   */
  async findEnd(cookie: PageCookie, timings: RequestTimings): Promise<{ reason: SessionEnd | null } | null> {
    if (!isOpaqueToken(cookie)) return null;
    const found = await timings.measure('database', () => this.store.find(hashOpaqueToken(cookie)));
    return found && this.isOver(found, this.clock()) ? { reason: endOf(found) } : null;
  }

  /** Whether an application with this refresh token has the same session, so that it needs no further login. */
  async hasRefreshToken({ id }: PageSession, token: string, timings: RequestTimings): Promise<boolean> {
    const session = await timings.measure('database', () => this.liveSessions.findByUnusedRefreshToken(token));
    return session?.id === id;
  }

  /**
   * Returns the session in which a super admin acts as a user. Null unless the super admin opened it from this session.
   * @throws AppError `SERVICE_UNAVAILABLE`
   */
  findActing(cookie: PageCookie, admin: Pick<PageSession, 'id'>, timings: RequestTimings): Promise<PageSession | null> {
    return this.findLive(cookie, admin.id, timings);
  }

  private findLive(
    cookie: PageCookie,
    actorSessionId: string | null,
    timings: RequestTimings,
  ): Promise<PageSession | null> {
    if (!isOpaqueToken(cookie)) return Promise.resolve(null);
    return timings.measure('database', () => this.findOf(cookie, actorSessionId));
  }

  private async findOf(cookie: PageCookie, actorSessionId: string | null): Promise<PageSession | null> {
    const at = this.clock();
    const found = await this.store.find(hashOpaqueToken(cookie));
    if (!found || this.isOver(found, at)) return null;
    const { session, email } = found;
    const { id, userId, revision } = session;
    // The cookie of a session in which a super admin acts is no cookie of a login, and the other way round.
    if ((session.actor?.sessionId ?? null) !== actorSessionId) return null;
    const actor = session.actor && (await this.actorOf(session.actor));
    if (session.actor && !actor) return null;
    if (at.getTime() - session.lastUsedTs.getTime() >= touchedEveryMs) await this.store.touch(id, at);
    // Without the claims of TOKEN_CLAIMS: the token is only for our own services.
    const { jwt } = this.accessTokens.issue({ userId, sessionId: id, revision, ...(actor && { actor }) }, at, session);
    const { expiresTs, authTs, acr } = session;
    return { id, userId, expiresTs, authorization: `Bearer ${jwt}`, email, authTs, acr };
  }

  private isOver({ session, isRevoked, disabled }: CookieSession, at: Date): boolean {
    return isRevoked || disabled || session.expiresTs <= at || session.lastUsedTs <= this.liveSessions.idleSince(at);
  }

  /**
   * The services check whether the session of the super admin is live. They would accept the session of a person who is no
   * longer a super admin, because the token is new.
   */
  private async actorOf({ userId, sessionId }: { userId: string; sessionId: string }): Promise<Actor | null> {
    const [user, session] = await Promise.all([this.users.findById(userId), this.liveSessions.find(sessionId)]);
    return user?.isSuperAdmin && session ? { userId, sessionId, revision: session.revision } : null;
  }
}
