import type { AuditStore } from '../audit/audit.store';
import { type NewAuditEvent, successEvent } from '../audit/audit-event';
import type { Listen } from '../db/cluster/notifications';
import type { Transact } from '../db/database';
import { type DeliveryProblem, MailError } from '../email/mail-problem';
import type { Mailer } from '../email/mailer';
import { smtpConnections } from '../email/smtp-options';
import { type Claimed, DeliveryQueue, type Settling } from '../jobs/delivery-queue';
import type { Log } from '../observability/log';
import type { OneTimeToken } from '../one-time-tokens/one-time-token';
import type { OneTimeTokens } from '../one-time-tokens/one-time-tokens';
import type { Clock } from '../runtime/clock';
import type { MailComposer } from './mail-composer';
import { type Channel, type ClaimedMessage, type Message, messageChannel } from './message';
import type { MessageStore } from './message.store';
import { messageActions } from './messages.audit';
import { nextAttempt } from './retry-delay';

interface DeliveryStores {
  messages: MessageStore;
  transaction: Transact<{ messages: Pick<MessageStore, 'end'>; audit: Pick<AuditStore, 'insert'> }>;
}

/** Milliseconds. */
const pollMs = 5000;
/** A message is sent or has failed within this time. The lease is longer, so that no other instance sends it, too. */
const sendMs = 45_000;
const leaseMs = 60_000;
export const mailSettleMs: Settling = { least: 50, most: 150 };
/** How long a stop waits for the messages that are being sent. */
const stopMs = 3000;

/** How the messages of a channel leave. */
export interface Transport {
  readonly channel: Channel;
  /** How many messages are sent at the same time. */
  readonly atOnce: number;
  /** Whether a message can be sent twice: its receiver knows it by its id, or a second one harms nobody. */
  readonly isRepeatable: boolean;
  /** `token` is the token of the message, or null if the message has none. @throws MailError */
  send(message: Message, token: OneTimeToken | null, signal: AbortSignal): Promise<void>;
  /** Ends what is still being sent. */
  close(): void;
}

/** A mail that is sent twice has the same Message-ID. */
export const mailTransport = (composer: Pick<MailComposer, 'compose'>, mailer: Mailer, log: Log): Transport => ({
  channel: 'email',
  atOnce: smtpConnections,
  isRepeatable: true,
  send: (message, token, signal) =>
    mailer.send(
      rendered(message, () => composer.compose(message, token), log),
      signal,
    ),
  close: () => mailer.close(),
});

/** Returns what `render` makes of a message. @throws MailError */
export function rendered<Content>({ template }: Message, render: () => Content, log: Log): Content {
  try {
    return render();
  } catch (error) {
    log.error({ err: error, template }, 'a mail could not be rendered');
    throw new MailError('template', false, null);
  }
}

/** For the log. */
const names: Readonly<Record<Channel, string>> = { email: 'mail', sms: 'text message' };

interface MessageDeliveryNeeds {
  stores: DeliveryStores;
  oneTimeTokens: Pick<OneTimeTokens, 'findById'>;
  transport: Transport;
  listen: Listen;
  settleMs: Settling;
  clock: Clock;
  log: Log;
}

/**
 * Sends the messages of the outbox in the background. Each is sent at least once: if an instance dies while it sends a message,
 * another instance sends it again when the lease has run out, with the same id. One that must not be sent twice is given up then.
 */
export class MessageDelivery {
  private readonly queue: DeliveryQueue<ClaimedMessage>;
  /** Whether the last attempt failed, so that the log has one line for many messages. */
  private isFailing = false;
  private sentCount = 0;
  private failedCount = 0;
  private readonly name: string;

  constructor(private readonly needs: MessageDeliveryNeeds) {
    const { transport, log } = needs;
    this.name = names[transport.channel];
    this.queue = new DeliveryQueue({
      listen: (handlers) => needs.listen(messageChannel, handlers),
      atOnce: transport.atOnce,
      settleMs: needs.settleMs,
      pollMs,
      stopMs,
      claim: (atMost) => this.claim(atMost),
      deliver: (message) =>
        this.deliver(message).catch((error: unknown) =>
          log.warn({ err: error, messageId: message.id }, `the state of a ${this.name} could not be stored`),
        ),
      abandon: () => transport.close(),
    });
  }

