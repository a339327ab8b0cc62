import type { Locale, MailValues, RenderMail } from '../../platform/email/mail-template';
import type { Mailer } from '../../platform/email/mailer';
import { AppError, notFound } from '../../platform/errors/app-error';
import type { ListedMessage } from '../../platform/messages/message';
import type { MessageStore } from '../../platform/messages/message.store';
import type { OneTimeTokenStore } from '../../platform/one-time-tokens/one-time-token.store';
import type { Clock } from '../../platform/runtime/clock';
import { uuidv7 } from '../../platform/runtime/uuid';
import { messageMails } from './admin-messages.mails';
import { noSuchMail } from './admin-messages.operations';

/** How long a command waits for the mail server, in ms. */
const sendMs = 30_000;

const ofNothing = { provider: null, time: null, device: null, country: null, organization: null };

/** Sends a mail to an operator, to test the settings. @throws MailError */
export async function sendTestMail(
  mailer: Mailer,
  render: RenderMail,
  { to, locale, product, at }: { to: string; locale: Locale; product: string; at: Date },
): Promise<{ messageId: string }> {
  const values: MailValues = { product, link: null, code: null, minutes: null, codeMinutes: null, ...ofNothing };
  const { subject, text, html } = render(messageMails.test, locale, values);
  const id = uuidv7(at);
  const mail = { id, to, subject, text, html, link: null, code: null, createdTs: at };
  await mailer.send(mail, AbortSignal.timeout(sendMs));
  return { messageId: id };
}

/** The operations of an operator on the outbox. */
export class UndeliveredMailsService {
  constructor(
    private readonly stores: {
      messages: Pick<MessageStore, 'list' | 'find' | 'retry'>;
      oneTimeTokens: Pick<OneTimeTokenStore, 'find'>;
    },
    private readonly clock: Clock,
  ) {}

  /** Returns the newest mails first. */
  list(state: 'failed' | 'waiting', limit: number): Promise<ListedMessage[]> {
    return this.stores.messages.list(state, limit);
  }

  /**
   * Makes a mail due immediately.
   * @throws AppError `NOT_FOUND`; `CONFLICT` if the mail was sent, is being sent, or has a link that is not valid
   */
  async retry(id: string): Promise<ListedMessage> {
    const message = await this.stores.messages.find(id);
    if (!message) throw notFound(noSuchMail);
    const now = this.clock();
    const token = message.tokenId === null ? null : await this.stores.oneTimeTokens.find(message.tokenId);
    if (message.tokenId !== null && (!token || token.usedTs || token.expiresTs <= now)) {
      throw conflict('The link of this mail is no longer valid. The user asks for a new mail.');
    }
    if (!(await this.stores.messages.retry(id, now))) {
      throw conflict(
        message.endedTs
          ? 'This mail was already sent.'
          : 'This mail is waiting for its first attempt, or is being sent now.',
      );
    }
    return message;
  }
}

const conflict = (msg: string) => new AppError('CONFLICT', { msg });
