import type { Config } from '../../platform/config/config';
import type { Log } from '../../platform/observability/log';
import type { Stores } from '../../wiring/stores';
import type { HashQueue } from '../passwords/hash-queue';
import type { PasswordHasher } from '../passwords/password-hasher';
import { LegacyAccounts } from './legacy-accounts';
import { LegacyClient } from './legacy-client';
import { OldService } from './old-service';
import { SharedLogins } from './shared-logins';

/** Milliseconds. What a login needs apart from the hash queue and the old service: limits, a hash and a session. */
const ownWorkMs = 500;

/**
 * Returns how long a login may wait for the old service and for a slot of the hash queue, in ms. A login that asks the old
 * service has an answer within the time limit of operations.
 */
export function waitsWithin(
  timeLimitMs: number,
  { hashQueueWaitMs, legacyUrl, legacyTimeoutMs }: Pick<Config, 'hashQueueWaitMs' | 'legacyUrl' | 'legacyTimeoutMs'>,
): { legacyMs: number; queueMs: number } {
  const legacyMs = Math.min(legacyTimeoutMs, Math.max(0, timeLimitMs - ownWorkMs));
  if (legacyUrl === null) return { legacyMs, queueMs: hashQueueWaitMs };
  return { legacyMs, queueMs: Math.min(hashQueueWaitMs, Math.max(0, timeLimitMs - legacyMs - ownWorkMs)) };
}

/** Creates what asks the old service. Without `LEGACY_URL`, everything is null. */
export function createLegacy(
  { legacyUrl, legacyUnknown }: Pick<Config, 'legacyUrl' | 'legacyUnknown'>,
  timeoutMs: number,
  stores: Stores,
  hashQueue: HashQueue,
  passwords: PasswordHasher,
  log: Log,
) {
  if (legacyUrl === null) return { oldService: null, passwords: null, unknownAddresses: null };
  const oldService = new OldService(new LegacyClient(legacyUrl), timeoutMs, stores.clock, log);
  const logins = new SharedLogins(oldService, hashQueue);
  const unknownAddresses =
    legacyUnknown === 'ask'
      ? new LegacyAccounts({ logins, oldService, hashQueue, passwords, stores, clock: stores.clock, log })
      : null;
  return { oldService, passwords: logins, unknownAddresses };
}
