import type { Transact } from '../../platform/db/database';
import { AppError } from '../../platform/errors/app-error';
import type { ChallengeFactor } from '../../platform/errors/login-challenge';
import type { RequestContext } from '../../platform/request/request-context';
import type { RequestTimings } from '../../platform/request/request-timings';
import type { Clock } from '../../platform/runtime/clock';
import type { SessionOfUser } from '../sessions/session';
import type { SessionService } from '../sessions/session.service';
import type { SessionGuard, SessionStore } from '../sessions/session.store';
import type { AccessTokens } from '../tokens/access-token';
import { type Authentication, type FirstStep, nameOf } from '../tokens/authentication';
import type { TokenClaims } from '../tokens/token-claims';
import type { User } from '../users/user';
import type { Credentials } from '../users/user.store';

export interface Tokens {
  /** The access token, a signed JWT (RFC 7519). */
  jwt: string;
  /** The session of the access token. */
  sessionId: string;
  /** The lifetime of the access token in seconds. */
  expiresInS: number;
  /** Null unless the session has offline access. */
  refreshToken: string | null;
  refreshTokenIn: 'body' | 'cookie';
  /** When the session ends, even if the client refreshes it. */
  sessionExpiresTs: Date;
  issuedAt: Date;
}

export interface Login extends Tokens {
  /** The user as stored before this login, so `lastLoginTs` is the time of the previous login. */
  user: User;
}

/** What the client asked for in the login. */
export interface LoginOptions {
  offlineAccess: boolean;
  refreshTokenIn: Tokens['refreshTokenIn'];
}

/** A user who has proved who they are, and how. */
interface AuthenticatedUser {
  account: Pick<Credentials, 'user' | 'emailCanonical'>;
  authentication: Authentication;
  guard: SessionGuard;
  /** Whether the login has replaced a password of another service. */
  migrated?: boolean;
  /** By default a password. */
  method?: FirstStep;
  /** The second factor, if there was one. */
  factor?: ChallengeFactor;
}

interface OpenedLogin {
  session: SessionOfUser;
  /** The ids of the sessions that ended because of the maximum. */
  ended: readonly string[];
  refreshToken: string | null;
  issuedAt: Date;
}

/** Opens the sessions of logins, and issues the tokens of sessions. */
export class SessionOpener {
  /** How many logins have succeeded in this process, by the name of their method. */
  readonly logins = new Map<string, number>();

  constructor(
    private readonly sessions: SessionService,
    private readonly accessTokens: AccessTokens,
    private readonly tokenClaims: Pick<TokenClaims, 'of'>,
    private readonly clock: Clock,
  ) {}

  /** Returns null if the account was deleted or disabled, or has changed since the user was authenticated. */
  async open(user: AuthenticatedUser, options: LoginOptions, context: RequestContext): Promise<Login | null> {
    const opened = await context.timings.measure('database', () => this.openWith(user, options, context));
    return opened && this.loginOf(user, opened, options, context);
  }

  /**
   * Opens the session in the transaction in which `spend` uses up the second factor, so that only a login that succeeds
   * uses up a code or a challenge.
   * @throws AppError `SERVICE_UNAVAILABLE` if the account has changed in the meantime; what `spend` throws
   */
  async openSpending<Tx extends { sessions: SessionStore }>(
    transaction: Transact<Tx>,
    spend: (tx: Tx) => Promise<void>,
    user: AuthenticatedUser,
    options: LoginOptions,
    context: RequestContext,
  ): Promise<Login> {
    const opened = await context.timings.measure('database', () =>
      transaction(user.account.user.id, async (tx) => {
        await spend(tx);
        const opened = await this.openWith(user, options, context, tx);
        // Thrown, so that the transaction is rolled back.
        if (!opened) throw new AppError('SERVICE_UNAVAILABLE');
        return opened;
      }),
    );
    return this.loginOf(user, opened, options, context);
  }

  private async openWith(
    { account, authentication, guard, migrated = false, method = 'password', factor }: AuthenticatedUser,
    { offlineAccess }: LoginOptions,
    context: RequestContext,
    tx?: { sessions: SessionStore },
  ): Promise<OpenedLogin | null> {
    const issuedAt = this.clock();
    const { ttlS: accessTokenTtlS } = this.accessTokens.settings;
    const options = { offlineAccess, accessTokenTtlS, authentication, guard, migrated, method, factor: factor ?? null };
    const opened = await this.sessions.open(account, context, issuedAt, options, tx);
    return opened && Object.assign(opened, { issuedAt });
  }

  private async loginOf(
    { account: { user }, method = 'password' }: AuthenticatedUser,
    opened: OpenedLogin,
    { refreshTokenIn }: LoginOptions,
    { timings }: RequestContext,
  ): Promise<Login> {
    this.sessions.rejectTokensOf(opened.ended);
    const name = nameOf(method);
    this.logins.set(name, (this.logins.get(name) ?? 0) + 1);
    return { user, ...(await this.tokensOf(opened, refreshTokenIn, opened.issuedAt, timings)) };
  }

  /** After the commit of what has opened or renewed the session: see `TokenClaims.of`. */
  async tokensOf(
    { session, refreshToken }: { session: SessionOfUser; refreshToken: string | null },
    refreshTokenIn: Tokens['refreshTokenIn'],
    issuedAt: Date,
    timings: RequestTimings,
  ): Promise<Tokens> {
    // Its tokens depend on the client of now. No operation that issues tokens here is open to it.
    if (session.client) throw new Error('the session of an application gets its tokens at /oauth/token');
    const claims = await this.tokenClaims.of(session.userId, timings);
    const { id: sessionId, userId, revision } = session;
    const { jwt, expiresInS } = this.accessTokens.issue({ userId, sessionId, revision }, issuedAt, session, claims);
    const { expiresTs: sessionExpiresTs } = session;
    return { jwt, sessionId, expiresInS, refreshToken, refreshTokenIn, sessionExpiresTs, issuedAt };
  }
}
