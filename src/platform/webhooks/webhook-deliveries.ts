import type { AuditStore } from '../audit/audit.store';
import { type NewAuditEvent, successEvent } from '../audit/audit-event';
import type { Listen } from '../db/cluster/notifications';
import type { Transact } from '../db/database';
import type { Switch } from '../db/optional-part';
import { dayMs } from '../jobs/clean-up-step';
import type { Log } from '../observability/log';
import type { Clock } from '../runtime/clock';
import { createReceiverQueue } from './receiver-queue';
import { nextAttemptAt, webhookSchedule } from './retry-schedule';
import { signWebhook } from './standard-webhooks';
import { type DisabledProblem, storedAnswerBytes, toWebhookBody, type WebhookDelivery } from './webhook';
import type { ClaimedWebhook, WebhookDeliveryStore } from './webhook-delivery.store';
import type { WebhookEndpointStore } from './webhook-endpoint.store';
import type { WebhookSecretEncryption } from './webhook-secrets';
import type { WebhookResult, WebhookSender } from './webhook-sender';
import { webhookActions } from './webhooks.audit';

/** The number of endpoints. So each has its own places, and one that does not answer delays no other. */
export const mostEndpoints = 20;
/** A failing endpoint is disabled after this time. */
const failingMs = 5 * dayMs;

interface DisablingStores {
  webhookEndpoints: Pick<WebhookEndpointStore, 'disable'>;
  audit: Pick<AuditStore, 'insert'>;
}

interface WebhookDeliveriesNeeds<Tx extends DisablingStores> {
  stores: {
    webhookDeliveries: Pick<WebhookDeliveryStore, 'claim' | 'succeed' | 'fail'>;
    events: Switch;
    transaction: Transact<Tx>;
  };
  secrets: Pick<WebhookSecretEncryption, 'decrypt'>;
  sender: Pick<WebhookSender, 'send'>;
  /** Mails the super admins that an endpoint was disabled. */
  notifyAdmins(tx: Tx): Promise<void>;
  listen: Listen;
  clock: Clock;
  log: Log;
}

type AnswerSeen = Pick<WebhookDelivery, 'answer'> & { durationMs: number };

/**
 * Returns the beginning of an answer as text that can be stored, or null if it is empty. A receiver that answers with its
 * settings must not bring a secret of theirs into the database.
 */
export function answerText(answer: Buffer, secrets: readonly Buffer[]): string | null {
  // One character a byte, so that the text can be cut behind the secrets.
  let bytes = answer.toString('latin1');
  for (const secret of secrets) {
    const forms = [secret.toString('base64').replace(/=+$/, ''), secret.toString('base64url'), secret.toString('hex')];
    for (const form of forms) {
      bytes = bytes.replaceAll(form, '*'.repeat(form.length));
    }
  }
  const stored = Buffer.from(bytes, 'latin1').subarray(0, storedAnswerBytes);
  // A character that is cut at the end is left out. PostgreSQL stores no U+0000.
  const text = new TextDecoder().decode(stored, { stream: true }).replaceAll('\0', '\u{fffd}');
  return text === '' ? null : text;
}

/**
 * Sends the events to their endpoints in the background, each at least once and with the same `webhook-id`. Receivers get
 * them in any order.
 */
export class WebhookDeliveries<Tx extends DisablingStores> {
  readonly counts = { sent: 0, failed: 0 };
  readonly queue: ReturnType<typeof createReceiverQueue<ClaimedWebhook>>;

  constructor(private readonly needs: WebhookDeliveriesNeeds<Tx>) {
    const { stores, listen, clock, log } = needs;
    this.queue = createReceiverQueue({
      name: 'webhooks',
      receivers: stores.events,
      mostReceivers: mostEndpoints,
      claim: (claim) => stores.webhookDeliveries.claim(claim),
      deliver: (delivery, stopped) => this.deliver(delivery, stopped),
      listen,
      clock,
      log,
    });
  }

  private async deliver(delivery: ClaimedWebhook, stopped: AbortSignal): Promise<void> {
    const { id, attempts, url } = delivery;
    const body = toWebhookBody(delivery);
    const secrets = this.secretsOf(delivery);
    const sentAt = this.needs.clock();
    const headers = signWebhook({ id, sentAt, body }, secrets);
    const result = await this.needs.sender.send({ url, headers, body }, stopped);
    // Not an answer of the receiver. The lease runs out, and another instance sends it.
    if (stopped.aborted && result.status === null) return;
    const at = this.needs.clock();
    const seen = {
      answer: answerText(result.answer, secrets),
      durationMs: Math.max(0, at.getTime() - sentAt.getTime()),
    };
    if (result.problem !== null) return this.fail(delivery, { ...result, ...seen }, at);
    this.counts.sent += 1;
    await this.needs.stores.webhookDeliveries.succeed({ id, attempts, at, status: result.status, ...seen });
  }

  private secretsOf(delivery: ClaimedWebhook): Buffer[] {
    const { endpointId, encryptedSecret, encryptedPrevious, previousUntilTs } = delivery;
    const isDouble = encryptedPrevious !== null && previousUntilTs !== null && previousUntilTs > this.needs.clock();
    return [encryptedSecret, ...(isDouble ? [encryptedPrevious] : [])].map((one) =>
      this.needs.secrets.decrypt(one, endpointId),
    );
  }

  private async fail(
    delivery: ClaimedWebhook,
    { problem, status, retryAfter, answer, durationMs }: Omit<WebhookResult, 'answer'> & AnswerSeen,
    at: Date,
  ): Promise<void> {
    const { id, attempts, endpointId } = delivery;
    const dueTs = problem === 'gone' ? null : nextAttemptAt(webhookSchedule, { attempts, now: at, retryAfter });
    if (dueTs === null) this.counts.failed += 1;
    const found = { problem, status, endpointId, deliveryId: id, nextAttempt: dueTs };
    this.needs.log.debug(found, 'a webhook could not be delivered');
    const attempt = { id, attempts, at, dueTs, problem, status, answer, durationMs };
    const failingSince = await this.needs.stores.webhookDeliveries.fail(attempt);
    if (failingSince === null) return;
    if (problem === 'gone') return this.disable(endpointId, 'gone', at);
    if (at.getTime() - failingSince.getTime() >= failingMs) return this.disable(endpointId, 'failing', at);
  }

  private async disable(endpointId: string, problem: DisabledProblem, at: Date): Promise<void> {
    const event: NewAuditEvent = {
      ...successEvent(webhookActions.webhook_disabled, at, null, { details: { endpointId, reason: problem } }),
      outcome: 'failure',
    };
    const isDisabled = await this.needs.stores.transaction(null, async (tx) => {
      if (!(await tx.webhookEndpoints.disable(endpointId, at, problem))) return false;
      await tx.audit.insert([event]);
      await this.needs.notifyAdmins(tx);
      return true;
    });
    if (isDisabled) this.needs.log.warn({ endpointId, problem }, 'a webhook endpoint was disabled');
  }
}
