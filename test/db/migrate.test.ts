import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client as PostgresClient } from 'pg';
import type { Database } from '../../src/platform/db/database';
import { createPgliteDatabase } from '../../src/platform/db/embedded-database';
import { applyMigrations, pendingMigrations } from '../../src/platform/db/migrate';
import { unmigratedChanges } from '../../src/platform/db/migration-draft';
import { createSchemaEngine } from '../../src/platform/db/schema-engine';
import type { AppError } from '../../src/platform/errors/app-error';
import { createMigratedDatabase, createTestDatabase, type TestDatabase } from '../support/database';
import { describeWith } from '../support/needs';
import { spawnGatehouse } from '../support/process';
import { openInMemory } from '../support/snapshots';

const prismaDir = path.join(__dirname, '../../prisma');
const committed = readdirSync(path.join(prismaDir, 'migrations')).filter((name) => !name.endsWith('.toml'));

const cleanUpIndexes = ['known_networks_seen_ts_idx', 'rate_limits_expire_idx', 'sessions_expires_ts_idx'];
const validIndexes = async (client: Database) =>
  (
    await client.query(
      `SELECT relname FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
        WHERE indisvalid AND relname IN ('${cleanUpIndexes.join("', '")}') ORDER BY relname`,
    )
  ).map(({ relname }) => relname);

describe('the migrations', () => {
  let database: TestDatabase;
  let client: Database;
  const open = async (created: Promise<TestDatabase>) => {
    database = await created;
    client = await database.open();
  };
  afterEach(async () => {
    await client.close();
    await database.drop();
  });

  test('are pending on an empty database, applied once, and then in the table that the Prisma CLI reads', async () => {
    await open(createTestDatabase());
    expect(await pendingMigrations(client)).toEqual(committed);
    expect(await applyMigrations(client)).toEqual(committed);
    expect(await pendingMigrations(client)).toEqual([]);
    expect(await applyMigrations(client)).toEqual([]);
    const rows = await client.query(
      'SELECT migration_name, finished_at IS NOT NULL AS finished FROM _prisma_migrations ORDER BY started_at',
    );
    expect(rows).toEqual(committed.map((migration_name) => ({ migration_name, finished: true })));
  });

  test('that a killed process interrupted are applied at the next start', async () => {
    await open(createMigratedDatabase());
    await client.query('UPDATE _prisma_migrations SET finished_at = NULL, applied_steps_count = 0');
    await client.query(`DO $$ DECLARE name text; BEGIN
      FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations' LOOP
        EXECUTE format('DROP TABLE %I CASCADE', name);
      END LOOP; END $$`);

    expect(await applyMigrations(client)).toEqual(committed);
  });

  test('outside a transaction that were interrupted are repeated', async () => {
    await open(createMigratedDatabase());
    await client.query(
      "UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name LIKE '%_clean_up_indexes'",
    );
    await client.query('DROP INDEX sessions_expires_ts_idx');
    await client.query("UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'rate_limits_expire_idx'::regclass");

    expect(await applyMigrations(client)).toEqual([expect.stringMatching(/_clean_up_indexes$/)]);
    expect(await validIndexes(client)).toEqual(cleanUpIndexes);
  });

  test('that fail throw a MigrationError with the cause, and leave nothing', async () => {
    await open(createMigratedDatabase());
    await client.query(`DELETE FROM _prisma_migrations WHERE migration_name = '${committed[0]}'`);

    await expect(applyMigrations(client)).rejects.toMatchObject({
      name: 'MigrationError',
      message: expect.stringContaining('already exists'),
    });
  });
});

