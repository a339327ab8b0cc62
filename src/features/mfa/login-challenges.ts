import type { FirstProof, LoginSecondFactors } from '../../accounts/auth/auth.service';
import type { Login, LoginOptions, SessionOpener } from '../../accounts/auth/session-opener';
import type { TwoStepSignIn } from '../../accounts/auth/two-step-sign-in';
import type { PasskeyAssertion } from '../../accounts/factors/passkey.inputs';
import type { PasskeyFactor } from '../../accounts/factors/passkey-factor';
import {
  type FactorTx,
  factorRejected,
  type ProvenFactor,
  type SecondFactorCodes,
} from '../../accounts/factors/second-factor-codes';
import type { SessionStore } from '../../accounts/sessions/session.store';
import { bySecondFactor, type FirstStep, isFirstStep } from '../../accounts/tokens/authentication';
import { detailsOf, type ProviderAccount, providerAccountOf } from '../../accounts/users/identity';
import type { ConnectionStores, IdentityConnector } from '../../accounts/users/identity-connector';
import type { Credentials, FactorKind, UserStore } from '../../accounts/users/user.store';
import type { WayInMails } from '../../accounts/users/way-in-mails';
import type { Transact } from '../../platform/db/database';
import { AppError } from '../../platform/errors/app-error';
import type { ChallengeFactor } from '../../platform/errors/login-challenge';
import type { OneTimeTokenStore } from '../../platform/one-time-tokens/one-time-token.store';
import type { OneTimeTokens, ProvenToken } from '../../platform/one-time-tokens/one-time-tokens';
import { oneTimeTokenReasons } from '../../platform/one-time-tokens/one-time-tokens.reasons';
import type { SpentChallengeStore } from '../../platform/one-time-tokens/spent-challenge.store';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import { mfaPurposes } from './mfa.purposes';
import { mfaReasons } from './mfa.reasons';

/** The stores of a transaction that completes a login. */
export interface LoginStores extends FactorTx, ConnectionStores {
  sessions: SessionStore;
  oneTimeTokens: OneTimeTokenStore;
  spentChallenges: SpentChallengeStore;
}

/** A login that waits for its second factor. */
interface PendingLogin {
  proven: ProvenToken;
  credentials: Credentials;
  options: LoginOptions;
  firstStep: FirstStep;
  /** The account at a provider that the login connects. */
  connects: ProviderAccount | null;
}

/** What completes a login or a step-up. */
export type FactorProof = { code: string } | { passkey: PasskeyAssertion };

/** How long a login waits for its second factor, in seconds. */
const challengeS = 300;
/** How many logins of an account can wait. A further one replaces the oldest. */
const mostPending = 5;

interface LoginChallengesNeeds {
  stores: { users: Pick<UserStore, 'findCredentialsById'>; transaction: Transact<LoginStores> };
  factors: SecondFactorCodes;
  passkeys: PasskeyFactor;
  oneTimeTokens: OneTimeTokens;
  opener: SessionOpener;
  mails: WayInMails;
  connector: Pick<IdentityConnector, 'connect'>;
  twoStep: TwoStepSignIn;
  clock: Clock;
}

/** The second step of logins to accounts with two-step sign-in. */
export class LoginChallenges implements LoginSecondFactors<LoginStores> {
  constructor(private readonly needs: LoginChallengesNeeds) {}

  areNeeded(credentials: Credentials): boolean {
    return this.needs.twoStep.isOn(credentials);
  }

  /** Completes a login whose request contained the code. @throws AppError `INVALID_TOKEN`, `RATE_LIMITED` */
  login(credentials: Credentials, code: string, options: LoginOptions, context: RequestContext): Promise<Login> {
    return this.needs.factors.withCode(credentials.user.id, code, context, (factor) =>
      this.open({ credentials, options, firstStep: 'password', connects: null }, factor, context),
    );
  }

  /** Returns the error with the challenge. The challenge is no session: it is only good for `completeLogin`. */
  async challenge(
    credentials: Credentials,
    options: LoginOptions,
    context: RequestContext,
    by: FirstProof<LoginStores> = ofPassword,
  ): Promise<AppError> {
    const { user, factors, revision } = credentials;
    const now = this.needs.clock();
    const request = {
      purpose: mfaPurposes.complete_login,
      userId: user.id,
      address: null,
      details: {
        offlineAccess: String(options.offlineAccess),
        refreshTokenIn: options.refreshTokenIn,
        revision: String(revision),
        firstStep: by.firstStep,
        ...(by.connects && detailsOf(by.connects)),
      },
      expiresTs: new Date(now.getTime() + challengeS * 1000),
    };
    const token = await context.timings.measure('database', () =>
      this.needs.stores.transaction(user.id, async (tx) => {
        await by.spend?.(tx);
        await tx.oneTimeTokens.voidOldest(user.id, mfaPurposes.complete_login, mostPending - 1, now);
        return this.needs.oneTimeTokens.issue(tx, request);
      }),
    );
    const passkeyOptions = factors.includes('passkey') ? await this.needs.passkeys.options(user.id) : null;
    return new AppError('MFA_REQUIRED', {
      ...(factors.length === 0 && { msg: mustEnroll }),
      challenge: {
        token: this.needs.oneTimeTokens.tokenOf(token),
        factors: challengeFactorsOf(credentials),
        passkeyOptions,
        expiresInS: challengeS,
      },
    });
  }

