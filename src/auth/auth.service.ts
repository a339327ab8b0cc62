import { successEvent } from '../audit/audit-event';
import { AppError } from '../errors/app-error';
import { refreshCookieRejected, refreshTokenMissing } from '../errors/token-rejections';
import type { HashQueue } from '../passwords/hash-queue';
import type { PasswordCheck } from '../passwords/password-check';
import type { PasswordHasher } from '../passwords/password-hasher';
import type { RateLimits } from '../rate-limits/rate-limits';
import type { AuditSubject, RunOperation } from '../request/operation';
import type { RequestContext } from '../request/request-context';
import type { Clock } from '../runtime/clock';
import type { Session } from '../sessions/session';
import type { SessionService } from '../sessions/session.service';
import type { AccessTokens } from '../tokens/access-token';
import type { User } from '../users/user';
import type { UserStore } from '../users/user.store';
import {
  type LoginInput,
  parseLoginInput,
  parseRefreshInput,
  parseRegisterInput,
  type RegisterInput,
} from './auth.inputs';
import { newUserOf } from './new-user';

export interface Tokens {
  /** The access token, a signed JWT (RFC 7519). */
  jwt: string;
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

/**
 * Registration, login and refresh, for both APIs. Each input is validated first. Registrations and logins then wait in
 * the hash queue. After that, the rate limits count the request. The account is only read after the rate limits allow
 * the request.
 */
export class AuthService {
  constructor(
    private readonly operation: RunOperation,
    private readonly users: UserStore,
    private readonly sessions: SessionService,
    private readonly passwords: PasswordHasher,
    private readonly passwordCheck: PasswordCheck,
    private readonly hashQueue: HashQueue,
    private readonly rateLimits: RateLimits,
    private readonly accessTokens: AccessTokens,
    private readonly clock: Clock,
  ) {}

  /**
   * Lets an API reject a request before it reads the body. Reading the body is most of the work when too many logins
   * arrive.
   * @throws AppError `SERVICE_UNAVAILABLE` if a registration or a login would be rejected now
   */
  rejectOverload(name: 'register' | 'login', context: RequestContext): Promise<void> {
    return this.operation(name, context, async () => this.hashQueue.rejectIfFull(context));
  }

  /** @throws AppError `VALIDATION_FAILED`, `RATE_LIMITED`, `EMAIL_TAKEN`, `SERVICE_UNAVAILABLE` */
  register(input: unknown, context: RequestContext): Promise<User> {
    return this.operation('register', context, async (subject) => {
      const registration = context.timings.measureSync('validation', () => parseRegisterInput(input));
      const account = registration.email.canonical;
      subject.account = account;
      return this.hashQueue.run(context, account, () =>
        this.rateLimits.attempt(['REGISTER_NETWORK', 'GLOBAL'], context, () =>
          this.insertUser(registration, context, subject),
        ),
      );
    });
  }

  private async insertUser(registration: RegisterInput, context: RequestContext, subject: AuditSubject): Promise<User> {
    const { timings } = context;
    const passwordHash = await timings.measure('hash', () => this.passwords.hash(registration.password));
    const createdTs = this.clock();
    const newUser = newUserOf(registration, passwordHash, createdTs, { isSuperAdmin: false });
    const audit = successEvent('registered', createdTs, context, {
      userId: newUser.id,
      details: { stepsMs: timings.totals() },
    });
    const user = await timings.measure('database', () => this.users.insert(newUser, audit));
    if (!user) throw new AppError('EMAIL_TAKEN');
    subject.userId = user.id;
    return user;
  }

