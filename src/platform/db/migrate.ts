import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { MigrationList, SchemaFilter } from '@prisma/schema-engine-wasm';
import { AppError } from '../errors/app-error';
import type { Database, MigrationSession, RunScript } from './database';
import { createSchemaEngine } from './schema-engine';

export const prismaDir = path.join(__dirname, '../../../prisma');
export const migrationsDir = path.join(prismaDir, 'migrations');
export const noFilter: SchemaFilter = { externalTables: [], externalEnums: [] };
/** The first line of a migration whose statements run one by one, without a transaction (docs/decisions/016). */
export const noTransaction = '-- gatehouse: no transaction';
/**
 * Milliseconds. While a statement waits for the lock of a table, all later requests for the table wait behind it.
 * Therefore it waits less than the time limit of a request. Without a transaction, a waiting statement blocks no
 * requests.
 */
const lockTimeoutMs = { inTransaction: 1000, noTransaction: 60_000 } as const;
/**
 * How long a script waits for all of its locks together. While it has the lock of one table and waits for that of
 * another, a request can do the opposite. PostgreSQL ends such a request after `deadlock_timeout`, which is a second, so
 * the script must give up before.
 */
const scriptLockMs = 800;
/** How often a migration is tried while other transactions hold a lock. Pause n is n × `lockPauseMs`. */
const lockAttempts = 5;
const lockPauseMs = 500;

/** The SQL of a migration fails on this database. An operator must repair the database. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/**
 * Applies the pending migrations in order. If several instances start, only one of them applies the migrations.
 * @returns the names of the applied migrations
 * @throws MigrationError; AppError `SERVICE_UNAVAILABLE` while the database is unavailable, another instance migrates,
 * or another transaction holds a lock on a table
 */
export async function applyMigrations(database: Database): Promise<string[]> {
  // Without pending migrations, the schema engine is not loaded: it takes 60 ms and 5 MB of memory.
  if ((await pendingMigrations(database)).length === 0) return [];
  try {
    return await database.withMigrationLock(apply);
  } catch (error) {
    if (error instanceof AppError) throw error;
    // The engine reports a lost connection only as text. This query throws the right error for a lost database.
    await database.query('SELECT 1');
    throw error;
  }
}

/** Returns the names of the migrations in `prisma/migrations` that this database does not have. */
export async function pendingMigrations(database: Database): Promise<string[]> {
  // The next schema in the `search_path` can have those of another service.
  const [{ present } = {}] = await database.query(
    `SELECT to_regclass(quote_ident(current_schema()) || '._prisma_migrations') IS NOT NULL AS present`,
  );
  const applied = present
    ? await database.query(
        'SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
      )
    : [];
  const names = new Set(applied.map((row) => row.migration_name));
  return (await migrationNames()).filter((name) => !names.has(name));
}

/**
 * Ends each script. If the client is killed, PostgreSQL still finishes and commits the script, so the script itself
 * must record that it is done. The only unfinished row belongs to this script, because earlier failures are marked as
 * rolled back.
 */
const markFinished = `
;UPDATE "_prisma_migrations" SET finished_at = now() WHERE finished_at IS NULL AND rolled_back_at IS NULL;`;

