import { v7 as uuidv7 } from 'uuid';
import { successEvent } from '../audit/audit-event';
import type { Authenticator } from '../auth/authenticator';
import type { Reauthentication } from '../auth/reauthentication';
import type { Transact } from '../db/database';
import { AppError } from '../errors/app-error';
import type { MessageStore } from '../messages/message.store';
import type { Outbox } from '../messages/outbox';
import { type FactorRemovalStores, removeFactors } from '../mfa/remove-factors';
import type { OneTimeTokenStore } from '../one-time-tokens/one-time-token.store';
import type { OneTimeTokens, ProvenToken } from '../one-time-tokens/one-time-tokens';
import type { RateLimits } from '../rate-limits/rate-limits';
import type { RunOperation } from '../request/operation';
import type { RequestContext } from '../request/request-context';
import type { Clock } from '../runtime/clock';
import type { LiveSessions } from '../sessions/live-sessions';
import type { RevokedAccount, SessionStore } from '../sessions/session.store';
import type { Principal } from '../tokens/access-token';
import type { EmailAddress } from '../users/email-address';
import type { MailRecipient, UserStore } from '../users/user.store';
import type { UserChangesStore } from '../users/user-changes.store';
import { isComplete } from './email-change';
import { parseChangeEmailInput, parseConfirmEmailChangeInput, parseUndoEmailChangeInput } from './email-change.inputs';
import type { EmailChangeStore } from './email-change.store';

interface TransactionStores extends FactorRemovalStores {
  users: UserStore;
  userChanges: UserChangesStore;
  emailChanges: EmailChangeStore;
  sessions: SessionStore;
  oneTimeTokens: OneTimeTokenStore;
  messages: MessageStore;
}

export interface EmailChangeStores {
  users: Pick<UserStore, 'findRecipient' | 'findRecipientById'>;
  transaction: Transact<TransactionStores>;
}

export interface Confirmation {
  /** False if the other address has not agreed yet. */
  changed: boolean;
}

/**
 * Changes the e-mail address of an account. The user must prove the new address. If the old address was verified, the
 * user must also approve the change from there, unless the user has used a second factor. An old address that did not
 * approve the change gets a link that restores it.
 */
export class EmailChangeService {
  constructor(
    private readonly operation: RunOperation,
    private readonly stores: EmailChangeStores,
    private readonly authenticator: Authenticator,
    private readonly reauthentication: Reauthentication,
    private readonly oneTimeTokens: OneTimeTokens,
    private readonly outbox: Outbox,
    private readonly liveSessions: LiveSessions,
    private readonly rateLimits: RateLimits,
    private readonly clock: Clock,
  ) {}

  /**
   * Sends the e-mails. An address that has an account gets no e-mail, and the same answer: only who can read the mail of
   * an address learns whether it has an account.
   * @throws AppError `VALIDATION_FAILED`, `UNAUTHENTICATED`, `INVALID_CREDENTIALS` if the current password is wrong,
   * `STEP_UP_REQUIRED`, `ACCOUNT_DISABLED`, `RATE_LIMITED`, `SERVICE_UNAVAILABLE`
   */
  request(input: unknown, context: RequestContext): Promise<void> {
    return this.operation('changeEmail', context, async (subject) => {
      const { email, currentPassword } = context.timings.measureSync('validation', () => parseChangeEmailInput(input));
      const principal = await this.authenticator.authenticate(context, subject);
      const { factors } = await this.reauthentication.confirm(principal, currentPassword, context, async (account) => {
        if (email.canonical === account.emailCanonical) {
          const msg = 'is already the e-mail address of the account';
          throw new AppError('VALIDATION_FAILED', { fields: [{ field: 'email', msg }] });
        }
        return account;
      });
      const isStrong = factors.length > 0;
      await this.rateLimits.mail('confirm_email_change', email.canonical, context, async ({ isPaused }) => {
        if (!isPaused) await context.timings.measure('database', () => this.send(principal, email, isStrong, context));
      });
    });
  }

