import type { Metric } from '../observability/metric';

/** `isShared` returns whether all instances share their counts. They do not while Redis is unavailable. */
export function rateLimitMetrics(isShared: () => boolean): Metric[] {
  return [
    {
      name: 'gatehouse_limit_store_up',
      help: '0 if `REDIS_URL` is set and Redis is unavailable: each instance then counts the limits for itself. Else 1.',
      type: 'gauge',
      read: () => Number(isShared()),
    },
  ];
}
