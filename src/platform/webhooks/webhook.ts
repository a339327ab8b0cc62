import type { WebhookData } from './event-type';

/** The payload of a notification that endpoints have changed. That of a new delivery is empty. */
export const endpointsChanged = 'endpoints';

/** Why an attempt failed. */
export const webhookProblems = {
  status: 'The receiver did not answer with a status of success.',
  redirect: 'The receiver answered with a redirection, which is never followed.',
  gone: 'The receiver answered with 410. The endpoint was disabled.',
  timeout: 'The receiver did not answer within 10 seconds.',
  connection: 'No connection, or the receiver closed it without an answer.',
  tls: 'The certificate of the receiver is not valid.',
  unknown_host: 'The name of the receiver has no address.',
  forbidden_address: 'The name of the receiver has a private address that `WEBHOOK_NETWORKS` does not list.',
  expired: 'The endpoint was disabled for too long.',
} as const;
export type WebhookProblem = keyof typeof webhookProblems;

/** Why Gatehouse has disabled an endpoint. */
export const disabledProblems = {
  gone: 'The receiver answered with 410.',
  failing: 'All attempts have failed for five days.',
} as const;
export type DisabledProblem = keyof typeof disabledProblems;

/** A receiver of events. Its secrets are read separately. */
export interface WebhookEndpoint {
  id: string;
  url: string;
  /** The names of the types of events that it gets. */
  types: readonly string[];
  createdTs: Date;
  /** Null if it is enabled. */
  disabledTs: Date | null;
  /** Null if it is enabled, or if a super admin disabled it. */
  disabledProblem: DisabledProblem | null;
  failingSinceTs: Date | null;
  secretTs: Date;
  previousUntilTs: Date | null;
}

/** Of the body of an answer. */
export const storedAnswerBytes = 1024;

/** An event for one endpoint. */
export interface WebhookDelivery {
  /** The `webhook-id` of each attempt. */
  id: string;
  endpointId: string;
  /** The name of the type of the event, or `test`, which is that of `testWebhook` alone. */
  type: string;
  data: WebhookData;
  /** The time of the event. */
  createdTs: Date;
  /** The next attempt, or null after the end. */
  dueTs: Date | null;
  attempts: number;
  endedTs: Date | null;
  /** Null if the receiver has it, and before the first attempt. */
  problem: WebhookProblem | null;
  /** The HTTP status of the last answer. */
  status: number | null;
  /** The beginning of the body of the last answer: text of a stranger, without the secrets. Null if it was empty. */
  answer: string | null;
  /** How long the last attempt took. */
  durationMs: number | null;
  /** A super admin has sent it, and nothing has happened. */
  isTest: boolean;
}

/** Returns the body, the same at each attempt. */
export function toWebhookBody(delivery: Pick<WebhookDelivery, 'type' | 'createdTs' | 'data' | 'isTest'>): string {
  const { type, createdTs, data, isTest } = delivery;
  const { user_id, session_id, except_session_id, changed, method, factor, key_id, organization_id, roles } = data;
  const names = changed?.map(inSnakeCase);
  return JSON.stringify({
    type,
    timestamp: createdTs.toISOString(),
    ...(isTest && { test: true }),
    data: { user_id, session_id, except_session_id, changed: names, method, factor, key_id, organization_id, roles },
  });
}

const inSnakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
