import type { LoginInput, RegisterInput } from '../../accounts/auth/auth.inputs';
import type { CheckedRegistration, UnknownAddresses } from '../../accounts/auth/auth.service';
import { type BeforeRegister, type FirstRights, noRights } from '../../accounts/hooks/before-register';
import type { HashQueue } from '../../accounts/passwords/hash-queue';
import type { PasswordHasher } from '../../accounts/passwords/password-hasher';
import { type RegisterDomains, rejectOtherDomain } from '../../accounts/users/register-domains';
import { rolesOf } from '../../accounts/users/role';
import type { UserStore } from '../../accounts/users/user.store';
import type { UserClaimsStore } from '../../accounts/users/user-claims.store';
import { fieldsOfNewUser } from '../../accounts/users/user-field-changes';
import type { UserFields } from '../../accounts/users/user-fields';
import type { UserFieldsStore } from '../../accounts/users/user-fields.store';
import { userActions } from '../../accounts/users/users.audit';
import type { AuditStore } from '../../platform/audit/audit.store';
import { successEvent } from '../../platform/audit/audit-event';
import type { Transact } from '../../platform/db/database';
import { AppError } from '../../platform/errors/app-error';
import type { Log } from '../../platform/observability/log';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import { uuidv7 } from '../../platform/runtime/uuid';
import { legacyReasons } from './legacy.reasons';
import type { LegacyAccountStore } from './legacy-account.store';
import { idOf, type LegacyUser, parseLegacyUser } from './legacy-user.inputs';
import type { OldService } from './old-service';
import type { SharedLogins } from './shared-logins';

interface LegacyAccountStores {
  users: Pick<UserStore, 'findByEmail' | 'findById'>;
  transaction: Transact<{
    legacyAccounts: LegacyAccountStore;
    userClaims: Pick<UserClaimsStore, 'insert'>;
    userFields: Pick<UserFieldsStore, 'set'>;
    audit: Pick<AuditStore, 'insert'>;
  }>;
}

interface LegacyAccountsNeeds {
  logins: Pick<SharedLogins, 'login'>;
  oldService: Pick<OldService, 'register'>;
  hashQueue: Pick<HashQueue, 'outside'>;
  passwords: Pick<PasswordHasher, 'hash'>;
  stores: LegacyAccountStores;
  registerDomains: RegisterDomains;
  beforeRegister: BeforeRegister | null;
  userFields: Pick<UserFields, 'areDefined' | 'defaults'>;
  clock: Clock;
  log: Log;
}

/**
 * The accounts of the old service that were not imported: `LEGACY_UNKNOWN=ask`. The first login of an unknown address
 * creates its account from the record of the old service, and a registration registers there first.
 */
export class LegacyAccounts implements UnknownAddresses {
  constructor(private readonly needs: LegacyAccountsNeeds) {}

  async adopt({ email, password }: LoginInput, context: RequestContext): Promise<boolean> {
    const answer = await this.needs.logins.login(email.given, password, context);
    if (!answer.success) return false;
    // Not before: a stranger would learn which addresses have an account here.
    rejectOtherDomain(email, this.needs.registerDomains);
    const user = this.usable(answer.user, email.canonical);
    const rights = await this.firstRights(user, context);
    const passwordHash = await context.timings.measure('hash', () => this.needs.passwords.hash(password));
    await context.timings.measure('database', () => this.create({ ...user, ...rights }, passwordHash, context));
    return true;
  }

  async register(
    registration: RegisterInput,
    checked: CheckedRegistration,
    context: RequestContext,
  ): Promise<CheckedRegistration> {
    const { email, firstName, lastName, password, tel } = registration;
    const owner = await context.timings.measure('database', () => this.needs.stores.users.findByEmail(email.canonical));
    // Else the old service would get an account that this installation cannot have.
    if (owner) throw new AppError('EMAIL_TAKEN');
    const answer = await context.timings.measure('legacy', () =>
      this.needs.hashQueue.outside(() =>
        this.needs.oldService.register({ email: email.given, firstName, lastName, password, tel }),
      ),
    );
    if (!answer.success) {
      this.needs.log.info(
        { status: answer.status },
        'the old service rejected a registration that breaks no rule here: its address counts as taken',
      );
      throw new AppError('EMAIL_TAKEN');
    }
    const id = await this.freeId(idOf(answer.user), context);
    if (id === null) return checked;
    return { newUser: { ...checked.newUser, id }, user: { ...checked.user, id } };
  }

  /** @throws AppError `SERVICE_UNAVAILABLE`: the password is right, but the record is not */
  private usable(record: unknown, emailCanonical: string): LegacyUser {
    const user = parseLegacyUser(record);
    const problems = 'problems' in user ? user.problems : [];
    if (!('problems' in user) && user.email.canonical === emailCanonical) return user;
    const fields = problems.length > 0 ? problems : ['email'];
    this.needs.log.error(
      { fields },
      'the user record of the old service cannot be used: its user cannot sign in. Import the account, or correct it there',
    );
    throw new AppError('SERVICE_UNAVAILABLE', {
      reason: legacyReasons['no answer of the old service'],
      cause: new Error(`the record of the old service cannot be used: ${fields.join(', ')}`),
    });
  }

  private async firstRights(user: LegacyUser, context: RequestContext): Promise<FirstRights> {
    const { beforeRegister: hook, hashQueue } = this.needs;
    return hook ? hashQueue.outside(() => hook.decide(user, 'legacy', context)) : noRights;
  }

  /** Creates the account, unless another login has created it in the meantime. */
  private async create(
    { claims, fields, ...user }: LegacyUser & FirstRights,
    passwordHash: string,
    context: RequestContext,
  ): Promise<void> {
    const at = this.needs.clock();
    const newId = uuidv7(at);
    const createdTs = user.createdTs ?? at;
    await this.needs.stores.transaction(null, async (tx) => {
      for (const id of [user.id ?? newId, newId]) {
        const account = { ...user, id, createdTs, passwordHash, locale: context.locale };
        if (!(await tx.legacyAccounts.insert(account))) continue;
        if (Object.keys(claims).length > 0) await tx.userClaims.insert(id, claims);
        const { userFields } = this.needs;
        if (userFields.areDefined) await tx.userFields.set(id, fieldsOfNewUser(userFields, fields), null);
        const details = { migrated: true, stepsMs: context.timings.totals(), ...rolesOf(user) };
        await tx.audit.insert([successEvent(userActions.registered, at, context, { userId: id, details })]);
        return;
      }
    });
  }

  private async freeId(id: string | null, { timings }: RequestContext): Promise<string | null> {
    if (id === null) return null;
    const owner = await timings.measure('database', () => this.needs.stores.users.findById(id));
    return owner ? null : id;
  }
}
