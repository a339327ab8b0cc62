import type { KeyRing } from '../accounts/tokens/key-ring';
import type { Log } from '../platform/observability/log';
import { createBase, loadSigningKeys } from './base';
import type { Config } from './config';
import type { Stores } from './stores';

/** @throws WrongSecretError; AppError `SERVICE_UNAVAILABLE` */
export async function openKeyRing(config: Config, stores: Stores, log: Log): Promise<KeyRing> {
  const base = createBase(config, stores, log);
  await loadSigningKeys(base);
  return base.keys;
}
