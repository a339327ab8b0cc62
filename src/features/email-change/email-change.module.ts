import type { Platform } from '../../wiring/platform';
import type { OwnershipPart } from '../ownership/ownership.module';
import type { Passwords } from '../passwords/passwords.module';
import { EmailChangeService } from './email-change.service';

export const emailChangeModule = (platform: Platform, needs: Passwords & OwnershipPart) => ({
  emailChange: new EmailChangeService({ ...platform, ...needs, registerDomains: platform.config.registerDomains }),
});
