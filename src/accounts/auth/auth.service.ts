import type { Challenges } from '../../platform/challenges/challenges';
import { AppError, invalidField } from '../../platform/errors/app-error';
import type { SpendingStores } from '../../platform/one-time-tokens/spend';
import { type AuditSubject, type RunOperation, readInput } from '../../platform/operations/run-operation';
import type { RateLimits } from '../../platform/rate-limits/rate-limits';
import type { EmailAddress } from '../../platform/request/email-address';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import { type BeforeRegister, type FirstRights, noRights } from '../hooks/before-register';
import type { HashQueue } from '../passwords/hash-queue';
import type { PasswordCheck } from '../passwords/password-check';
import type { PasswordHasher } from '../passwords/password-hasher';
import type { PasswordPolicy, RegistrationPath } from '../passwords/password-policy';
import type { LoginPasswordRule } from '../passwords/password-policy.settings';
import { passwordReasons } from '../passwords/passwords.reasons';
import { refreshCookieRejected, refreshTokenMissing } from '../sessions/refresh-rejection';
import type { SessionService } from '../sessions/session.service';
import { byPassword, type FirstStep } from '../tokens/authentication';
import type { TokenClaims } from '../tokens/token-claims';
import type { ProviderAccount } from '../users/identity';
import type { User } from '../users/user';
import type { Credentials, NewUser, UserStore } from '../users/user.store';
import type { FieldValues } from '../users/user-field';
import { fieldsOfNewUser } from '../users/user-field-changes';
import { changedFields, type UserFields } from '../users/user-fields';
import { withFields } from '../users/user-fields.inputs';
import { type LoginInput, loginInputOf, type RegisterInput } from './auth.inputs';
import { login, refresh, register } from './auth.operations';
import type { ListedPasswordNotices } from './listed-password-notices';
import { loginAttempt, loginLimits } from './login.limits';
import { newUserOf, parseRegistration, toUser } from './new-user';
import type { PasswordUpgrade } from './password-upgrade';
import type { Login, LoginOptions, SessionOpener, Tokens } from './session-opener';

/** A registration whose fields were checked and whose password was hashed. */
export interface CheckedRegistration {
  newUser: NewUser & { passwordHash: string };
  /** The user that the answer shows. */
  user: User;
}

/** What becomes of a registration: the setting `REGISTRATION`. */
export interface Registrations {
  /**
   * Holds for every way to register.
   * @throws AppError `FORBIDDEN` if this address cannot register or, without one, if no address can
   */
  reject(address: EmailAddress | null): void;
  /** Returns the user for the answer. @throws AppError `EMAIL_TAKEN`, `RATE_LIMITED`, `SERVICE_UNAVAILABLE` */
  complete(registration: CheckedRegistration, context: RequestContext, subject: AuditSubject): Promise<User>;
}

/** Decides whether a user with the right password may sign in, if the account is disabled or its address not verified. */
export interface LoginPolicy {
  /** Returns the error that the user gets, or null. */
  problemOf(credentials: Credentials, context: RequestContext): Promise<AppError | null>;
}

/** Where addresses without an account here may have one: the setting `LEGACY_UNKNOWN`. */
export interface UnknownAddresses {
  /**
   * Asks whether the password is right there. If it is, creates the account here, with this password.
   * @throws AppError `SERVICE_UNAVAILABLE`; `FORBIDDEN` if the password is right there, and the address cannot register here
   */
  adopt(login: LoginInput, context: RequestContext): Promise<boolean>;
  /**
   * Registers there first. Returns the registration with the id of the account there, if it can be used here.
   * @throws AppError `EMAIL_TAKEN`, `SERVICE_UNAVAILABLE`
   */
  register(
    registration: RegisterInput,
    checked: CheckedRegistration,
    context: RequestContext,
  ): Promise<CheckedRegistration>;
}

/** How often a login tries to open its session while changes of the account interfere. */
const mostAttempts = 3;

/** The first step of a login. */
export interface FirstProof<Stores = SpendingStores> {
  firstStep: FirstStep;
  /** Null if nothing is used up, as with a password. */
  spend: ((tx: Stores) => Promise<void>) | null;
  /** The account at a provider that the login connects. */
  connects?: ProviderAccount | null;
}

/** The second step of logins. */
export interface LoginSecondFactors<Stores = SpendingStores> {
  /** Whether a login whose first step was right needs a second factor. */
  areNeeded(credentials: Credentials): boolean;
  /** Completes a login whose request contained the code. @throws AppError `INVALID_TOKEN`, `RATE_LIMITED` */
  login(credentials: Credentials, code: string, options: LoginOptions, context: RequestContext): Promise<Login>;
  /** Returns the error `MFA_REQUIRED` with a challenge. */
  challenge(
    credentials: Credentials,
    options: LoginOptions,
    context: RequestContext,
    by?: FirstProof<Stores>,
  ): Promise<AppError>;
}

