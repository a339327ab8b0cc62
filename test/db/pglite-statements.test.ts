import type { PGlite } from '@electric-sql/pglite';
import { PgliteStatements, withObjects } from '../../src/platform/db/pglite-statements';
import { openInMemory } from '../support/snapshots';

let pglite: PGlite;
let statements: PgliteStatements;
beforeAll(async () => {
  pglite = await openInMemory('empty');
});
afterAll(() => pglite.close());
beforeEach(async () => {
  await pglite.exec('DEALLOCATE ALL; DROP TABLE IF EXISTS t; CREATE TABLE t (id int PRIMARY KEY, name text)');
  statements = new PgliteStatements(pglite);
});

const run = (text: string, values: unknown[] = [], isPlannedEachTime?: true) =>
  withObjects(statements.run)({ name: 'test', text, ...(isPlannedEachTime && { isPlannedEachTime }) }, values);
const prepared = async () =>
  (
    await pglite.query<{ calls: number }>(
      'SELECT (generic_plans + custom_plans)::int AS calls FROM pg_prepared_statements',
    )
  ).rows;

test('a statement is prepared once, and each execution has its own values', async () => {
  const text = 'INSERT INTO t VALUES ($1, $2) RETURNING id, name';
  for (const id of [1, 2, 3]) expect(await run(text, [id, `n${id}`])).toEqual([{ id, name: `n${id}` }]);
  expect(await prepared()).toEqual([{ calls: 3 }]);
  const { rows, columns, count } = await statements.run({ text: 'UPDATE t SET name = NULL WHERE id > $1' }, [1]);
  expect({ rows, columns, count }).toEqual({ rows: [], columns: [], count: 2 });
  expect(await run('SELECT name FROM t ORDER BY id')).toEqual([{ name: 'n1' }, { name: null }, { name: null }]);
});

test.each([
  ['int8', [1n, 2n ** 60n, null]],
  ['float8', [0.1, null]],
  ['boolean', [true, false]],
  ['text', ['', 'Ä ∑ 😀', "'; DROP TABLE t --"]],
  ['bytea', [new Uint8Array([0, 255, 92]), new Uint8Array()]],
  ['timestamptz', [new Date('2026-11-30T12:00:00.123Z')]],
  ['jsonb', [{ a: [1, 'x', null] }, []]],
  ['text[]', [['a', '"b",{}', ''], []]],
  ['uuid', ['01a1fafd-5d48-74fb-874f-7e0ccacee987']],
])('%s: written and read as by PGlite itself', async (type, values) => {
  const text = `SELECT $1::${type} AS value`;
  for (const value of values) expect(await run(text, [value])).toEqual((await pglite.query(text, [value])).rows);
});

test('a statement that PostgreSQL plans each time is not kept', async () => {
  for (const id of [1, 2]) expect(await run('SELECT $1::int AS id', [id], true)).toEqual([{ id }]);
  expect(await prepared()).toEqual([]);
});

test('after an error, the connection and the statement can be used', async () => {
  const text = 'INSERT INTO t VALUES ($1, $2)';
  await run(text, [1, 'a']);
  await expect(run(text, [1, 'b'])).rejects.toMatchObject({ code: '23505', constraint: 't_pkey' });
  await expect(run(text, ['x', 'b'])).rejects.toMatchObject({ code: '22P02' });
  await expect(run('SELECT missing FROM t')).rejects.toMatchObject({ code: '42703' });
  await run(text, [2, 'b']);
  expect(await run('SELECT id FROM t ORDER BY id')).toEqual([{ id: 1 }, { id: 2 }]);
});

test('of a table whose columns have changed, the next execution prepares it anew', async () => {
  await run('SELECT * FROM t');
  await pglite.exec("ALTER TABLE t ADD COLUMN more text DEFAULT 'x'; INSERT INTO t VALUES (1)");
  await expect(run('SELECT * FROM t')).rejects.toMatchObject({ code: '0A000' });
  expect(await run('SELECT * FROM t')).toEqual([{ id: 1, name: null, more: 'x' }]);
});

test('of many statements, the least recently used are forgotten', async () => {
  for (let n = 0; n < 250; n += 1) expect(await run(`SELECT ${n} AS n`)).toEqual([{ n }]);
  expect((await prepared()).length).toBeLessThanOrEqual(201);
  expect(await run('SELECT 0 AS n')).toEqual([{ n: 0 }]);
});

test('what was planned for a table with few rows is planned anew after its growth', async () => {
  const read = 'SELECT name FROM t WHERE id = $1';
  const readsByIndex = async () => {
    await pglite.query('SELECT pg_stat_force_next_flush()');
    const { rows } = await pglite.query<{ count: number }>('SELECT idx_scan::int AS count FROM pg_stat_user_tables');
    return rows[0]?.count ?? 0;
  };
  await pglite.exec("INSERT INTO t VALUES (0, 'zero'); ANALYZE t");
  for (let n = 0; n < 10; n += 1) expect(await run(read, [0])).toEqual([{ name: 'zero' }]);
  expect(await readsByIndex()).toBe(0);
  await run("INSERT INTO t SELECT n, 'other' FROM generate_series(1, $1::int) AS n", [5000]);
  expect(await run(read, [0])).toEqual([{ name: 'zero' }]);
  expect(await readsByIndex()).toBe(1);
});

test('a transaction has its own statements, and none after its end', async () => {
  let inside = statements.run;
  const failed = pglite.transaction(async (tx) => {
    inside = statements.inside(tx);
    const outside = run('SELECT count(*)::int AS count FROM t');
    await inside({ text: 'INSERT INTO t VALUES ($1)' }, [1]);
    expect((await inside({ text: 'SELECT id FROM t' }, [])).rows).toEqual([[1]]);
    await expect(inside({ text: 'SELECT missing' }, [])).rejects.toMatchObject({ code: '42703' });
    await expect(inside({ text: 'SELECT id FROM t' }, [])).rejects.toMatchObject({ code: '25P02' });
    throw Object.assign(new Error('given up'), { outside });
  });
  const { outside } = await failed.catch((error) => error);
  expect(await outside).toEqual([{ count: 0 }]);
  await expect(inside({ text: 'SELECT id FROM t' }, [])).rejects.toThrow('the transaction has ended');
});
