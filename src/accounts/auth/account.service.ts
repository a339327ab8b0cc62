import type { Lookup } from '../../platform/db/lookup';
import { AppError, notFound } from '../../platform/errors/app-error';
import type { SessionEnd } from '../../platform/errors/session-end';
import type { Page } from '../../platform/operations/answer';
import type { Operation, RestPath } from '../../platform/operations/define-operation';
import { nameCaller, type RunOperation, readInput } from '../../platform/operations/run-operation';
import type { RateLimits } from '../../platform/rate-limits/rate-limits';
import { knownId } from '../../platform/request/known-id';
import type { RequestContext } from '../../platform/request/request-context';
import type { LiveSessions, SessionsToEnd } from '../sessions/live-sessions';
import { refreshCookieRejected } from '../sessions/refresh-rejection';
import type { Session } from '../sessions/session';
import type { ListedSession } from '../sessions/session.answers';
import type { Principal } from '../tokens/access-token';
import { accountRejected } from '../tokens/access-token-rejection';
import type { User } from '../users/user';
import { logout, me, noSuchSession, revokeSession, sessions } from './account.operations';
import { authEnds } from './auth.reasons';
import type { Authenticator } from './authenticator';
import { impersonationForbidden } from './closed-operations';
import { loginLimits } from './login.limits';
import type { RunAsUser } from './run-as-user';

export interface OwnUser {
  user: User;
  /** Those of the application that asks. Null: the user asks, who reads everything. */
  scopes: readonly string[] | null;
}

export interface Logout {
  /** The number of ended sessions, counted up to 1000. */
  ended: number;
  /** Whether the session of the refresh cookie was ended too. If so, the API removes the cookie. */
  current: boolean;
}

interface AccountServiceNeeds {
  operation: RunOperation;
  asUser: RunAsUser;
  authenticator: Authenticator;
  lookups: { users: Lookup<User> };
  liveSessions: LiveSessions;
  rateLimits: RateLimits;
}

/** The operations of a signed-in user. */
export class AccountService {
  constructor(private readonly needs: AccountServiceNeeds) {}

  /** @param operation `me`, or another one that shows the user */
  me(context: RequestContext, operation: Operation<string, RestPath, null> = me): Promise<OwnUser> {
    return this.needs.asUser(operation, context, null, async ({ userId, scopes }) => {
      const user = await context.timings.measure('database', () => this.needs.lookups.users.findById(userId));
      if (!user || user.disabled) throw accountRejected(user);
      return { user, scopes };
    });
  }

  /** Returns a page of the live sessions, most recently used first. */
  sessions(input: unknown, context: RequestContext): Promise<Page<ListedSession>> {
    return this.needs.asUser(sessions, context, input, async ({ userId, sessionId }, page) => {
      const { items, hasMore } = await context.timings.measure('database', () =>
        this.needs.liveSessions.list(userId, page),
      );
      return { items: items.map((session) => listed(session, sessionId)), hasMore };
    });
  }

  /**
   * Ends the session of this request, all other sessions, or all sessions. Without a valid access token, the refresh
   * token of the input or of the cookie identifies the session. If that session has already ended, a logout of the current
   * session succeeds and ends nothing. A logout of other or all sessions then throws `UNAUTHENTICATED`.
   * A super admin who acts as the user can only end the session of the request.
   */
  logout(input: unknown, context: RequestContext): Promise<Logout> {
    return this.needs.operation(logout, context, async (subject) => {
      const { sessions, keys, refreshToken = null } = readInput(logout, input, context);
      const needsSession = sessions !== 'current';
      const principal = await this.needs.authenticator
        .authenticate(context, logout)
        .catch((error: unknown) => this.ofRefreshToken(refreshToken, context, error, { needsSession }));
      if (!principal) return { ended: 0, current: refreshToken === null };
      nameCaller(principal, subject, context);
      const { userId, sessionId } = principal;
      const isOfAccessToken = 'actor' in principal;
      const isImpersonation = isOfAccessToken && principal.actor !== null;
      if (isImpersonation && sessions !== 'current') throw impersonationForbidden();
      const reason = isImpersonation ? authEnds.impersonation_ended : authEnds.logout;
      const { liveSessions } = this.needs;
      const endAll = async (which: SessionsToEnd, why: SessionEnd) =>
        (await liveSessions.endAll(which, why, context)).ended;
      const end = {
        current: async () => Number(await liveSessions.end({ userId, id: sessionId }, reason, context)),
        others: () => endAll({ userId, exceptSessionId: sessionId, keys }, authEnds.revoked_by_user),
        all: () => endAll({ userId, keys }, authEnds.logout),
      };
      const ended = await context.timings.measure('database', end[sessions]);
      // The cookie of the browser belongs to another session than an impersonation or a refresh token of the input.
      const isOfCookie = isOfAccessToken ? !isImpersonation : refreshToken === null;
      return { ended, current: sessions !== 'others' && isOfCookie };
    });
  }

  /**
   * Returns the session of the refresh token in the input or else in the cookie, after the access token was rejected with
   * `error`. Returns null if that session has ended and `needsSession` is false.
   * @throws `error` if no refresh token can replace the access token; AppError `FORBIDDEN`, `RATE_LIMITED`
   */
  private async ofRefreshToken(
    given: string | null,
    context: RequestContext,
    error: unknown,
    { needsSession }: { needsSession: boolean },
  ): Promise<Pick<Principal, 'userId' | 'sessionId'> | null> {
    const { refreshCookie: cookie, authorization } = context;
    if (!(error instanceof AppError && error.code === 'UNAUTHENTICATED')) throw error;
    if (given === null && cookie === 'rejected') throw authorization === null ? refreshCookieRejected() : error;
    const token = given ?? (cookie === 'rejected' ? null : cookie?.token);
    if (typeof token !== 'string') throw error;
    return this.needs.rateLimits.failures(loginLimits.REFRESH_NETWORK, context, async () => {
      const session = await context.timings.measure('database', () =>
        this.needs.liveSessions.findByRefreshToken(token),
      );
      // The refresh token of an application is for its own endpoint (RFC 6749, section 6).
      if (session?.client) throw error;
      if (!session && needsSession) throw error;
      return session && { userId: session.userId, sessionId: session.id };
    });
  }

  revokeSession(input: unknown, context: RequestContext): Promise<void> {
    return this.needs.asUser(revokeSession, context, input, async ({ userId }, { id: sent }) => {
      const id = knownId(sent, noSuchSession);
      const ended = await context.timings.measure('database', () =>
        this.needs.liveSessions.end({ userId, id }, authEnds.revoked_by_user, context),
      );
      if (!ended) throw notFound(noSuchSession);
    });
  }
}

const listed = (session: Session, currentId: string): ListedSession => ({
  id: session.id,
  current: session.id === currentId,
  createdTs: session.createdTs,
  lastUsedTs: session.lastUsedTs,
  expiresTs: session.expiresTs,
  userAgent: session.userAgent,
  ip: session.ip,
  impersonated: session.actor !== null,
  clientName: session.client?.name ?? null,
});