describeWith('PostgreSQL')('instances that start at the same time on an empty PostgreSQL', () => {
  let database: TestDatabase;
  let clients: Database[];
  beforeEach(async () => {
    database = await createTestDatabase();
    clients = await Promise.all(Array.from({ length: 6 }, () => database.open()));
  });
  afterEach(async () => {
    await Promise.all(clients.map((client) => client.close()));
    await database.drop();
  });

  /** Applies the migrations as a start of the server does: tries again while the error is SERVICE_UNAVAILABLE. */
  async function applyWhenPossible(client: Database): Promise<string[]> {
    for (;;) {
      const applied = await applyMigrations(client).catch((error: AppError) => error.code);
      if (typeof applied !== 'string') return applied;
      expect(applied).toBe('SERVICE_UNAVAILABLE');
    }
  }

  test('apply them once', async () => {
    const applied = await Promise.all(clients.map(applyWhenPossible));
    expect(applied.flat()).toEqual(committed);
  });

  const undo = {
    key_rotation: ['ALTER TABLE signing_keys DROP COLUMN retired_ts, DROP COLUMN signs_from_ts'],
    clean_up_indexes: [`DROP INDEX ${cleanUpIndexes.join(', ')}`],
    impersonation: [
      'ALTER TABLE audit_events DROP COLUMN actor_id',
      'ALTER TABLE sessions DROP COLUMN actor_id, DROP COLUMN actor_session_id',
    ],
  };

  /** Returns a database without this migration, and a client whose locks can make the migration wait. */
  async function without(migration: keyof typeof undo) {
    const [first, second] = clients;
    if (!first || !second) throw new Error('no clients');
    await applyWhenPossible(first);
    await first.query(`DELETE FROM _prisma_migrations WHERE migration_name LIKE '%_${migration}'`);
    for (const statement of undo[migration]) await first.query(statement);
    const holder = new PostgresClient({ connectionString: database.directUrl });
    await holder.connect();
    return { first, second, holder };
  }

  /** Waits until the migration waits for a lock or sleeps. Returns its process id in PostgreSQL. */
  async function waiting(client: Database): Promise<number> {
    for (;;) {
      const [row] = await client.query(
        `SELECT pid FROM pg_stat_activity WHERE application_name = 'gatehouse migrate' AND datname = current_database()
          AND (wait_event_type = 'Lock' OR wait_event = 'PgSleep')`,
      );
      if (row) return Number(row.pid);
      await delay(1);
    }
  }

  test('leave a migration to the instance that runs it, also if that is killed in the middle', async () => {
    const { first, second, holder } = await without('key_rotation');
    // The migration waits until this lock is released.
    await holder.query('CREATE TABLE go (i int)');
    await holder.query(`CREATE FUNCTION slow() RETURNS event_trigger LANGUAGE plpgsql AS
      $$ BEGIN WHILE NOT EXISTS (SELECT FROM go) LOOP PERFORM pg_sleep(0.02); END LOOP; END $$`);
    await holder.query(
      "CREATE EVENT TRIGGER slow ON ddl_command_start WHEN TAG IN ('ALTER TABLE') EXECUTE FUNCTION slow()",
    );
    const gatehouse = await spawnGatehouse(database.env);
    await waiting(first);
    await gatehouse.signal('SIGKILL');

    // PostgreSQL continues the script after its client was killed.
    await expect(applyMigrations(second)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await holder.query('INSERT INTO go VALUES (1)');
    await holder.end();
    expect(await applyWhenPossible(second)).toEqual([]);
    expect(await second.query('SELECT count(retired_ts) AS retired FROM signing_keys')).toEqual([{ retired: '0' }]);
  });

  test('wait for the lock of a table in turns, so that others can use it, and apply the migration when it is free', async () => {
    const { first, second, holder } = await without('key_rotation');
    await holder.query('BEGIN; SELECT 1 FROM signing_keys');
    const applying = applyMigrations(first);
    await waiting(second);
    // If the migration kept its place in the queue for the lock, this query would wait behind it.
    expect(await second.query('SELECT count(*) AS keys FROM signing_keys')).toEqual([{ keys: '0' }]);
    await holder.query('COMMIT');
    await holder.end();
    expect(await applying).toEqual([expect.stringMatching(/_key_rotation$/)]);
  });

  test('stop waiting for a lock that is not released, and leave the migration to the next attempt', async () => {
    const { first, second, holder } = await without('key_rotation');
    await holder.query('BEGIN; SELECT 1 FROM signing_keys');
    await expect(applyMigrations(first)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: expect.stringContaining('cannot lock a table'),
    });
    await holder.query('COMMIT');
    await holder.end();
    expect(await applyWhenPossible(second)).toEqual([expect.stringMatching(/_key_rotation$/)]);
    expect(await pendingMigrations(first)).toEqual([]);
  });

  test('of two tables end no request that has locked one of them and waits for the other', async () => {
    const { first, second, holder } = await without('impersonation');
    // After it has locked the first table, the migration waits until a request waits for this table.
    await holder.query('CREATE TABLE go (i int)');
    await holder.query(`CREATE FUNCTION slow() RETURNS event_trigger LANGUAGE plpgsql AS
      $$ BEGIN
        IF EXISTS (SELECT FROM pg_locks WHERE pid = pg_backend_pid() AND relation = 'audit_events'::regclass) THEN
          WHILE NOT EXISTS (SELECT FROM pg_locks WHERE relation = 'audit_events'::regclass AND NOT granted)
            AND NOT EXISTS (SELECT FROM go) LOOP PERFORM pg_sleep(0.02); END LOOP;
        END IF;
      END $$`);
    await holder.query(
      "CREATE EVENT TRIGGER slow ON ddl_command_start WHEN TAG IN ('ALTER TABLE') EXECUTE FUNCTION slow()",
    );
    const applying = applyMigrations(first);
    await waiting(second);
    // Without an error, although PostgreSQL ends one of two transactions that wait for each other.
    const answer = await holder.query('SELECT FROM sessions, audit_events');
    expect(answer.rows).toEqual([]);
    await holder.query('INSERT INTO go VALUES (1)');
    await holder.end();
    expect(await applying).toEqual([expect.stringMatching(/_impersonation$/)]);
  });

  test('outside a transaction block no request, and continue after a process was killed half-way', async () => {
    const { first, second, holder } = await without('clean_up_indexes');
    await holder.query('BEGIN; LOCK TABLE known_networks IN ROW EXCLUSIVE MODE');
    const gatehouse = await spawnGatehouse(database.env);
    await waiting(first);
    await first.query("INSERT INTO known_networks (key, seen_ts) VALUES ('\\x00', now())");
    await gatehouse.signal('SIGKILL');
    await expect(applyMigrations(second)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await holder.query('COMMIT');
    await holder.end();
    const applied = await Promise.all([first, second].map(applyWhenPossible));
    expect(applied.flat()).toEqual([expect.stringMatching(/_clean_up_indexes$/)]);
    expect(await validIndexes(first)).toEqual(cleanUpIndexes);
  });

  test('outside a transaction build an index again if its build was interrupted', async () => {
    const { first, second, holder } = await without('clean_up_indexes');
    await holder.query('BEGIN; LOCK TABLE rate_limits IN ROW EXCLUSIVE MODE');
    const applying = applyMigrations(first);
    const cut = expect(applying).rejects.toThrow();
    await first.query(`SELECT pg_terminate_backend(${await waiting(second)})`);
    await cut;
    await holder.query('COMMIT');
    await holder.end();
    expect(await validIndexes(second)).toEqual(['known_networks_seen_ts_idx']);
    expect((await Promise.all([first, second].map(applyWhenPossible))).flat()).toHaveLength(1);
    expect(await validIndexes(first)).toEqual(cleanUpIndexes);
  });
});

test('the migrations lead to prisma/schema.prisma', async () => {
  expect(await unmigratedChanges(await openInMemory('empty'))).toBeNull();
});

test('a script with a semicolon in a string, and one that fails half-way, run as a whole', async () => {
  const pglite = await openInMemory('empty');
  const content = readFileSync(path.join(prismaDir, 'schema.prisma'), 'utf8');
  const database = createPgliteDatabase(pglite);
  const engine = await database.withMigrationLock((session) => createSchemaEngine(session, content));
  const migration = (name: string, value: string) => ({
    path: name,
    migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value } },
  });
  const apply = (...migrationDirectories: ReturnType<typeof migration>[]) =>
    engine.applyMigrations({
      migrationsList: {
        baseDir: 'x',
        lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
        shadowDbInitScript: '',
        migrationDirectories,
      },
      filters: { externalTables: [], externalEnums: [] },
    });
  const first = migration('20200101000000_a', `CREATE TABLE a (t text DEFAULT 'x;y'); INSERT INTO a DEFAULT VALUES;`);

  await apply(first);
  expect((await pglite.query('SELECT t FROM a')).rows).toEqual([{ t: 'x;y' }]);
  await expect(apply(first, migration('20200102000000_b', 'CREATE TABLE b (i int); SELECT nonsense;'))).rejects.toThrow(
    'nonsense',
  );
  expect((await pglite.query(`SELECT to_regclass('b') AS b`)).rows).toEqual([{ b: null }]);
  await database.close();
});
