import type { AuditStore } from '../audit/audit.store';
import { type NewAuditEvent, successEvent } from '../audit/audit-event';
import type { Listen } from '../db/cluster/notifications';
import type { Transact } from '../db/database';
import { type DeliveryProblem, MailError } from '../email/mail-problem';
import type { Mail, Mailer } from '../email/mailer';
import { smtpConnections } from '../email/smtp-options';
import { type Claimed, DeliveryQueue, type Settling } from '../jobs/delivery-queue';
import type { Log } from '../observability/log';
import type { OneTimeToken } from '../one-time-tokens/one-time-token';
import type { OneTimeTokens } from '../one-time-tokens/one-time-tokens';
import type { Clock } from '../runtime/clock';
import type { MailComposer } from './mail-composer';
import { type Message, messageChannel } from './message';
import type { MessageStore } from './message.store';
import { messageActions } from './messages.audit';
import { nextAttempt } from './retry-delay';

interface DeliveryStores {
  messages: MessageStore;
  transaction: Transact<{ messages: Pick<MessageStore, 'end'>; audit: Pick<AuditStore, 'insert'> }>;
}

/** Milliseconds. */
const pollMs = 5000;
/** A mail is sent or has failed within this time. The lease is longer, so that no other instance sends the mail, too. */
const sendMs = 45_000;
const leaseMs = 60_000;
export const mailSettleMs: Settling = { least: 50, most: 150 };
/** How long a stop waits for the mails that are being sent. */
const stopMs = 3000;

interface MailDeliveryNeeds {
  stores: DeliveryStores;
  oneTimeTokens: Pick<OneTimeTokens, 'findById'>;
  composer: Pick<MailComposer, 'compose'>;
  mailer: Mailer;
  listen: Listen;
  settleMs: Settling;
  clock: Clock;
  log: Log;
}

/**
 * Sends the mails of the outbox in the background. Each mail is sent at least once: if an instance dies while it sends a mail,
 * another instance sends the mail again when the lease has run out, with the same Message-ID.
 */
export class MailDelivery {
  private readonly queue: DeliveryQueue<Message>;
  /** Whether the last attempt failed, so that the log has one line for many mails. */
  private isFailing = false;
  private sentCount = 0;
  private failedCount = 0;

  constructor(private readonly needs: MailDeliveryNeeds) {
    this.queue = new DeliveryQueue({
      listen: (handlers) => needs.listen(messageChannel, handlers),
      atOnce: smtpConnections,
      settleMs: needs.settleMs,
      pollMs,
      stopMs,
      claim: (atMost) => this.claim(atMost),
      deliver: (message) =>
        this.deliver(message).catch((error: unknown) =>
          needs.log.warn({ err: error, messageId: message.id }, 'the state of a mail could not be stored'),
        ),
      abandon: () => needs.mailer.close(),
    });
  }

  /** The number of mails that this process has sent. */
  get sent(): number {
    return this.sentCount;
  }

  /** The number of mails that this process has given up. */
  get failed(): number {
    return this.failedCount;
  }

  start(): void {
    this.queue.start();
  }

  /** Claims no more mails, and waits for the mails that are being sent. Mails that take too long are sent again later. */
  close(): Promise<void> {
    return this.queue.close();
  }

  private async claim(atMost: number): Promise<Claimed<Message>> {
    const at = this.needs.clock();
    const leaseUntil = new Date(at.getTime() + leaseMs);
    try {
      const items = await this.needs.stores.messages.claim({ at, leaseUntil, atMost });
      return { items, hasMore: items.length === atMost };
    } catch (error) {
      this.needs.log.warn({ err: error }, 'mails could not be read from the outbox: this is tried again');
      return { items: [], hasMore: false };
    }
  }

  private async deliver(message: Message): Promise<void> {
    const { id, tokenId, expiresTs } = message;
    if (expiresTs <= this.needs.clock()) return this.fail(message, 'expired');
    const token = tokenId && (await this.needs.oneTimeTokens.findById(tokenId));
    // The user has asked for another mail, or has used the link of an earlier attempt.
    if (tokenId && !token)
      return void (await this.needs.stores.messages.end({ id, at: this.needs.clock(), problem: 'link_used' }));
    try {
      await this.needs.mailer.send(this.compose(message, token || null), AbortSignal.timeout(sendMs));
    } catch (error) {
      return this.handle(message, error);
    }
    this.succeed();
    await this.needs.stores.messages.end({ id, at: this.needs.clock(), problem: null });
  }

  private compose(message: Message, token: OneTimeToken | null): Mail {
    try {
      return this.needs.composer.compose(message, token);
    } catch (error) {
      this.needs.log.error({ err: error, template: message.template }, 'a mail could not be rendered');
      throw new MailError('template', false, null);
    }
  }

  private succeed(): void {
    this.sentCount += 1;
    if (this.isFailing) this.needs.log.info('mail delivery works again');
    this.isFailing = false;
  }

  /** Tries the mail again later, or gives it up. */
  private async handle(message: Message, error: unknown): Promise<void> {
    if (!(error instanceof MailError)) {
      this.needs.log.error({ err: error, messageId: message.id }, 'unexpected error while a mail was sent');
    }
    const { problem, isPermanent, replyCode } =
      error instanceof MailError ? error : new MailError('unknown', false, null);
    const dueTs = isPermanent ? null : nextAttempt(message.attempts, this.needs.clock(), message.expiresTs);
    if (dueTs === null) return this.fail(message, problem, replyCode);
    const found = { problem, replyCode, messageId: message.id, template: message.template, nextAttempt: dueTs };
    if (this.isFailing) this.needs.log.debug(found, 'a mail could not be sent: it is tried again');
    else this.needs.log.warn(found, 'mails cannot be sent: they are tried again');
    this.isFailing = true;
    await this.needs.stores.messages.postpone({ id: message.id, attempts: message.attempts, dueTs, problem });
  }

  private async fail(message: Message, problem: DeliveryProblem, replyCode: number | null = null): Promise<void> {
    const { id, template, userId } = message;
    const at = this.needs.clock();
    const event: NewAuditEvent = {
      ...successEvent(messageActions.message_failed, at, null, {
        userId,
        details: { reason: problem, template, messageId: id },
      }),
      outcome: 'failure',
    };
    const isEnded = await this.needs.stores.transaction(null, async (tx) => {
      if (!(await tx.messages.end({ id, at, problem }))) return false;
      await tx.audit.insert([event]);
      return true;
    });
    if (!isEnded) return;
    this.failedCount += 1;
    this.needs.log.warn({ problem, replyCode, messageId: id, template }, 'a mail has failed and is not tried again');
  }
}
