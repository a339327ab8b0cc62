import type { AdminAccess } from '../../accounts/admin-access/admin-access';
import { registerInput } from '../../accounts/auth/auth.inputs';
import { newUserOf, parseRegistration } from '../../accounts/auth/new-user';
import type { HashQueue } from '../../accounts/passwords/hash-queue';
import type { PasswordHasher } from '../../accounts/passwords/password-hasher';
import type { PasswordPolicy } from '../../accounts/passwords/password-policy';
import { mailLimits } from '../../accounts/users/mail.limits';
import type { User } from '../../accounts/users/user';
import type { NewUser, UserStore } from '../../accounts/users/user.store';
import type { UserChangesStore } from '../../accounts/users/user-changes.store';
import type { UserFields } from '../../accounts/users/user-fields';
import { userActions } from '../../accounts/users/users.audit';
import type { AuditStore } from '../../platform/audit/audit.store';
import { successEvent } from '../../platform/audit/audit-event';
import type { Transact } from '../../platform/db/database';
import { AppError } from '../../platform/errors/app-error';
import type { OneTimeTokenStore } from '../../platform/one-time-tokens/one-time-token.store';
import type { OneTimeTokens, ProvenToken } from '../../platform/one-time-tokens/one-time-tokens';
import { oneTimeTokenReasons } from '../../platform/one-time-tokens/one-time-tokens.reasons';
import type { RunOperation } from '../../platform/operations/run-operation';
import type { RateLimits } from '../../platform/rate-limits/rate-limits';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import { createFirstSuperAdmin } from './setup.operations';
import { setupPurposes } from './setup.purposes';

const validMs = 3_600_000;

interface SetupServiceNeeds {
  userFields: Pick<UserFields, 'defaults'>;
  operation: RunOperation;
  access: Pick<AdminAccess, 'requireNetwork'>;
  stores: {
    users: Pick<UserStore, 'search'>;
    oneTimeTokens: Pick<OneTimeTokenStore, 'findNewest'>;
    transaction: Transact<{
      users: UserStore;
      userChanges: Pick<UserChangesStore, 'hasSuperAdmin'>;
      oneTimeTokens: OneTimeTokenStore;
      audit: Pick<AuditStore, 'insert'>;
    }>;
  };
  oneTimeTokens: OneTimeTokens;
  rateLimits: Pick<RateLimits, 'failures' | 'trustNetwork'>;
  hashQueue: HashQueue;
  passwords: Pick<PasswordHasher, 'hash'>;
  passwordPolicy: Pick<PasswordPolicy, 'rejectCommon' | 'rejectBreached'>;
  clock: Clock;
}

/**
 * Lets whoever reads the output of a start create the first super admin. Of several instances that start without a super
 * admin, each voids the links of those before: the newest line counts.
 */
export class SetupService {
  constructor(private readonly needs: SetupServiceNeeds) {}

  /** @throws AppError `SERVICE_UNAVAILABLE` */
  async hasSuperAdmin(): Promise<boolean> {
    const filter = { text: null, disabled: false, isSuperAdmin: true, limit: 1 };
    return (await this.needs.stores.users.search(filter)).length > 0;
  }

  /**
   * Returns the path of a new link, which is valid for an hour and once, and voids the earlier ones. Null if there is a super
   * admin. @throws AppError `SERVICE_UNAVAILABLE`
   */
  async offer(): Promise<string | null> {
    const { stores, oneTimeTokens, clock } = this.needs;
    return stores.transaction(null, async (tx) => {
      // Also waits for a start, or for a form, of the same moment.
      if (await tx.userChanges.hasSuperAdmin()) return null;
      const at = clock();
      await tx.oneTimeTokens.voidPurpose(setupPurposes.setup, at);
      const expiresTs = new Date(at.getTime() + validMs);
      const token = await oneTimeTokens.issue(tx, {
        purpose: setupPurposes.setup,
        userId: null,
        address: null,
        expiresTs,
      });
      return `/setup/${oneTimeTokens.tokenOf(token)}`;
    });
  }

  /** Whether the link can be used. @throws AppError `FORBIDDEN`, `SERVICE_UNAVAILABLE` */
  async isOpen(token: string, context: RequestContext): Promise<boolean> {
    if ((await this.needs.oneTimeTokens.find(token, [setupPurposes.setup])) === null || (await this.hasSuperAdmin()))
      return false;
    this.needs.access.requireNetwork(context);
    return true;
  }

  /** Whether this link has created the super admin, who has come back to it. @throws AppError `FORBIDDEN`, `SERVICE_UNAVAILABLE` */
  async wasUsed(token: string, context: RequestContext): Promise<boolean> {
    const { oneTimeTokens, stores, access } = this.needs;
    const over = await oneTimeTokens.findOver(token, [setupPurposes.setup]);
    if (!over?.usedTs || !(await this.hasSuperAdmin())) return false;
    access.requireNetwork(context);
    return (await stores.oneTimeTokens.findNewest(setupPurposes.setup))?.id === over.id;
  }

  /**
   * The link vouches for the address: only an operator can have read it.
   * @throws AppError `VALIDATION_FAILED`, `INVALID_TOKEN`, `EMAIL_TAKEN`, `FORBIDDEN`, `RATE_LIMITED`, `SERVICE_UNAVAILABLE`
   */
  create(token: string, input: unknown, context: RequestContext): Promise<User> {
    const { operation, access, rateLimits, oneTimeTokens, hashQueue, passwords, passwordPolicy, clock } = this.needs;
    const { timings, locale } = context;
    return operation(createFirstSuperAdmin, context, (subject) =>
      rateLimits.failures(mailLimits.RESET_NETWORK, context, async () => {
        const proven = await timings.measure('database', () =>
          oneTimeTokens.prove({ token }, [setupPurposes.setup], subject),
        );
        access.requireNetwork(context);
        const registration = timings.measureSync('validation', () =>
          parseRegistration(registerInput, input, (password, owner) => passwordPolicy.rejectCommon(password, owner)),
        );
        subject.account = registration.email.canonical;
        return hashQueue.run(context, registration.email.canonical, async () => {
          await passwordPolicy.rejectBreached(registration.password, context);
          const passwordHash = await timings.measure('hash', () => passwords.hash(registration.password));
          const rights = { isSuperAdmin: true, roles: [], locale, fields: this.needs.userFields.defaults };
          const user = { ...newUserOf(registration, passwordHash, clock(), rights), emailVerified: true };
          const created = await timings.measure('database', () => this.insert(proven, user, context));
          await rateLimits.trustNetwork(user.emailCanonical, context);
          return created;
        });
      }),
    );
  }

  private insert(proven: ProvenToken, user: NewUser, context: RequestContext): Promise<User> {
    const { stores, oneTimeTokens, clock } = this.needs;
    return stores.transaction(null, async (tx) => {
      if (await tx.userChanges.hasSuperAdmin())
        throw new AppError('INVALID_TOKEN', { reason: oneTimeTokenReasons['used link'] });
      await oneTimeTokens.consume(tx, proven);
      const about = { userId: user.id, details: { reason: 'super admin' } };
      const created = await tx.users.insert(user, successEvent(userActions.user_created, clock(), context, about));
      // The link stays valid for another address.
      if (!created) throw new AppError('EMAIL_TAKEN');
      return created;
    });
  }
}
