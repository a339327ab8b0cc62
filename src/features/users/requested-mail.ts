import type { AuditAction } from '../../platform/audit/action-table';
import type { AuditStore } from '../../platform/audit/audit.store';
import { successEvent } from '../../platform/audit/audit-event';
import type { Transact } from '../../platform/db/database';
import type { MessageStore } from '../../platform/messages/message.store';
import type { Outbox } from '../../platform/messages/outbox';
import type { OneTimeToken } from '../../platform/one-time-tokens/one-time-token';
import type { OneTimeTokenStore } from '../../platform/one-time-tokens/one-time-token.store';
import type { OneTimeTokens } from '../../platform/one-time-tokens/one-time-tokens';
import type { AuditSubject } from '../../platform/operations/run-operation';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import type { MailRecipient, UserStore } from './user.store';

interface RequestedMail {
  /** Also the name of the template. */
  purpose: 'reset_password' | 'email_login';
  /** Recorded for every address. */
  action: AuditAction;
  isFor(recipient: MailRecipient): boolean;
}

interface RequestedMailNeeds {
  stores: {
    users: Pick<UserStore, 'findRecipient'>;
    transaction: Transact<{
      oneTimeTokens: OneTimeTokenStore;
      messages: Pick<MessageStore, 'insert'>;
      audit: Pick<AuditStore, 'insert'>;
    }>;
  };
  oneTimeTokens: Pick<OneTimeTokens, 'issue'>;
  outbox: Outbox;
  clock: Clock;
}

/**
 * Writes the mail with a link and a code that anyone can ask for with an address, and returns its token. An address that
 * gets no mail makes the same work, with a decoy (ASVS 5.0, 6.3.8).
 */
export async function sendRequestedMail(
  { stores, oneTimeTokens, outbox, clock }: RequestedMailNeeds,
  { purpose, action, isFor }: RequestedMail,
  address: string,
  context: RequestContext,
  subject: AuditSubject,
): Promise<OneTimeToken> {
  const recipient = await stores.users.findRecipient(address);
  const isDecoy = recipient === null || !isFor(recipient);
  const userId = recipient?.userId ?? null;
  if (userId !== null) subject.userId = userId;
  const audit = successEvent(action, clock(), context, { userId });
  return stores.transaction(null, async (tx) => {
    const { returnTo } = context;
    const token = await oneTimeTokens.issue(tx, { purpose, userId, address, isDecoy, returnTo });
    const locale = recipient?.locale ?? context.locale;
    await outbox.write(tx, { template: purpose, userId, to: address, locale, token });
    await tx.audit.insert([audit]);
    return token;
  });
}