async function apply({ adapter, runScript: run }: MigrationSession): Promise<string[]> {
  let isLocked = false;
  const runScript = async (script: string) => {
    isLocked = false;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await runMigration(script, run);
      } catch (error) {
        isLocked = isLockTimeout(error);
        if (!isLocked || attempt === lockAttempts) throw error;
        await delay(attempt * lockPauseMs);
      }
    }
  };
  const engine = await createSchemaEngine({ adapter, runScript }, await readDatamodel());
  const migrationsList = await readMigrations();
  try {
    const history = await engine.diagnoseMigrationHistory({
      migrationsList,
      filters: noFilter,
      optInToShadowDatabase: false,
    });
    // A script without its mark has changed nothing or can be repeated, so only its row must be marked.
    for (const migrationName of history.failedMigrationNames) await engine.markMigrationRolledBack({ migrationName });
    const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters: noFilter });
    return appliedMigrationNames;
  } catch (error) {
    if (isLocked) {
      throw new AppError('SERVICE_UNAVAILABLE', {
        msg: 'A migration cannot lock a table, because another transaction holds the lock. Find that transaction in pg_stat_activity and pg_locks.',
      });
    }
    throw new MigrationError(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Runs a migration in one transaction, so that it can be retried. A migration without a transaction must have
 * statements that can be repeated.
 */
async function runMigration(script: string, run: RunScript): Promise<void> {
  if (!script.startsWith(`${noTransaction}\n`)) {
    const tables = tablesOf(script);
    await run(`SET lock_timeout = ${lockTimeoutMs.inTransaction}`);
    // Each lock is released immediately. After a second, PostgreSQL ends an autovacuum that has the lock.
    for (const table of tables) await run(lockIfExists(table));
    await run(`SET lock_timeout = ${Math.floor(scriptLockMs / Math.max(tables.length, 1))}`);
    await run(script + markFinished);
    return;
  }
  await run(`SET lock_timeout = ${lockTimeoutMs.inTransaction}`);
  await run(dropInvalidIndexes(script));
  await run(`SET lock_timeout = ${lockTimeoutMs.noTransaction}`);
  for (const statement of statementsOf(script)) await run(statement);
  await run(markFinished);
}

/** Splits a script that runs without a transaction. Each statement must end with a semicolon at the end of a line. */
function statementsOf(script: string): string[] {
  return script.split(/;[ \t]*$/m).filter((statement) => statement.replaceAll(/^--.*$/gm, '').trim() !== '');
}

/** Returns the tables that a script locks, except those that it creates. */
function tablesOf(script: string): string[] {
  const namesAfter = (words: RegExp) => [...script.matchAll(words)].map(([, name = '']) => name);
  const created = new Set(namesAfter(/CREATE TABLE "(\w+)"/g));
  return [...new Set(namesAfter(/(?:ALTER TABLE|REFERENCES|ON) "(\w+)"/g))].filter((name) => !created.has(name));
}

const lockIfExists = (table: string) =>
  `DO $$ BEGIN IF to_regclass('"${table}"') IS NOT NULL THEN LOCK TABLE "${table}"; END IF; END $$`;

/** Drops indexes that an interrupted CREATE INDEX CONCURRENTLY left invalid, because IF NOT EXISTS would keep them. */
function dropInvalidIndexes(script: string): string {
  const names = [...script.matchAll(/INDEX CONCURRENTLY IF NOT EXISTS "(\w+)"/g)].map(([, name]) => `'${name}'`);
  return `DO $$ DECLARE invalid regclass; BEGIN
    FOR invalid IN SELECT indexrelid::regclass FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
      WHERE NOT indisvalid AND pg_table_is_visible(indexrelid) AND relname = ANY (ARRAY[${names.join(', ')}]::text[])
    LOOP EXECUTE format('DROP INDEX %s', invalid); END LOOP; END $$`;
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && Reflect.get(error, 'code') === '55P03';
}

export async function readMigrations(): Promise<MigrationList> {
  const names = await migrationNames();
  const migrationDirectories = await Promise.all(
    names.map(async (name) => {
      const value = await readFile(path.join(migrationsDir, name, 'migration.sql'), 'utf8');
      return { path: name, migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value } } };
    }),
  );
  const lockfile = { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' };
  return { baseDir: migrationsDir, lockfile, shadowDbInitScript: '', migrationDirectories };
}

async function migrationNames(): Promise<string[]> {
  const entries = await readdir(migrationsDir, { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
}

export function readDatamodel(): Promise<string> {
  return readFile(path.join(prismaDir, 'schema.prisma'), 'utf8');
}
