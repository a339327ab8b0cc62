import { Readable } from 'node:stream';
import { loadHashEngine } from '../../src/accounts/passwords/hash-engine';
import { type ImportedPassword, ImportedPasswordHasher } from '../../src/accounts/passwords/imported-password';
import { UserFields } from '../../src/accounts/users/user-fields';
import type { Stores } from '../../src/compose/stores';
import type { LeftOutLine } from '../../src/features/imports/import-outcome';
import { readImportRecords } from '../../src/features/imports/import-record';
import { ProviderNames } from '../../src/features/imports/provider-names';
import { UserExport } from '../../src/features/imports/user-export.service';
import { type ImportOptions, UserImport } from '../../src/features/imports/user-import.service';
import { systemClock } from '../../src/platform/runtime/clock';

export interface ImportStores extends Pick<Stores, 'audit' | 'transaction'> {
  accounts: Pick<Stores['accounts'], 'insertMany' | 'findKeys' | 'findIdentityOwners' | 'findOrganizations' | 'page'>;
}

const defaults: ImportOptions = {
  dryRun: false,
  onConflict: 'skip',
  allowAdmins: false,
  missingName: null,
  takesFastDigests: true,
  providers: new ProviderNames([]),
  tokenClaims: { problemOf: () => null },
  telNumbers: { e164Of: () => null },
  userFields: new UserFields(() => []),
  organizationRoles: null,
};

export const toLines = (lines: readonly unknown[]): string =>
  lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');

/** Imports lines: objects, and strings that are lines as they are. */
export async function importUsers(
  stores: ImportStores,
  lines: readonly unknown[] | AsyncIterable<Buffer>,
  options: Partial<ImportOptions> = {},
  signal = new AbortController().signal,
) {
  const { engine } = await loadHashEngine('auto');
  const keys = { ownId: async () => null, has: async () => false };
  const hasher = new ImportedPasswordHasher((secret) => engine.hash(secret), keys);
  const hashed: ImportedPassword[] = [];
  const counting = {
    store(password: ImportedPassword) {
      hashed.push(password);
      return hasher.store(password);
    },
  };
  const leftOut: LeftOutLine[] = [];
  const importing = new UserImport(
    stores,
    counting,
    { ...defaults, ...options },
    (line) => leftOut.push(line),
    systemClock,
  );
  const source = Symbol.asyncIterator in lines ? lines : Readable.from([Buffer.from(toLines(lines))]);
  const result = await importing.run(readImportRecords(source, null), signal);
  const reasons = leftOut.map(({ line, outcome, errors }) => {
    return `${line} ${outcome}: ${errors.map(({ field, msg }) => `${field} ${msg}`).join('; ')}`;
  });
  return { ...result, counts: importing.counts, reasons, hashed: hashed.length };
}

/** Returns the lines of an export. */
export async function exportUsers(
  stores: ImportStores & Pick<Stores, 'userClaims' | 'userFields'>,
  withHashes: boolean,
): Promise<string> {
  let text = '';
  for await (const part of new UserExport(stores, systemClock).parts({ withHashes })) text += part;
  return text;
}
