import { BeforeRegister } from '../accounts/hooks/before-register';
import { HookClient } from '../accounts/hooks/hook-client';
import type { Shared } from './shared';

/** @param mostAtOnce how many registrations may wait for the hook at the same time */
export function createBeforeRegister(
  { config, tokenClaims, userFields, timeLimits, clock, log }: Shared,
  mostAtOnce: number,
): BeforeRegister | null {
  const { hookBeforeRegister: url, hookSecret: secret } = config;
  if (url === null || secret === null) return null;
  const client = new HookClient(url, secret, userFields, clock);
  return new BeforeRegister({ client, tokenClaims, userFields, mostAtOnce, timeoutMs: timeLimits.hookMs, clock, log });
}
