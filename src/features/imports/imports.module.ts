import type { Config } from '../../platform/config/config';
import type { Log } from '../../platform/observability/log';
import { createCoreWithoutKeys } from '../../wiring/core';
import type { Stores } from '../../wiring/stores';
import { loadHashEngine } from '../passwords/hash-engine';
import { measureHashing } from '../passwords/hashing-speed';
import { ImportedPasswordHasher, type ImportedSignerKeys } from '../passwords/imported-password';
import { openImportedPasswordHasher } from '../passwords/imported-passwords.module';
import type { LeftOutLine } from './import-outcome';
import { UserExport } from './user-export.service';
import { type ImportOptions, UserImport } from './user-import.service';

/**
 * Creates the import, and loads the key that encrypts signer keys of Firebase. A dry run stores no key.
 * @param onLeftOut gets each line that becomes no account
 * @throws WrongSecretError; AppError `SERVICE_UNAVAILABLE`
 */
export async function openUserImport(
  config: Config,
  stores: Stores,
  options: Omit<ImportOptions, 'tokenClaims' | 'userFields'>,
  onLeftOut: (line: LeftOutLine) => void,
  log: Log,
): Promise<UserImport> {
  const passwords = options.dryRun
    ? new ImportedPasswordHasher(hashNothing, unchangedSignerKeys(config, stores))
    : await openImportedPasswordHasher(config, stores, log);
  const { tokenClaims, userFields } = createCoreWithoutKeys(config, stores, log);
  return new UserImport(stores, passwords, { ...options, tokenClaims, userFields }, onLeftOut, stores.clock);
}

const hashNothing = () => Promise.reject(new Error('a dry run hashes no password'));

/** Answers without writing anything. The id is not used. */
const unchangedSignerKeys = ({ importFirebaseSigner }: Config, { signerKeys }: Stores): ImportedSignerKeys => ({
  ownId: async () => (importFirebaseSigner ? 1 : null),
  has: async (id) => (await signerKeys.find(id)) !== null,
});

/** Measures how long an import needs for fast hashes. */
export async function secondsToHash(config: Config, fastHashes: number): Promise<number> {
  const { engine } = await loadHashEngine(config.hashEngine);
  const { hashesPerSecond } = await measureHashing(() => engine.hash('a fast hash'), config.hashConcurrency);
  return fastHashes / hashesPerSecond;
}

export const createUserExport = (stores: Stores): UserExport => new UserExport(stores, stores.clock);
