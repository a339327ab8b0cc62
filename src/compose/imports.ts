import { loadHashEngine } from '../accounts/passwords/hash-engine';
import { measureHashing } from '../accounts/passwords/hashing-speed';
import { ImportedPasswordHasher, type ImportedSignerKeys } from '../accounts/passwords/imported-password';
import type { ImportEngine } from '../features/imports/admin-import.service';
import type { LeftOutLine } from '../features/imports/import-outcome';
import { readImportRecords } from '../features/imports/import-record';
import { UnreadableExportError } from '../features/imports/presets/preset';
import { ProviderNames } from '../features/imports/provider-names';
import { UserExport } from '../features/imports/user-export.service';
import { type ImportOptions, UserImport } from '../features/imports/user-import.service';
import type { Log } from '../platform/observability/log';
import { type Base, type BaseWithoutKeys, createBaseWithoutKeys } from './base';
import type { Config } from './config';
import { openImportedPasswordHasher } from './imported-passwords';
import { organizationRolesOf } from './organizations';
import type { Stores } from './stores';

/** What the command decides. */
export type CommandOptions = Omit<
  ImportOptions,
  'tokenClaims' | 'telNumbers' | 'userFields' | 'organizationRoles' | 'takesFastDigests'
>;
type OnLeftOut = (line: LeftOutLine) => void;

/**
 * Creates the import of the command, and loads the key that encrypts signer keys of Firebase. A dry run stores no key.
 * @param onLeftOut gets each line that becomes no account
 * @throws WrongSecretError; AppError `SERVICE_UNAVAILABLE`
 */
export async function openUserImport(
  config: Config,
  stores: Stores,
  options: CommandOptions,
  onLeftOut: OnLeftOut,
  log: Log,
): Promise<UserImport> {
  const passwords = options.dryRun
    ? new ImportedPasswordHasher(hashNothing, unchangedSignerKeys(config, stores))
    : await openImportedPasswordHasher(config, stores, log);
  const base = createBaseWithoutKeys(config, stores, log);
  return userImport(base, passwords, { ...options, takesFastDigests: true }, onLeftOut);
}

/** The import of the server. It computes no hashes, so that its work is bounded. */
export function createImportEngine(base: ImportBase & Pick<Base, 'signerKeys'>): ImportEngine {
  const { config, stores, signerKeys } = base;
  const providers = new ProviderNames(config.providers);
  return {
    read: (content) => readImportRecords(bytesOf(content), null),
    whyUnreadable: (error) => (error instanceof UnreadableExportError ? error.message : null),
    open: ({ dryRun, missingName }, onLeftOut) => {
      const keys = dryRun ? unchangedSignerKeys(config, stores) : signerKeys;
      const passwords = new ImportedPasswordHasher(hashNothing, keys);
      const rules = { onConflict: 'skip', allowAdmins: false, providers, takesFastDigests: false } as const;
      return userImport(base, passwords, { dryRun, missingName, ...rules }, onLeftOut);
    },
  };
}

type ImportBase = Pick<BaseWithoutKeys, 'config' | 'stores' | 'tokenClaims' | 'telNumbers' | 'userFields'>;

const userImport = (
  { config, stores, tokenClaims, telNumbers, userFields }: ImportBase,
  passwords: ImportedPasswordHasher,
  options: Omit<ImportOptions, 'tokenClaims' | 'telNumbers' | 'userFields' | 'organizationRoles'>,
  onLeftOut: OnLeftOut,
) => {
  const organizationRoles = config.organizations && organizationRolesOf(config);
  const rules = { ...options, tokenClaims, telNumbers, userFields, organizationRoles };
  return new UserImport(stores, passwords, rules, onLeftOut, stores.clock);
};

async function* bytesOf(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

const hashNothing = () => Promise.reject(new Error('this import hashes no password'));
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
