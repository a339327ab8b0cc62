import type { AuditStore } from '../../platform/audit/audit.store';
import { type AuditDetails, successEvent } from '../../platform/audit/audit-event';
import type { MessageStore } from '../../platform/messages/message.store';
import type { Outbox } from '../../platform/messages/outbox';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import type { Identity } from './identity';
import type { IdentityStore } from './identity.store';
import type { UserStore } from './user.store';
import { userActions } from './users.audit';
import { userMails } from './users.mails';

/** The stores of a transaction that disconnects an account at a provider. */
interface DisconnectionStores {
  users: Pick<UserStore, 'findRecipientById'>;
  identities: Pick<IdentityStore, 'remove'>;
  messages: Pick<MessageStore, 'insert'>;
  audit: Pick<AuditStore, 'insert'>;
}

/** Disconnects accounts at providers. The callers have checked who asks for it. Needs no secret, because commands do it, too. */
export class IdentityDisconnector {
  constructor(
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /**
   * Removes an identity of an account, whose row the caller has locked, and mails the user. The caller ends the sessions: one
   * of them may have been opened with the provider.
   */
  async disconnect(
    tx: DisconnectionStores,
    { id, userId, provider }: Identity,
    { sessionId = null, stated = {} }: { sessionId?: string | null; stated?: AuditDetails },
    context: RequestContext,
  ): Promise<void> {
    await tx.identities.remove(userId, id);
    const details = { provider, ...stated };
    await tx.audit.insert([
      successEvent(userActions.identity_unlinked, this.clock(), context, { userId, sessionId, details }),
    ]);
    await this.outbox.notify(tx, userMails.identity_unlinked, userId, context.locale);
  }
}
