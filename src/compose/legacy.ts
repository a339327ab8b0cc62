import type { BeforeRegister } from '../accounts/hooks/before-register';
import type { HashQueue } from '../accounts/passwords/hash-queue';
import type { PasswordHasher } from '../accounts/passwords/password-hasher';
import type { UserFields } from '../accounts/users/user-fields';
import { LegacyAccounts } from '../features/legacy/legacy-accounts';
import { LegacyClient } from '../features/legacy/legacy-client';
import { OldService } from '../features/legacy/old-service';
import { SharedLogins } from '../features/legacy/shared-logins';
import type { Log } from '../platform/observability/log';
import type { Config } from './config';
import type { Stores } from './stores';

/** Milliseconds. What a login needs apart from the hash queue and the old service: limits, a hash and a session. */
const ownWorkMs = 500;

/**
 * Returns how long a login may wait for the old service and for a slot of the hash queue, in ms. A login that asks the old
 * service has an answer within the time limit of operations.
 */
export function waitsWithin(
  timeLimitMs: number,
  { hashQueueWaitMs, legacyUrl, legacyTimeoutMs }: Pick<Config, 'hashQueueWaitMs' | 'legacyUrl' | 'legacyTimeoutMs'>,
  /** How long a registration, or the first login of the old service, may wait for the hook. 0 without one. */
  hookMs: number,
): { legacyMs: number; queueMs: number } {
  const forOthersMs = Math.max(0, timeLimitMs - hookMs - ownWorkMs);
  const legacyMs = legacyUrl === null ? 0 : Math.min(legacyTimeoutMs, forOthersMs);
  if (legacyUrl === null && hookMs === 0) return { legacyMs, queueMs: hashQueueWaitMs };
  return { legacyMs, queueMs: Math.min(hashQueueWaitMs, Math.max(0, forOthersMs - legacyMs)) };
}

interface LegacyNeeds {
  hashQueue: HashQueue;
  passwords: PasswordHasher;
  /** Null without `HOOK_BEFORE_REGISTER`. */
  beforeRegister: BeforeRegister | null;
  userFields: UserFields;
}

/** Creates what asks the old service. Without `LEGACY_URL`, everything is null. */
export function createLegacy(
  { legacyUrl, legacyUnknown, registerDomains }: Pick<Config, 'legacyUrl' | 'legacyUnknown' | 'registerDomains'>,
  timeoutMs: number,
  stores: Stores,
  needs: LegacyNeeds,
  log: Log,
) {
  if (legacyUrl === null) return { oldService: null, passwords: null, unknownAddresses: null };
  const { clock } = stores;
  const oldService = new OldService(new LegacyClient(legacyUrl), timeoutMs, clock, log);
  const logins = new SharedLogins(oldService, needs.hashQueue);
  const accounts = () => new LegacyAccounts({ ...needs, logins, oldService, stores, registerDomains, clock, log });
  return { oldService, passwords: logins, unknownAddresses: legacyUnknown === 'ask' ? accounts() : null };
}
