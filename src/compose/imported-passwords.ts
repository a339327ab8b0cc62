import { loadHashEngine } from '../accounts/passwords/hash-engine';
import { ImportedPasswordHasher } from '../accounts/passwords/imported-password';
import type { Log } from '../platform/observability/log';
import { Slots } from '../platform/runtime/slots';
import type { Config } from './config';
import { openCore } from './core';
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
  const core = await openCore(config, stores, log);
  const { engine } = await loadHashEngine(config.hashEngine);
  const slots = new Slots(config.hashConcurrency);
  return new ImportedPasswordHasher((secret) => slots.run(() => engine.hash(secret)), core.signerKeys);
}
