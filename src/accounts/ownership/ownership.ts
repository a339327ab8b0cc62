import type { AuditStore } from '../../platform/audit/audit.store';
import { successEvent } from '../../platform/audit/audit-event';
import type { SessionEnd } from '../../platform/errors/session-end';
import type { MessageStore } from '../../platform/messages/message.store';
import type { Outbox } from '../../platform/messages/outbox';
import type { OneTimeTokenStore } from '../../platform/one-time-tokens/one-time-token.store';
import type { OneTimeTokens } from '../../platform/one-time-tokens/one-time-tokens';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import { deletionActions } from '../deletion/deletion.audit';
import type { FactorStore } from '../factors/factor.store';
import type { LiveSessions } from '../sessions/live-sessions';
import type { RevokedAccount, SessionStore } from '../sessions/session.store';
import type { MailRecipient, UserStore } from '../users/user.store';
import type { UserChangesStore } from '../users/user-changes.store';
import { userMails } from '../users/users.mails';
import { userPurposes } from '../users/users.purposes';
import { objectionMs } from '../users/way-in-mails';
import { ownershipEnds } from './ownership.reasons';
import { removeWaysIn, type WayInStores } from './ways-in';

/** The stores of a transaction that decides whose an account is. */
export interface OwnershipStores extends WayInStores {
  users: Pick<UserStore, 'findRecipientById'>;
  userChanges: Pick<UserChangesStore, 'removePassword' | 'cancelDeletion'>;
  factors: Pick<FactorStore, 'newestTs' | 'removeAddedSince'>;
  emailChanges: { removeOfUser(userId: string): Promise<unknown> };
  sessions: SessionStore;
  oneTimeTokens: OneTimeTokenStore;
  messages: MessageStore;
  audit: Pick<AuditStore, 'insert'>;
}

/** The rules about whose an account is: what a proof of the address ends. The callers have locked the account. */
export class Ownership {
  constructor(
    private readonly oneTimeTokens: OneTimeTokens,
    private readonly outbox: Outbox,
    private readonly liveSessions: LiveSessions,
    private readonly clock: Clock,
  ) {}

  /**
   * Whether the old address must approve a change of the address that was requested at this time. Instead of the approval,
   * the user must have used a second factor, and that is only enough if all factors were trusted when the user requested it.
   */
  async needsApproval(
    tx: Pick<OwnershipStores, 'factors'>,
    { userId, emailProved }: MailRecipient,
    requestedTs: Date,
  ): Promise<boolean> {
    if (!emailProved) return false;
    const newestTs = await tx.factors.newestTs(userId);
    return newestTs === null || newestTs > trustedSince(requestedTs);
  }

  /**
   * Removes the ways in that were added since a time, and makes pending changes and tokens invalid. For the first proof of an
   * address, because before it anyone can have acted in the account. Returns the ids of the sessions of applications that have
   * ended with what the user had allowed them. The callers end the other sessions.
   */
  async endAll(
    tx: OwnershipStores,
    { userId, reason, since = new Date(0) }: { userId: string; reason: SessionEnd; since?: Date },
    by: RequestContext,
  ): Promise<string[]> {
    await tx.emailChanges.removeOfUser(userId);
    await this.oneTimeTokens.voidAll(tx, userId);
    const { events, sessionIds } = await removeWaysIn(tx, { userId, since, reason, at: this.clock(), by });
    if (events.length > 0) await tx.audit.insert(events);
    return sessionIds;
  }

  /**
   * Gives the account to the person who has proved `address`, its address. Someone else acted in the account since the
   * given time: ends all sessions, tokens, pending changes and a deletion, removes the password and what was too young to
   * be trusted then, and mails a link to set a new password. The caller calls `rejectTokensOf` after the commit.
   */
  async takeBack(
    tx: OwnershipStores,
    { userId, address, since }: { userId: string; address: string; since: Date },
    context: RequestContext,
  ): Promise<RevokedAccount | null> {
    const at = this.clock();
    await tx.userChanges.removePassword(userId, at);
    if (await tx.userChanges.cancelDeletion(userId, at)) {
      await tx.audit.insert([successEvent(deletionActions.deletion_cancelled, at, context, { userId })]);
    }
    const reason = ownershipEnds.email_change_undone;
    const revoked = await this.liveSessions.endAllWith(tx, { userId }, reason, context);
    await this.endAll(tx, { userId, reason, since: trustedSince(since) }, context);
    const recipient = await tx.users.findRecipientById(userId);
    const locale = recipient?.locale ?? context.locale;
    const token = await this.oneTimeTokens.issue(tx, { purpose: userPurposes.reset_password, userId, address });
    await this.outbox.write(tx, { template: userMails.reset_password, userId, to: address, locale, token });
    return revoked;
  }
}

/** A factor of this age is trusted like the address, because its owner has not objected to it. */
const trustedSince = (at: Date) => new Date(at.getTime() - objectionMs);
