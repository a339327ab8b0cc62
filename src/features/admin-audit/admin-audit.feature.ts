import type { Feature } from '../../platform/feature';
import * as adminAudit from './admin-audit.operations';

export const adminAuditFeature = {
  operations: [adminAudit],
} satisfies Feature;