  /** `isStrong`: the user has used a second factor, so a verified old address need not approve the change. */
  private async send(
    { userId, sessionId }: Principal,
    email: EmailAddress,
    isStrong: boolean,
    context: RequestContext,
  ): Promise<void> {
    const createdTs = this.clock();
    const [owner, taken] = await Promise.all([
      this.stores.users.findRecipientById(userId),
      this.stores.users.findRecipient(email.canonical),
    ]);
    if (!owner) throw new AppError('UNAUTHENTICATED', { reason: 'no account' });
    const needsApproval = owner.emailVerified && !isStrong;
    const id = uuidv7({ msecs: createdTs.getTime() });
    const details = { change: id };
    const locale = owner.locale ?? context.locale;
    const audit = successEvent('email_change_requested', createdTs, context, { userId, sessionId });
    await this.stores.transaction(async (tx) => {
      const confirm = await this.oneTimeTokens.issue(tx, {
        purpose: 'change_email',
        userId,
        address: email.canonical,
        details,
        isDecoy: taken !== null,
      });
      await tx.emailChanges.replace({
        id,
        userId,
        email: email.given,
        emailCanonical: email.canonical,
        needsApproval,
        confirmedTs: null,
        approvedTs: null,
        sessionId,
        createdTs,
        expiresTs: confirm.expiresTs,
      });
      const mail = { userId, locale };
      await this.outbox.write(tx, {
        ...mail,
        template: 'confirm_email_change',
        to: email.canonical,
        token: confirm,
      });
      if (needsApproval) {
        const address = owner.emailCanonical;
        const approve = await this.oneTimeTokens.issue(tx, {
          purpose: 'approve_email_change',
          userId,
          address,
          details,
        });
        await this.outbox.write(tx, { ...mail, template: 'approve_email_change', to: address, token: approve });
      }
      await tx.audit.insert([audit]);
    });
  }

  /**
   * Takes the token or the code of either e-mail. The address changes when both addresses have agreed, or the new one
   * alone if the old one need not approve. All sessions end, except the one that asked for the change.
   * @throws AppError `VALIDATION_FAILED`, `INVALID_TOKEN`, `CONFLICT` if the address has an account by now,
   * `RATE_LIMITED`, `SERVICE_UNAVAILABLE`
   */
  confirm(input: unknown, context: RequestContext): Promise<Confirmation> {
    return this.operation('confirmEmailChange', context, async (subject) => {
      const proof = context.timings.measureSync('validation', () => parseConfirmEmailChangeInput(input));
      return this.rateLimits.attempt(['RESET_NETWORK'], context, () =>
        context.timings.measure('database', async () => {
          const proven = await this.oneTimeTokens.prove(proof, ['change_email', 'approve_email_change'], subject);
          const confirmed = await this.stores.transaction((tx) => this.agree(tx, proven, context));
          this.liveSessions.rejectTokensOf(confirmed.revoked);
          return { changed: confirmed.changed };
        }),
      );
    });
  }

  private async agree(
    tx: TransactionStores,
    proven: ProvenToken,
    context: RequestContext,
  ): Promise<Confirmation & { revoked: RevokedAccount | null }> {
    const at = this.clock();
    const token = await this.oneTimeTokens.consume(tx, proven);
    const by = token.purpose === 'change_email' ? 'new address' : 'old address';
    const change = await tx.emailChanges.agree(token.details.change ?? '', by, at);
    const owner = change && (await tx.users.findRecipientById(change.userId));
    if (!owner) throw new AppError('INVALID_TOKEN', { reason: 'used link' });
    if (!isComplete(change)) return { changed: false, revoked: null };
    const old = await tx.userChanges.changeEmail(owner.userId, {
      email: change.email,
      emailCanonical: change.emailCanonical,
      at,
    });
    if (!old) throw addressTaken();
    // An old address that has approved the change needs no further e-mail.
    if (!change.needsApproval) await this.offerUndo(tx, owner, old.email, context);
    await tx.emailChanges.removeOfUser(owner.userId);
    await this.oneTimeTokens.voidAll(tx, owner.userId, { except: ['undo_email_change'] });
    const { userId } = owner;
    const revoked =
      (await this.liveSessions.endAllWith(
        tx,
        { userId, exceptSessionId: change.sessionId },
        'email_changed',
        context,
      )) ?? (await this.liveSessions.endAllWith(tx, { userId }, 'email_changed', context));
    await tx.audit.insert([successEvent('email_changed', at, context, { userId })]);
    return { changed: true, revoked };
  }

