import { accountDeletionCleanUp } from '../accounts/deletion/account-deletion-clean-up';
import type { AccountEraser } from '../accounts/deletion/account-eraser';
import { sessionCleanUp } from '../accounts/sessions/session-clean-up';
import { auditCleanUp } from '../platform/audit/audit-clean-up';
import { CleanUp } from '../platform/jobs/clean-up';
import type { Log } from '../platform/observability/log';
import type { Clock } from '../platform/runtime/clock';
import type { Config } from './config';
import { cleanUpSteps } from './features';
import type { Stores } from './stores';

export function createCleanUp(
  config: Pick<Config, 'auditRetentionDays' | 'sessionIdleTtlS'>,
  stores: Pick<Stores, 'sessionCleanUp' | 'sql'> & { jobs: Pick<Stores['jobs'], 'claim'> },
  eraser: AccountEraser,
  clock: Clock,
  log: Log,
): CleanUp {
  const steps = [
    ...auditCleanUp(config.auditRetentionDays),
    ...sessionCleanUp(stores.sessionCleanUp, config.sessionIdleTtlS),
    ...cleanUpSteps,
    ...accountDeletionCleanUp(eraser),
  ];
  return new CleanUp(stores.jobs, stores.sql, steps, clock, log);
}
