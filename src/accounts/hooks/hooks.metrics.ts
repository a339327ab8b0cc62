import type { Metric } from '../../platform/observability/metric';
import { type BeforeRegister, hookResults } from './before-register';

interface Source {
  /** Null without `HOOK_BEFORE_REGISTER`. */
  beforeRegister: Pick<BeforeRegister, 'counts' | 'seconds' | 'isPaused'> | null;
}

export function hooksMetrics({ beforeRegister: hook }: Source): Metric[] {
  return [
    {
      name: 'gatehouse_hook_requests_total',
      help: 'Registrations for which `HOOK_BEFORE_REGISTER` was to be asked. `result` is `allowed`, `rejected`, `failed` (no usable answer), or `not_asked` (it was down a moment ago, or too many were waiting).',
      type: 'counter',
      labels: ['result'],
      read: () => hookResults.map((result) => ({ labels: { result }, value: hook?.counts[result] ?? 0 })),
    },
    {
      name: 'gatehouse_hook_request_seconds_total',
      help: 'The sum of the durations of the requests to the hook.',
      type: 'counter',
      read: () => hook?.seconds ?? 0,
    },
    {
      name: 'gatehouse_hook_breaker_open',
      help: '1 while the hook is not asked, because it did not answer.',
      type: 'gauge',
      read: () => (hook?.isPaused ? 1 : 0),
    },
  ];
}
