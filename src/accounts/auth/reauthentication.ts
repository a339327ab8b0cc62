import { AppError, invalidField, type RequiredAuthentication, reasons } from '../../platform/errors/app-error';
import type { RejectionReason } from '../../platform/errors/rejection-reason';
import type { RateLimits } from '../../platform/rate-limits/rate-limits';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import type { HashQueue } from '../passwords/hash-queue';
import type { PasswordCheck } from '../passwords/password-check';
import { passwordReasons } from '../passwords/passwords.reasons';
import type { SessionStore } from '../sessions/session.store';
import type { Principal } from '../tokens/access-token';
import { accessTokenRejected } from '../tokens/access-token-rejection';
import { tokenReasons } from '../tokens/tokens.reasons';
import type { Credentials, UserStore } from '../users/user.store';
import { loginAttempt } from './login.limits';
import type { PasswordUpgrade } from './password-upgrade';
import { bySecondFactor, freshForS, ofAnyLevel, type TwoStepSignIn } from './two-step-sign-in';

/** How long the network of a login counts as new, in milliseconds. */
const newNetworkMs = 3_600_000;
/** How often a password is compared while other requests replace the stored hash. */
const mostAttempts = 3;

interface ReauthenticationNeeds {
  users: Pick<UserStore, 'findCredentialsById'>;
  passwordCheck: PasswordCheck;
  passwordUpgrade: PasswordUpgrade;
  hashQueue: HashQueue;
  rateLimits: RateLimits;
  twoStep: TwoStepSignIn;
  sessions: Pick<SessionStore, 'networkSince'>;
  /** Whether the mailbox of a user can be proved. */
  sendsMails: boolean;
  clock: Clock;
}

/** What a session says about its user. */
type SessionProof = Pick<Principal, 'userId' | 'sessionId' | 'acr' | 'authTimeS'>;

/**
 * Asks a signed-in user to prove who they are again, before an operation that could lock the user out (ASVS 5.0, 7.5.1).
 * A user with a second factor must have used it in the last five minutes, in the login or in a step-up, whether or not logins
 * ask for it: `TwoStepSignIn` has the one exception. A user without one sends the current password, and a user without a password must have signed in recently. The rate limits count a wrong password like a failed login, because a stolen access token
 * must not help to guess passwords.
 */
export class Reauthentication {
  constructor(private readonly needs: ReauthenticationNeeds) {}

  /**
   * Checks the proof, and then runs `work`. If there is a password, it is always checked, and `work` runs in the same slot
   * of the hash queue, so that `work` can hash, too.
   * @throws AppError `STEP_UP_REQUIRED` if the account has a second factor that was not used recently, or has neither a
   * factor nor a password, and the sign-in is not recent;
   * `VALIDATION_FAILED` if it has none and the password is missing; `INVALID_CREDENTIALS` if the password is wrong;
   * `UNAUTHENTICATED` if the account no longer exists; `ACCOUNT_DISABLED`, `RATE_LIMITED`, `SERVICE_UNAVAILABLE`; what
   * `work` throws
   */
  async confirm<Result>(
    principal: Principal,
    currentPassword: string | null,
    context: RequestContext,
    work: (credentials: Credentials) => Promise<Result>,
  ): Promise<Result> {
    return this.confirmed(await this.accountOf(principal, context), principal, currentPassword, context, work);
  }

  /**
   * The one function for operations that add a way in. In the first hour after a login with the password alone, from a network
   * that the account does not know, it also asks for a code by mail: whoever has stolen the password would otherwise stay, and
   * would no longer need it. Who has just registered does not send the password once more.
   * @throws AppError as `confirm`
   */
  async confirmWayIn<Result>(
    principal: Principal,
    currentPassword: string | null,
    context: RequestContext,
    work: (credentials: Credentials) => Promise<Result>,
  ): Promise<Result> {
    const account = await this.accountOf(principal, context);
    if (await this.needsMailbox(principal, account, context)) {
      throw new AppError('STEP_UP_REQUIRED', { msg: mailboxNeeded, stepUp: byMailbox });
    }
    if (currentPassword === null && this.needs.twoStep.hasJustBegun(principal, account))
      return unlessDisabled(account, work);
    return this.confirmed(account, principal, currentPassword, context, work);
  }

  /** Whether the session has to prove the mailbox before it adds a way in. A second factor is asked for in any case. */
  async needsMailbox(session: SessionProof, account: Credentials, { timings }: RequestContext): Promise<boolean> {
    const { sendsMails, twoStep, sessions, clock } = this.needs;
    if (!sendsMails || !account.user.emailVerified || account.factors.length > 0) return false;
    if (twoStep.isSoonAfterReset(session, account)) return false;
    const sinceTs = await timings.measure('database', () => sessions.networkSince(session.sessionId));
    return sinceTs !== null && clock().getTime() - sinceTs.getTime() < newNetworkMs;
  }

