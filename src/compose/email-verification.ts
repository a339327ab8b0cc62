import { DeletedAccountLogins } from '../accounts/deletion/deleted-account-logins';
import { AccountLoginPolicy } from '../features/email-verification/account-login-policy';
import { EmailVerificationService } from '../features/email-verification/email-verification.service';
import { createRegistrations } from '../features/email-verification/registrations';
import { VerificationMails } from '../features/email-verification/verification-mails';
import { sendsMails } from '../platform/email/email.settings';
import type { Deletions } from './account-deletion';
import type { OwnershipServices } from './ownership';
import type { Passwords } from './passwords';
import type { Shared } from './shared';

export type AccountRules = ReturnType<typeof createAccountRules>;

/** What the settings REGISTRATION, EMAIL_VERIFICATION and MFA say, and what happens to logins of deleted accounts. */
export function createAccountRules(shared: Shared, { deletions }: Deletions) {
  const { config, stores, oneTimeTokens, outbox, rateLimits } = shared;
  const mails = new VerificationMails(oneTimeTokens, outbox);
  const deletedAccounts = new DeletedAccountLogins(stores.userChanges, deletions, rateLimits);
  const required = {
    verification: config.emailVerification === 'required',
    factor: config.mfa === 'required' && sendsMails(config),
  };
  return {
    mails,
    registrations: createRegistrations(config, stores, mails, rateLimits),
    loginPolicy: new AccountLoginPolicy(required, stores, mails, deletedAccounts, rateLimits),
  };
}

type Needs = Pick<AccountRules, 'mails'> & OwnershipServices & Passwords & Deletions;

export const createEmailVerification = (shared: Shared, needs: Needs) => ({
  emailVerification: new EmailVerificationService({ ...shared, ...needs }),
});
