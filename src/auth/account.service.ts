import type { Client } from '../client';
import { AppError, accessTokenRejected, refreshCookieRejected } from '../errors';
import type { RateLimits } from '../rate-limits/rate-limits';
import type { LiveSessions } from '../sessions/live-sessions';
import type { Session } from '../sessions/session';
import type { SessionPage } from '../sessions/session-page';
import type { User } from '../users/user';
import type { UserStore } from '../users/user.store';
import type { Principal } from './access-token';
import { parseLogoutInput, parseRevokeSessionInput, parseSessionsInput } from './auth.inputs';
import type { Authenticator } from './authenticator';

export interface ListedSession extends Session {
  /** Whether it is the one that asks. */
  current: boolean;
}

export interface Logout {
  /** How many sessions; of more than a thousand, a thousand. */
  ended: number;
  /** Whether the one that asked is among them, so that a browser's cookie is of no use any more. */
  current: boolean;
}

/** What a person who is signed in sees and does. All of it throws AppError `UNAUTHENTICATED` and `SERVICE_UNAVAILABLE`. */
export class AccountService {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly users: UserStore,
    private readonly liveSessions: LiveSessions,
    private readonly rateLimits: RateLimits,
  ) {}

  async me(client: Client): Promise<User> {
    const { userId } = await this.authenticator.authenticate(client);
    const user = await client.trail.measure('database', () => this.users.findById(userId));
    if (!user || user.disabled) throw accessTokenRejected(user ? 'disabled account' : 'no account');
    return user;
  }

  /** A page of the live sessions, the last used first. @throws AppError `VALIDATION_FAILED` */
  async sessions(input: unknown, client: Client): Promise<SessionPage<ListedSession>> {
    const page = client.trail.measureSync('validation', () => parseSessionsInput(input));
    const { userId, sessionId } = await this.authenticator.authenticate(client);
    const { sessions, hasMore } = await client.trail.measure('database', () => this.liveSessions.list(userId, page));
    return { sessions: sessions.map((session) => ({ ...session, current: session.id === sessionId })), hasMore };
  }

  /**
   * Ends the session that asks, all others, or all. Without a valid access token the refresh cookie says which session
   * asks. If that has ended before, a browser that logs out has nothing to end, and is logged out.
   * @throws AppError `VALIDATION_FAILED`, `FORBIDDEN`, `RATE_LIMITED`
   */
  async logout(input: unknown, client: Client): Promise<Logout> {
    const { sessions } = client.trail.measureSync('validation', () => parseLogoutInput(input));
    const principal = await this.authenticator
      .authenticate(client)
      .catch((error: unknown) => this.ofCookie(client, error, { needsSession: sessions !== 'current' }));
    if (!principal) return { ended: 0, current: true };
    const { userId, sessionId } = principal;
    const end = {
      current: async () => Number(await this.liveSessions.end({ userId, id: sessionId }, 'logout', client)),
      others: async () =>
        (await this.liveSessions.endAll({ userId, exceptSessionId: sessionId }, 'logout', client)).ended,
      all: async () => (await this.liveSessions.endAll({ userId }, 'logout', client)).ended,
    };
    const ended = await client.trail.measure('database', end[sessions]);
    return { ended, current: sessions !== 'others' };
  }

  /** Whose refresh cookie it is, after this error of the access token. Null if its session has ended. */
  private async ofCookie(
    client: Client,
    error: unknown,
    { needsSession }: { needsSession: boolean },
  ): Promise<Principal | null> {
    const { refreshCookie: cookie, authorization } = client;
    if (!(error instanceof AppError && error.code === 'UNAUTHENTICATED') || cookie === null) throw error;
    if (cookie === 'rejected') throw authorization === null ? refreshCookieRejected() : error;
    const session = await this.rateLimits.refresh(client, () =>
      client.trail.measure('database', () => this.liveSessions.findByRefreshToken(cookie.token)),
    );
    if (!session && needsSession) throw error;
    return session && { userId: session.userId, sessionId: session.id, revision: session.revision };
  }

  /** @throws AppError `VALIDATION_FAILED`; `NOT_FOUND` for what is not a live session of the one who asks */
  async revokeSession(input: unknown, client: Client): Promise<void> {
    const { id } = client.trail.measureSync('validation', () => parseRevokeSessionInput(input));
    const { userId } = await this.authenticator.authenticate(client);
    if (!isUuid(id)) throw new AppError('NOT_FOUND');
    const ended = await client.trail.measure('database', () =>
      this.liveSessions.end({ userId, id }, 'revoked_by_user', client),
    );
    if (!ended) throw new AppError('NOT_FOUND');
  }
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
