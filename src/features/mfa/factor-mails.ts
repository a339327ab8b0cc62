import type { MailTemplate } from '../../platform/email/mail-template';
import type { MessageStore } from '../../platform/messages/message.store';
import type { Outbox } from '../../platform/messages/outbox';
import type { OneTimeTokenStore } from '../../platform/one-time-tokens/one-time-token.store';
import type { OneTimeTokens } from '../../platform/one-time-tokens/one-time-tokens';
import type { Locale } from '../../platform/request/locale';
import type { Clock } from '../../platform/runtime/clock';
import type { FactorKind, UserStore } from '../users/user.store';
import type { FactorStore } from './factor.store';

export interface FactorMailStores {
  users: Pick<UserStore, 'findRecipientById'>;
  factors: FactorStore;
  oneTimeTokens: OneTimeTokenStore;
  messages: Pick<MessageStore, 'insert'>;
}

/** How long the owner of the address can object to a new second factor: seven days. */
export const objectionMs = 7 * 86_400_000;

const templates = { totp: 'authenticator_added', passkey: 'passkey_added' } as const satisfies Record<
  FactorKind,
  MailTemplate
>;

/** The e-mails about new second factors. They are written in the transaction of the caller. */
export class FactorMails {
  constructor(
    private readonly oneTimeTokens: OneTimeTokens,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** The e-mail has a link that removes the newest second factor, because someone else can have added it. */
  async write(tx: FactorMailStores, userId: string, factor: FactorKind, locale: Locale): Promise<void> {
    const [recipient, addedTs] = [await tx.users.findRecipientById(userId), await tx.factors.newestTs(userId)];
    if (!recipient || !addedTs) return;
    const address = recipient.emailCanonical;
    const details = { addedTs: addedTs.toISOString() };
    const expiresTs = new Date(this.clock().getTime() + objectionMs);
    const token = await this.oneTimeTokens.issue(tx, { purpose: 'undo_factor', userId, address, details, expiresTs });
    const mail = { userId, to: address, locale: recipient.locale ?? locale, token };
    await this.outbox.write(tx, { template: templates[factor], ...mail });
  }
}
