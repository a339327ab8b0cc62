import { deed } from '../audit/audit-event';
import type { Client } from '../client';
import type { Clock } from '../clock';
import { AppError, refreshCookieRejected } from '../errors';
import type { RateLimits } from '../rate-limits/rate-limits';
import type { Session } from '../sessions/session';
import type { SessionService } from '../sessions/session.service';
import type { User } from '../users/user';
import type { UserStore } from '../users/user.store';
import type { AccessTokens } from './access-token';
import type { Admission } from './admission';
import {
  type LoginInput,
  parseLoginInput,
  parseRefreshInput,
  parseRegisterInput,
  type RegisterInput,
} from './auth.inputs';
import { newUserOf } from './new-user';
import type { PasswordHasher } from './password';
import type { PasswordCheck } from './password-check';

/** What a login or a refresh gives. */
export interface Tokens {
  /** The access token. */
  jwt: string;
  /** Seconds. */
  expiresInS: number;
  /** Null unless the login asked for offline access. */
  refreshToken: string | null;
  /** Where the door is to put it. */
  refreshTokenIn: 'body' | 'cookie';
  /** The end of the session. */
  sessionExpiresTs: Date;
  issuedAt: Date;
}

export interface Login extends Tokens {
  /** As it was before this login: `lastLoginTs` is the previous one's. */
  user: User;
}

/**
 * Registration, login and refresh: what both doors open onto. Inputs are taken as they came and checked here; then
 * comes the turn in the queue of those who hash, then the limits, and only then the database.
 */
export class AuthService {
  constructor(
    private readonly users: UserStore,
    private readonly sessions: SessionService,
    private readonly passwords: PasswordHasher,
    private readonly passwordCheck: PasswordCheck,
    private readonly admission: Admission,
    private readonly rateLimits: RateLimits,
    private readonly accessTokens: AccessTokens,
    private readonly clock: Clock,
  ) {}

  /**
   * For doors that can ask before they read what is sent: under a storm of logins that is most of the work.
   * @throws AppError `SERVICE_UNAVAILABLE` when a registration or a login would be refused by now
   */
  refuseOverload(_operation: 'register' | 'login', client: Client): void {
    this.admission.refuseFull(client);
  }

  /** @throws AppError `VALIDATION_FAILED`, `RATE_LIMITED`, `EMAIL_TAKEN`, `SERVICE_UNAVAILABLE` */
  async register(input: unknown, client: Client): Promise<User> {
    const registration = client.trail.measureSync('validation', () => parseRegisterInput(input));
    client.trail.about.account = registration.email.canonical;
    return this.admission.run(client, registration.email.canonical, () =>
      this.rateLimits.register(client, () => this.insertUser(registration, client)),
    );
  }

  private async insertUser(registration: RegisterInput, client: Client): Promise<User> {
    const { trail } = client;
    const passwordHash = await trail.measure('hash', () => this.passwords.hash(registration.password));
    const createdTs = this.clock();
    const newUser = newUserOf(registration, passwordHash, createdTs, { isSuperAdmin: false });
    const audit = deed('registered', createdTs, client, { userId: newUser.id, details: { stepsMs: trail.totals() } });
    const user = await trail.measure('database', () => this.users.insert(newUser, audit));
    if (!user) throw new AppError('EMAIL_TAKEN');
    trail.about.userId = user.id;
    return user;
  }

  /**
   * An unknown address costs what a wrong password costs (ASVS 5.0, 6.3.8).
   * @throws AppError `VALIDATION_FAILED`, `RATE_LIMITED`, `INVALID_CREDENTIALS`, `ACCOUNT_DISABLED`,
   * `SERVICE_UNAVAILABLE`
   */
  async login(input: unknown, client: Client): Promise<Login> {
    const credentials = client.trail.measureSync('validation', () => parseLoginInput(input));
    client.trail.about.account = credentials.email.canonical;
    const account = credentials.email.canonical;
    return this.admission.run(client, account, () =>
      this.rateLimits.login(account, client, () => this.openSession(credentials, client)),
    );
  }

  private async openSession({ email, password, scope, refreshTokenIn }: LoginInput, client: Client): Promise<Login> {
    const { trail } = client;
    const found = await trail.measure('database', () => this.users.findCredentials(email.canonical));
    const mismatch = await trail.measure('hash', () => this.passwordCheck.mismatch(found, password));
    if (found) trail.about.userId = found.user.id;
    if (!found || mismatch) {
      throw new AppError('INVALID_CREDENTIALS', { reason: mismatch ?? 'unknown address' });
    }

    const { user, passwordHash } = found;
    if (user.disabled) throw new AppError('ACCOUNT_DISABLED');
    if (this.passwords.isOutdated(passwordHash)) {
      const upgraded = await trail.measure('hash', () => this.passwords.hash(password));
      await trail.measure('database', () => this.users.upgradePasswordHash(user.id, passwordHash, upgraded));
    }

    const issuedAt = this.clock();
    const { ttlS: accessTokenTtlS } = this.accessTokens.settings;
    const opened = await trail.measure('database', () =>
      this.sessions.open(user.id, client, issuedAt, { ...scope, accessTokenTtlS }),
    );
    if (!opened) throw new AppError('ACCOUNT_DISABLED');
    return { user, ...this.tokensOf(opened, refreshTokenIn, issuedAt) };
  }

  /**
   * With the token of the input, or else of the cookie.
   * @throws AppError `VALIDATION_FAILED`, `RATE_LIMITED`, `UNAUTHENTICATED`, `FORBIDDEN`, `SERVICE_UNAVAILABLE`
   */
  async refresh(input: unknown, client: Client): Promise<Tokens> {
    const { refreshToken, refreshTokenIn } = client.trail.measureSync('validation', () => parseRefreshInput(input));
    const cameIn = typeof refreshToken === 'string' ? 'body' : 'cookie';
    const token = refreshToken ?? tokenOfCookie(client);
    // A script that cannot read the cookie must not get its token, or the next one, from an answer either.
    if (cameIn === 'cookie' && refreshTokenIn === 'body') {
      const msg = 'must be "cookie" where the refresh token came in a cookie';
      throw new AppError('VALIDATION_FAILED', { fields: [{ field: 'refreshTokenIn', msg }] });
    }
    const renewed = await this.rateLimits.refresh(client, () =>
      client.trail.measure('database', () => this.sessions.renew(token, client)),
    );
    return this.tokensOf(renewed, refreshTokenIn ?? cameIn, this.clock());
  }

  private tokensOf(
    { session, refreshToken }: OpenSession,
    refreshTokenIn: Tokens['refreshTokenIn'],
    issuedAt: Date,
  ): Tokens {
    const subject = { userId: session.userId, sessionId: session.id, revision: session.revision };
    const { jwt, expiresInS } = this.accessTokens.issue(subject, issuedAt, session.expiresTs);
    return { jwt, expiresInS, refreshToken, refreshTokenIn, sessionExpiresTs: session.expiresTs, issuedAt };
  }
}

function tokenOfCookie({ refreshCookie }: Client): string {
  if (refreshCookie === null) throw new AppError('UNAUTHENTICATED', { msg: 'A refresh token is required.' });
  if (refreshCookie === 'rejected') throw refreshCookieRejected();
  return refreshCookie.token;
}

interface OpenSession {
  session: Session;
  refreshToken: string | null;
}
