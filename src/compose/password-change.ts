import { PasswordChangeService } from '../features/password-change/password-change.service';
import { PasswordResetService } from '../features/password-change/password-reset.service';
import type { Deletions } from './account-deletion';
import type { OwnershipServices } from './ownership';
import type { Passwords } from './passwords';
import type { Shared } from './shared';

export function createPasswordChange(shared: Shared, needs: Passwords & Deletions & OwnershipServices) {
  const all = { ...shared, ...needs };
  return { passwordReset: new PasswordResetService(all), passwordChange: new PasswordChangeService(all) };
}
