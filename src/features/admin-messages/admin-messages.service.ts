import type { AdminOperations } from '../../accounts/admin-access/admin-access';
import type { AuditStore } from '../../platform/audit/audit.store';
import { successEvent } from '../../platform/audit/audit-event';
import type { Transact } from '../../platform/db/database';
import { notFound } from '../../platform/errors/app-error';
import type { ListedMessage, MessageState } from '../../platform/messages/message';
import type { MessageStore } from '../../platform/messages/message.store';
import type { OneTimeTokenStore } from '../../platform/one-time-tokens/one-time-token.store';
import { type Page, pageIn } from '../../platform/operations/answer';
import { readInput } from '../../platform/operations/run-operation';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import { adminMessageActions } from './admin-messages.audit';
import { messages, noSuchMail, retryMessage } from './admin-messages.operations';
import { UndeliveredMailsService } from './undelivered-mails.service';

/** A mail as super admins see it. */
export interface StatedMessage extends ListedMessage {
  state: MessageState;
}

interface AdminMessageStores {
  messages: Pick<MessageStore, 'page'>;
  transaction: Transact<{
    messages: Pick<MessageStore, 'list' | 'find' | 'retry'>;
    oneTimeTokens: Pick<OneTimeTokenStore, 'find'>;
    audit: Pick<AuditStore, 'insert'>;
  }>;
}

/**
 * The outbox for super admins, for both APIs. It has the address of a mail, and never its text, its link or its code.
 */
export class AdminMessagesService {
  constructor(
    private readonly admin: AdminOperations,
    private readonly stores: AdminMessageStores,
    private readonly clock: Clock,
  ) {}

  /** Returns a page of the mails that wait or have failed, the newest first. */
  messages(input: unknown, context: RequestContext): Promise<Page<StatedMessage>> {
    return this.admin.read(messages, context, async () => {
      const request = readInput(messages, input, context);
      const found = await this.stores.messages.page(request);
      const { items, hasMore } = pageIn(found, request.first);
      return { items: items.map(withState), hasMore };
    });
  }

  /** Makes a mail due immediately, and returns it. */
  retryMessage(input: unknown, context: RequestContext): Promise<StatedMessage> {
    return this.admin.change(retryMessage, context, async (_admin, subject) => {
      const { id } = readInput(retryMessage, input, context);
      if (id === null) throw notFound(noSuchMail);
      return context.timings.measure('database', () =>
        this.stores.transaction(null, async (tx) => {
          const { userId, template } = await new UndeliveredMailsService(tx, this.clock).retry(id);
          if (userId !== null) subject.userId = userId;
          const about = { ...(userId !== null && { userId }), details: { messageId: id, template } };
          await tx.audit.insert([successEvent(adminMessageActions.message_retried, this.clock(), context, about)]);
          const due = await tx.messages.find(id);
          if (!due) throw notFound(noSuchMail);
          return withState(due);
        }),
      );
    });
  }
}

const withState = (message: ListedMessage): StatedMessage => ({
  ...message,
  state: message.dueTs === null ? 'failed' : 'waiting',
});
