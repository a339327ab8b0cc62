import type { Authenticator } from '../../accounts/auth/authenticator';
import type { Reauthentication } from '../../accounts/auth/reauthentication';
import type { RunAsUser } from '../../accounts/auth/run-as-user';
import type { Ownership, OwnershipStores } from '../../accounts/ownership/ownership';
import type { ClaimChangeStores, ClaimChanges } from '../../accounts/sessions/claim-changes';
import type { LiveSessions } from '../../accounts/sessions/live-sessions';
import type { RevokedAccount } from '../../accounts/sessions/session.store';
import type { Principal } from '../../accounts/tokens/access-token';
import { isAtLeast } from '../../accounts/tokens/authentication';
import { tokenReasons } from '../../accounts/tokens/tokens.reasons';
import { type EmailChange, isComplete } from '../../accounts/users/email-change';
import type { EmailChangeStore } from '../../accounts/users/email-change.store';
import { mailLimits, provingMail, requestedMail } from '../../accounts/users/mail.limits';
import { type RegisterDomains, rejectOtherDomain } from '../../accounts/users/register-domains';
import type { MailRecipient, UserStore } from '../../accounts/users/user.store';
import type { UserChangesStore } from '../../accounts/users/user-changes.store';
import { userActions } from '../../accounts/users/users.audit';
import { userPurposes } from '../../accounts/users/users.purposes';
import { userReasons } from '../../accounts/users/users.reasons';
import { successEvent } from '../../platform/audit/audit-event';
import type { Transact } from '../../platform/db/database';
import { AppError, invalidField, notFound } from '../../platform/errors/app-error';
import type { Outbox } from '../../platform/messages/outbox';
import type { OneTimeTokens, ProvenToken } from '../../platform/one-time-tokens/one-time-tokens';
import { oneTimeTokenReasons } from '../../platform/one-time-tokens/one-time-tokens.reasons';
import type { RunOperation } from '../../platform/operations/run-operation';
import { readInput } from '../../platform/operations/run-operation';
import type { RateLimits } from '../../platform/rate-limits/rate-limits';
import type { EmailAddress } from '../../platform/request/email-address';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import { uuidv7 } from '../../platform/runtime/uuid';
import type { ListedEmailChange } from './email-change.answers';
import { emailChangeActions } from './email-change.audit';
import { changeMails } from './email-change.mails';
import {
  cancelEmailChange,
  changeEmail,
  confirmEmailChange,
  emailChange,
  noEmailChange,
  undoEmailChange,
} from './email-change.operations';
import { changePurposes } from './email-change.purposes';
import { emailChangeEnds } from './email-change.reasons';

interface TransactionStores extends OwnershipStores, ClaimChangeStores {
  users: UserStore;
  userChanges: UserChangesStore;
  emailChanges: EmailChangeStore;
}

interface EmailChangeStores {
  users: Pick<UserStore, 'findRecipient' | 'findRecipientById'>;
  emailChanges: Pick<EmailChangeStore, 'findOfUser'>;
  userClaims: ClaimChangeStores['userClaims'];
  transaction: Transact<TransactionStores>;
}

interface Confirmation {
  /** False if the other address has not agreed yet. */
  changed: boolean;
}

interface EmailChangeServiceNeeds {
  operation: RunOperation;
  asUser: RunAsUser;
  authenticator: Authenticator;
  stores: EmailChangeStores;
  reauthentication: Reauthentication;
  oneTimeTokens: OneTimeTokens;
  outbox: Outbox;
  liveSessions: LiveSessions;
  claimChanges: ClaimChanges;
  ownership: Ownership;
  rateLimits: RateLimits;
  registerDomains: RegisterDomains;
  clock: Clock;
}

/**
 * Changes the e-mail address of an account. The user must prove the new address. If the old address was verified, the
 * user must also approve the change from there, unless the user has used a second factor that is old enough: then the old
 * address gets a link that restores it.
 */
export class EmailChangeService {
  constructor(private readonly needs: EmailChangeServiceNeeds) {}

  /**
   * Sends the e-mails. An address that has an account gets no e-mail, and the same answer: only who can read the mail of
   * an address learns whether it has an account.
   */
  changeEmail(input: unknown, context: RequestContext): Promise<void> {
    return this.needs.asUser(changeEmail, context, input, async (principal, { email, currentPassword }) => {
      rejectOtherDomain(email, this.needs.registerDomains);
      await this.needs.reauthentication.confirm(principal, currentPassword, context, async (account) => {
        if (email.canonical === account.emailCanonical) {
          const msg = 'is already the e-mail address of the account';
          throw invalidField('email', msg);
        }
        return account;
      });
      await this.needs.rateLimits.count(
        requestedMail('confirm_email_change', email.canonical),
        context,
        async ({ isPaused }) => {
          if (!isPaused) await context.timings.measure('database', () => this.send(principal, email, context));
        },
      );
    });
  }

