import {
  storedAnswerBytes,
  type WebhookDelivery,
  type WebhookEndpoint,
  webhookProblems,
} from '../../platform/webhooks/webhook';

// The descriptions of both APIs.

const problems = Object.keys(webhookProblems).map((problem) => `\`${problem}\``);

export const endpointTexts: Readonly<Record<keyof WebhookEndpoint, string>> = {
  id: 'The id of the endpoint.',
  url: 'Where the events are sent.',
  types: 'The types of events that the endpoint gets.',
  createdTs: 'When the endpoint was created.',
  disabledTs: 'When the endpoint was disabled. Null if it is enabled.',
  disabledProblem: 'Why Gatehouse disabled it: `gone` or `failing`. Null if it is enabled, or if a super admin did.',
  failingSinceTs: 'The first failure since the last success. Null if the endpoint works.',
  secretTs: 'When the secret was created.',
  previousUntilTs: 'Until when the previous secret signs, too. Null if there is none.',
};

export const webhookSecretTexts = {
  endpoint: 'The endpoint.',
  secret: 'The secret, `whsec_…`, which is never returned again.',
} as const;

export const deliveryTexts: Readonly<Record<keyof WebhookDelivery | 'body', string>> = {
  id: 'The id, which is the `webhook-id` of each attempt.',
  endpointId: 'The endpoint.',
  type: 'The type of the event, or `test`.',
  data: 'The `data` of the event: ids and names of fields.',
  createdTs: 'The time of the event.',
  dueTs: 'The time of the next attempt. Null if there is none.',
  attempts: 'How often Gatehouse has tried to deliver it.',
  endedTs: 'When it was delivered, or failed for good. Null if it waits.',
  problem: `Why the last attempt failed: ${problems.slice(0, -1).join(', ')} or ${problems.at(-1)}. Null if it was delivered, and before the first attempt.`,
  status: 'The HTTP status of the last answer. Null without one.',
  body: 'The body of each attempt, which the signature covers.',
  answer: `The first ${storedAnswerBytes} bytes of the body of the last answer: text of the receiver, in which the secret of the endpoint is replaced by asterisks. Null if it was empty, and after the user was erased.`,
  durationMs: 'How long the last attempt took, in milliseconds. Null before the first one.',
  isTest:
    'Whether a super admin has sent it with `testWebhook`. Its body has `"test": true`, and nothing has happened.',
};
