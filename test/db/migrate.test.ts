import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Client } from 'pg';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import { openClient } from '../../src/db/client';
import { applyMigrations, migrationLock, pendingMigrations, unmigratedChanges } from '../../src/db/migrate';
import { createSchemaEngine } from '../../src/db/schema-engine';
import { createTestDatabase, onPostgres, type TestDatabase } from '../support/database';

const prismaDir = path.join(__dirname, '../../prisma');
const committed = readdirSync(path.join(prismaDir, 'migrations')).filter((name) => !name.endsWith('.toml'));

describe('the migrations', () => {
  let database: TestDatabase;
  let client: ReturnType<typeof openClient>;
  beforeAll(async () => {
    database = await createTestDatabase();
    client = openClient(database.config);
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
    const last = committed.at(-1);
    await client.query(
      `UPDATE _prisma_migrations SET finished_at = NULL, applied_steps_count = 0 WHERE migration_name = '${last}'`,
    );
    await client.query('DROP TABLE users, signing_keys');

    expect(await applyMigrations(database.config, client)).toEqual([last]);
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
  let clients: ReturnType<typeof openClient>[];
  beforeEach(async () => {
    database = await createTestDatabase();
    clients = Array.from({ length: 6 }, () => openClient(database.config));
  });
  afterEach(async () => {
    await Promise.all(clients.map((client) => client.close()));
    await database.drop();
  });

  test('apply them once', async () => {
    const applied = await Promise.all(clients.map((client) => applyMigrations(database.config, client)));
    expect(applied.flat()).toEqual(committed);
  });

  test('wait for the one that migrates, whose unfinished line they do not take for a failed one', async () => {
    const [first, second] = clients;
    if (!first || !second) throw new Error('no clients');
    await applyMigrations(database.config, first);
    const { rows, end } = await holdLock(database.url);
    await rows('UPDATE _prisma_migrations SET finished_at = NULL, applied_steps_count = 0');

    const waiting = applyMigrations(database.config, second);
    while ((await first.query("SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")).length === 0);
    await rows('UPDATE _prisma_migrations SET finished_at = now(), applied_steps_count = 1');
    await end();

    expect(await waiting).toEqual([]);
  });
});

/** Another instance in the middle of a migration. */
async function holdLock(connectionString: string) {
  const connection = new Client({ connectionString });
  await connection.connect();
  await connection.query(`SELECT pg_advisory_lock(${migrationLock})`);
  return { rows: (sql: string) => connection.query(sql), end: () => connection.end() };
}

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
