import type { Metric } from '../../platform/observability/metric';
import { legacyResults, type OldService } from './old-service';

/** @param oldService null without `LEGACY_URL` */
interface Source {
  /** Null without `LEGACY_URL`. */
  legacy: { oldService: Pick<OldService, 'counts' | 'seconds' | 'isPaused'> | null };
}

export function legacyMetrics({ legacy: { oldService } }: Source): Metric[] {
  return [
    {
      name: 'gatehouse_legacy_requests_total',
      help: 'Requests to the old service of `LEGACY_URL`. `result` is `accepted`, `rejected`, `unusable` (no clear answer), or `not_asked` (it was down a moment ago).',
      type: 'counter',
      labels: ['result'],
      read: () => legacyResults.map((result) => ({ labels: { result }, value: oldService?.counts[result] ?? 0 })),
    },
    {
      name: 'gatehouse_legacy_request_seconds_total',
      help: 'The sum of the durations of the requests to the old service.',
      type: 'counter',
      read: () => oldService?.seconds ?? 0,
    },
    {
      name: 'gatehouse_legacy_breaker_open',
      help: '1 while the old service is not asked, because it did not answer.',
      type: 'gauge',
      read: () => (oldService?.isPaused ? 1 : 0),
    },
  ];
}
