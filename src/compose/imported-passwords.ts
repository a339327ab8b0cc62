import { loadHashEngine } from '../accounts/passwords/hash-engine';
import { ImportedPasswordHasher } from '../accounts/passwords/imported-password';
import type { Log } from '../platform/observability/log';
import { Slots } from '../platform/runtime/slots';
import { openBase } from './base';
import type { Config } from './config';
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
  const base = await openBase(config, stores, log);
  const { engine } = await loadHashEngine(config.hashEngine);
  const slots = new Slots(config.hashConcurrency);
  return new ImportedPasswordHasher((secret) => slots.run(() => engine.hash(secret)), base.signerKeys);
}
