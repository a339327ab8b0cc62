import type { Platform } from './shared';
import type { OwnershipPart } from './ownership';
import type { Passwords } from './passwords';
import { EmailChangeService } from '../features/email-change/email-change.service';

export const emailChangeModule = (platform: Platform, needs: Passwords & OwnershipPart) => ({
  emailChange: new EmailChangeService({ ...platform, ...needs, registerDomains: platform.config.registerDomains }),
});