  /**
   * Returns the login that a challenge names, without using it up.
   * @throws AppError `INVALID_TOKEN` if it is unknown, was completed, has expired, or its account has changed
   */
  async find(token: string, context: RequestContext): Promise<PendingLogin> {
    const { timings } = context;
    const proven = await timings.measure('database', () =>
      this.needs.oneTimeTokens.prove({ token }, [mfaPurposes.complete_login]),
    );
    const { userId, details } = proven.token;
    const credentials =
      userId && (await timings.measure('database', () => this.needs.stores.users.findCredentialsById(userId)));
    if (!credentials || credentials.user.disabled || String(credentials.revision) !== details.revision) {
      throw factorRejected(mfaReasons['changed account']);
    }
    const refreshTokenIn = details.refreshTokenIn === 'cookie' ? 'cookie' : 'body';
    const options = { offlineAccess: details.offlineAccess === 'true', refreshTokenIn } as const;
    // The version before this one knew only passwords.
    const firstStep = isFirstStep(details.firstStep) ? details.firstStep : 'password';
    return { proven, credentials, options, firstStep, connects: providerAccountOf(details) };
  }

  /**
   * Completes the login with a code or a passkey. If the user has no second factor, the first code of the authenticator
   * app that `enrollTotp` has added completes the login, and the app becomes a second factor.
   * @throws AppError `INVALID_TOKEN`, `RATE_LIMITED`
   */
  async complete(pending: PendingLogin, proof: FactorProof, context: RequestContext): Promise<Login> {
    const { proven, credentials } = pending;
    const userId = credentials.user.id;
    const open = (factor: ProvenFactor, isFirst = false) => {
      const spend = async (tx: LoginStores) => {
        await this.needs.oneTimeTokens.consume(tx, proven);
        await factor.spend(tx);
        if (isFirst) {
          const at = this.needs.clock();
          await tx.factors.setTwoStep(userId, true, at);
          const addedTs = (await tx.factors.newestTs(userId)) ?? at;
          await this.needs.mails.write(tx, { userId, wayIn: 'totp', addedTs }, context.locale);
        }
      };
      return this.open(pending, { ...factor, spend }, context, isFirst);
    };
    const check = () => {
      if ('passkey' in proof) return this.needs.passkeys.withPasskey(userId, proof.passkey, context, open);
      if (credentials.factors.length > 0) return this.needs.factors.withCode(userId, proof.code, context, open);
      return this.needs.factors.withFirstCode(userId, proof.code, context, (factor) => open(factor, true));
    };
    // Counted before the comparison, so that parallel attempts get no more than the others.
    const left = await context.timings.measure('database', () => this.needs.oneTimeTokens.takeAttempt(proven));
    return check().catch((error: unknown) => {
      const isOfFactor =
        error instanceof AppError &&
        error.code === 'INVALID_TOKEN' &&
        error.reason !== oneTimeTokenReasons['used link'];
      throw isOfFactor ? withAttemptsLeft(error, left) : error;
    });
  }

  private open(
    { credentials, options, firstStep, connects }: Omit<PendingLogin, 'proven'>,
    factor: Omit<ProvenFactor, 'spend'> & { spend(tx: LoginStores): Promise<void> },
    context: RequestContext,
    isFirst = false,
  ): Promise<Login> {
    const { user, passwordHash, factors } = credentials;
    const guard = { passwordHash, factors: isFirst ? firstFactors : factors, twoStep: null };
    const authentication = bySecondFactor(firstStep, factor.methods);
    return this.needs.opener.openSpending(
      this.needs.stores.transaction,
      async (tx) => {
        await factor.spend(tx);
        if (connects) await this.needs.connector.connect(tx, { userId: user.id }, connects, context);
      },
      { account: credentials, authentication, guard, method: firstStep, factor: factor.kind },
      options,
      context,
    );
  }
}

const ofPassword: FirstProof = { firstStep: 'password', spend: null };

const withAttemptsLeft = ({ message: msg, reason, cause }: AppError, attemptsLeft: number) =>
  new AppError('INVALID_TOKEN', { msg, ...(reason && { reason }), cause, attemptsLeft });

/** The factors of an account after `withFirstCode`. */
const firstFactors: readonly FactorKind[] = ['totp'];

const mustEnroll =
  'A second factor is required. Add an authenticator app with the challenge, and complete the login with its first code.';

/** A recovery code stands for every factor. There are recovery codes while two-step sign-in is on. */
export function challengeFactorsOf({ factors, twoStep }: Pick<Credentials, 'factors' | 'twoStep'>): ChallengeFactor[] {
  return twoStep && factors.length > 0 ? [...factors, 'recovery_code'] : [...factors];
}
