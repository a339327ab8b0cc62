import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { PrismaPg } from '@prisma/adapter-pg';
import type { MigrationList, SchemaFilter } from '@prisma/schema-engine-wasm';
import { Pool, Client as PostgresClient } from 'pg';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import type { DatabaseConfig } from '../config';
import { AppError } from '../errors';
import type { Client } from './client';
import { translateDatabaseError } from './database-error';
import { createSchemaEngine, type RunScript } from './schema-engine';

const prismaDir = path.join(__dirname, '../../prisma');
const migrationsDir = path.join(prismaDir, 'migrations');
const noFilter: SchemaFilter = { externalTables: [], externalEnums: [] };
/** Any number, the same in every instance: whoever holds this advisory lock migrates. */
const migrationLock = 4_720_261_120;
/** The first line of a migration whose statements run one by one, outside a transaction (docs/decisions/016). */
const noTransaction = '-- gatehouse: no transaction';
/**
 * A statement that waits for a table's lock makes all requests wait that want the table after it, so it waits for less
 * time than they do. One outside a transaction blocks nobody while it waits. Milliseconds.
 */
const lockTimeoutMs = { inTransaction: 1000, noTransaction: 60_000 } as const;
/** How often a migration is tried while others have the lock that it needs; after the n-th attempt it pauses n times as long. */
const lockAttempts = 5;
const lockPauseMs = 500;

/** A migration's SQL does not run on this database: a state to repair by hand, not a fault that passes. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/**
 * Applies what is pending, in order, and returns the names. Of several instances one applies.
 * @throws MigrationError; AppError `SERVICE_UNAVAILABLE` while the database is away, another instance is at it, or another
 * transaction has a lock on a table
 */
export async function applyMigrations(config: DatabaseConfig, database: Client): Promise<string[]> {
  // The engine takes 5 MB and 60 ms to load: not on a start that has nothing to apply.
  if ((await pendingMigrations(database)).length === 0) return [];
  try {
    if (database.pglite) return await applyToPglite(database.pglite);
    if (config.kind === 'postgresql') return await applyToPostgres(config.url.reveal());
    throw new Error('an embedded database without PGlite');
  } catch (error) {
    if (error instanceof AppError) throw error;
    // What the engine says of a lost connection is a text; whether the database is there is better asked of it.
    await database.query('SELECT 1');
    throw error;
  }
}

/** The names of the migrations in `prisma/migrations` that this database does not have. */
export async function pendingMigrations(database: Client): Promise<string[]> {
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
 * Writes what the schema has that the committed migrations do not lead to into a new folder of `prisma/migrations`.
 * Returns its name, or null where there is nothing.
 */
export async function createMigration(
  name: string,
  now: Date,
  options: { inTransaction: boolean },
): Promise<string | null> {
  const changes = await unmigratedChanges();
  if (changes === null) return null;
  const script = options.inTransaction ? changes : withoutTransaction(changes);
  const folder = `${now.toISOString().replace(/\D/g, '').slice(0, 14)}_${name}`;
  await mkdir(path.join(migrationsDir, folder));
  await writeFile(path.join(migrationsDir, folder, 'migration.sql'), script);
  return folder;
}

function withoutTransaction(script: string): string {
  const repeatable = script.replaceAll(/^CREATE (UNIQUE )?INDEX "/gm, 'CREATE $1INDEX CONCURRENTLY IF NOT EXISTS "');
  return `${noTransaction}\n${repeatable}`;
}

/** The SQL from the committed migrations to `prisma/schema.prisma`, or null where they lead to it. */
export async function unmigratedChanges(): Promise<string | null> {
  const pglite = new PGlite('memory://');
  try {
    await applyToPglite(pglite);
    const content = await readDatamodel();
    const files = [{ path: 'schema.prisma', content }];
    const engine = await createSchemaEngine(new PrismaPGlite(pglite), (script) => pglite.exec(script), content);
    const { stdout } = await engine.diff({
      from: { tag: 'schemaDatasource', files, configDir: prismaDir },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: null,
      filters: noFilter,
    });
    return stdout?.includes('This is an empty migration') ? null : stdout;
  } finally {
    await pglite.close();
  }
}

function applyToPglite(pglite: PGlite): Promise<string[]> {
  return apply(new PrismaPGlite(pglite), (script) => pglite.exec(script));
}

async function applyToPostgres(connectionString: string): Promise<string[]> {
  const options = {
    connectionString,
    connectionTimeoutMillis: 2000,
    application_name: 'gatehouse migrate',
    keepAlive: true,
    // The server, too, must notice a client that is gone: it holds the lock.
    options: '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3',
  };
  const session = new PostgresClient(options);
  session.on('error', () => {});
  const pool = new Pool({ ...options, max: 1 });
  pool.on('error', () => {});
  try {
    await session.connect().catch(translateDatabaseError);
    const lock = { text: `SELECT pg_try_advisory_lock(${migrationLock}) AS held`, query_timeout: 2500 };
    const { rows } = await session.query(lock).catch(translateDatabaseError);
    if (!rows[0]?.held)
      throw new AppError('SERVICE_UNAVAILABLE', { msg: 'Another instance is migrating the database.' });
    // On the session that has the lock: a server goes on with a script whose client was killed, and keeps the lock as long.
    return await apply(new PrismaPg(pool), (script) => session.query(script));
  } finally {
    session.end().catch(() => {});
    pool.end().catch(() => {});
  }
}

/**
 * Ends a script: PostgreSQL finishes and commits one whose client was killed, so that it is done must be written with
 * it. It is the one that was begun, because those that failed before are marked as rolled back.
 */
const markFinished = `
;UPDATE "_prisma_migrations" SET finished_at = now() WHERE finished_at IS NULL AND rolled_back_at IS NULL;`;

async function apply(factory: PrismaPg | PrismaPGlite, run: RunScript): Promise<string[]> {
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
  const engine = await createSchemaEngine(factory, runScript, await readDatamodel());
  const migrationsList = await readMigrations();
  try {
    const history = await engine.diagnoseMigrationHistory({
      migrationsList,
      filters: noFilter,
      optInToShadowDatabase: false,
    });
    // A script is applied whole, with its mark, or not at all, or it can be repeated; so one without left only its line.
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

/** Either all of it or nothing, so that it can be tried again; or, outside a transaction, statements that can be repeated. */
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

/** Of a script outside a transaction: each ends with a semicolon at the end of a line. */
function statementsOf(script: string): string[] {
  return script.split(/;[ \t]*$/m).filter((statement) => statement.replaceAll(/^--.*$/gm, '').trim() !== '');
}

/** An index that was being built when its process or connection was lost is there, but not valid, and is not built again. */
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

async function readMigrations(): Promise<MigrationList> {
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

function readDatamodel(): Promise<string> {
  return readFile(path.join(prismaDir, 'schema.prisma'), 'utf8');
}
