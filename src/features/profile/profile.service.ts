import type { AuditStore } from '../../platform/audit/audit.store';
import { successEvent } from '../../platform/audit/audit-event';
import type { Transact } from '../../platform/db/database';
import { accessTokenRejected } from '../../platform/errors/token-rejections';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import type { RunAsUser } from '../auth/run-as-user';
import type { ClaimChangeStores, ClaimChanges } from '../sessions/claim-changes';
import type { User } from '../users/user';
import type { UserChangesStore } from '../users/user-changes.store';
import { changeFields } from '../users/user-field-changes';
import type { UserFields } from '../users/user-fields';
import { withFields } from '../users/user-fields.inputs';
import type { UserFieldsStore } from '../users/user-fields.store';
import { updateProfile } from './profile.operations';

export interface ProfileStores {
  transaction: Transact<
    ClaimChangeStores & {
      userChanges: UserChangesStore;
      userFields: UserFieldsStore;
      audit: Pick<AuditStore, 'insert'>;
    }
  >;
}

export class ProfileService {
  private readonly updateProfile;
  private readonly updateFields;

  constructor(
    private readonly asUser: RunAsUser,
    private readonly stores: ProfileStores,
    private readonly claimChanges: ClaimChanges,
    userFields: UserFields,
    private readonly clock: Clock,
  ) {
    this.updateProfile = withFields(updateProfile, userFields, { by: 'user' });
    this.updateFields = withFields(updateProfile, userFields, { by: 'user', isOnly: true });
  }

  /**
   * Changes the fields of the input, and leaves the others as they are. A new phone number is not verified.
   * If access tokens show a field that has changed, they are rejected, and the client refreshes.
   * @throws AppError `VALIDATION_FAILED`, `UNAUTHENTICATED`, `RATE_LIMITED`, `SERVICE_UNAVAILABLE`
   */
  update(input: unknown, context: RequestContext): Promise<User> {
    return this.change(this.updateProfile, input, context);
  }

  /** Changes the fields that the installation adds, which the input must have. @throws as `update` */
  changeFields({ fields }: { fields: unknown }, context: RequestContext): Promise<User> {
    return this.change(this.updateFields, { fields }, context);
  }

  private change(operation: typeof updateProfile, input: unknown, context: RequestContext): Promise<User> {
    return this.asUser(operation, context, input, async ({ userId, sessionId }, { fields, ...changes }) => {
      const at = this.clock();
      const { user, announce } = await context.timings.measure('database', () =>
        this.stores.transaction(userId, async (tx) => {
          const watched = await this.claimChanges.watch(tx, userId);
          if (fields) await tx.userChanges.lock(userId);
          const own = await changeFields(tx.userFields, userId, fields, at);
          const updated = await tx.userChanges.updateProfile(userId, changes, at);
          if (!updated || updated.user.disabled) throw accessTokenRejected(updated ? 'disabled account' : 'no account');
          const changed = [...updated.fields, ...own];
          if (changed.length > 0) {
            const about = { userId, sessionId, details: { fields: changed } };
            await tx.audit.insert([successEvent('profile_changed', at, context, about)]);
          }
          return { user: updated.user, ...(await watched.settle(changed)) };
        }),
      );
      announce();
      return user;
    });
  }
}
