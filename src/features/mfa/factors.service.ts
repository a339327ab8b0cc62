import { randomBytes } from 'node:crypto';
import type { Authenticator } from '../../accounts/auth/authenticator';
import { loginLimits } from '../../accounts/auth/login.limits';
import type { Reauthentication } from '../../accounts/auth/reauthentication';
import type { RunAsUser } from '../../accounts/auth/run-as-user';
import type { TwoStepSignIn } from '../../accounts/auth/two-step-sign-in';
import type { AddedFactor, RecoveryCodes } from '../../accounts/factors/factor.answers';
import type { FactorStore } from '../../accounts/factors/factor.store';
import type { FactorChangeStores, FactorChanges } from '../../accounts/factors/factor-changes';
import type { PasskeyFactor } from '../../accounts/factors/passkey-factor';
import type { SecondFactorCodes, SeedEncryption } from '../../accounts/factors/second-factor-codes';
import { toBase32, totp, totpUri } from '../../accounts/factors/totp';
import { accessTokenRejected } from '../../accounts/tokens/access-token-rejection';
import { tokenReasons } from '../../accounts/tokens/tokens.reasons';
import type { UserStore } from '../../accounts/users/user.store';
import type { Transact } from '../../platform/db/database';
import { AppError, notFound } from '../../platform/errors/app-error';
import { nameCaller, type RunOperation, readInput } from '../../platform/operations/run-operation';
import type { RateLimits } from '../../platform/rate-limits/rate-limits';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import type { LoginChallenges } from './login-challenges';
import type { EnrolledTotp, ListedFactors } from './mfa.answers';
import { confirmTotp, enrollTotp, factors, regenerateRecoveryCodes, removeTotp, setTwoStep } from './mfa.operations';

/** The second factors of a user. */
export interface Factors extends ListedFactors {
  /** Whether the account has a password. Only for pages. */
  hasPassword: boolean;
  /** Whether the user cannot switch two-step sign-in off. Only for pages. */
  isTwoStepRequired: boolean;
  /** Since when two-step sign-in is on. Null while it is off, or if that is not known. Only for pages. */
  twoStepTs: Date | null;
  /** When the authenticator app was added. Only for pages. */
  totpTs: Date | null;
}

interface FactorsServiceNeeds {
  operation: RunOperation;
  asUser: RunAsUser;
  stores: { users: UserStore; factors: FactorStore; transaction: Transact<FactorChangeStores> };
  authenticator: Authenticator;
  reauthentication: Reauthentication;
  twoStep: TwoStepSignIn;
  secondFactors: SecondFactorCodes;
  passkeys: Pick<PasskeyFactor, 'list'>;
  logins: LoginChallenges;
  seeds: SeedEncryption;
  changes: FactorChanges;
  rateLimits: RateLimits;
  product: string;
  clock: Clock;
}

/** Adds and removes the second factors of signed-in users. */
export class FactorsService {
  constructor(private readonly needs: FactorsServiceNeeds) {}

  factors(context: RequestContext): Promise<Factors> {
    return this.needs.asUser(factors, context, null, async ({ userId }) => {
      return context.timings.measure('database', async () => {
        const [account, stored, twoStepTs, passkeys, recoveryCodes] = await Promise.all([
          this.needs.stores.users.findCredentialsById(userId),
          this.needs.stores.factors.findTotp(userId),
          this.needs.stores.factors.twoStepSince(userId),
          this.needs.passkeys.list(userId),
          this.needs.stores.factors.countRecoveryCodes(userId),
        ]);
        if (!account) throw accessTokenRejected(tokenReasons['no account']);
        return {
          twoStep: this.needs.twoStep.isOn(account),
          hasPassword: account.passwordHash !== null,
          isTwoStepRequired: this.needs.twoStep.isRequired(account),
          totp: stored?.confirmedTs != null,
          twoStepTs,
          totpTs: stored?.confirmedTs ?? null,
          passkeys,
          recoveryCodes,
        };
      });
    });
  }

