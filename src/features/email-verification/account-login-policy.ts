import type { LoginPolicy } from '../../accounts/auth/auth.service';
import type { DeletedAccountLogins } from '../../accounts/deletion/deleted-account-logins';
import { requestedMail } from '../../accounts/users/mail.limits';
import type { Credentials } from '../../accounts/users/user.store';
import type { Transact } from '../../platform/db/database';
import { AppError } from '../../platform/errors/app-error';
import type { MessageStore } from '../../platform/messages/message.store';
import type { OneTimeTokenStore } from '../../platform/one-time-tokens/one-time-token.store';
import type { RateLimits } from '../../platform/rate-limits/rate-limits';
import type { RequestContext } from '../../platform/request/request-context';
import { verificationReasons } from './email-verification.reasons';
import type { VerificationMails } from './verification-mails';

/** Rejects logins of disabled and deleted accounts and, if the settings say so, of addresses that are not verified. */
export class AccountLoginPolicy implements LoginPolicy {
  constructor(
    private readonly required: { verification: boolean; factor: boolean },
    private readonly stores: { transaction: Transact<{ oneTimeTokens: OneTimeTokenStore; messages: MessageStore }> },
    private readonly mails: VerificationMails,
    private readonly deletedAccounts: DeletedAccountLogins,
    private readonly rateLimits: RateLimits,
  ) {}

  async problemOf(credentials: Credentials, context: RequestContext): Promise<AppError | null> {
    if (credentials.user.disabled) return this.deletedAccounts.errorOf(credentials, context);
    if (credentials.user.emailVerified || !this.mustVerify(credentials)) return null;
    await this.sendAgain(credentials, context);
    return new AppError('EMAIL_NOT_VERIFIED', {
      reason: verificationReasons['unverified address'],
      ofUser: credentials.user.id,
    });
  }

  /** A user who must have a second factor can only add one to a verified address. */
  mustVerify({ factors }: Pick<Credentials, 'factors'>): boolean {
    return this.required.verification || (this.required.factor && factors.length === 0);
  }

  private async sendAgain({ user, emailCanonical }: Credentials, context: RequestContext): Promise<void> {
    try {
      await this.rateLimits.count(requestedMail('verify_email', emailCanonical), context, async ({ isPaused }) => {
        if (isPaused) return;
        await context.timings.measure('database', () =>
          this.stores.transaction(user.id, (tx) => this.mails.writeForAccount(tx, user.id, emailCanonical, context)),
        );
      });
    } catch (error) {
      // The user gets the answer without another e-mail.
      if (!(error instanceof AppError)) throw error;
    }
  }
}
