import type { Config } from './config';
import type { Log } from '../platform/observability/log';
import { createCore, loadSigningKeys } from './core';
import type { Stores } from './stores';
import type { KeyRing } from '../accounts/tokens/key-ring';

/** @throws WrongSecretError; AppError `SERVICE_UNAVAILABLE` */
export async function openKeyRing(config: Config, stores: Stores, log: Log): Promise<KeyRing> {
  const core = createCore(config, stores, log);
  await loadSigningKeys(core);
  return core.keys;
}
