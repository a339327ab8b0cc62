import type { Readiness } from '../health/readiness';
import type { Route } from '../http/routes';
import { outcomes } from '../outcomes';
import type { Revocations } from '../sessions/revocations';
import { successEnvelope } from './envelope';

export function healthRoutes(readiness: Readiness, revocations: Revocations): Route[] {
  return [
    {
      method: 'get',
      path: '/healthz',
      operation: 'alive',
      handlers: [(_req, res) => void res.json(successEnvelope(outcomes.alive, {}))],
    },
    {
      method: 'get',
      path: '/readyz',
      operation: 'ready',
      handlers: [
        async (_req, res) => {
          await readiness.check();
          res.json(successEnvelope(outcomes.ready, { revocation_feed: revocations.isLive ? 'live' : 'down' }));
        },
      ],
    },
  ];
}
