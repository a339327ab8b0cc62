import { EmailChangeService } from '../features/email-change/email-change.service';
import type { OwnershipPart } from './ownership';
import type { Passwords } from './passwords';
import type { Platform } from './shared';

export const emailChangeModule = (platform: Platform, needs: Passwords & OwnershipPart) => ({
  emailChange: new EmailChangeService({ ...platform, ...needs, registerDomains: platform.config.registerDomains }),
});
