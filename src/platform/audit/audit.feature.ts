import type { Feature } from '../feature';
import { auditMetrics } from './audit.metrics';
import { auditSettings } from './audit.settings';
import { AuditStore } from './audit.store';
import { auditTables } from './audit.tables';
import { AuditErasureStore } from './audit-erasure.store';
import { requestActions } from './requests.audit';

export const auditFeature = {
  settings: [auditSettings],
  actions: [requestActions],
  stores: { audit: AuditStore, auditErasure: AuditErasureStore },
  metrics: [auditMetrics],
  tables: auditTables,
} satisfies Feature;
