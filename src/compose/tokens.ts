import type { KeyRing } from '../accounts/tokens/key-ring';
import type { Log } from '../platform/observability/log';
import type { Config } from './config';
import { createCore, loadSigningKeys } from './core';
import type { Stores } from './stores';

/** @throws WrongSecretError; AppError `SERVICE_UNAVAILABLE` */
export async function openKeyRing(config: Config, stores: Stores, log: Log): Promise<KeyRing> {
  const core = createCore(config, stores, log);
  await loadSigningKeys(core);
  return core.keys;
}
