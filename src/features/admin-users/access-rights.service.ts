import type { AuditStore } from '../../platform/audit/audit.store';
import { successEvent } from '../../platform/audit/audit-event';
import type { Transact } from '../../platform/db/database';
import { notFound } from '../../platform/errors/app-error';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import type { LiveSessions } from '../sessions/live-sessions';
import type { SessionStore } from '../sessions/session.store';
import { keepOneSuperAdmin } from '../users/last-super-admin';
import type { User } from '../users/user';
import { parseRoles } from '../users/user.inputs';
import type { UserStore } from '../users/user.store';
import type { LockedAccount, UserChangesStore } from '../users/user-changes.store';

interface AccessRightsStores {
  transaction: Transact<{
    users: Pick<UserStore, 'findById'>;
    userChanges: UserChangesStore;
    sessions: SessionStore;
    audit: Pick<AuditStore, 'insert'>;
  }>;
}

type Transaction = Parameters<Parameters<AccessRightsStores['transaction']>[1]>[0];

export interface ChangedRights {
  user: User;
  /** False if the user already had these rights. */
  changed: boolean;
}

/**
 * Changes what a user may do. Each change rejects the access tokens of the user that exist, in every instance, and keeps
 * the sessions: a refresh issues a token with the new rights. Every operation can throw AppError `NOT_FOUND` and
 * `SERVICE_UNAVAILABLE`.
 */
export class AccessRightsService {
  constructor(
    private readonly stores: AccessRightsStores,
    private readonly sessions: LiveSessions,
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

  /** Promotes or demotes. @throws AppError `CONFLICT` if the user is the last enabled super admin */
  async setSuperAdmin(userId: string, isSuperAdmin: boolean, by: RequestContext | null): Promise<ChangedRights> {
    return this.change(userId, async (tx, account, at) => {
      if (account.isSuperAdmin === isSuperAdmin) return false;
      await keepOneSuperAdmin(tx, userId, account, 'demoted');
      await tx.userChanges.setSuperAdmin(userId, isSuperAdmin, at);
      // The operator who makes a super admin vouches for the address.
      if (isSuperAdmin) await tx.userChanges.verifyEmail(userId, at);
      const action = isSuperAdmin ? 'super_admin_granted' : 'super_admin_revoked';
      await tx.audit.insert([successEvent(action, at, by, { userId })]);
      return true;
    });
  }

  private async change(
    userId: string,
    apply: (tx: Transaction, account: LockedAccount, at: Date) => Promise<boolean>,
  ): Promise<ChangedRights> {
    const { announce, user, changed } = await this.stores.transaction(userId, (tx) =>
      this.changeWith(tx, userId, (account, at) => apply(tx, account, at)),
    );
    announce();
    return { user, changed };
  }

  private async changeWith(
    tx: Transaction,
    userId: string,
    apply: (account: LockedAccount, at: Date) => Promise<boolean>,
  ): Promise<ChangedRights & { announce(): void }> {
    const account = await tx.userChanges.lock(userId);
    const changed = account !== null && (await apply(account, this.clock()));
    const outdated = changed ? await this.sessions.outdateTokensWith(tx, userId) : null;
    const user = account && (await tx.users.findById(userId));
    if (!user) throw notFound('user');
    return { user, changed, announce: () => outdated?.announce() };
  }
}

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
  await tx.audit.insert([successEvent('roles_changed', at, by, { userId, details: { roles: [...names] } })]);
  return true;
}
