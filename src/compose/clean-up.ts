import { accountDeletionCleanUp } from '../accounts/deletion/account-deletion-clean-up';
import type { AccountEraser } from '../accounts/deletion/account-eraser';
import { sessionCleanUp } from '../accounts/sessions/session-clean-up';
import { auditCleanUp } from '../platform/audit/audit-clean-up';
import { CleanUp } from '../platform/jobs/clean-up';
import type { Outbox } from '../platform/messages/outbox';
import type { Log } from '../platform/observability/log';
import type { Clock } from '../platform/runtime/clock';
import type { Config } from './config';
import { cleanUpSteps } from './features';
import type { Stores } from './stores';

export function createCleanUp(
  config: Pick<Config, 'auditRetentionDays' | 'sessionIdleTtlS' | 'apiKeys'>,
  stores: Pick<Stores, 'sessionCleanUp' | 'sql' | 'transaction'> & { jobs: Pick<Stores['jobs'], 'claim'> },
  { eraser, outbox }: { eraser: AccountEraser; outbox: Outbox },
  clock: Clock,
  log: Log,
): CleanUp {
  const steps = [
    ...auditCleanUp(config.auditRetentionDays),
    ...sessionCleanUp(stores.sessionCleanUp, config.sessionIdleTtlS),
    ...cleanUpSteps,
    ...accountDeletionCleanUp(eraser),
    ...(config.apiKeys ? [notices().apiKeyNotices(stores.transaction, outbox)] : []),
  ];
  return new CleanUp(stores.jobs, stores.sql, steps, clock, log);
}

/** Loaded only with API_KEYS. */
const notices = () =>
  require('../features/api-keys/api-key-notices') as typeof import('../features/api-keys/api-key-notices.js');
