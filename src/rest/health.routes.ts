import type { Readiness } from '../health/readiness';
import { sendJson } from '../http/send-json';
import { successMessages } from '../request/success-messages';
import type { Revocations } from '../sessions/revocations';
import { emptySuccessSchema, successEnvelope, successSchema } from './envelope';
import { object } from './json-schema';
import type { RestRoute } from './rest-route';

const readyEnvelope = successSchema(
  'ReadyEnvelope',
  object({
    revocation_feed: {
      type: 'string',
      enum: ['live', 'down'],
      description: 'While it is down, every token is checked in the database.',
    },
  }),
);

export function healthRoutes(readiness: Readiness, revocations: Revocations): RestRoute[] {
  return [
    {
      method: 'get',
      path: '/healthz',
      operation: 'alive',
      openapi: {
        operationId: 'healthz',
        summary: 'Whether the process is alive',
        success: { description: 'It does.', schema: emptySuccessSchema },
      },
      handlers: [(_req, res) => sendJson(res, successEnvelope(successMessages.alive, {}))],
    },
    {
      method: 'get',
      path: '/readyz',
      operation: 'ready',
      openapi: {
        operationId: 'readyz',
        summary: 'Whether the service can answer',
        success: { description: 'It can.', schema: readyEnvelope },
      },
      handlers: [
        async (_req, res) => {
          await readiness.check();
          sendJson(
            res,
            successEnvelope(successMessages.ready, { revocation_feed: revocations.isLive ? 'live' : 'down' }),
          );
        },
      ],
    },
  ];
}
