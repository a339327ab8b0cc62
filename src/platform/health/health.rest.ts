import type { MailTransport } from '../email/email.settings';
import { sendJson } from '../http/send-json';
import { emptySuccessSchema, successEnvelope, successSchema } from '../rest/envelope';
import { about, object, oneOf } from '../rest/json-schema';
import { type RestRoute, routeOf } from '../rest/rest-route';
import { alive, ready } from './health.operations';
import type { Readiness } from './readiness';

const feedStates = {
  live: 'The database notifies this process of ended sessions immediately.',
  down: 'The connection for the notifications is down. Until it is back, Gatehouse checks every access token in the database.',
};
const mailStates = {
  smtp: 'Gatehouse sends mails to the server of `SMTP_URL`.',
  mailbox: 'Gatehouse shows mails at `/dev/mailbox`, for development.',
  none: '`SMTP_URL` is not set, so mails wait.',
} satisfies Record<MailTransport, string>;
const readyEnvelope = successSchema(
  'ReadyEnvelope',
  'Gatehouse can answer requests.',
  about(
    object({
      revocation_feed: oneOf(feedStates, 'Whether Gatehouse knows of ended sessions without asking the database.'),
      mail: oneOf(mailStates, 'How mails leave. Mails that wait have no influence on the status.'),
    }),
    'The state of the service.',
  ),
);

const aliveBody = successEnvelope(alive.message, {});
const readyBody = (revocation_feed: keyof typeof feedStates, mail: MailTransport) =>
  successEnvelope(ready.message, { revocation_feed, mail });

export function healthRoutes(
  readiness: Readiness,
  revocations: { readonly isLive: boolean },
  mail: MailTransport,
): RestRoute[] {
  return [
    routeOf(alive, {
      openapi: () => ({
        operationId: 'healthz',
        success: { description: 'The process is alive.', schema: emptySuccessSchema, example: aliveBody },
      }),
      handlers: [(_req, res) => sendJson(res, aliveBody)],
    }),
    routeOf(ready, {
      openapi: () => ({
        operationId: 'readyz',
        description:
          'Answers with 200 if Gatehouse can answer requests. While Gatehouse starts or stops, or if the database does not answer, the response is `SERVICE_UNAVAILABLE`. Anyone can call this operation. A load balancer sends requests only to ready instances.',
        success: {
          description: 'Gatehouse can answer requests.',
          schema: readyEnvelope,
          example: readyBody('live', 'smtp'),
        },
      }),
      handlers: [
        async (_req, res) => {
          await readiness.check();
          sendJson(res, readyBody(revocations.isLive ? 'live' : 'down', mail));
        },
      ],
    }),
  ];
}
