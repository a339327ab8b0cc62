import { noticeMs } from '../../accounts/keys/api-key';
import type { ApiKeyStore } from '../../accounts/keys/api-key.store';
import type { UserStore } from '../../accounts/users/user.store';
import type { Transact } from '../../platform/db/database';
import type { CleanUpStep } from '../../platform/jobs/clean-up-step';
import type { MessageStore } from '../../platform/messages/message.store';
import type { Outbox } from '../../platform/messages/outbox';
import { apiKeyMails } from './api-keys.mails';

/** Small enough that a transaction ends well within its time limit. */
const perTransaction = 100;

interface NoticeStores {
  apiKeys: Pick<ApiKeyStore, 'takeExpiring'>;
  users: Pick<UserStore, 'findRecipientById'>;
  messages: Pick<MessageStore, 'insert'>;
}

/** Tells users that a key will end: once for each key, in the transaction that marks it. Runs with the clean-up, on one instance. */
export const apiKeyNotices = (transaction: Transact<NoticeStores>, outbox: Pick<Outbox, 'notify'>): CleanUpStep => ({
  name: 'api_key_notices',
  async run(now, signal) {
    let total = 0;
    for (let taken = perTransaction; taken === perTransaction && !signal.aborted; total += taken) {
      taken = await transaction(null, async (tx) => {
        const keys = await tx.apiKeys.takeExpiring(new Date(now.getTime() + noticeMs), now, perTransaction);
        for (const { userId } of keys) await outbox.notify(tx, apiKeyMails.api_key_expires, userId, 'en');
        return keys.length;
      });
    }
    return total;
  },
});
