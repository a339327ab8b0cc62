import type { Config } from '../../platform/config/config';
import type { Log } from '../../platform/observability/log';
import { createCore, loadSigningKeys } from '../../wiring/core';
import type { Stores } from '../../wiring/stores';
import type { KeyRing } from './key-ring';

/** @throws WrongSecretError; AppError `SERVICE_UNAVAILABLE` */
export async function openKeyRing(config: Config, stores: Stores, log: Log): Promise<KeyRing> {
  const core = createCore(config, stores, log);
  await loadSigningKeys(core);
  return core.keys;
}