  /** The number of messages that this process has sent. */
  get sent(): number {
    return this.sentCount;
  }

  /** The number of messages that this process has given up. */
  get failed(): number {
    return this.failedCount;
  }

  start(): void {
    this.queue.start();
  }

  /** Claims no more messages, and waits for those that are being sent. Those that take too long are sent again later. */
  close(): Promise<void> {
    return this.queue.close();
  }

  private async claim(atMost: number): Promise<Claimed<ClaimedMessage>> {
    const at = this.needs.clock();
    const leaseUntil = new Date(at.getTime() + leaseMs);
    try {
      const { channel } = this.needs.transport;
      const items = await this.needs.stores.messages.claim({ channel, at, leaseUntil, atMost });
      return { items, hasMore: items.length === atMost };
    } catch (error) {
      this.needs.log.warn({ err: error }, `${this.name}s could not be read from the outbox: this is tried again`);
      return { items: [], hasMore: false };
    }
  }

  private async deliver(message: ClaimedMessage): Promise<void> {
    const { id, tokenId, expiresTs } = message;
    const { transport } = this.needs;
    if (expiresTs <= this.needs.clock()) return this.fail(message, 'expired');
    if (message.isUncertain && !transport.isRepeatable) return this.fail(message, 'timeout');
    const token = tokenId && (await this.needs.oneTimeTokens.findById(tokenId));
    // The user has asked for another mail, or has used the link of an earlier attempt.
    if (tokenId && !token)
      return void (await this.needs.stores.messages.end({ id, at: this.needs.clock(), problem: 'link_used' }));
    try {
      await transport.send(message, token || null, AbortSignal.timeout(sendMs));
    } catch (error) {
      return this.handle(message, error);
    }
    this.succeed();
    await this.needs.stores.messages.end({ id, at: this.needs.clock(), problem: null });
  }

  private succeed(): void {
    this.sentCount += 1;
    if (this.isFailing) this.needs.log.info(`${this.name} delivery works again`);
    this.isFailing = false;
  }

  /** Tries the message again later, or gives it up. */
  private async handle(message: Message, error: unknown): Promise<void> {
    if (!(error instanceof MailError)) {
      this.needs.log.error({ err: error, messageId: message.id }, `unexpected error while a ${this.name} was sent`);
    }
    const { problem, isPermanent, replyCode } =
      error instanceof MailError ? error : new MailError('unknown', false, null);
    const dueTs = isPermanent ? null : nextAttempt(message.attempts, this.needs.clock(), message.expiresTs);
    if (dueTs === null) return this.fail(message, problem, replyCode);
    const found = { problem, replyCode, messageId: message.id, template: message.template, nextAttempt: dueTs };
    if (this.isFailing) this.needs.log.debug(found, `a ${this.name} could not be sent: it is tried again`);
    else this.needs.log.warn(found, `${this.name}s cannot be sent: they are tried again`);
    this.isFailing = true;
    await this.needs.stores.messages.postpone({ id: message.id, attempts: message.attempts, dueTs, problem });
  }

  private async fail(message: Message, problem: DeliveryProblem, replyCode: number | null = null): Promise<void> {
    const { id, channel, template, userId } = message;
    const at = this.needs.clock();
    const details = { reason: problem, template, messageId: id, ...(channel !== 'email' && { channel }) };
    const event: NewAuditEvent = {
      ...successEvent(messageActions.message_failed, at, null, { userId, details }),
      outcome: 'failure',
    };
    const isEnded = await this.needs.stores.transaction(null, async (tx) => {
      if (!(await tx.messages.end({ id, at, problem }))) return false;
      await tx.audit.insert([event]);
      return true;
    });
    if (!isEnded) return;
    this.failedCount += 1;
    this.needs.log.warn(
      { problem, replyCode, messageId: id, template },
      `a ${this.name} has failed and is not tried again`,
    );
  }
}
