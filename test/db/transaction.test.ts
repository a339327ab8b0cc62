import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SqlQueryable } from '@prisma/driver-adapter-utils';
import { Client } from 'pg';
import { sessionActions } from '../../src/accounts/sessions/sessions.audit';
import { byPassword } from '../../src/accounts/tokens/authentication';
import { userActions } from '../../src/accounts/users/users.audit';
import { createStores, type Stores, type TableStores } from '../../src/compose/stores';
import { installationActions } from '../../src/features/admin-installation/admin-installation.audit';
import type { PrismaClient } from '../../src/generated/prisma/client';
import type { AuditAction } from '../../src/platform/audit/action';
import { successEvent } from '../../src/platform/audit/audit-event';
import type { Database, Queryable } from '../../src/platform/db/database';
import { databaseLimits } from '../../src/platform/db/database-limits';
import { openDatabase } from '../../src/platform/db/open-database';
import { createTransact } from '../../src/platform/db/transaction';
import { AppError } from '../../src/platform/errors/app-error';
import { uuidv7 } from '../../src/platform/runtime/uuid';
import { createMigratedDatabase, onPostgres, patientLimits, type TestDatabase } from '../support/database';
import { describeWith } from '../support/needs';
import { openThroughServer } from '../support/through-server';

const ways = [
  { how: 'directly', open: (database: TestDatabase) => database.open() },
  {
    how: 'through the running server',
    open: async (database: TestDatabase) => openThroughServer(await database.open()),
  },
];

