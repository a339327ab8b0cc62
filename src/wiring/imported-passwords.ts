import { loadHashEngine } from '../features/passwords/hash-engine';
import { ImportedPasswordHasher } from '../features/passwords/imported-password';
import { Slots } from '../features/passwords/slots';
import type { Config } from '../platform/config/config';
import type { Log } from '../platform/observability/log';
import { createCore, loadDerivationKey } from './core';
import type { Stores } from './stores';

/**
 * Creates the hasher of an import and loads its key. It computes at most `HASH_CONCURRENCY` hashes at the same time.
 * @throws ConfigError; WrongSecretError; AppError `SERVICE_UNAVAILABLE`
 */
export async function openImportedPasswordHasher(
  config: Config,
  stores: Stores,
  log: Log,
): Promise<ImportedPasswordHasher> {
  const core = createCore(config, stores, log);
  await loadDerivationKey(core);
  const { engine } = await loadHashEngine(config.hashEngine);
  const slots = new Slots(config.hashConcurrency);
  return new ImportedPasswordHasher((secret) => slots.run(() => engine.hash(secret)), core.signerKeys);
}
