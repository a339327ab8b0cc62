import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Client as PostgresClient } from 'pg';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import { type Client, openClient } from '../../src/db/client';
import { applyMigrations, pendingMigrations, unmigratedChanges } from '../../src/db/migrate';
import { createSchemaEngine } from '../../src/db/schema-engine';
import type { AppError } from '../../src/errors';
import { createTestDatabase, onPostgres, type TestDatabase } from '../support/database';
import { spawnGatehouse } from '../support/process';

const prismaDir = path.join(__dirname, '../../prisma');
const committed = readdirSync(path.join(prismaDir, 'migrations')).filter((name) => !name.endsWith('.toml'));

describe('the migrations', () => {
  let database: TestDatabase;
  let client: Client;
  beforeAll(async () => {
    database = await createTestDatabase();
    client = await openClient(database.config);
  });
  afterAll(async () => {
    await client.close();
    await database.drop();
  });

  test('are pending on an empty database, and applied once', async () => {
    expect(await pendingMigrations(client)).toEqual(committed);
    expect(await applyMigrations(database.config, client)).toEqual(committed);
    expect(await pendingMigrations(client)).toEqual([]);
    expect(await applyMigrations(database.config, client)).toEqual([]);
  });

  test('are in the table that the Prisma CLI reads', async () => {
    const rows = await client.query(
      'SELECT migration_name, finished_at IS NOT NULL AS finished FROM _prisma_migrations',
    );
    expect(rows).toEqual(committed.map((migration_name) => ({ migration_name, finished: true })));
  });

  test('that were cut short by a killed process are applied at the next start', async () => {
    await client.query('UPDATE _prisma_migrations SET finished_at = NULL, applied_steps_count = 0');
    await client.query(`DO $$ DECLARE name text; BEGIN
      FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations' LOOP
        EXECUTE format('DROP TABLE %I CASCADE', name);
      END LOOP; END $$`);

    expect(await applyMigrations(database.config, client)).toEqual(committed);
  });

  test('that fail are a MigrationError, leave nothing of themselves, and do not hide the cause', async () => {
    await client.query(`DELETE FROM _prisma_migrations WHERE migration_name = '${committed[0]}'`);

    await expect(applyMigrations(database.config, client)).rejects.toMatchObject({
      name: 'MigrationError',
      message: expect.stringContaining('already exists'),
    });
  });
});

(onPostgres ? describe : describe.skip)('instances that start at once on an empty PostgreSQL', () => {
  let database: TestDatabase;
  let clients: Client[];
  beforeEach(async () => {
    database = await createTestDatabase();
    clients = await Promise.all(Array.from({ length: 6 }, () => openClient(database.config)));
  });
  afterEach(async () => {
    await Promise.all(clients.map((client) => client.close()));
    await database.drop();
  });

  /** As a start does. */
  async function applyWhenPossible(client: Client): Promise<string[]> {
    for (;;) {
      const applied = await applyMigrations(database.config, client).catch((error: AppError) => error.code);
      if (typeof applied !== 'string') return applied;
      expect(applied).toBe('SERVICE_UNAVAILABLE');
    }
  }

  test('apply them once', async () => {
    const applied = await Promise.all(clients.map(applyWhenPossible));
    expect(applied.flat()).toEqual(committed);
  });

  test('leave a migration to the one that is at it, also when that one is killed in the middle of it', async () => {
    const [first, second] = clients;
    if (!first || !second) throw new Error('no clients');
    await applyWhenPossible(first);
    await first.query("DELETE FROM _prisma_migrations WHERE migration_name LIKE '%_key_rotation'");
    await first.query('ALTER TABLE signing_keys DROP COLUMN retired_ts, DROP COLUMN signs_from_ts');
    // Who has the table keeps the migration from ending.
    const holder = new PostgresClient({ connectionString: database.url });
    await holder.connect();
    await holder.query('BEGIN; LOCK TABLE signing_keys');
    const gatehouse = await spawnGatehouse({ DATABASE_URL: database.url });
    const waiting =
      "SELECT 1 FROM pg_stat_activity WHERE application_name = 'gatehouse migrate' AND wait_event_type = 'Lock'";
    while ((await first.query(waiting)).length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    await gatehouse.signal('SIGKILL');

    // PostgreSQL goes on with what its client began.
    await expect(applyMigrations(database.config, second)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await holder.query('COMMIT');
    await holder.end();
    expect(await applyWhenPossible(second)).toEqual([]);
    expect(await second.query('SELECT count(retired_ts) AS retired FROM signing_keys')).toEqual([{ retired: '0' }]);
  });
});

test('the migrations lead to prisma/schema.prisma', async () => {
  expect(await unmigratedChanges()).toBeNull();
});

test('a script with a semicolon in a string, and one that fails half-way, are taken whole', async () => {
  const pglite = new PGlite('memory://');
  const content = readFileSync(path.join(prismaDir, 'schema.prisma'), 'utf8');
  const engine = await createSchemaEngine(new PrismaPGlite(pglite), (script) => pglite.exec(script), content);
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
  await pglite.close();
});
