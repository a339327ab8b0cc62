import type { AuditStore } from '../../platform/audit/audit.store';
import { successEvent } from '../../platform/audit/audit-event';
import type { Transact } from '../../platform/db/database';
import { accessTokenRejected } from '../../platform/errors/token-rejections';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import type { RunAsUser } from '../auth/run-as-user';
import type { User } from '../users/user';
import type { UserChangesStore } from '../users/user-changes.store';
import { updateProfile } from './profile.operations';

export interface ProfileStores {
  transaction: Transact<{ userChanges: UserChangesStore; audit: Pick<AuditStore, 'insert'> }>;
}

export class ProfileService {
  constructor(
    private readonly asUser: RunAsUser,
    private readonly stores: ProfileStores,
    private readonly clock: Clock,
  ) {}

  /**
   * Changes the fields of the input, and leaves the others as they are. A new phone number is not verified.
   * @throws AppError `VALIDATION_FAILED`, `UNAUTHENTICATED`, `RATE_LIMITED`, `SERVICE_UNAVAILABLE`
   */
  update(input: unknown, context: RequestContext): Promise<User> {
    return this.asUser(updateProfile, context, input, async ({ userId, sessionId }, changes) => {
      const at = this.clock();
      const audit = successEvent('profile_changed', at, context, { userId, sessionId });
      return context.timings.measure('database', () =>
        this.stores.transaction(userId, async (tx) => {
          const updated = await tx.userChanges.updateProfile(userId, changes, at);
          if (!updated || updated.user.disabled) throw accessTokenRejected(updated ? 'disabled account' : 'no account');
          if (updated.fields.length > 0) await tx.audit.insert([audit]);
          return updated.user;
        }),
      );
    });
  }
}