  /**
   * Returns a new seed. The app is a second factor from its first right code on: see `confirmTotp`. With the
   * token of a challenge, a user who must get a second factor calls this without being signed in.
   */
  enrollTotp(input: unknown, context: RequestContext): Promise<EnrolledTotp> {
    return this.needs.operation(enrollTotp, context, async (subject) => {
      const { currentPassword, token } = readInput(enrollTotp, input, context);
      if (token !== null) {
        return this.needs.rateLimits.failures(loginLimits.PASSWORDLESS_NETWORK, context, async () => {
          const { credentials } = await this.needs.logins.find(token, context);
          subject.userId = credentials.user.id;
          if (credentials.factors.length > 0) throw alreadyAdded();
          return this.saveSeed(credentials.user.id, credentials.user.email, context);
        });
      }
      const principal = await this.needs.authenticator.authenticate(context, enrollTotp);
      nameCaller(principal, subject, context);
      return this.needs.reauthentication.confirmWayIn(principal, currentPassword, context, ({ user, factors }) => {
        if (factors.includes('totp')) throw alreadyAdded();
        return this.saveSeed(user.id, user.email, context);
      });
    });
  }

  private async saveSeed(userId: string, email: string, { timings }: RequestContext): Promise<EnrolledTotp> {
    const seed = randomBytes(totp.seedBytes);
    const encryptedSeed = this.needs.seeds.encrypt(seed, userId);
    await timings.measure('database', () =>
      this.needs.stores.transaction(userId, async ({ factors }) => {
        const account = await factors.lock(userId);
        if (!account || account.factors.includes('totp')) throw alreadyAdded();
        this.needs.changes.requireProvenAddress(account.user);
        await factors.saveTotp(userId, encryptedSeed, this.needs.clock());
      }),
    );
    const secret = toBase32(seed);
    return { secret, uri: totpUri(secret, this.needs.product, email) };
  }

  /**
   * Makes the authenticator app a second factor with its first right code, and switches two-step sign-in on. Returns
   * the recovery codes, if it was off before.
   */
  confirmTotp(input: unknown, context: RequestContext): Promise<AddedFactor> {
    return this.needs.asUser(confirmTotp, context, input, async (principal, { code }) => {
      return this.needs.secondFactors.withFirstCode(principal.userId, code, context, (factor) =>
        this.needs.changes.add(principal, { factor: 'totp', methods: factor.methods }, context, (tx) =>
          factor.spend(tx),
        ),
      );
    });
  }

  /** Removes the authenticator app, and ends all other sessions. */
  removeTotp(context: RequestContext): Promise<void> {
    return this.needs.asUser(removeTotp, context, null, async (principal) => {
      await this.needs.reauthentication.requireFactor(principal, context);
      await this.needs.changes.remove(principal, 'totp', context, async (tx) => {
        if (!(await tx.factors.removeTotp(principal.userId))) throw notFound('The account has no such second factor.');
      });
    });
  }

  /** Replaces the recovery codes, and ends all other sessions. */
  regenerateRecoveryCodes(context: RequestContext): Promise<RecoveryCodes> {
    return this.needs.asUser(regenerateRecoveryCodes, context, null, async (principal) => {
      await this.needs.reauthentication.requireFactor(principal, context);
      return this.needs.changes.replaceRecoveryCodes(principal, context);
    });
  }

  /**
   * Switches two-step sign-in on or off. On, the result has ten recovery codes, unless it was on before. Off ends all other
   * sessions.
   */
  setTwoStep(input: unknown, context: RequestContext): Promise<RecoveryCodes> {
    return this.needs.asUser(setTwoStep, context, input, async (principal, { enabled }) => {
      await this.needs.reauthentication.requireFactor(principal, context);
      return this.needs.changes.setTwoStep(principal, enabled, context);
    });
  }
}

const alreadyAdded = () => new AppError('CONFLICT', { msg: 'The account has an authenticator app already.' });
