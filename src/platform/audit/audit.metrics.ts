import type { Metric } from '../observability/metric';
import type { AuditLog } from './audit-log';

export function auditMetrics({ audit }: { audit: Pick<AuditLog, 'dropped' | 'merged'> }): Metric[] {
  return [
    {
      name: 'gatehouse_audit_dropped_total',
      help: 'Rejected requests that are not in the audit, because too many waited for the database.',
      type: 'counter',
      read: () => audit.dropped,
    },
    {
      name: 'gatehouse_audit_merged_total',
      help: 'Rejected requests whose audit row does not name the account or the network: there were too many.',
      type: 'counter',
      read: () => audit.merged,
    },
  ];
}