// With PostgreSQL, a command connects to the database itself.
describe.each(onPostgres ? ways.slice(0, 1) : ways)('a process that uses the database $how', ({ open }) => {
  let testDatabase: TestDatabase;
  let database: Database;
  let stores: Stores;
  beforeAll(async () => {
    testDatabase = await createMigratedDatabase();
    database = await open(testDatabase);
    stores = createStores(database, { current: randomBytes(32), previous: null });
  });
  afterAll(async () => {
    await database.close();
    await testDatabase.drop();
  });

  const at = new Date();

  /** An operation of three steps in the stores: an account, its first session and an audit event. */
  function createOperation() {
    const userId = uuidv7();
    const email = `${userId}@example.com`;
    const event = (action: AuditAction) => successEvent(action, at, null, { userId });
    const written = event(installationActions.secret_rotated);
    const names = {
      passwordHash: 'x',
      firstName: 'Ada',
      lastName: 'Lovelace',
      tel: null,
      isSuperAdmin: false,
      roles: [],
      locale: null,
      fields: {},
    };
    const anyAccount = { passwordHash: null, factors: null, twoStep: null };
    const times = { createdTs: at, expiresTs: new Date(at.getTime() + 1e6) };
    const session = { userId, ...times, userAgent: null, ip: null, authentication: byPassword, guard: anyAccount };
    const bound = { atMost: 10, audit: event(sessionActions.session_ended) };
    const steps: ((tx: TableStores) => Promise<unknown>)[] = [
      (tx) =>
        tx.users.insert(
          { id: userId, email, emailCanonical: email, createdTs: at, ...names },
          event(userActions.user_created),
        ),
      (tx) =>
        tx.sessions.insert(
          { id: uuidv7(), ...session, refreshTokenHash: null },
          event(sessionActions.logged_in),
          bound,
        ),
      (tx) => tx.audit.insert([written]),
    ];
    return { userId, steps };
  }

  async function rowsOf(userId: string) {
    const [row] = await database.query(`SELECT (SELECT count(*)::int FROM users WHERE id = '${userId}') AS users,
    (SELECT count(*)::int FROM sessions WHERE user_id = '${userId}') AS sessions,
    (SELECT count(*)::int FROM audit_events WHERE user_id = '${userId}') AS events`);
    return row;
  }
  const nothing = { users: 0, sessions: 0, events: 0 };

  const createJob = (queryable: Queryable, name: string) =>
    queryable.prisma.job.create({ data: { name, startedTs: at } });
  const insertJob = (queryable: Queryable, name: string) =>
    queryable.run({ name: 'test_job', text: 'INSERT INTO jobs VALUES ($1, $2::timestamptz) RETURNING name' }, [
      name,
      at,
    ]);
  const violation = { name: 'test_violation', text: "INSERT INTO jobs VALUES ('test', NULL)" };
  const jobs = async () => (await database.prisma.job.findMany()).map(({ name }) => name).sort();
  afterEach(() => database.query('DELETE FROM jobs'));

  async function errorOf(promise: Promise<unknown>): Promise<unknown> {
    return promise.then(
      () => {
        throw new Error('it did not fail');
      },
      (error: unknown) => error,
    );
  }

  class Fault extends Error {}

  describe('an operation of three steps', () => {
    test('is committed whole, and returns what its work returns', async () => {
      const { userId, steps } = createOperation();
      const result = await stores.transaction(null, async (tx) => {
        for (const step of steps) await step(tx);
        return 'done';
      });
      expect(result).toBe('done');
      expect(await rowsOf(userId)).toEqual({ users: 1, sessions: 1, events: 3 });
    });

    test.each([0, 1, 2, 3])('leaves nothing when its work throws after step %i, and throws that', async (done) => {
      const { userId, steps } = createOperation();
      const fault = new Fault();
      const work = stores.transaction(null, async (tx) => {
        for (const step of steps.slice(0, done)) await step(tx);
        throw fault;
      });
      expect(await errorOf(work)).toBe(fault);
      expect(await rowsOf(userId)).toEqual(nothing);
    });

    test.each([0, 1, 2, 3])('leaves nothing when a statement after step %i fails', async (done) => {
      const { userId, steps } = createOperation();
      const [, , audit] = steps;
      const work = stores.transaction(null, async (tx) => {
        for (const step of steps.slice(0, done)) await step(tx);
        // The same event twice violates its primary key.
        await audit?.(tx);
        await audit?.(tx);
      });
      expect(await errorOf(work)).toMatchObject({ name: 'DatabaseError', code: '23505' });
      expect(await rowsOf(userId)).toEqual(nothing);
    });

    test('leaves nothing when its COMMIT fails', async () => {
      await database.query(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RAISE 'no'; END$$`);
      await database.query(`CREATE CONSTRAINT TRIGGER fail AFTER INSERT ON jobs DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION fail()`);
      const work = database.transaction(null, async (tx) => {
        await createJob(tx, 'a');
        return insertJob(tx, 'b');
      });
      expect(await errorOf(work)).toMatchObject({ name: 'DatabaseError', code: 'P0001' });
      expect(await errorOf(createJob(database, 'c').then((job) => job))).toMatchObject({ code: 'P0001' });
      await database.query('DROP TRIGGER fail ON jobs');
      expect(await jobs()).toEqual([]);
    });
  });

  describe('Prisma and statements by hand', () => {
    test('see what the other wrote, and are committed together', async () => {
      const seen = await database.transaction(null, async (tx) => {
        await createJob(tx, 'a');
        await insertJob(tx, 'b');
        const rows = await tx.run<{ name: string }>({ name: 'test_jobs', text: 'SELECT name FROM jobs' }, []);
        return { byHand: rows.map(({ name }) => name), byPrisma: await tx.prisma.job.count() };
      });
      expect(seen).toEqual({ byHand: ['a', 'b'], byPrisma: 2 });
      expect(await jobs()).toEqual(['a', 'b']);
    });

    test('have the same types as outside', async () => {
      const statement = {
        name: 'test_types',
        text: `SELECT $1::timestamptz AS at, $2::bytea AS bytes, $3::jsonb AS json, ARRAY['a', 'b'] AS list,
        count(*)::int AS count, $4::uuid AS id FROM users WHERE false`,
      };
      const values = [at, randomBytes(4), JSON.stringify({ a: [1] }), uuidv7()];
      const inside = await database.transaction(null, (tx) => tx.run(statement, values));
      expect(inside).toEqual(await database.run(statement, values));
    });

    test.each([
      ['Prisma', (tx: Queryable) => tx.prisma.$executeRawUnsafe(violation.text)],
      ['run', (tx: Queryable) => tx.run(violation, [])],
    ])('a failed statement of %s rolls back even if the work catches its error', async (_, fail) => {
      const work = database.transaction(null, async (tx) => {
        await createJob(tx, 'a');
        await fail(tx).catch(() => {});
      });
      expect(await errorOf(work)).toMatchObject({ name: 'DatabaseError', code: '23502' });
      expect(await jobs()).toEqual([]);
    });
  });

  test("a nested write of Prisma's, which is a transaction of its own, is rolled back whole", async () => {
    const [userId, id] = [uuidv7(), uuidv7()];
    const session = { id, createdTs: at, lastUsedTs: at, expiresTs: at };
    const names = { passwordHash: 'x', firstName: 'Ada', lastName: 'Lovelace', createdTs: at };
    const create = (sessions: object[]) =>
      database.prisma.user.create({
        data: { id: userId, email: userId, emailCanonical: userId, ...names, sessions: { create: sessions as never } },
      });
    const error = await errorOf(create([session, session]).then((user) => user));
    expect(error).toMatchObject({ name: 'DatabaseError', code: '23505' });
    expect(await rowsOf(userId)).toEqual(nothing);
    await create([session, { ...session, id: uuidv7() }]);
    expect(await rowsOf(userId)).toEqual({ users: 1, sessions: 2, events: 0 });
  });

  describe('outside of a transaction', () => {
    /** Starts a transaction and writes a row. Returns functions that end the transaction. */
    async function begin(write: (tx: Queryable, name: string) => Promise<unknown>) {
      let end: (error?: Error) => void = () => {};
      const ending = new Promise<void>((resolve, reject) => {
        end = (error) => (error ? reject(error) : resolve());
      });
      let ended: Promise<unknown> = Promise.resolve();
      await new Promise<void>((resolve) => {
        ended = database.transaction(null, async (tx) => {
          await write(tx, 'inside');
          resolve();
          await ending;
        });
      });
      return { end, ended };
    }

    test.each([
      ['Prisma', createJob],
      ['run', insertJob],
    ])('a write of %s meanwhile is not part of the rolled-back transaction', async (_, write) => {
      const { end, ended } = await begin(write);
      const others = ['a', 'b', 'c'].map((name) => write(database, name));
      end(new Fault());
      expect(await errorOf(ended)).toBeInstanceOf(Fault);
      await Promise.all(others);
      expect(await jobs()).toEqual(['a', 'b', 'c']);
    });

    test('its rolled-back changes are not visible', async () => {
      const { end, ended } = await begin(createJob);
      const reads = [database.query('SELECT name FROM jobs'), database.prisma.job.findMany(), stores.version()];
      if (onPostgres) await Promise.all(reads);
      end(new Fault());
      await errorOf(ended);
      expect((await Promise.all(reads)).slice(0, 2)).toEqual([[], []]);
    });

    test('ten concurrent transactions commit and roll back independently', async () => {
      const all = Array.from({ length: 10 }, (_, i) =>
        database.transaction(null, async (tx) => {
          await createJob(tx, `${i} by Prisma`);
          await insertJob(tx, `${i} by hand`);
          if (i % 2 === 1) throw new Fault();
          return [i, await tx.prisma.job.count({ where: { name: { startsWith: `${i} ` } } })];
        }),
      );
      const settled = await Promise.allSettled(all);
      expect(settled.map((one) => (one.status === 'fulfilled' ? one.value : null))).toEqual(
        settled.map((_, i) => (i % 2 === 0 ? [i, 2] : null)),
      );
      expect(await jobs()).toEqual([0, 2, 4, 6, 8].flatMap((i) => [`${i} by Prisma`, `${i} by hand`]));
    });
  });

  describe('wrong use', () => {
    test.each<[string, () => Promise<unknown>]>([
      ['a transaction', () => database.transaction(null, async () => {})],
      ['a statement', () => database.query('SELECT 1')],
      ['a statement by hand', () => insertJob(database, 'a')],
      ['Prisma', () => createJob(database, 'a').then((job) => job)],
      ['a store', () => stores.users.findById(uuidv7())],
    ])('%s of the database inside a transaction fails immediately', async (_, use) => {
      const error = await errorOf(database.transaction(null, use));
      expect(String(error)).toBe('Error: inside a transaction use its tx, not the database');
      expect(await jobs()).toEqual([]);
    });

    test.each([
      ['Prisma', createJob, 'a transaction was used after its end'],
      ['run', insertJob, 'the transaction has ended'],
    ])('%s of a transaction that has ended fails', async (_, write, message) => {
      const kept = await database.transaction(null, async (tx) => tx);
      expect(String(await errorOf(write(kept, 'a')))).toContain(message);
      expect(await jobs()).toEqual([]);
    });

    test('a statement that the work did not await is committed with it or fails, without an unhandled rejection', async () => {
      let forgotten: Promise<unknown> = Promise.resolve();
      await database.transaction(null, async (tx) => {
        forgotten = insertJob(tx, 'a');
      });
      await forgotten;
      expect(await jobs()).toEqual(['a']);
    });
  });

  test('a transaction that takes too long is rolled back, and its connection serves again', async () => {
    const limited = await testDatabase.open(databaseLimits);
    let late: Queryable | undefined;
    const work = limited.transaction(null, async (tx) => {
      late = tx;
      await createJob(tx, 'a');
      await new Promise(() => {});
    });
    const error = await errorOf(work);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: 'SERVICE_UNAVAILABLE', cause: new Error('a transaction took too long') });
    if (!late) throw new Error('the work did not start');
    expect(String(await errorOf(insertJob(late, 'b')))).toContain('has ended');
    expect(String(await errorOf(createJob(late, 'b')))).toContain('after its end');
    expect(await limited.prisma.job.findMany()).toEqual([]);
    const { total, idle, waiting } = limited.pool();
    expect({ idle, waiting }).toEqual({ idle: total, waiting: 0 });
    await limited.close();
  });

  test('Prisma is loaded before a transaction begins, so that no lock is held meanwhile', async () => {
    const steps: string[] = [];
    const prisma = {
      $connect: async () => void steps.push('load'),
      $transaction: (work: (tx: object) => Promise<unknown>) => work({}),
    };
    const begin = async () => {
      steps.push('begin');
      return { run: async () => [], queries: {} as SqlQueryable, commit: async () => {}, rollback: async () => {} };
    };
    const reject = (error: unknown): never => {
      throw error;
    };
    const transact = createTransact(begin, () => prisma as unknown as PrismaClient, reject, databaseLimits);
    for (const name of ['first', 'second']) await transact(null, async () => void steps.push(name));
    expect(steps).toEqual(['load', 'begin', 'first', 'begin', 'second']);
  });

  test('two hundred failed transactions leave no connection, no lock and nothing open', async () => {
    const failures: ((tx: Queryable) => Promise<unknown>)[] = [
      () => Promise.reject(new Fault()),
      (tx) => tx.run(violation, []),
      (tx) => tx.prisma.$executeRawUnsafe(violation.text),
      (tx) => createJob(tx, 'kept').then(() => createJob(tx, 'kept')),
      () => createJob(database, 'outside'),
    ];
    const remaining = Array.from({ length: 200 }, (_, i) => failures[i % failures.length]);
    let failed = 0;
    const worker = async () => {
      for (let fail = remaining.pop(); fail; fail = remaining.pop()) {
        const work = fail;
        await errorOf(
          database.transaction(null, async (tx) => {
            await insertJob(tx, `job ${failed}`);
            await work(tx);
          }),
        );
        failed += 1;
      }
    };
    await Promise.all(Array.from({ length: 20 }, worker));
    expect(failed).toBe(200);
    expect(await jobs()).toEqual([]);
    const { total, idle, waiting } = database.pool();
    expect({ idle, waiting }).toEqual({ idle: total, waiting: 0 });
    expect(total).toBeLessThanOrEqual(10);
    const [row] = await database.query(`SELECT count(*)::int AS open FROM pg_stat_activity
    WHERE datname = current_database() AND state LIKE 'idle in transaction%'`);
    expect(row).toEqual({ open: 0 });
  });

  describeWith('PostgreSQL')('a connection that is cut', () => {
    const pidOf = async (tx: Queryable) => {
      const [row] = await tx.run<{ pid: number }>({ name: 'test_pid', text: 'SELECT pg_backend_pid() AS pid' }, []);
      return row?.pid ?? 0;
    };
    /** Ends a connection. Resolves when PostgreSQL has ended it. */
    async function cut(pid: number): Promise<void> {
      const client = new Client({ connectionString: testDatabase.directUrl });
      await client.connect();
      const { rows } = await client.query('SELECT pg_terminate_backend($1, 5000) AS ended', [pid]);
      await client.end();
      expect(rows).toEqual([{ ended: true }]);
    }

    test.each([
      ['before a statement by hand', (tx: Queryable) => insertJob(tx, 'b')],
      ['before one of Prisma', (tx: Queryable) => createJob(tx, 'b')],
      ['before COMMIT', async () => {}],
    ])('%s leaves nothing, and the pool continues to serve', async (_, next) => {
      const work = database.transaction(null, async (tx) => {
        await createJob(tx, 'a');
        await cut(await pidOf(tx));
        await next(tx);
      });
      expect(await errorOf(work)).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
      expect(await jobs()).toEqual([]);
      await database.transaction(null, (tx) => createJob(tx, 'c'));
      expect(await jobs()).toEqual(['c']);
      const { total, idle } = database.pool();
      expect(idle).toBe(total);
    });

    test.each([
      ['a statement by hand', async (one: Queryable) => void (await insertJob(one, 'a'))],
      ['one of Prisma', async (one: Queryable) => void (await createJob(one, 'a'))],
    ])('%s waits for a lock no longer than allowed, then it is SERVICE_UNAVAILABLE', async (_, write) => {
      const impatient = await testDatabase.open({ ...patientLimits, lockMs: 50 });
      const holder = new Client({ connectionString: testDatabase.directUrl });
      await holder.connect();
      await holder.query('BEGIN; LOCK TABLE jobs');
      const error = { code: 'SERVICE_UNAVAILABLE', cause: expect.objectContaining({ code: '55P03' }) };
      expect(await errorOf(impatient.transaction(null, write))).toMatchObject(error);
      await holder.query('ROLLBACK');
      await holder.end();
      await impatient.transaction(null, write);
      expect(await jobs()).toEqual(['a']);
      await impatient.close();
    });

    test('of two transactions that wait for each other, one is rolled back as SERVICE_UNAVAILABLE, and the other commits', async () => {
      await createJob(database, 'a');
      await createJob(database, 'b');
      let arrived = 0;
      let go: () => void = () => {};
      const both = new Promise<void>((resolve) => {
        go = resolve;
      });
      const touch = (tx: Queryable, name: string) => tx.prisma.job.update({ where: { name }, data: { startedTs: at } });
      const update = (first: string, second: string) =>
        database.transaction(null, async (tx) => {
          await touch(tx, first);
          arrived += 1;
          if (arrived === 2) go();
          await both;
          await touch(tx, second);
        });
      const settled = await Promise.allSettled([update('a', 'b'), update('b', 'a')]);
      expect(settled.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(settled.find((one) => one.status === 'rejected')).toMatchObject({
        reason: { code: 'SERVICE_UNAVAILABLE' },
      });
    });
  });
});

// The process opens the database itself.
describe('a process that is killed in the middle', () => {
  const children = new Set<ChildProcess>();
  let testDatabase: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    testDatabase = await createMigratedDatabase();
    database = await testDatabase.open();
  });
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await database.close();
    await testDatabase.drop();
  });

  test('leaves nothing', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-'));
    const { DATABASE_URL, DATABASE_DIRECT_URL } = testDatabase.env;
    const secret = (text?: string) => (text ? `{ reveal: () => ${JSON.stringify(text)} }` : 'null');
    const config = testDatabase.url
      ? `{ kind: 'postgresql', url: ${secret(DATABASE_URL)}, directUrl: ${secret(DATABASE_DIRECT_URL)} }`
      : `{ kind: 'embedded', dataDir: ${JSON.stringify(folder)} }`;
    const built = (file: string) => JSON.stringify(path.join(__dirname, '../../dist', file));
    const script = `
    const { openDatabase } = require(${built('platform/db/open-database.js')});
    const { applyMigrations } = require(${built('platform/db/migrate.js')});
    const config = ${config};
    (async () => {
      const database = await openDatabase(config);
      await applyMigrations(database);
      await database.prisma.job.create({ data: { name: 'committed', startedTs: new Date() } });
      setInterval(() => {}, 1000);
      await database.transaction(null, async (tx) => {
        await tx.prisma.job.create({ data: { name: 'a', startedTs: new Date() } });
        await tx.run({ name: 'b', text: "INSERT INTO jobs VALUES ('b', now())" }, []);
        console.log('written');
        await new Promise(() => {});
      });
    })();`;
    const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    children.add(child);
    const [written] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
    expect(String(written)).toBe('written\n');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const after = testDatabase.url ? database : await openDatabase({ kind: 'embedded', dataDir: folder });
    expect((await after.prisma.job.findMany()).map(({ name }) => name)).toEqual(['committed']);
    if (after !== database) await after.close();
    await rm(folder, { recursive: true });
  });
});
