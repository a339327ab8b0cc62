import { PasswordChangeService } from '../features/password-reset/password-change.service';
import { PasswordResetService } from '../features/password-reset/password-reset.service';
import type { Deletions } from './account-deletion';
import type { OwnershipServices } from './ownership';
import type { Passwords } from './passwords';
import type { Shared } from './shared';

export function createPasswordReset(shared: Shared, needs: Passwords & Deletions & OwnershipServices) {
  const all = { ...shared, ...needs };
  return { passwordReset: new PasswordResetService(all), passwordChange: new PasswordChangeService(all) };
}
