import { accountDeletionCleanUp } from '../account-deletion/account-deletion-clean-up';
import type { AccountEraser } from '../account-deletion/account-eraser';
import { auditCleanUp } from '../audit/audit-clean-up';
import type { Config } from '../config/config';
import { emailChangeCleanUp } from '../email-change/email-change-clean-up';
import { pendingRegistrationCleanUp } from '../email-verification/pending-registration-clean-up';
import { CleanUp } from '../jobs/clean-up';
import { messageCleanUp } from '../messages/message-clean-up';
import type { Log } from '../observability/log';
import { oneTimeTokenCleanUp } from '../one-time-tokens/one-time-token-clean-up';
import { spentChallengeCleanUp } from '../passkeys/spent-challenge-clean-up';
import { rateLimitCleanUp } from '../rate-limits/rate-limit-clean-up';
import type { Clock } from '../runtime/clock';
import { sessionCleanUp } from '../sessions/session-clean-up';
import type { Stores } from './stores';

export function createCleanUp(
  config: Pick<Config, 'auditRetentionDays' | 'sessionIdleTtlS'>,
  stores: Pick<Stores, 'jobs' | 'sessionCleanUp' | 'sql'>,
  eraser: AccountEraser,
  clock: Clock,
  log: Log,
): CleanUp {
  const steps = [
    ...auditCleanUp(config.auditRetentionDays),
    ...sessionCleanUp(stores.sessionCleanUp, config.sessionIdleTtlS),
    ...rateLimitCleanUp,
    ...oneTimeTokenCleanUp,
    ...messageCleanUp,
    ...emailChangeCleanUp,
    ...pendingRegistrationCleanUp,
    ...spentChallengeCleanUp,
    ...accountDeletionCleanUp(eraser),
  ];
  return new CleanUp(stores.jobs, stores.sql, steps, clock, log);
}
