import type { Locale, MailTemplate } from '../email/mail-template';
import type { OneTimeToken } from '../one-time-tokens/one-time-token';
import type { Limit } from '../rate-limits/limit-table';
import type { Clock } from '../runtime/clock';
import { uuidv7 } from '../runtime/uuid';
import type { Channel } from './message';
import type { MessageStore } from './message.store';

interface OutgoingMessage {
  /** By default a mail. */
  channel?: Channel;
  template: { readonly name: string };
  /** Null if the address has no account. */
  userId: string | null;
  /** A canonical e-mail address, or a phone number in the form of E.164. */
  to: string;
  locale: Locale;
  /** The message contains the link and the code of this token, and is not sent after the end of the token. */
  token?: OneTimeToken;
  /** For an address without an account: the same work, and no mail. A mail with a decoy token is a decoy, too. */
  isDecoy?: boolean;
}

/** Where a notice goes. */
interface Recipients {
  findRecipientById(
    userId: string,
  ): Promise<{ emailCanonical: string; emailVerified: boolean; locale: Locale | null } | null>;
}

/** How long a mail without a link is tried. */
const noticeS = 3 * 86_400;

/** Writes messages in the transaction of an operation, so that both are committed or neither is. */
export class Outbox {
  /** `limit` is the limit of each kind of mail to an address, or null if there is none. */
  constructor(
    private readonly clock: Clock,
    private readonly limit: Limit | null,
  ) {}

  /**
   * Writes a mail without a link to a user, in the language of the user. `locale` is for a user whose language is unknown.
   * Writes nothing if the account no longer exists, or if its address was never verified. Notices of one kind are joined: one
   * that was not sent yet stands for the later ones, too, and the next one is sent so much later that the limit holds.
   */
  async notify(
    tx: { users: Recipients; messages: Pick<MessageStore, 'insert'> },
    template: MailTemplate,
    userId: string,
    locale: Locale,
  ): Promise<void> {
    const recipient = await tx.users.findRecipientById(userId);
    if (!recipient?.emailVerified) return;
    const to = recipient.emailCanonical;
    const spacingS = this.limit && this.limit.seconds / this.limit.count;
    await this.write(tx, { template, userId, to, locale: recipient.locale ?? locale }, spacingS);
  }

  async write(
    tx: { messages: Pick<MessageStore, 'insert'> },
    message: OutgoingMessage,
    spacingS: number | null = null,
  ): Promise<void> {
    const { channel = 'email', template, userId, to: recipient, locale, token } = message;
    const { isDecoy = token?.isDecoy ?? false } = message;
    const createdTs = this.clock();
    await tx.messages.insert({
      id: uuidv7(createdTs),
      channel,
      template: template.name,
      userId,
      recipient,
      locale,
      tokenId: token?.id ?? null,
      createdTs,
      expiresTs: token?.expiresTs ?? new Date(createdTs.getTime() + noticeS * 1000),
      isDecoy,
      spacingS,
    });
  }
}