  private async confirmed<Result>(
    account: Credentials,
    principal: Principal,
    currentPassword: string | null,
    context: RequestContext,
    work: (credentials: Credentials) => Promise<Result>,
  ): Promise<Result> {
    this.needs.twoStep.requireProof(principal, account);
    if (currentPassword !== null) {
      return this.withPassword(account, currentPassword, context, (confirmed) => {
        // The account can have got a second factor in the meantime.
        this.needs.twoStep.requireProof(principal, confirmed);
        return work(confirmed);
      });
    }
    if (this.needs.twoStep.hasNoProof(account)) this.needs.twoStep.requireRecent(principal);
    else if (account.factors.length === 0) throw passwordRequired();
    return unlessDisabled(account, work);
  }

  /**
   * For operations that only a user with a second factor can use.
   * @throws AppError `STEP_UP_REQUIRED`; `CONFLICT` without a second factor; `UNAUTHENTICATED`, `ACCOUNT_DISABLED`
   */
  async requireFactor(principal: Principal, context: RequestContext): Promise<void> {
    const account = await this.accountOf(principal, context);
    if (account.user.disabled) throw new AppError('ACCOUNT_DISABLED');
    if (account.factors.length === 0) throw new AppError('CONFLICT', { msg: 'The account has no second factor.' });
    this.needs.twoStep.requireProof(principal, account);
  }

  /**
   * For operations that take no password: the user has signed in or used a step-up recently, with the second factor if there
   * is one.
   * @throws AppError `STEP_UP_REQUIRED`; `UNAUTHENTICATED` if the account no longer exists
   */
  async requireFresh(principal: Principal, context: RequestContext): Promise<Credentials> {
    const account = await this.accountOf(principal, context);
    this.needs.twoStep.requireProof(principal, account);
    this.needs.twoStep.requireRecent(principal);
    return account;
  }

  /**
   * What an operation without a password asks of a session that adds a way in: a recent sign-in or step-up, with the second factor
   * if there is one. Null if nothing is missing.
   * @throws AppError `UNAUTHENTICATED` if the account no longer exists
   */
  async missingProof(
    principal: SessionProof,
    context: RequestContext,
    known?: Credentials,
  ): Promise<RequiredAuthentication | null> {
    const account = known ?? (await this.accountOf(principal, context));
    const { twoStep } = this.needs;
    if (!twoStep.isProven(principal, account)) return bySecondFactor;
    if (await this.needsMailbox(principal, account, context)) return byMailbox;
    return twoStep.isRecent(principal) ? null : ofAnyLevel;
  }

  /** Whether a step-up comes before the operations that need a proof. */
  needsStepUp(principal: Principal, account: Credentials): boolean {
    const { twoStep } = this.needs;
    return !twoStep.isProven(principal, account) || (twoStep.hasNoProof(account) && !twoStep.isRecent(principal));
  }

  /** @throws AppError `UNAUTHENTICATED` if the account no longer exists */
  async accountOf({ userId }: Pick<Principal, 'userId'>, { timings }: RequestContext): Promise<Credentials> {
    const account = await timings.measure('database', () => this.needs.users.findCredentialsById(userId));
    if (!account) throw accessTokenRejected(tokenReasons['no account']);
    return account;
  }

  /**
   * Checks the current password, and runs `work` in the same slot of the hash queue. Most callers use `confirm`, which
   * also asks for the second factor.
   * @throws AppError `INVALID_CREDENTIALS`, `ACCOUNT_DISABLED`, `RATE_LIMITED`, `SERVICE_UNAVAILABLE`; what `work` throws
   */
  withPassword<Result>(
    { user: { id }, emailCanonical }: Credentials,
    password: string,
    context: RequestContext,
    work: (credentials: Credentials) => Promise<Result>,
  ): Promise<Result> {
    const { timings } = context;
    return this.needs.hashQueue.run(context, emailCanonical, async () => {
      const confirmed = await this.needs.rateLimits.count(loginAttempt(emailCanonical), context, async () => {
        for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
          // Read again, because the request may have waited for its slot.
          const credentials = await timings.measure('database', () => this.needs.users.findCredentialsById(id));
          const checked = await this.needs.passwordCheck.check(emailCanonical, credentials, password, context);
          if (!credentials || checked.mismatch)
            throw wrongPassword(checked.mismatch ?? passwordReasons['unknown address']);
          if (credentials.user.disabled) throw new AppError('ACCOUNT_DISABLED');
          // The old service knows a password by the address, which the operation can change.
          const upgraded = await this.needs.passwordUpgrade.apply(credentials, checked, password, context);
          if (!upgraded.isOvertaken) return { ...credentials, passwordHash: upgraded.passwordHash };
        }
        throw new AppError('SERVICE_UNAVAILABLE');
      });
      return work(confirmed);
    });
  }
}

function unlessDisabled<Result>(
  account: Credentials,
  work: (account: Credentials) => Promise<Result>,
): Promise<Result> {
  if (account.user.disabled) throw new AppError('ACCOUNT_DISABLED');
  return work(account);
}

const byMailbox: RequiredAuthentication = { acr: null, maxAgeS: freshForS, methods: ['email'] };
const mailboxNeeded =
  'The account does not know the network of this login yet. Prove with a code by mail that the account is yours.';

const passwordRequired = () => invalidField('currentPassword', reasons.required);

const wrongPassword = (reason: RejectionReason) =>
  new AppError('INVALID_CREDENTIALS', { msg: 'The current password is wrong.', reason });
