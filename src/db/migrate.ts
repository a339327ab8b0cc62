import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { MigrationList, SchemaFilter } from '@prisma/schema-engine-wasm';
import { AppError } from '../errors/app-error';
import type { Database, MigrationSession, RunScript } from './database';
import { createSchemaEngine } from './schema-engine';

export const prismaDir = path.join(__dirname, '../../prisma');
export const migrationsDir = path.join(prismaDir, 'migrations');
export const noFilter: SchemaFilter = { externalTables: [], externalEnums: [] };
/** The first line of a migration whose statements run one by one, outside a transaction (docs/decisions/016). */
export const noTransaction = '-- gatehouse: no transaction';
/**
 * Milliseconds. While a statement waits for a table's lock, every later request for that table waits too, so it waits
 * for less time than requests do. Outside a transaction it blocks no other request.
 */
const lockTimeoutMs = { inTransaction: 1000, noTransaction: 60_000 } as const;
/** How often a migration is tried while other transactions hold a lock. After attempt n it waits n times the pause. */
const lockAttempts = 5;
const lockPauseMs = 500;

/** The SQL of a migration fails on this database. An operator must repair the database. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/**
 * Applies pending migrations in order and returns their names. Only one of several instances applies them.
 * @throws MigrationError; AppError `SERVICE_UNAVAILABLE` while the database is unavailable, another instance migrates,
 * or another transaction holds a lock on a table
 */
export async function applyMigrations(database: Database): Promise<string[]> {
  // The engine needs 5 MB and 60 ms to load, so it is not loaded if nothing is pending.
  if ((await pendingMigrations(database)).length === 0) return [];
  try {
    return await database.withMigrationLock(apply);
  } catch (error) {
    if (error instanceof AppError) throw error;
    // The engine reports a lost connection only as text, so the database is asked instead.
    await database.query('SELECT 1');
    throw error;
  }
}

/** The names of the migrations in `prisma/migrations` that were not applied to this database. */
export async function pendingMigrations(database: Database): Promise<string[]> {
  const [{ present } = {}] = await database.query(`SELECT to_regclass('_prisma_migrations') IS NOT NULL AS present`);
  const applied = present
    ? await database.query(
        'SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
      )
    : [];
  const names = new Set(applied.map((row) => row.migration_name));
  return (await migrationNames()).filter((name) => !names.has(name));
}

/**
 * The end of each script. PostgreSQL finishes and commits a script whose client was killed, so the script itself must
 * record that it is done. The unfinished row is the one of this script: earlier failures are marked as rolled back.
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
    // A script is applied completely with this mark, or not at all, or it can be repeated. Without the mark it only
    // left its row.
    for (const migrationName of history.failedMigrationNames) await engine.markMigrationRolledBack({ migrationName });
    const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters: noFilter });
    return appliedMigrationNames;
  } catch (error) {
    if (isLocked) {
      throw new AppError('SERVICE_UNAVAILABLE', {
        msg: 'A migration waits for a lock on a table that another transaction holds (see pg_locks and pg_stat_activity).',
      });
    }
    throw new MigrationError(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Runs in one transaction, so that it can be retried; or outside a transaction, with statements that can be repeated.
 */
async function runMigration(script: string, run: RunScript): Promise<void> {
  if (!script.startsWith(`${noTransaction}\n`)) {
    await run(`SET lock_timeout = ${lockTimeoutMs.inTransaction}`);
    await run(script + markFinished);
    return;
  }
  await run(`SET lock_timeout = ${lockTimeoutMs.inTransaction}`);
  await run(dropInvalidIndexes(script));
  await run(`SET lock_timeout = ${lockTimeoutMs.noTransaction}`);
  for (const statement of statementsOf(script)) await run(statement);
  await run(markFinished);
}

/** The statements of a script outside a transaction. Each ends with a semicolon at the end of a line. */
function statementsOf(script: string): string[] {
  return script.split(/;[ \t]*$/m).filter((statement) => statement.replaceAll(/^--.*$/gm, '').trim() !== '');
}

/**
 * If the process or connection is lost while an index is built, an invalid index remains, and IF NOT EXISTS would keep
 * it.
 */
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