  private async send(
    { userId, sessionId, acr }: Principal,
    email: EmailAddress,
    context: RequestContext,
  ): Promise<void> {
    const createdTs = this.needs.clock();
    const [owner, taken] = await Promise.all([
      this.needs.stores.users.findRecipientById(userId),
      this.needs.stores.users.findRecipient(email.canonical),
    ]);
    if (!owner) throw new AppError('UNAUTHENTICATED', { reason: tokenReasons['no account'] });
    await this.needs.claimChanges.rejectTooLarge(this.needs.stores, userId, {
      email: email.given,
      emailVerified: true,
    });
    const id = uuidv7(createdTs);
    const locale = owner.locale ?? context.locale;
    const audit = successEvent(emailChangeActions.email_change_requested, createdTs, context, { userId, sessionId });
    await this.needs.stores.transaction(userId, async (tx) => {
      // After a reset by mail, the user need not have used a factor.
      const usedFactor = isAtLeast(acr, 'aal2');
      const needsApproval =
        (owner.emailProved && !usedFactor) || (await this.needs.ownership.needsApproval(tx, owner, createdTs));
      const confirm = await this.needs.oneTimeTokens.issue(tx, {
        purpose: changePurposes.change_email,
        userId,
        address: email.canonical,
        details: { change: id },
        isDecoy: taken !== null,
      });
      const change = {
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
      };
      await tx.emailChanges.replace(change);
      const mail = { userId, to: email.canonical, locale, token: confirm };
      await this.needs.outbox.write(tx, { template: changeMails.confirm_email_change, ...mail });
      if (needsApproval) await this.askForApproval(tx, owner, change, context);
      await tx.audit.insert([audit]);
    });
  }

  private async askForApproval(
    tx: TransactionStores,
    { userId, emailCanonical: address, locale }: MailRecipient,
    { id, expiresTs }: EmailChange,
    context: RequestContext,
  ): Promise<void> {
    const details = { change: id };
    const request = { purpose: changePurposes.approve_email_change, userId, address, details, expiresTs };
    const token = await this.needs.oneTimeTokens.issue(tx, request);
    const mail = { userId, to: address, locale: locale ?? context.locale, token };
    await this.needs.outbox.write(tx, { template: changeMails.approve_email_change, ...mail });
  }

  /** Returns the change that waits for its e-mails. Null if there is none. */
  emailChange(context: RequestContext): Promise<ListedEmailChange | null> {
    return this.needs.asUser(emailChange, context, null, async ({ userId }) => {
      const find = () => this.needs.stores.emailChanges.findOfUser(userId, this.needs.clock());
      const change = await context.timings.measure('database', find);
      return change && listed(change);
    });
  }

  /** Cancels the change that waits. Its links and codes do nothing then. */
  cancelEmailChange(context: RequestContext): Promise<void> {
    return this.needs.asUser(cancelEmailChange, context, null, ({ userId, sessionId }) =>
      context.timings.measure('database', () =>
        this.needs.stores.transaction(userId, async (tx) => {
          const at = this.needs.clock();
          if (!(await tx.emailChanges.removeOfUser(userId))) throw notFound(noEmailChange);
          for (const purpose of bothAddresses) await this.needs.oneTimeTokens.voidNewer(tx, userId, purpose, longAgo);
          await tx.audit.insert([
            successEvent(emailChangeActions.email_change_cancelled, at, context, { userId, sessionId }),
          ]);
        }),
      ),
    );
  }

  /**
   * Takes the token or the code of either e-mail. The address changes when both addresses have agreed, or the new one
   * alone if the old one need not approve: this is decided again now, because the old address can have been verified since.
   * All sessions end, except the one that shows the last proof or, without one, the one that asked for the change.
   */
  confirmEmailChange(input: unknown, context: RequestContext): Promise<Confirmation> {
    return this.needs.operation(confirmEmailChange, context, async (subject) => {
      const proof = readInput(confirmEmailChange, input, context);
      return provingMail(this.needs.rateLimits, proof, context, () =>
        context.timings.measure('database', async () => {
          const knownNetworkOf = this.needs.rateLimits.knownNetworkOf(context);
          const proven = await this.needs.oneTimeTokens.prove(proof, bothAddresses, subject, knownNetworkOf);
          const session = await this.needs.authenticator.findSession(context, confirmEmailChange);
          const { changed, revoked, announce } = await this.needs.stores.transaction(proven.token.userId, (tx) =>
            this.agree(tx, proven, session, context),
          );
          this.needs.liveSessions.rejectTokensOf(revoked);
          announce();
          return { changed };
        }),
      );
    });
  }

