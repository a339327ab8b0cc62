import type { Metric } from '../observability/metric';

/** `isShared`: whether all instances count together. They do not while Redis is configured and unavailable. */
export function rateLimitMetrics(isShared: () => boolean): Metric[] {
  return [
    {
      name: 'gatehouse_limit_store_up',
      help: '0 while Redis is set and away: each instance counts the limits for itself',
      type: 'gauge',
      read: () => Number(isShared()),
    },
  ];
}
