import type { AuditAction } from '../../platform/audit/action';
import type { AuditStore } from '../../platform/audit/audit.store';
import { type AuditDetails, successEvent } from '../../platform/audit/audit-event';
import type { Transact } from '../../platform/db/database';
import { AppError, notFound } from '../../platform/errors/app-error';
import type { MessageStore } from '../../platform/messages/message.store';
import type { Outbox } from '../../platform/messages/outbox';
import type { OneTimeTokenStore } from '../../platform/one-time-tokens/one-time-token.store';
import type { OneTimeTokens, ProvenToken } from '../../platform/one-time-tokens/one-time-tokens';
import { oneTimeTokenReasons } from '../../platform/one-time-tokens/one-time-tokens.reasons';
import { defaultLocale } from '../../platform/request/locale';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import type { OrganizationStore } from '../memberships/organization.store';
import type { LiveSessions } from '../sessions/live-sessions';
import type { SessionStore } from '../sessions/session.store';
import { keepOneSuperAdmin } from '../users/last-super-admin';
import { noSuchUser } from '../users/user';
import type { UserStore } from '../users/user.store';
import type { UserChangesStore } from '../users/user-changes.store';
import { deletionMails } from './account-deletion.mails';
import { deletionPurposes } from './account-deletion.purposes';
import type { AccountEraser } from './account-eraser';
import { deletionActions } from './deletion.audit';
import { deletionEnds } from './deletion.reasons';

interface DeletionStores {
  transaction: Transact<{
    users: UserStore;
    userChanges: UserChangesStore;
    sessions: SessionStore;
    oneTimeTokens: OneTimeTokenStore;
    messages: MessageStore;
    audit: Pick<AuditStore, 'insert'>;
    organizations: Pick<OrganizationStore, 'slugsOwnedAlone'>;
  }>;
}

export interface Deletion {
  /** When the account is erased. It can be restored until then. */
  dueTs: Date;
  /** False if the account was already deleted. */
  changed: boolean;
}

const dayMs = 86_400_000;

interface DeletionScheduleNeeds {
  stores: DeletionStores;
  oneTimeTokens: OneTimeTokens;
  outbox: Outbox;
  liveSessions: LiveSessions;
  eraser: AccountEraser;
  graceDays: number;
  clock: Clock;
}

/** Deletes accounts for their users and for operators. A deleted account is disabled, and erased after the grace period. */
export class DeletionSchedule {
  constructor(private readonly needs: DeletionScheduleNeeds) {}

  /**
   * Ends all sessions, and sends an e-mail with a link that restores the account. Without a grace period the account is
   * erased instead. `by` is null for a command, and `stated` is what an operator said about it. Returns the earlier deletion if the account is already deleted.
   * @throws AppError `NOT_FOUND`; `CONFLICT` if the account is the last super admin, or the last owner of an organization with other members
   */
  delete(
    userId: string,
    by: RequestContext | null,
    stated: Pick<AuditDetails, 'statedReason'> = {},
  ): Promise<Deletion> {
    return this.deleteUntil(userId, this.needs.graceDays, by, stated);
  }

  private async deleteUntil(
    userId: string,
    graceDays: number,
    by: RequestContext | null,
    stated: Pick<AuditDetails, 'statedReason'> = {},
  ): Promise<Deletion> {
    const at = this.needs.clock();
    const dueTs = new Date(at.getTime() + graceDays * dayMs);
    const { deletion, revoked } = await this.needs.stores.transaction(userId, async (tx) => {
      const account = await tx.userChanges.lock(userId);
      if (account === null) throw notFound(noSuchUser);
      if (account.deletionDueTs) return { deletion: { dueTs: account.deletionDueTs, changed: false }, revoked: null };
      await keepOneSuperAdmin(tx, userId, account, 'deleted');
      const slugs = await tx.organizations.slugsOwnedAlone(userId);
      if (slugs.length > 0) throw lastOwnerOf(slugs);
      await tx.userChanges.scheduleDeletion(userId, dueTs, account, at);
      await this.needs.oneTimeTokens.voidAll(tx, userId);
      const ended = await this.needs.liveSessions.endAllWith(tx, { userId }, deletionEnds.account_deleted, by);
      if (graceDays > 0) await this.offerToCancel(tx, userId, { wasDisabled: account.disabled }, dueTs, by);
      await tx.audit.insert([this.event(deletionActions.account_deleted, userId, by, stated)]);
      return { deletion: { dueTs, changed: true }, revoked: ended };
    });
    this.needs.liveSessions.rejectTokensOf(revoked);
    // If this fails, the clean-up erases the account.
    if (graceDays === 0) await this.needs.eraser.erase(userId);
    return deletion;
  }

  /** Deletes and erases an account without a grace period. @throws AppError `NOT_FOUND`, `CONFLICT` */
  async eraseNow(userId: string, by: RequestContext): Promise<void> {
    await this.deleteUntil(userId, 0, by);
  }

  /** Sends the link again. The caller has checked the password and the limits. */
  async remind(userId: string, by: RequestContext): Promise<void> {
    await this.needs.stores.transaction(userId, async (tx) => {
      const deletion = await tx.userChanges.findDeletion(userId);
      if (deletion) await this.offerToCancel(tx, userId, deletion, deletion.dueTs, by);
    });
  }

  private async offerToCancel(
    tx: { users: Pick<UserStore, 'findRecipientById'>; oneTimeTokens: OneTimeTokenStore; messages: MessageStore },
    userId: string,
    { wasDisabled }: { wasDisabled: boolean },
    expiresTs: Date,
    by: RequestContext | null,
  ): Promise<void> {
    const recipient = await tx.users.findRecipientById(userId);
    // An operator has disabled the account, so its user cannot restore it.
    if (!recipient || wasDisabled) return;
    const address = recipient.emailCanonical;
    const token = await this.needs.oneTimeTokens.issue(tx, {
      purpose: deletionPurposes.cancel_deletion,
      userId,
      address,
      expiresTs,
    });
    const locale = recipient.locale ?? by?.locale ?? defaultLocale;
    await this.needs.outbox.write(tx, {
      template: deletionMails.deletion_scheduled,
      userId,
      to: address,
      locale,
      token,
    });
  }

  /** Restores the account. Its sessions stay ended. @throws AppError `INVALID_TOKEN`, `ACCOUNT_DISABLED` */
  async cancel(proven: ProvenToken, by: RequestContext): Promise<void> {
    const at = this.needs.clock();
    await this.needs.stores.transaction(proven.token.userId, async (tx) => {
      const { userId } = await this.needs.oneTimeTokens.consume(tx, proven);
      if (userId === null || !(await tx.userChanges.cancelDeletion(userId, at))) {
        throw new AppError('INVALID_TOKEN', { reason: oneTimeTokenReasons['used link'] });
      }
      await this.needs.oneTimeTokens.voidAll(tx, userId);
      await tx.audit.insert([this.event(deletionActions.deletion_cancelled, userId, by)]);
    });
  }

  private event(action: AuditAction, userId: string, by: RequestContext | null, details: AuditDetails = {}) {
    return successEvent(action, this.needs.clock(), by, { userId, details });
  }
}

const lastOwnerOf = (slugs: readonly string[]) =>
  new AppError('CONFLICT', {
    msg: `The account is the only owner of organizations with other members: ${slugs.join(', ')}. Make another member an owner before.`,
  });