  /** Notifies the old address, with a link that restores it. */
  private async offerUndo(
    tx: TransactionStores,
    { userId, emailCanonical: address, emailVerified, locale }: MailRecipient,
    email: string,
    context: RequestContext,
  ): Promise<void> {
    const token = await this.oneTimeTokens.issue(tx, {
      purpose: 'undo_email_change',
      userId,
      address,
      details: { email, verified: String(emailVerified) },
    });
    const mail = { userId, to: address, locale: locale ?? context.locale, token };
    await this.outbox.write(tx, { template: 'email_changed', ...mail });
  }

  /**
   * Restores the old address with the link that it got. Someone else may have changed the address, so all sessions end,
   * all other tokens become invalid, and the password is removed: the user sets a new one with the e-mail that follows.
   * @throws AppError `VALIDATION_FAILED`, `INVALID_TOKEN`, `CONFLICT` if the old address has another account by now,
   * `RATE_LIMITED`, `SERVICE_UNAVAILABLE`
   */
  undo(input: unknown, context: RequestContext): Promise<void> {
    return this.operation('undoEmailChange', context, async (subject) => {
      const proof = context.timings.measureSync('validation', () => parseUndoEmailChangeInput(input));
      return this.rateLimits.attempt(['RESET_NETWORK'], context, () =>
        context.timings.measure('database', async () => {
          const proven = await this.oneTimeTokens.prove(proof, ['undo_email_change'], subject);
          const revoked = await this.stores.transaction((tx) => this.restore(tx, proven, context));
          this.liveSessions.rejectTokensOf(revoked);
        }),
      );
    });
  }

  private async restore(
    tx: TransactionStores,
    proven: ProvenToken,
    context: RequestContext,
  ): Promise<RevokedAccount | null> {
    const at = this.clock();
    const { userId, address, details, createdTs } = await this.oneTimeTokens.consume(tx, proven);
    if (userId === null || address === null || details.email === undefined) {
      throw new AppError('INVALID_TOKEN', { reason: 'unknown link' });
    }
    const changed = await tx.userChanges.changeEmail(userId, { email: details.email, emailCanonical: address, at });
    if (!changed) throw addressTaken();
    await tx.userChanges.removePassword(userId, at);
    // Anyone who registered an address that is not theirs may have added second factors, too.
    if (details.verified !== 'true') await removeFactors(tx, userId, at, context);
    await tx.emailChanges.removeOfUser(userId);
    await this.oneTimeTokens.voidAll(tx, userId, { except: ['undo_email_change'] });
    // Older links stay valid: of several changes, the first owner must be able to undo all.
    await this.oneTimeTokens.voidNewer(tx, userId, 'undo_email_change', createdTs);
    const revoked = await this.liveSessions.endAllWith(tx, { userId }, 'email_change_undone', context);
    const recipient = await tx.users.findRecipientById(userId);
    const locale = recipient?.locale ?? context.locale;
    const token = await this.oneTimeTokens.issue(tx, { purpose: 'reset_password', userId, address });
    await this.outbox.write(tx, { template: 'reset_password', userId, to: address, locale, token });
    await tx.audit.insert([successEvent('email_change_undone', at, context, { userId })]);
    return revoked;
  }
}

const addressTaken = () =>
  new AppError('CONFLICT', { msg: 'This e-mail address already has an account.', reason: 'taken address' });
