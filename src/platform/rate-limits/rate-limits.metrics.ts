import type { Metric } from '../observability/metric';
import type { RateLimits } from './rate-limits';

interface Sources {
  /** Null without `REDIS_URL`. */
  redis: { isUp(): boolean } | null;
  rateLimits: Pick<RateLimits, 'exemptions'>;
}

export function rateLimitMetrics({ redis, rateLimits: limits }: Sources): Metric[] {
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
      read: () => Number(redis?.isUp() ?? true),
    },
  ];
}
