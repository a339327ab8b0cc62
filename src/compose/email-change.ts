import { EmailChangeService } from '../features/email-change/email-change.service';
import type { OwnershipServices } from './ownership';
import type { Passwords } from './passwords';
import type { Shared } from './shared';

export const createEmailChange = (shared: Shared, needs: Passwords & OwnershipServices) => ({
  emailChange: new EmailChangeService({ ...shared, ...needs, registerDomains: shared.config.registerDomains }),
});
