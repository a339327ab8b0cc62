import { auditCleanUp } from '../audit/audit-clean-up';
import type { Config } from '../config/config';
import { CleanUp } from '../jobs/clean-up';
import type { Log } from '../observability/log';
import { rateLimitCleanUp } from '../rate-limits/rate-limit-clean-up';
import type { Clock } from '../runtime/clock';
import { sessionCleanUp } from '../sessions/session-clean-up';
import type { Stores } from './stores';

export function createCleanUp(
  config: Pick<Config, 'auditRetentionDays' | 'sessionIdleTtlS'>,
  stores: Pick<Stores, 'jobs' | 'auditCleanUp' | 'sessionCleanUp' | 'rateLimitCleanUp'>,
  clock: Clock,
  log: Log,
): CleanUp {
  const steps = [
    ...auditCleanUp(stores.auditCleanUp, config.auditRetentionDays),
    ...sessionCleanUp(stores.sessionCleanUp, config.sessionIdleTtlS),
    ...rateLimitCleanUp(stores.rateLimitCleanUp),
  ];
  return new CleanUp(stores.jobs, steps, clock, log);
}
