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
      help: 'Attempts of trusted backends that a limit per network did not count.',
      type: 'counter',
      labels: ['limit'],
      read: () => Object.entries(limits.exemptions).map(([limit, value]) => ({ labels: { limit }, value })),
    },
    {
      name: 'gatehouse_limit_store_up',
      help: '0 if Redis (`REDIS_URL`) is unavailable: each instance then counts for itself. Else 1.',
      type: 'gauge',
      read: () => Number(redis?.isUp() ?? true),
    },
  ];
}
