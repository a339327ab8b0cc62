import { auditMetrics } from '../audit/audit.metrics';
import type { AuditLog } from '../audit/audit-log';
import type { PoolState } from '../db/database';
import { databasePoolMetrics } from '../db/pool.metrics';
import type { Readiness } from '../health/readiness';
import { readinessMetrics } from '../health/readiness.metrics';
import type { CleanUp } from '../jobs/clean-up';
import { cleanUpMetrics } from '../jobs/clean-up.metrics';
import { buildInfoMetrics } from '../observability/build-info.metrics';
import type { Metric } from '../observability/metric';
import type { HashQueue } from '../passwords/hash-queue';
import { hashQueueMetrics } from '../passwords/hash-queue.metrics';
import type { PasswordCheck } from '../passwords/password-check';
import { passwordCheckMetrics } from '../passwords/password-check.metrics';
import { rateLimitMetrics } from '../rate-limits/rate-limits.metrics';
import type { Revocations } from '../sessions/revocations';
import { revocationMetrics } from '../sessions/revocations.metrics';

export interface MetricSources {
  audit: AuditLog;
  passwordCheck: PasswordCheck;
  cleanUp: CleanUp;
  readiness: Readiness;
  hashQueue: HashQueue;
  revocations: Revocations;
  areLimitsShared(): boolean;
  pool(): PoolState;
}

/** Returns the metrics of all features, except the metrics of HTTP. */
export function collectMetrics(sources: MetricSources): Metric[] {
  return [
    ...buildInfoMetrics(),
    ...auditMetrics(sources.audit),
    ...passwordCheckMetrics(sources.passwordCheck),
    ...cleanUpMetrics(sources.cleanUp),
    ...readinessMetrics(sources.readiness),
    ...hashQueueMetrics(sources.hashQueue),
    ...revocationMetrics(sources.revocations),
    ...rateLimitMetrics(sources.areLimitsShared),
    ...databasePoolMetrics(sources.pool),
  ];
}
