import type { AccountDeletions } from '../account-deletion/account-deletions';
import type { AuditStore } from '../audit/audit.store';
import { successEvent } from '../audit/audit-event';
import type { Transact } from '../db/database';
import { AppError } from '../errors/app-error';
import type { MessageStore } from '../messages/message.store';
import type { OneTimeTokenStore } from '../one-time-tokens/one-time-token.store';
import type { OneTimeTokens, ProvenToken } from '../one-time-tokens/one-time-tokens';
import type { RateLimits } from '../rate-limits/rate-limits';
import type { AuditSubject, RunOperation } from '../request/operation';
import type { RequestContext } from '../request/request-context';
import type { Clock } from '../runtime/clock';
import type { User } from '../users/user';
import type { UserStore } from '../users/user.store';
import type { UserChangesStore } from '../users/user-changes.store';
import {
  parseConfirmEmailInput,
  parseDisownEmailInput,
  parseSendEmailVerificationInput,
} from './email-verification.inputs';
import type { PendingRegistrationStore } from './pending-registration.store';
import type { VerificationMails } from './verification-mails';

interface TransactionStores {
  users: UserStore;
  userChanges: UserChangesStore;
  pendingRegistrations: PendingRegistrationStore;
  oneTimeTokens: OneTimeTokenStore;
  messages: MessageStore;
  audit: Pick<AuditStore, 'insert'>;
}

export interface VerificationStores {
  users: Pick<UserStore, 'findRecipient'>;
  pendingRegistrations: Pick<PendingRegistrationStore, 'findNewest'>;
  transaction: Transact<TransactionStores>;
}

const purposes = ['verify_email', 'confirm_registration'] as const;

/** Proves the e-mail addresses of accounts and of registrations that wait. */
export class EmailVerificationService {
  constructor(
    private readonly operation: RunOperation,
    private readonly stores: VerificationStores,
    private readonly oneTimeTokens: OneTimeTokens,
    private readonly mails: VerificationMails,
    private readonly deletions: AccountDeletions,
    private readonly rateLimits: RateLimits,
    private readonly clock: Clock,
  ) {}

  /**
   * Sends the e-mail again. An address that has no account, or is verified, gets the same answer after the same work,
   * and no e-mail.
   * @throws AppError `VALIDATION_FAILED`, `RATE_LIMITED`, `SERVICE_UNAVAILABLE`
   */
  send(input: unknown, context: RequestContext): Promise<void> {
    return this.operation('sendEmailVerification', context, async (subject) => {
      const { email } = context.timings.measureSync('validation', () => parseSendEmailVerificationInput(input));
      subject.account = email.canonical;
      return this.rateLimits.mail('verify_email', email.canonical, context, async ({ isPaused }) => {
        if (!isPaused) await context.timings.measure('database', () => this.write(email.canonical, context, subject));
      });
    });
  }

  private async write(address: string, context: RequestContext, subject: AuditSubject): Promise<void> {
    const owner = await this.stores.users.findRecipient(address);
    const waiting = await this.stores.pendingRegistrations.findNewest(address, this.clock());
    const needsMail = owner !== null && !owner.emailVerified && !owner.disabled;
    if (owner) subject.userId = owner.userId;
    const locale = owner?.locale ?? waiting?.locale ?? context.locale;
    await this.stores.transaction(async (tx) => {
      if (waiting && !owner) {
        await this.mails.writeForRegistration(tx, waiting.id, address, locale, { isTaken: false });
      } else {
        await this.mails.writeForAccount(tx, needsMail ? owner.userId : null, address, locale);
      }
    });
  }

  /**
   * Verifies the address of an account, or creates the account of a registration that waits.
   * @throws AppError `VALIDATION_FAILED`, `INVALID_TOKEN`, `CONFLICT` if the address has an account by now,
   * `RATE_LIMITED`, `SERVICE_UNAVAILABLE`
   */
  confirm(input: unknown, context: RequestContext): Promise<User> {
    return this.operation('confirmEmail', context, async (subject) => {
      const proof = context.timings.measureSync('validation', () => parseConfirmEmailInput(input));
      return this.rateLimits.attempt(['RESET_NETWORK'], context, () =>
        context.timings.measure('database', async () => {
          const proven = await this.oneTimeTokens.prove(proof, purposes, subject);
          const user = await this.stores.transaction((tx) =>
            proven.token.purpose === 'verify_email'
              ? this.verify(tx, proven, context)
              : this.createAccount(tx, proven, context),
          );
          subject.userId = user.id;
          return user;
        }),
      );
    });
  }

  private async verify(tx: TransactionStores, proven: ProvenToken, context: RequestContext): Promise<User> {
    const at = this.clock();
    const { userId } = await this.oneTimeTokens.consume(tx, proven);
    const user = userId && (await tx.userChanges.verifyEmail(userId, at));
    if (!user) throw new AppError('INVALID_TOKEN', { reason: 'no account' });
    await tx.audit.insert([successEvent('email_verified', at, context, { userId: user.id })]);
    return user;
  }

  private async createAccount(tx: TransactionStores, proven: ProvenToken, context: RequestContext): Promise<User> {
    const createdTs = this.clock();
    const { details } = await this.oneTimeTokens.consume(tx, proven);
    const registration = await tx.pendingRegistrations.find(details.registration ?? '');
    if (!registration) throw new AppError('INVALID_TOKEN', { reason: 'used link' });
    const { expiresTs: _, ...person } = registration;
    const event = successEvent('registered', createdTs, context, { userId: person.id });
    const user = await tx.users.insert({ ...person, isSuperAdmin: false, roles: [], createdTs }, event);
    if (!user) {
      const msg = 'This e-mail address already has an account. Log in.';
      throw new AppError('CONFLICT', { msg, reason: 'taken address' });
    }
    // The other registrations of the address die with their passwords.
    await tx.pendingRegistrations.removeOfAddress(registration.emailCanonical);
    const verified = await tx.userChanges.verifyEmail(user.id, createdTs);
    await tx.audit.insert([successEvent('email_verified', createdTs, context, { userId: user.id })]);
    return verified ?? user;
  }

  /**
   * For the person who got the e-mail and has not registered: removes the registration, or the account if its address
   * was never verified.
   * @throws AppError `VALIDATION_FAILED`, `INVALID_TOKEN`, `CONFLICT`, `RATE_LIMITED`, `SERVICE_UNAVAILABLE`
   */
  disown(input: unknown, context: RequestContext): Promise<void> {
    return this.operation('disownEmail', context, async (subject) => {
      const proof = context.timings.measureSync('validation', () => parseDisownEmailInput(input));
      return this.rateLimits.attempt(['RESET_NETWORK'], context, () =>
        context.timings.measure('database', async () => {
          const proven = await this.oneTimeTokens.prove(proof, purposes, subject);
          const { userId, address } = proven.token;
          const owner = address === null ? null : await this.stores.users.findRecipient(address);
          if (userId && owner?.emailVerified) throw new AppError('INVALID_TOKEN', { reason: 'verified address' });
          await this.stores.transaction(async (tx) => {
            const { details } = await this.oneTimeTokens.consume(tx, proven);
            if (details.registration) await tx.pendingRegistrations.remove(details.registration);
          });
          if (userId) await this.deletions.eraseNow(userId, context);
        }),
      );
    });
  }
}