interface AuthServiceNeeds {
  userFields: UserFields;
  tokenClaims: Pick<TokenClaims, 'rejectNew'>;
  operation: RunOperation;
  users: UserStore;
  sessions: SessionService;
  passwords: PasswordHasher;
  passwordCheck: PasswordCheck;
  passwordUpgrade: PasswordUpgrade;
  /** Null unless another service has accounts that are not here. */
  unknownAddresses: UnknownAddresses | null;
  passwordPolicy: PasswordPolicy;
  /** Null without `HOOK_BEFORE_REGISTER`. */
  beforeRegister: BeforeRegister | null;
  listedPasswordNotices: ListedPasswordNotices;
  hashQueue: HashQueue;
  rateLimits: RateLimits;
  /** Null with CHALLENGE=off. */
  botChallenges: Pick<Challenges, 'check'> | null;
  opener: SessionOpener;
  secondFactors: LoginSecondFactors;
  registrations: Registrations;
  loginPolicy: LoginPolicy;
  loginPasswordRule: LoginPasswordRule;
  clock: Clock;
}

/**
 * Registration, login and refresh, for both APIs. Each input is validated first. Registrations and logins then wait in
 * the hash queue. After that, the rate limits count the request. The account is only read after the rate limits allow
 * the request.
 */
export class AuthService {
  private readonly loginOperation;
  private readonly registerInput;

  constructor(private readonly needs: AuthServiceNeeds) {
    this.loginOperation = { ...login, input: loginInputOf(needs.loginPasswordRule) };
    this.registerInput = withFields(register, needs.userFields, { by: 'user', isNew: true }).input;
  }

  /**
   * Lets an API reject a request before it reads the body. Reading the body is most of the work when too many logins
   * arrive.
   */
  async rejectOverload(operation: typeof register | typeof login, context: RequestContext): Promise<void> {
    const overload = this.needs.hashQueue.overloadOf(context);
    if (overload) await this.needs.operation(operation, context, () => Promise.reject(overload));
  }

  register(input: unknown, context: RequestContext, through: RegistrationPath = 'api'): Promise<User> {
    return this.needs.operation(register, context, async (subject) => {
      this.needs.registrations.reject(null);
      const registration = context.timings.measureSync('validation', () =>
        parseRegistration(this.registerInput, input, (password, owner) =>
          this.needs.passwordPolicy.rejectCommonAtRegistration(password, owner, through),
        ),
      );
      const account = registration.email.canonical;
      subject.account = account;
      this.needs.registrations.reject(registration.email);
      await this.needs.botChallenges?.check(register, registration, context);
      return this.needs.hashQueue.run(context, account, () =>
        this.needs.rateLimits.attempt([loginLimits.REGISTER_NETWORK, loginLimits.GLOBAL], context, () =>
          this.complete(registration, context, subject),
        ),
      );
    });
  }

  private async complete(registration: RegisterInput, context: RequestContext, subject: AuditSubject): Promise<User> {
    const { timings, locale } = context;
    const sent = this.fieldsOf(registration);
    await this.needs.passwordPolicy.rejectBreached(registration.password, context);
    const { roles, claims, fields } = await this.firstRights(registration, context);
    const passwordHash = await timings.measure('hash', () => this.needs.passwords.hash(registration.password));
    const newUser = newUserOf(registration, passwordHash, this.needs.clock(), {
      isSuperAdmin: false,
      roles,
      claims,
      locale,
      fields: changedFields(sent, fields),
    });
    const checked = { newUser: { ...newUser, passwordHash }, user: toUser(newUser) };
    const agreed = (await this.needs.unknownAddresses?.register(registration, checked, context)) ?? checked;
    return timings.measure('database', () => this.needs.registrations.complete(agreed, context, subject));
  }

  private fieldsOf({ email, firstName, lastName, tel, fields: sent }: RegisterInput): FieldValues {
    const fields = fieldsOfNewUser(this.needs.userFields, sent);
    const user = { email: email.given, firstName, lastName, tel, roles: [], claims: {}, fields };
    this.needs.tokenClaims.rejectNew(user, sent);
    return fields;
  }

  /** The hook is another service: the request gives its slot to another one meanwhile. */
  private async firstRights(registration: RegisterInput, context: RequestContext): Promise<FirstRights> {
    const { beforeRegister: hook, hashQueue } = this.needs;
    return hook ? hashQueue.outside(() => hook.decide(registration, 'password', context)) : noRights;
  }

