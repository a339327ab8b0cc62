import { type Sentence, say } from '../platform/runtime/sentence';
import type { WebhookEndpoint, WebhookProblem } from '../platform/webhooks/webhook';
import type { WebhookDeliveryStore } from '../platform/webhooks/webhook-delivery.store';
import type { WebhookEndpointStore } from '../platform/webhooks/webhook-endpoint.store';
import type { WebhookSender } from '../platform/webhooks/webhook-sender';
import { type CheckResult, failure, ok, skipped, warning } from './check-result';

/** Milliseconds. A receiver that needs longer to connect answers no webhook in time either. */
export const connectsWithinMs = 3000;
/** Milliseconds. A delivery is sent within seconds after it is due, unless its endpoint has many. */
const longWaitMs = 600_000;

interface CheckedWebhooks {
  webhookEndpoints: Pick<WebhookEndpointStore, 'list'>;
  webhookDeliveries: Pick<WebhookDeliveryStore, 'firstDue'>;
}

/** Connects to each enabled endpoint, without sending a request. */
export async function checkWebhooks(
  { webhookEndpoints, webhookDeliveries }: CheckedWebhooks,
  sender: Pick<WebhookSender, 'connect'>,
  now: Date,
): Promise<CheckResult[]> {
  const endpoints = await webhookEndpoints.list();
  if (endpoints.length === 0) return [skipped(say`there is no webhook endpoint`)];
  const disabled = endpoints.flatMap((endpoint) => disabledByFailures(endpoint));
  const enabled = endpoints.filter(({ disabledTs }) => disabledTs === null);
  const problems = await Promise.all(
    enabled.map(async (endpoint) => [
      ...connectionProblem(endpoint, await sender.connect(endpoint.url)),
      ...overdue(endpoint, await webhookDeliveries.firstDue(endpoint.id), now),
    ]),
  );
  const bad = [...disabled, ...problems.flat()];
  if (bad.length > 0) return bad;
  return enabled.length === 0
    ? [skipped(say`all webhook endpoints are disabled`)]
    : [ok(say`webhook endpoints that can be reached: ${enabled.length}`)];
}

/** Without the path and the parameters of the URL, which can have a secret. */
const nameOf = ({ id, url }: WebhookEndpoint): Sentence => say`${id} (${new URL(url).host})`;

function disabledByFailures(endpoint: WebhookEndpoint): CheckResult[] {
  const { id, disabledProblem } = endpoint;
  if (disabledProblem === null) return [];
  const says =
    disabledProblem === 'gone'
      ? say`the webhook endpoint ${nameOf(endpoint)} was disabled, because it answered with 410`
      : say`the webhook endpoint ${nameOf(endpoint)} was disabled, because all attempts failed for five days`;
  return [warning(say`${says}. When it works, run: gatehouse webhooks update ${id} --enable`)];
}

function connectionProblem(endpoint: WebhookEndpoint, problem: WebhookProblem | null): CheckResult[] {
  if (problem === null) return [];
  if (problem === 'forbidden_address') {
    return [
      failure(
        say`the webhook endpoint ${nameOf(endpoint)} gets nothing, because its address is not https:// or is private. Change it, or set WEBHOOK_NETWORKS`,
      ),
    ];
  }
  return [warning(say`the webhook endpoint ${nameOf(endpoint)} cannot be reached: ${reasonOf(problem)}`)];
}

function reasonOf(problem: WebhookProblem): Sentence {
  if (problem === 'unknown_host') return say`its name has no address`;
  if (problem === 'tls') return say`its certificate is not valid`;
  return problem === 'timeout' ? say`no answer within ${connectsWithinMs} ms` : say`no connection`;
}

function overdue(endpoint: WebhookEndpoint, dueTs: Date | null, now: Date): CheckResult[] {
  const lateMs = dueTs === null ? 0 : now.getTime() - dueTs.getTime();
  if (lateMs <= longWaitMs) return [];
  const late = Math.round(lateMs / 1000);
  return [
    warning(
      say`deliveries to the webhook endpoint ${nameOf(endpoint)} have been due for up to ${late} s. See: gatehouse webhooks deliveries ${endpoint.id}`,
    ),
  ];
}
