import type { MailTemplate } from '../../platform/email/mail-template';
import type { MessageStore } from '../../platform/messages/message.store';
import type { Outbox } from '../../platform/messages/outbox';
import type { OneTimeTokenStore } from '../../platform/one-time-tokens/one-time-token.store';
import type { OneTimeTokens } from '../../platform/one-time-tokens/one-time-tokens';
import type { Locale } from '../../platform/request/locale';
import type { Clock } from '../../platform/runtime/clock';
import type { FactorKind, UserStore } from './user.store';
import { userPurposes } from './users.purposes';
import { addedMails } from './way-in.mails';

export interface WayInMailStores {
  users: Pick<UserStore, 'findRecipientById'>;
  oneTimeTokens: OneTimeTokenStore;
  messages: Pick<MessageStore, 'insert'>;
}

/** How long the owner of the address can object to a new way in, or to a login from a new device: seven days. */
export const objectionMs = 7 * 86_400_000;

const templates = {
  totp: addedMails.authenticator_added,
  passkey: addedMails.passkey_added,
  automaticPasskey: addedMails.automatic_passkey_added,
  identity: addedMails.identity_linked,
  consent: addedMails.app_connected,
  apiKey: addedMails.api_key_added,
} as const satisfies Record<FactorKind | 'automaticPasskey' | 'identity' | 'consent' | 'apiKey', MailTemplate>;

/** What somebody has added. */
interface AddedWayIn {
  userId: string;
  wayIn: keyof typeof templates;
  addedTs: Date;
}

/** The e-mails about new ways in. They are written in the transaction of the caller. */
export class WayInMails {
  constructor(
    private readonly oneTimeTokens: OneTimeTokens,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** The e-mail has a link that removes what was added since then, because someone else can have added it. */
  async write(tx: WayInMailStores, { userId, wayIn, addedTs }: AddedWayIn, locale: Locale): Promise<void> {
    const recipient = await tx.users.findRecipientById(userId);
    if (!recipient) return;
    const address = recipient.emailCanonical;
    const details = { addedTs: addedTs.toISOString() };
    const expiresTs = new Date(this.clock().getTime() + objectionMs);
    const token = await this.oneTimeTokens.issue(tx, {
      purpose: userPurposes.undo_factor,
      userId,
      address,
      details,
      expiresTs,
    });
    const mail = { userId, to: address, locale: recipient.locale ?? locale, token };
    await this.outbox.write(tx, { template: templates[wayIn], ...mail });
  }
}
