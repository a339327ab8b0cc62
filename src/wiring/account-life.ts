import { AccountDeletionService } from '../account-deletion/account-deletion.service';
import type { AccountDeletions } from '../account-deletion/account-deletions';
import { DeletedAccounts } from '../account-deletion/deleted-accounts';
import type { LoginPolicy, Registrations } from '../auth/auth.service';
import type { Authenticator } from '../auth/authenticator';
import type { Reauthentication } from '../auth/reauthentication';
import type { RunAsUser } from '../auth/run-as-user';
import type { Config } from '../config/config';
import { sendsMails } from '../email/email.settings';
import { EmailChangeService } from '../email-change/email-change.service';
import { AccountLoginPolicy } from '../email-verification/account-login-policy';
import { EmailVerificationService } from '../email-verification/email-verification.service';
import { createRegistrations } from '../email-verification/registrations';
import { VerificationMails } from '../email-verification/verification-mails';
import type { RunOperation } from '../operations/run-operation';
import { Ownership } from '../ownership/ownership';
import { PasswordChangeService } from '../password-reset/password-change.service';
import { PasswordResetService } from '../password-reset/password-reset.service';
import type { HashQueue } from '../passwords/hash-queue';
import { NewPasswords } from '../passwords/new-passwords';
import type { PasswordHasher } from '../passwords/password-hasher';
import type { PasswordPolicy } from '../passwords/password-policy';
import { ProfileService } from '../profile/profile.service';
import type { RateLimits } from '../rate-limits/rate-limits';
import type { Core } from './core';
import type { Stores } from './stores';

/** The operations with which a user changes an account that exists. */
export interface AccountLife {
  emailVerification: EmailVerificationService;
  passwordReset: PasswordResetService;
  passwordChange: PasswordChangeService;
  emailChange: EmailChangeService;
  profile: ProfileService;
  accountDeletion: AccountDeletionService;
}

interface Dependencies {
  stores: Stores;
  core: Core;
  operation: RunOperation;
  asUser: RunAsUser;
  authenticator: Authenticator;
  passwords: PasswordHasher;
  passwordPolicy: PasswordPolicy;
  reauthentication: Reauthentication;
  hashQueue: HashQueue;
  rateLimits: RateLimits;
  deletions: AccountDeletions;
}

export function createAccountLife(dependencies: Dependencies): AccountLife {
  const { stores, core, operation, asUser, authenticator, passwords, passwordPolicy, hashQueue, rateLimits } =
    dependencies;
  const { oneTimeTokens, outbox, liveSessions, clock } = core;
  const mails = new VerificationMails(oneTimeTokens, outbox);
  const newPasswords = new NewPasswords(passwordPolicy, hashQueue, passwords);
  const { reauthentication } = dependencies;
  const ownership = new Ownership(oneTimeTokens, outbox, liveSessions, clock);
  return {
    emailVerification: new EmailVerificationService({
      operation,
      stores,
      authenticator,
      oneTimeTokens,
      liveSessions,
      ownership,
      mails,
      newPasswords,
      deletions: dependencies.deletions,
      rateLimits,
      clock,
    }),
    passwordReset: new PasswordResetService({
      operation,
      stores,
      oneTimeTokens,
      outbox,
      liveSessions,
      ownership,
      newPasswords,
      rateLimits,
      clock,
    }),
    passwordChange: new PasswordChangeService({
      asUser,
      stores,
      reauthentication,
      oneTimeTokens,
      outbox,
      liveSessions,
      passwords,
      passwordPolicy,
      clock,
    }),
    emailChange: new EmailChangeService({
      operation,
      asUser,
      stores,
      reauthentication,
      oneTimeTokens,
      outbox,
      liveSessions,
      ownership,
      rateLimits,
      clock,
    }),
    profile: new ProfileService(asUser, stores, clock),
    accountDeletion: new AccountDeletionService({
      operation,
      asUser,
      reauthentication,
      deletions: dependencies.deletions,
      oneTimeTokens,
      rateLimits,
    }),
  };
}

/** What the settings REGISTRATION, EMAIL_VERIFICATION and MFA say, and what happens to logins of deleted accounts. */
export function createAccountRules(
  config: Pick<Config, 'registration' | 'emailVerification' | 'mfa' | 'email'>,
  { oneTimeTokens, outbox }: Core,
  stores: Stores,
  deletions: AccountDeletions,
  rateLimits: RateLimits,
): { registrations: Registrations; loginPolicy: LoginPolicy } {
  const mails = new VerificationMails(oneTimeTokens, outbox);
  const deletedAccounts = new DeletedAccounts(stores.userChanges, deletions, rateLimits);
  const required = {
    verification: config.emailVerification === 'required',
    factor: config.mfa === 'required' && sendsMails(config),
  };
  return {
    registrations: createRegistrations(config.registration, stores, mails, rateLimits),
    loginPolicy: new AccountLoginPolicy(required, stores, mails, deletedAccounts, rateLimits),
  };
}
