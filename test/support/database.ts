import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Secret } from '../../src/platform/config/secret';
import type { Database } from '../../src/platform/db/database';
import type { DatabaseConfig } from '../../src/platform/db/database.settings';
import { type DatabaseLimits, databaseLimits } from '../../src/platform/db/database-limits';
import { createPgliteDatabase } from '../../src/platform/db/embedded-database';
import { applyMigrations } from '../../src/platform/db/migrate';
import { openDatabase } from '../../src/platform/db/open-database';
import { writeEntries } from '../../src/platform/db/packed-folder';
import { createTemplate, dropDatabases, returnDatabase, takeDatabase, urlOf } from './postgres-databases';
import { openReused } from './reused-database';
import { makeSnapshots, openInMemory, snapshotOf, type Template } from './snapshots';

export interface TestDatabase {
  config: DatabaseConfig;
  /** `DATABASE_URL` for a process on this database. Empty for the embedded database. */
  url: string;
  /** The URL without the connection pooler of `TEST_DATABASE_DIRECT_URL`, for connections of the tests themselves. */
  directUrl: string;
  /** The settings of a process on this database. Empty for the embedded database. */
  env: Record<string, string>;
  /** Opens the database with limits for a slow machine, unless a test is about the limits. */
  open(limits?: DatabaseLimits): Promise<Database>;
  drop(): Promise<void>;
}

/** On a slow or busy machine, the usual limits would reject the work of a test. */
export const patientLimits: DatabaseLimits = {
  ...databaseLimits,
  accountMs: 60_000,
  connectOrAcquireMs: 60_000,
  statementMs: 60_000,
  lockMs: 60_000,
  replyMs: 65_000,
  idleInTransactionMs: 60_000,
  beginMs: 60_000,
  workMs: 60_000,
};

const serverUrl = process.env.TEST_DATABASE_URL;
/** Set if `TEST_DATABASE_URL` leads to a connection pooler. */
const serverDirectUrl = process.env.TEST_DATABASE_DIRECT_URL;
/** Where databases are made and dropped. */
const administrated = serverUrl && (serverDirectUrl ?? serverUrl);

export const onPostgres = Boolean(serverUrl);

/** Creates an empty database for a test: embedded, or on the PostgreSQL of `TEST_DATABASE_URL`. */
export const createTestDatabase = (): Promise<TestDatabase> => createFrom('empty');

/** Creates a database with all migrations. Copies a template, because PGlite takes much longer to make a database. */
export const createMigratedDatabase = (): Promise<TestDatabase> => createFrom('migrated');

async function createFrom(template: Template): Promise<TestDatabase> {
  if (!serverUrl || !administrated) {
    return {
      // The database is opened in memory below, so no test uses these settings.
      config: { kind: 'embedded', dataDir: '' },
      url: '',
      directUrl: '',
      env: {},
      open: async (limits = patientLimits) =>
        createPgliteDatabase(template === 'migrated' ? await openReused() : await openInMemory(template), limits),
      drop: async () => {},
    };
  }
  const name = await takeDatabase(administrated, template);
  let dropped: Promise<void> | undefined;
  const url = urlOf(serverUrl, name);
  const directUrl = serverDirectUrl ? urlOf(serverDirectUrl, name) : null;
  const config: DatabaseConfig = {
    kind: 'postgresql',
    url: new Secret(url),
    directUrl: directUrl === null ? null : new Secret(directUrl),
  };
  return {
    config,
    url,
    directUrl: directUrl ?? url,
    env: { DATABASE_URL: url, ...(directUrl !== null && { DATABASE_DIRECT_URL: directUrl }) },
    open: (limits = patientLimits) => openDatabase(config, limits),
    drop: () => {
      dropped ??= returnDatabase(administrated, name);
      return dropped;
    },
  };
}

/** Puts an embedded database into a data folder, in the state after a command has ended. */
export async function writeDataDir(dataDir: string, template: Template = 'migrated'): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  writeEntries(await snapshotOf(template), path.join(dataDir, 'pglite'));
}

/** Makes the templates that tests copy, once for a run. */
export async function createTemplates(): Promise<void> {
  // Also with TEST_DATABASE_URL, because some tests are about the embedded database.
  await makeSnapshots();
  if (!administrated) return;
  await createTemplate(administrated, async (name) => {
    // A connection of a pooler would stay open, and PostgreSQL copies no database that is in use.
    const url = urlOf(administrated, name);
    const database = await openDatabase({ kind: 'postgresql', url: new Secret(url), directUrl: null }, patientLimits);
    await applyMigrations(database);
    await database.close();
  });
}

/** Drops the databases on PostgreSQL. The snapshots of the embedded database stay for the next run. */
export async function dropTemplates(): Promise<void> {
  if (administrated) await dropDatabases(administrated);
}
