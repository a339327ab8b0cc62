import type { Metric } from '../observability/metric';
import type { RateLimits } from './rate-limits';

/** `isShared` returns whether all instances share their counts. They do not while Redis is unavailable. */
export function rateLimitMetrics(isShared: () => boolean, limits: Pick<RateLimits, 'exemptions'>): Metric[] {
  return [
    {
      name: 'gatehouse_limit_exemptions_total',
      help: 'Attempts that a limit per network did not count, because a trusted backend did not name the IP address of its user. `limit` is the name of the limit.',
      type: 'counter',
      labels: ['limit'],
      read: () => Object.entries(limits.exemptions).map(([limit, value]) => ({ labels: { limit }, value })),
    },
    {
      name: 'gatehouse_limit_store_up',
      help: '0 if `REDIS_URL` is set and Redis is unavailable: each instance then counts the limits for itself. Else 1.',
      type: 'gauge',
      read: () => Number(isShared()),
    },
  ];
}
