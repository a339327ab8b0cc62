import type { ClaimChanges } from '../../accounts/sessions/claim-changes';
import type { SessionStore } from '../../accounts/sessions/session.store';
import { keepOneSuperAdmin } from '../../accounts/users/last-super-admin';
import type { User } from '../../accounts/users/user';
import { noSuchUser } from '../../accounts/users/user';
import { parseRoles } from '../../accounts/users/user.inputs';
import type { UserStore } from '../../accounts/users/user.store';
import type { LockedAccount, UserChangesStore } from '../../accounts/users/user-changes.store';
import { parseUserClaims } from '../../accounts/users/user-claims.inputs';
import type { UserClaimsStore } from '../../accounts/users/user-claims.store';
import { changeFields } from '../../accounts/users/user-field-changes';
import { type UserFields, valuesOfTexts } from '../../accounts/users/user-fields';
import { parseFields } from '../../accounts/users/user-fields.inputs';
import type { UserFieldsStore } from '../../accounts/users/user-fields.store';
import type { AuditStore } from '../../platform/audit/audit.store';
import { successEvent } from '../../platform/audit/audit-event';
import type { Transact } from '../../platform/db/database';
import { notFound } from '../../platform/errors/app-error';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import { adminUserActions } from './admin-users.audit';

interface AccessRightsStores {
  transaction: Transact<{
    users: Pick<UserStore, 'findById'>;
    userChanges: UserChangesStore;
    userClaims: UserClaimsStore;
    userFields: UserFieldsStore;
    sessions: SessionStore;
    audit: Pick<AuditStore, 'insert'>;
  }>;
}

type Transaction = Parameters<Parameters<AccessRightsStores['transaction']>[1]>[0];

export interface ChangedRights {
  user: User;
  /** False if the user already had these rights or claims. */
  changed: boolean;
}

/**
 * Changes what a user may do, and what tokens say about it. Each change rejects the access tokens of the user that exist, in
 * every instance, and keeps the sessions: a refresh issues a token with the new rights. Every operation can throw AppError `NOT_FOUND` and
 * `SERVICE_UNAVAILABLE`.
 */
export class AccessRightsService {
  constructor(
    private readonly stores: AccessRightsStores,
    private readonly claimChanges: ClaimChanges,
    private readonly userFields: UserFields,
    private readonly clock: Clock,
  ) {}

  /** Replaces all roles of the user. `by` is null for a command. @throws AppError `VALIDATION_FAILED` */
  async setRoles(userId: string, roles: unknown, by: RequestContext | null): Promise<ChangedRights> {
    const { roles: names } = parseRoles({ roles });
    return this.change(userId, (tx, account, at) => replaceRoles(tx, userId, account, names, at, by));
  }

  /**
   * Like `setRoles`, in the transaction of the caller, who calls `announce` after the commit. The names must be valid and
   * sorted.
   */
  async setRolesWith(
    tx: Transaction,
    userId: string,
    names: readonly string[],
    by: RequestContext | null,
  ): Promise<{ changed: boolean; announce(): void }> {
    const { changed, announce } = await this.changeWith(tx, userId, (account, at) =>
      replaceRoles(tx, userId, account, names, at, by),
    );
    return { changed, announce };
  }

  /**
   * Replaces the claims of the user. Only a change that access tokens show rejects those that exist. `by` is null for a
   * command. @throws AppError `VALIDATION_FAILED`
   */
  async setClaims(userId: string, claims: unknown, by: RequestContext | null): Promise<ChangedRights> {
    const given = parseUserClaims(claims);
    const change = async (tx: Transaction, _account: LockedAccount, at: Date) => {
      if (!(await tx.userClaims.set(userId, given, at))) return false;
      await tx.audit.insert([
        successEvent(adminUserActions.user_updated, at, by, { userId, details: { fields: ['claims'] } }),
      ]);
      return true;
    };
    return this.change(userId, change, { fields: ['claims'], outdates: false });
  }

  /** Changes these fields of the installation, and leaves the others. @throws AppError `VALIDATION_FAILED` */
  async setFields(userId: string, fields: unknown, by: RequestContext | null): Promise<ChangedRights> {
    const given = parseFields(this.userFields, fields, { by: 'admin' });
    const change = async (tx: Transaction, _account: LockedAccount, at: Date) => {
      const changed = await changeFields(tx.userFields, userId, given, at);
      if (changed.length === 0) return false;
      await tx.audit.insert([
        successEvent(adminUserActions.user_updated, at, by, { userId, details: { fields: changed } }),
      ]);
      return true;
    };
    return this.change(userId, change, { fields: Object.keys(given).map((name) => `fields.${name}`), outdates: false });
  }

  /** As `setFields`, with the values as an operator wrote them. An empty text removes the value. */
  setFieldTexts(
    userId: string,
    texts: Readonly<Record<string, string>>,
    by: RequestContext | null,
  ): Promise<ChangedRights> {
    return this.setFields(userId, valuesOfTexts(this.userFields, texts), by);
  }

  /** Promotes or demotes. @throws AppError `CONFLICT` if the user is the last enabled super admin */
  async setSuperAdmin(userId: string, isSuperAdmin: boolean, by: RequestContext | null): Promise<ChangedRights> {
    return this.change(userId, async (tx, account, at) => {
      if (account.isSuperAdmin === isSuperAdmin) return false;
      await keepOneSuperAdmin(tx, userId, account, 'demoted');
      await tx.userChanges.setSuperAdmin(userId, isSuperAdmin, at);
      // The operator who makes a super admin vouches for the address.
      if (isSuperAdmin) await tx.userChanges.verifyEmail(userId, at);
      const action = isSuperAdmin ? adminUserActions.super_admin_granted : adminUserActions.super_admin_revoked;
      await tx.audit.insert([successEvent(action, at, by, { userId })]);
      return true;
    });
  }

  private async change(
    userId: string,
    apply: (tx: Transaction, account: LockedAccount, at: Date) => Promise<boolean>,
    what = ofRights,
  ): Promise<ChangedRights> {
    const { announce, user, changed } = await this.stores.transaction(userId, (tx) =>
      this.changeWith(tx, userId, (account, at) => apply(tx, account, at), what),
    );
    announce();
    return { user, changed };
  }

  private async changeWith(
    tx: Transaction,
    userId: string,
    apply: (account: LockedAccount, at: Date) => Promise<boolean>,
    { fields, outdates } = ofRights,
  ): Promise<ChangedRights & { announce(): void }> {
    const watched = await this.claimChanges.watch(tx, userId);
    const account = await tx.userChanges.lock(userId);
    const changed = account !== null && (await apply(account, this.clock()));
    const outdated = changed ? await watched.settle(fields, { outdates }) : null;
    const user = account && (await tx.users.findById(userId));
    if (!user) throw notFound(noSuchUser);
    return { user, changed, announce: () => outdated?.announce() };
  }
}

/** A change of rights rejects the tokens also if they do not show it. Making a super admin verifies the address. */
const ofRights = { fields: ['roles'] as readonly string[], outdates: true };

async function replaceRoles(
  tx: Transaction,
  userId: string,
  account: LockedAccount,
  names: readonly string[],
  at: Date,
  by: RequestContext | null,
): Promise<boolean> {
  if (account.roles.join() === names.join()) return false;
  await tx.userChanges.setRoles(userId, [...names], at);
  await tx.audit.insert([
    successEvent(adminUserActions.roles_changed, at, by, { userId, details: { roles: [...names] } }),
  ]);
  return true;
}
