import type { Metric } from '../observability/metric';
import type { AuditLog } from './audit-log';

export function auditMetrics({ audit }: { audit: Pick<AuditLog, 'dropped' | 'merged'> }): Metric[] {
  return [
    {
      name: 'gatehouse_audit_dropped_total',
      help: 'Rejected requests that the audit lost, because too many waited.',
      type: 'counter',
      read: () => audit.dropped,
    },
    {
      name: 'gatehouse_audit_merged_total',
      help: 'Rejected requests whose audit row names no account or network: there were too many.',
      type: 'counter',
      read: () => audit.merged,
    },
  ];
}
