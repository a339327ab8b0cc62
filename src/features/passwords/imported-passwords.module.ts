import type { Config } from '../../platform/config/config';
import type { Log } from '../../platform/observability/log';
import { Slots } from '../../platform/runtime/slots';
import { openCore } from '../../wiring/core';
import type { Stores } from '../../wiring/stores';
import { loadHashEngine } from './hash-engine';
import { ImportedPasswordHasher } from './imported-password';

/**
 * Creates the hasher of an import and loads its key. It computes at most `HASH_CONCURRENCY` hashes at the same time.
 * @throws ConfigError; WrongSecretError; AppError `SERVICE_UNAVAILABLE`
 */
export async function openImportedPasswordHasher(
  config: Config,
  stores: Stores,
  log: Log,
): Promise<ImportedPasswordHasher> {
  const core = await openCore(config, stores, log);
  const { engine } = await loadHashEngine(config.hashEngine);
  const slots = new Slots(config.hashConcurrency);
  return new ImportedPasswordHasher((secret) => slots.run(() => engine.hash(secret)), core.signerKeys);
}
