import type { Readiness } from '../health/readiness';
import type { Route } from '../http/routes';
import type { Revocations } from '../sessions/revocations';
import { successEnvelope } from './envelope';

export function healthRoutes(readiness: Readiness, revocations: Revocations): Route[] {
  return [
    {
      method: 'get',
      path: '/healthz',
      handlers: [(_req, res) => void res.json(successEnvelope('The process is alive.', {}))],
    },
    {
      method: 'get',
      path: '/readyz',
      handlers: [
        async (_req, res) => {
          await readiness.check();
          res.json(successEnvelope('The service is ready.', { revocation_feed: revocations.isLive ? 'live' : 'down' }));
        },
      ],
    },
  ];
}
