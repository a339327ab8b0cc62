import type { Platform } from '../../wiring/platform';
import type { Deletions } from '../account-deletion/account-deletion.module';
import type { OwnershipPart } from '../ownership/ownership.module';
import type { Passwords } from '../passwords/passwords.module';
import { PasswordChangeService } from './password-change.service';
import { PasswordResetService } from './password-reset.service';

export function passwordResetModule(platform: Platform, needs: Passwords & Deletions & OwnershipPart) {
  const all = { ...platform, ...needs };
  return { passwordReset: new PasswordResetService(all), passwordChange: new PasswordChangeService(all) };
}
