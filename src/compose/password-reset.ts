import { PasswordChangeService } from '../features/password-reset/password-change.service';
import { PasswordResetService } from '../features/password-reset/password-reset.service';
import type { Deletions } from './account-deletion';
import type { OwnershipPart } from './ownership';
import type { Passwords } from './passwords';
import type { Platform } from './shared';

export function passwordResetModule(platform: Platform, needs: Passwords & Deletions & OwnershipPart) {
  const all = { ...platform, ...needs };
  return { passwordReset: new PasswordResetService(all), passwordChange: new PasswordChangeService(all) };
}
