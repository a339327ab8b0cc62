import type { AuditStore } from '../../platform/audit/audit.store';
import type { AuditErasureStore } from '../../platform/audit/audit-erasure.store';
import { successEvent } from '../../platform/audit/audit-event';
import type { Transact } from '../../platform/db/database';
import type { MessageStore } from '../../platform/messages/message.store';
import type { OneTimeTokenStore } from '../../platform/one-time-tokens/one-time-token.store';
import type { Clock } from '../../platform/runtime/clock';
import type { WebhookDeliveryStore } from '../../platform/webhooks/webhook-delivery.store';
import type { OrganizationStore } from '../memberships/organization.store';
import type { Revocations } from '../sessions/revocations';
import { organizationActions } from '../users/organizations.audit';
import type { UserStore } from '../users/user.store';
import type { UserChangesStore } from '../users/user-changes.store';
import { deletionActions } from './deletion.audit';

interface EraserStores {
  users: Pick<UserStore, 'findRecipientById'>;
  userChanges: Pick<UserChangesStore, 'listDueForErasure'>;
  auditErasure: AuditErasureStore;
  transaction: Transact<{
    userChanges: UserChangesStore;
    oneTimeTokens: OneTimeTokenStore;
    messages: MessageStore;
    webhookDeliveries: Pick<WebhookDeliveryStore, 'removeAnswers'>;
    /** Of the folder `email-verification`, which imports this one. */
    pendingRegistrations: { removeOfAddress(emailCanonical: string): Promise<void> };
    audit: Pick<AuditStore, 'insert'>;
    organizations: Pick<OrganizationStore, 'removeLonely'>;
  }>;
}

/** How many accounts one run of the clean-up erases at most. */
const atMost = 200;
/** How many events one statement changes. */
const eventsPerStatement = 1000;

/**
 * Erases deleted accounts: the user, and with the user the sessions and changes of address; tokens and messages; what
 * receivers of webhooks have answered; and from the audit all that names the person. The id alone stays in `account_revocations`, until no access token of the
 * account can be valid.
 */
export class AccountEraser {
  constructor(
    private readonly stores: EraserStores,
    private readonly accountKeyOf: (emailCanonical: string) => string,
    private readonly revocations: Pick<Revocations, 'add'>,
    private readonly clock: Clock,
  ) {}

  /** Erases the accounts whose grace period is over, and returns their number. */
  async eraseDue(now: Date, signal: AbortSignal): Promise<number> {
    const due = await this.stores.userChanges.listDueForErasure(now, atMost);
    for (const [i, userId] of due.entries()) {
      if (signal.aborted) return i;
      await this.erase(userId);
    }
    return due.length;
  }

  /** If it fails on the way, it can be repeated: the user is removed last. */
  async erase(userId: string): Promise<void> {
    const user = await this.stores.users.findRecipientById(userId);
    if (!user) return;
    const accountKey = this.accountKeyOf(user.emailCanonical);
    await this.eraseEvents(userId, accountKey);
    const at = this.clock();
    const removed = await this.stores.transaction(userId, async (tx) => {
      const account = await tx.userChanges.lock(userId);
      if (!account?.disabled || !account.deletionDueTs || account.deletionDueTs > at) return [];
      // Before the memberships go with the user.
      const lonely = await tx.organizations.removeLonely(userId, at);
      await tx.userChanges.remove(userId);
      await tx.oneTimeTokens.removeOfUser(userId, user.emailCanonical);
      await tx.messages.removeOfUser(userId, user.emailCanonical);
      await tx.webhookDeliveries.removeAnswers(userId);
      await tx.pendingRegistrations.removeOfAddress(user.emailCanonical);
      const ends = lonely.map(({ organizationId }) =>
        successEvent(organizationActions.organization_deleted, at, null, { details: { organizationId } }),
      );
      await tx.audit.insert([successEvent(deletionActions.account_erased, at, null, {}), ...ends]);
      return lonely;
    });
    for (const revocation of removed) this.revocations.add(revocation);
    // An instance may have recorded a rejected request in the meantime.
    await this.eraseEvents(userId, accountKey);
  }

  private async eraseEvents(userId: string, accountKey: string): Promise<void> {
    let changed = eventsPerStatement;
    while (changed === eventsPerStatement) {
      changed = await this.stores.auditErasure.erase({ userId, accountKey }, eventsPerStatement);
    }
  }
}
