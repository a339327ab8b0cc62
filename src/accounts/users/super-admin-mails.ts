import type { MailTemplate } from '../../platform/email/mail-template';
import type { MessageStore } from '../../platform/messages/message.store';
import type { Outbox } from '../../platform/messages/outbox';
import { defaultLocale } from '../../platform/request/locale';
import type { UserStore } from './user.store';

/** How many super admins get a mail about the installation. */
const mostNotified = 20;

/** Writes a mail to the super admins. */
export async function notifySuperAdmins(
  tx: { users: Pick<UserStore, 'search' | 'findRecipientById'>; messages: Pick<MessageStore, 'insert'> },
  outbox: Outbox,
  template: MailTemplate,
): Promise<void> {
  const admins = await tx.users.search({ text: null, disabled: false, isSuperAdmin: true, limit: mostNotified });
  for (const { id } of admins) await outbox.notify(tx, template, id, defaultLocale);
}
