import { AccountDeletionService } from '../features/account-deletion/account-deletion.service';
import { DeletedAccounts } from '../features/account-deletion/deleted-accounts';
import { EmailChangeService } from '../features/email-change/email-change.service';
import { AccountLoginPolicy } from '../features/email-verification/account-login-policy';
import { EmailVerificationService } from '../features/email-verification/email-verification.service';
import { createRegistrations } from '../features/email-verification/registrations';
import { VerificationMails } from '../features/email-verification/verification-mails';
import { Ownership } from '../features/ownership/ownership';
import { PasswordChangeService } from '../features/password-reset/password-change.service';
import { PasswordResetService } from '../features/password-reset/password-reset.service';
import { NewPasswords } from '../features/passwords/new-passwords';
import { ProfileService } from '../features/profile/profile.service';
import { sendsMails } from '../platform/email/email.settings';
import type { Deletions } from './account-deletion.module';
import type { Passwords } from './passwords.module';
import type { Platform } from './platform';

/** What the settings REGISTRATION, EMAIL_VERIFICATION and MFA say, and what happens to logins of deleted accounts. */
export function accountRules(platform: Platform, { deletions }: Deletions) {
  const { config, stores, oneTimeTokens, outbox, rateLimits } = platform;
  const mails = new VerificationMails(oneTimeTokens, outbox);
  const deletedAccounts = new DeletedAccounts(stores.userChanges, deletions, rateLimits);
  const required = {
    verification: config.emailVerification === 'required',
    factor: config.mfa === 'required' && sendsMails(config),
  };
  return {
    mails,
    registrations: createRegistrations(config.registration, stores, mails, rateLimits),
    loginPolicy: new AccountLoginPolicy(required, stores, mails, deletedAccounts, rateLimits),
  };
}

export type AccountRules = ReturnType<typeof accountRules>;

/** The operations with which a user changes an account that exists. */
export function accountModule(platform: Platform, needs: Passwords & Deletions & Pick<AccountRules, 'mails'>) {
  const { stores, asUser, oneTimeTokens, outbox, liveSessions, clock } = platform;
  const ownership = new Ownership(oneTimeTokens, outbox, liveSessions, clock);
  const newPasswords = new NewPasswords(needs.passwordPolicy, needs.hashQueue, needs.passwords);
  const all = { ...platform, ...needs, ownership, newPasswords };
  return {
    emailVerification: new EmailVerificationService(all),
    passwordReset: new PasswordResetService(all),
    passwordChange: new PasswordChangeService(all),
    emailChange: new EmailChangeService(all),
    profile: new ProfileService(asUser, stores, clock),
    accountDeletion: new AccountDeletionService(all),
  };
}
