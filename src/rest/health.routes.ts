import type { Readiness } from '../health/readiness';
import type { Route } from '../http/routes';
import { successEnvelope } from './envelope';

export function healthRoutes(readiness: Readiness): Route[] {
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
          res.json(successEnvelope('The service is ready.', {}));
        },
      ],
    },
  ];
}
