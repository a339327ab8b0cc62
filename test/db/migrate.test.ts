import { readdirSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Client as PostgresClient } from 'pg';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import { type Client, openClient } from '../../src/db/client';
import { applyMigrations, migrationLock, pendingMigrations, unmigratedChanges } from '../../src/db/migrate';
import { createSchemaEngine } from '../../src/db/schema-engine';
import type { AppError } from '../../src/errors';
import { createTestDatabase, onPostgres, type TestDatabase } from '../support/database';

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
    await client.query('DROP TABLE refresh_tokens, sessions, users, signing_keys');

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

  test('leave a migration to the one that is at it, also when that one was killed', async () => {
    const [first, second] = clients;
    if (!first || !second) throw new Error('no clients');
    await applyWhenPossible(first);
    await first.query(
      'UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)',
    );
    // Its client is gone, and the server still runs its script, which ends with the mark.
    const dying = new PostgresClient({ connectionString: database.url });
    dying.on('error', () => {});
    await dying.connect();
    await dying.query(`SELECT pg_advisory_lock(${migrationLock})`);
    dying
      .query('SELECT pg_sleep(1.5); UPDATE _prisma_migrations SET finished_at = now() WHERE finished_at IS NULL')
      .catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 200));
    (dying as unknown as { connection: { stream: Socket } }).connection.stream.destroy();

    await expect(applyMigrations(database.config, second)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(await applyWhenPossible(second)).toEqual([]);
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
