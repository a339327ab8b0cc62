import type { Metric } from '../observability/metric';

/** `isShared`: whether all instances count together. They do not while Redis is configured and unavailable. */
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
