import type { ClaimedLogout, LogoutDeliveryStore } from '../../accounts/applications/logout-delivery.store';
import type { AuditStore } from '../../platform/audit/audit.store';
import { type NewAuditEvent, successEvent } from '../../platform/audit/audit-event';
import type { Listen } from '../../platform/db/cluster/notifications';
import type { Transact } from '../../platform/db/database';
import type { Switch } from '../../platform/db/optional-part';
import { messageActions } from '../../platform/messages/messages.audit';
import type { Log } from '../../platform/observability/log';
import type { Clock } from '../../platform/runtime/clock';
import { createReceiverQueue, type DeliveryAttempt } from '../../platform/webhooks/receiver-queue';
import { nextAttemptAt, type RetrySchedule } from '../../platform/webhooks/retry-schedule';
import type { WebhookProblem } from '../../platform/webhooks/webhook';
import type { WebhookResult, WebhookSender } from '../../platform/webhooks/webhook-sender';
import type { LogoutTokens } from './logout-tokens';

/** No document says one. A client that does not answer takes its own places, until this many clients do not answer. */
const mostClients = 20;
/** No document says one. In seconds. */
const schedule: RetrySchedule = [5, 30, 300, 1800];

export interface LogoutDeliveriesNeeds {
  stores: {
    logoutDeliveries: Pick<LogoutDeliveryStore, 'claim' | 'record'>;
    logouts: Switch;
    transaction: Transact<{
      logoutDeliveries: Pick<LogoutDeliveryStore, 'record'>;
      audit: Pick<AuditStore, 'insert'>;
    }>;
  };
  tokens: Pick<LogoutTokens, 'issue'>;
  sender: Pick<WebhookSender, 'send'>;
  listen: Listen;
  clock: Clock;
  log: Log;
}

/** Tells clients which sessions of them have ended (OpenID Connect Back-Channel Logout 1.0), each at least once. */
export class LogoutDeliveries {
  readonly counts = { sent: 0, failed: 0 };
  readonly queue: ReturnType<typeof createReceiverQueue<ClaimedLogout>>;

  constructor(private readonly needs: LogoutDeliveriesNeeds) {
    const { stores, listen, clock, log } = needs;
    this.queue = createReceiverQueue({
      name: 'logouts',
      receivers: stores.logouts,
      mostReceivers: mostClients,
      claim: (claim) => stores.logoutDeliveries.claim(claim),
      deliver: (logout, stopped) => this.deliver(logout, stopped),
      listen,
      clock,
      log,
    });
  }

  private async deliver(logout: ClaimedLogout, stopped: AbortSignal): Promise<void> {
    const { clock, sender, tokens, stores, log } = this.needs;
    const body = new URLSearchParams({ logout_token: await tokens.issue(logout) }).toString();
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const result = await sender.send({ url: logout.url, headers, body }, stopped);
    const { status, retryAfter } = result;
    // Not an answer of the client. The lease runs out, and another instance sends it.
    if (stopped.aborted && status === null) return;
    const now = clock();
    const problem = problemOf(result);
    const isFinal = problem === null || status === 400;
    const dueTs = isFinal ? null : nextAttemptAt(schedule, { attempts: logout.attempts, now, retryAfter });
    const attempt = { id: logout.id, attempts: logout.attempts, at: now, dueTs, problem, status };
    if (problem !== null && dueTs === null) return this.giveUp(logout, { ...attempt, problem });
    if (problem === null) this.counts.sent += 1;
    else log.debug({ problem, status, clientId: logout.clientId, nextAttempt: dueTs }, 'a logout could not be sent');
    await stores.logoutDeliveries.record(attempt);
  }

  private async giveUp(
    { id: deliveryId, clientId, userId, sessionId }: ClaimedLogout,
    attempt: DeliveryAttempt & { problem: WebhookProblem },
  ): Promise<void> {
    const { at, problem, status } = attempt;
    const details = { reason: problem, clientId, deliveryId };
    const event: NewAuditEvent = {
      ...successEvent(messageActions.message_failed, at, null, { userId, sessionId, details }),
      outcome: 'failure',
    };
    const isEnded = await this.needs.stores.transaction(null, async (tx) => {
      if (!(await tx.logoutDeliveries.record(attempt))) return false;
      await tx.audit.insert([event]);
      return true;
    });
    if (!isEnded) return;
    this.counts.failed += 1;
    this.needs.log.warn({ problem, status, clientId, deliveryId }, 'a logout has failed and is not tried again');
  }
}

/** The client has it with 200, or with 204, which frameworks make of an empty answer (section 2.8). */
function problemOf({ problem, status }: WebhookResult): WebhookProblem | null {
  if (status === 200 || status === 204) return null;
  // For an endpoint of webhooks, other answers are a success, and 410 is its end.
  return problem === null || problem === 'gone' ? 'status' : problem;
}