  /**
   * A login with an unknown address takes the same work as a login with a wrong password (ASVS 5.0, 6.3.8).
   * @throws AppError `VALIDATION_FAILED`, `RATE_LIMITED`, `INVALID_CREDENTIALS`, `ACCOUNT_DISABLED`,
   * `SERVICE_UNAVAILABLE`
   */
  login(input: unknown, context: RequestContext): Promise<Login> {
    return this.operation('login', context, async (subject) => {
      const credentials = context.timings.measureSync('validation', () => parseLoginInput(input));
      const account = credentials.email.canonical;
      subject.account = account;
      return this.hashQueue.run(context, account, () =>
        this.rateLimits.login(account, context, () => this.openSession(credentials, context, subject)),
      );
    });
  }

  private async openSession(
    { email, password, scope, refreshTokenIn }: LoginInput,
    context: RequestContext,
    subject: AuditSubject,
  ): Promise<Login> {
    const { timings } = context;
    const found = await timings.measure('database', () => this.users.findCredentials(email.canonical));
    const mismatch = await timings.measure('hash', () => this.passwordCheck.mismatch(found, password));
    if (found) subject.userId = found.user.id;
    if (!found || mismatch) {
      throw new AppError('INVALID_CREDENTIALS', { reason: mismatch ?? 'unknown address' });
    }

    const { user, passwordHash } = found;
    if (user.disabled) throw new AppError('ACCOUNT_DISABLED');
    if (this.passwords.isOutdated(passwordHash)) {
      const upgraded = await timings.measure('hash', () => this.passwords.hash(password));
      await timings.measure('database', () => this.users.upgradePasswordHash(user.id, passwordHash, upgraded));
    }

    const issuedAt = this.clock();
    const { ttlS: accessTokenTtlS } = this.accessTokens.settings;
    const opened = await timings.measure('database', () =>
      this.sessions.open(user.id, context, issuedAt, { ...scope, accessTokenTtlS }),
    );
    if (!opened) throw new AppError('ACCOUNT_DISABLED');
    return { user, ...this.tokensOf(opened, refreshTokenIn, issuedAt) };
  }

  /**
   * Exchanges the refresh token of the input, or else of the refresh cookie, for new tokens.
   * @throws AppError `VALIDATION_FAILED`, `RATE_LIMITED`, `UNAUTHENTICATED`, `FORBIDDEN`, `SERVICE_UNAVAILABLE`
   */
  refresh(input: unknown, context: RequestContext): Promise<Tokens> {
    return this.operation('refresh', context, async (subject) => {
      const { refreshToken, refreshTokenIn } = context.timings.measureSync('validation', () =>
        parseRefreshInput(input),
      );
      const sentIn = typeof refreshToken === 'string' ? 'body' : 'cookie';
      const token = refreshToken ?? tokenOfCookie(context);
      // Scripts cannot read the cookie, so they must not read the next token in a response either.
      if (sentIn === 'cookie' && refreshTokenIn === 'body') {
        const msg = 'must be "cookie" if the refresh token was sent in a cookie';
        throw new AppError('VALIDATION_FAILED', { fields: [{ field: 'refreshTokenIn', msg }] });
      }
      const renewed = await this.rateLimits.attempt(['REFRESH_NETWORK'], context, () =>
        context.timings.measure('database', () => this.sessions.renew(token, context, subject)),
      );
      return this.tokensOf(renewed, refreshTokenIn ?? sentIn, this.clock());
    });
  }

  private tokensOf(
    { session, refreshToken }: OpenSession,
    refreshTokenIn: Tokens['refreshTokenIn'],
    issuedAt: Date,
  ): Tokens {
    const subject = { userId: session.userId, sessionId: session.id, revision: session.revision };
    const { jwt, expiresInS } = this.accessTokens.issue(subject, issuedAt, session);
    return { jwt, expiresInS, refreshToken, refreshTokenIn, sessionExpiresTs: session.expiresTs, issuedAt };
  }
}

function tokenOfCookie({ refreshCookie }: RequestContext): string {
  if (refreshCookie === null) throw refreshTokenMissing();
  if (refreshCookie === 'rejected') throw refreshCookieRejected();
  return refreshCookie.token;
}

interface OpenSession {
  session: Session;
  refreshToken: string | null;
}
