import { AppError } from '../../platform/errors/app-error';
import type { LockedAccount, UserChangesStore } from './user-changes.store';
import { userReasons } from './users.reasons';

type SuperAdminChange = 'deleted' | 'disabled' | 'demoted';

/**
 * Call it before an account is deleted, disabled or demoted, in the transaction that has locked the account. A disabled
 * super admin does not count.
 * @throws AppError `CONFLICT` if no enabled super admin would be left
 */
export async function keepOneSuperAdmin(
  tx: { userChanges: Pick<UserChangesStore, 'hasOtherSuperAdmin'> },
  userId: string,
  account: Pick<LockedAccount, 'isSuperAdmin' | 'disabled'>,
  change: SuperAdminChange,
): Promise<void> {
  if (!account.isSuperAdmin || account.disabled || (await tx.userChanges.hasOtherSuperAdmin(userId))) return;
  throw new AppError('CONFLICT', {
    msg: `The last super admin cannot be ${change}. Make another user a super admin before.`,
    reason: userReasons['last super admin'],
  });
}