  /** A login with an unknown address takes the same work as a login with a wrong password (ASVS 5.0, 6.3.8). */
  login(input: unknown, context: RequestContext): Promise<Login> {
    return this.needs.operation(login, context, async (subject) => {
      const credentials = readInput(this.loginOperation, input, context);
      const account = credentials.email.canonical;
      subject.account = account;
      await this.needs.botChallenges?.check(login, credentials, context);
      return this.needs.hashQueue.run(context, account, () =>
        this.needs.rateLimits.count(loginAttempt(account), context, () =>
          this.openSession(credentials, context, subject),
        ),
      );
    });
  }

  /** Tries again if the account changes between the check of the password and the opening of the session. */
  private async openSession(credentials: LoginInput, context: RequestContext, subject: AuditSubject): Promise<Login> {
    const progress = { migrated: false };
    for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
      const login = await this.tryToOpenSession(credentials, context, subject, progress);
      if (login) return login;
    }
    throw new AppError('SERVICE_UNAVAILABLE');
  }

  private async tryToOpenSession(
    input: LoginInput,
    context: RequestContext,
    subject: AuditSubject,
    progress: { migrated: boolean },
  ): Promise<Login | null> {
    const { email, password, code, options } = input;
    const found = await context.timings.measure('database', () => this.needs.users.findCredentials(email.canonical));
    if (!found && this.needs.unknownAddresses) {
      const isAdopted = await this.needs.unknownAddresses.adopt(input, context);
      if (!isAdopted) throw new AppError('INVALID_CREDENTIALS', { reason: passwordReasons['unknown address'] });
      progress.migrated = true;
      return null;
    }
    if (found) subject.userId = found.user.id;
    const checked = await this.needs.passwordCheck.check(email.canonical, found, password, context);
    if (!found || checked.mismatch) {
      throw new AppError('INVALID_CREDENTIALS', { reason: checked.mismatch ?? passwordReasons['unknown address'] });
    }

    const { user } = found;
    // Most logins need no further check.
    if (user.disabled || !user.emailVerified) {
      const problem = await this.needs.loginPolicy.problemOf(found, context);
      if (problem) throw problem;
    }
    const upgraded = await this.needs.passwordUpgrade.apply(found, checked, password, context);
    const { passwordHash, migrated, isOvertaken } = upgraded;
    if (isOvertaken) return null;
    if (migrated) progress.migrated = true;
    if (passwordHash !== null) {
      this.needs.listedPasswordNotices.observe(user, { password: password.normalize('NFC'), passwordHash }, context);
    }
    const { factors, twoStep } = found;
    const guard = { passwordHash, factors, twoStep };
    return this.needs.secondFactors.areNeeded(found)
      ? this.withSecondFactor({ ...found, passwordHash }, code, options, context)
      : this.needs.opener.open(
          { account: found, authentication: byPassword, guard, migrated: progress.migrated },
          options,
          context,
        );
  }

  private async withSecondFactor(
    credentials: Credentials,
    code: string | null,
    options: LoginOptions,
    context: RequestContext,
  ): Promise<Login> {
    if (code === null || credentials.factors.length === 0) {
      throw await this.needs.secondFactors.challenge(credentials, options, context);
    }
    return this.needs.secondFactors.login(credentials, code, options, context);
  }

  /** Exchanges the refresh token of the input, or else of the refresh cookie, for new tokens. */
  refresh(input: unknown, context: RequestContext): Promise<Tokens> {
    return this.needs.operation(refresh, context, async (subject) => {
      const { refreshToken, refreshTokenIn } = readInput(refresh, input, context);
      const sentIn = typeof refreshToken === 'string' ? 'body' : 'cookie';
      const token = refreshToken ?? tokenOfCookie(context);
      // Scripts cannot read the cookie, so they must not read the next token in a response either.
      if (sentIn === 'cookie' && refreshTokenIn === 'body') {
        const msg = 'must be "cookie" if the refresh token was sent in a cookie';
        throw invalidField('refreshTokenIn', msg);
      }
      const renewed = await this.needs.rateLimits.failures(loginLimits.REFRESH_NETWORK, context, () =>
        context.timings.measure('database', () => this.needs.sessions.renew(token, context, subject)),
      );
      return this.needs.opener.tokensOf(renewed, refreshTokenIn ?? sentIn, this.needs.clock(), context.timings);
    });
  }
}

function tokenOfCookie({ refreshCookie }: RequestContext): string {
  if (refreshCookie === null) throw refreshTokenMissing();
  if (refreshCookie === 'rejected') throw refreshCookieRejected();
  return refreshCookie.token;
}