  private async agree(
    tx: TransactionStores,
    proven: ProvenToken,
    session: Pick<Principal, 'userId' | 'sessionId'> | null,
    context: RequestContext,
  ): Promise<Confirmation & { revoked: RevokedAccount | null; announce(): void }> {
    const at = this.needs.clock();
    const token = await this.needs.oneTimeTokens.consume(tx, proven);
    const by = token.purpose === changePurposes.change_email.name ? 'new address' : 'old address';
    const change = await tx.emailChanges.agree(token.details.change ?? '', by, at);
    const owner = change && (await tx.users.findRecipientById(change.userId));
    if (!owner) throw new AppError('INVALID_TOKEN', { reason: oneTimeTokenReasons['used link'] });
    if (owner.disabled) throw new AppError('ACCOUNT_DISABLED');
    if (!change.needsApproval && (await this.needs.ownership.needsApproval(tx, owner, change.createdTs))) {
      change.needsApproval = true;
      await tx.emailChanges.requireApproval(change.id);
      await this.askForApproval(tx, owner, change, context);
    }
    if (!isComplete(change)) return { changed: false, revoked: null, announce: () => {} };
    const { userId } = owner;
    const reason = emailChangeEnds.email_changed;
    if (!owner.emailProved) await this.needs.ownership.endAll(tx, { userId, reason }, context);
    const watched = await this.needs.claimChanges.watch(tx, userId);
    const old = await tx.userChanges.changeEmail(userId, {
      email: change.email,
      emailCanonical: change.emailCanonical,
      at,
    });
    if (!old) throw addressTaken();
    // An old address that has approved the change needs no link, and one that was never verified can be anyone's.
    if (!change.needsApproval && owner.emailProved)
      await this.offerUndo(tx, owner, old.email, change.createdTs, context);
    await tx.emailChanges.removeOfUser(userId);
    await this.needs.oneTimeTokens.voidAll(tx, userId);
    const kept = session?.userId === userId ? session.sessionId : change.sessionId;
    const end = (exceptSessionId: string | null) =>
      this.needs.liveSessions.endAllWith(tx, { userId, exceptSessionId }, reason, context);
    const revoked = (await end(kept)) ?? (await end(null));
    await tx.audit.insert([successEvent(userActions.email_changed, at, context, { userId })]);
    // The session that stays has tokens, too. Whether the claims are too large was decided when the change was requested.
    return { changed: true, revoked, ...(await watched.settle(['email', 'emailVerified'], { isDecided: true })) };
  }

  /** Notifies the old address, with a link that restores it. */
  private async offerUndo(
    tx: TransactionStores,
    { userId, emailCanonical: address, locale }: MailRecipient,
    email: string,
    requestedTs: Date,
    context: RequestContext,
  ): Promise<void> {
    const token = await this.needs.oneTimeTokens.issue(tx, {
      purpose: userPurposes.undo_email_change,
      userId,
      address,
      details: { email, requestedTs: requestedTs.toISOString() },
    });
    const mail = { userId, to: address, locale: locale ?? context.locale, token };
    await this.needs.outbox.write(tx, { template: changeMails.email_changed, ...mail });
  }

  /**
   * Restores the old address with the link that it got, and takes the account back, because someone else may have
   * changed the address.
   */
  undoEmailChange(input: unknown, context: RequestContext): Promise<void> {
    return this.needs.operation(undoEmailChange, context, async (subject) => {
      const proof = readInput(undoEmailChange, input, context);
      return this.needs.rateLimits.failures(mailLimits.RESET_NETWORK, context, () =>
        context.timings.measure('database', async () => {
          const proven = await this.needs.oneTimeTokens.prove(proof, [userPurposes.undo_email_change], subject);
          const revoked = await this.needs.stores.transaction(proven.token.userId, (tx) =>
            this.restore(tx, proven, context),
          );
          this.needs.liveSessions.rejectTokensOf(revoked);
        }),
      );
    });
  }

  private async restore(
    tx: TransactionStores,
    proven: ProvenToken,
    context: RequestContext,
  ): Promise<RevokedAccount | null> {
    const at = this.needs.clock();
    const { userId, address, details, createdTs } = await this.needs.oneTimeTokens.consume(tx, proven);
    // The release before also gave links to addresses that were never verified.
    const isUnverified = details.verified === 'false';
    if (userId === null || address === null || details.email === undefined || isUnverified) {
      throw new AppError('INVALID_TOKEN', { reason: oneTimeTokenReasons['unknown link'] });
    }
    const changed = await tx.userChanges.changeEmail(userId, { email: details.email, emailCanonical: address, at });
    if (!changed) throw addressTaken();
    // A link of the release before does not say when the change was requested.
    const since = details.requestedTs === undefined ? createdTs : new Date(details.requestedTs);
    const revoked = await this.needs.ownership.takeBack(tx, { userId, address, since }, context);
    // Older links stay valid: of several changes, the first owner must be able to undo all.
    await this.needs.oneTimeTokens.voidNewer(tx, userId, userPurposes.undo_email_change, createdTs);
    await tx.audit.insert([successEvent(emailChangeActions.email_change_undone, at, context, { userId })]);
    return revoked;
  }
}

const longAgo = new Date(0);

/** With which either address agrees to a change. */
const bothAddresses = Object.values(changePurposes);

const addressTaken = () =>
  new AppError('CONFLICT', {
    msg: 'This e-mail address already has an account.',
    reason: userReasons['taken address'],
  });

const listed = ({
  email,
  needsApproval,
  confirmedTs,
  approvedTs,
  createdTs,
  expiresTs,
}: EmailChange): ListedEmailChange => ({
  email,
  confirmed: confirmedTs !== null,
  needsApproval,
  approved: approvedTs !== null,
  createdTs,
  expiresTs,
});
