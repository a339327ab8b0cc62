import { PrismaPg } from '@prisma/adapter-pg';
import {
  type ArgType,
  ColumnTypeEnum,
  type SqlDriverAdapterFactory,
  type SqlQueryable,
} from '@prisma/driver-adapter-utils';
import { Pool } from 'pg';
import { PrismaClient } from '../../src/generated/prisma/client';
import { createEmbeddedAdapter } from '../../src/platform/db/embedded-adapter';
import { createPgliteQueries } from '../../src/platform/db/pglite-queries';
import { PgliteStatements } from '../../src/platform/db/pglite-statements';
import { connectionSettings } from '../../src/platform/db/postgres-database';
import { createMigratedDatabase, onPostgres } from '../support/database';
import { openInMemory } from '../support/snapshots';

interface Subject {
  adapter: SqlDriverAdapterFactory;
  close(): Promise<void>;
}

async function openEmbedded(): Promise<Subject> {
  const pglite = await openInMemory('migrated');
  const adapter = createEmbeddedAdapter(createPgliteQueries(new PgliteStatements(pglite).run), (script) =>
    pglite.exec(script),
  );
  return { adapter, close: () => pglite.close() };
}

/** The adapter that Prisma itself publishes. What it does is right. */
async function openPrisma(): Promise<Subject> {
  const database = await createMigratedDatabase();
  const pool = new Pool({
    connectionString: database.directUrl,
    max: 1,
    onConnect: async (client) => void (await client.query(connectionSettings)),
  });
  const close = async () => {
    await pool.end();
    await database.drop();
  };
  return { adapter: new PrismaPg(pool), close };
}

const subjects: [string, () => Promise<Subject>][] = [
  ['our adapter on PGlite', openEmbedded],
  ...(onPostgres ? [['the adapter of Prisma on PostgreSQL', openPrisma] as [string, () => Promise<Subject>]] : []),
];

const scalar = (scalarType: ArgType['scalarType']): ArgType => ({ scalarType, arity: 'scalar' });
const list = (scalarType: ArgType['scalarType']): ArgType => ({ scalarType, arity: 'list' });
const at = '2026-11-20T17:30:15.123Z';
const id = '01a1fafd-5d48-74fb-874f-7e0ccacee987';

describe.each(subjects)('%s', (_, open) => {
  let subject: Subject;
  let queries: SqlQueryable;
  let prisma: PrismaClient;
  beforeAll(async () => {
    subject = await open();
    queries = await subject.adapter.connect();
    prisma = new PrismaClient({ adapter: subject.adapter, errorFormat: 'minimal' });
  });
  beforeEach(() => execute('DELETE FROM users'));
  afterAll(async () => {
    await prisma.$disconnect();
    await subject.close();
  });

  const query = (sql: string, args: unknown[] = [], argTypes: ArgType[] = []) =>
    queries.queryRaw({ sql, args, argTypes });
  const execute = (sql: string) => queries.executeRaw({ sql, args: [], argTypes: [] });
  const failureOf = (work: () => Promise<unknown>) =>
    work().then(
      () => null,
      (error: unknown) => error,
    );
  /** Buffers and other bytes are compared as hexadecimal digits. */
  const comparable = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(comparable);
    return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value;
  };

  test.each<[string, string, keyof typeof ColumnTypeEnum, unknown]>([
    ['boolean', 'true', 'Boolean', true],
    ['smallint', '-3', 'Int32', -3],
    ['int', '7', 'Int32', 7],
    ['bigint', '9007199254740993', 'Int64', '9007199254740993'],
    ['oid', '23', 'Int64', expect.anything()],
    ['real', '1.5', 'Float', 1.5],
    ['double precision', '0.1', 'Double', 0.1],
    ['double precision', 'NaN', 'Double', Number.NaN],
    ['numeric', '12.50', 'Numeric', '12.50'],
    ['text', 'ü "\\', 'Text', 'ü "\\'],
    ['varchar(5)', 'abc', 'Text', 'abc'],
    ['char(3)', 'ab', 'Text', 'ab '],
    ['name', 'abc', 'Text', 'abc'],
    ['uuid', id, 'Uuid', id],
    ['json', '{"a": [1]}', 'Json', '{"a": [1]}'],
    ['jsonb', '{"a":[1]}', 'Json', '{"a": [1]}'],
    ['jsonb', 'null', 'Json', 'null'],
    ['bytea', '\\x00ff', 'Bytes', '00ff'],
    ['bytea', '', 'Bytes', ''],
    ['date', '2026-11-20', 'Date', '2026-11-20'],
    ['timestamp', at, 'DateTime', '2026-11-20T17:30:15.123+00:00'],
    ['timestamptz', at, 'DateTime', '2026-11-20T17:30:15.123+00:00'],
    ['timestamptz(3)', '2026-11-20T18:30:15+01:00', 'DateTime', '2026-11-20T17:30:15+00:00'],
    ['timestamptz', '0001-01-01T00:00:00Z', 'DateTime', '0001-01-01T00:00:00+00:00'],
    ['int[]', '{1,2,NULL}', 'Int32Array', [1, 2, null]],
    ['bigint[]', '{9007199254740993}', 'Int64Array', ['9007199254740993']],
    ['boolean[]', '{t,f}', 'BooleanArray', [true, false]],
    ['text[]', '{a,"b \\"c\\\\",NULL,"NULL","","{,}"}', 'TextArray', ['a', 'b "c\\', null, 'NULL', '', '{,}']],
    ['text[]', '{}', 'TextArray', []],
    ['uuid[]', `{${id}}`, 'UuidArray', [id]],
    ['bytea[]', '{"\\\\x01"}', 'BytesArray', ['01']],
    ['jsonb[]', '{"{\\"a\\": 1}"}', 'JsonArray', ['{"a": 1}']],
    ['timestamptz[]', `{${at}}`, 'DateTimeArray', ['2026-11-20T17:30:15.123+00:00']],
    ['timestamp[]', `{${at}}`, 'DateTimeArray', ['2026-11-20T17:30:15.123+00:00']],
  ])('reads %s %s', async (type, text, columnType, value) => {
    const { columnNames, columnTypes, rows } = await query(
      `SELECT '${text.replaceAll("'", "''")}'::${type} AS "a", NULL::${type} AS "a"`,
    );
    expect(columnNames).toEqual(['a', 'a']);
    expect(columnTypes).toEqual([ColumnTypeEnum[columnType], ColumnTypeEnum[columnType]]);
    expect(rows.map(comparable)).toEqual([[value, null]]);
  });

  test('reads types of the database itself as text', async () => {
    await execute(`CREATE TYPE mood AS ENUM ('red', 'green')`);
    const { columnTypes, rows } = await query(`SELECT 'red'::mood AS mood`);
    expect(columnTypes).toEqual([ColumnTypeEnum.Text]);
    expect(rows).toEqual([['red']]);
    await execute('DROP TYPE mood');
  });

  test('rejects a type that Prisma does not know', async () => {
    expect(await failureOf(() => query(`SELECT '(1,2)'::point`))).toMatchObject({
      name: 'DriverAdapterError',
      cause: { kind: 'UnsupportedNativeDataType' },
    });
  });

  test.each<[string, string, unknown, ArgType, unknown]>([
    ['a time as text', 'timestamptz', at, scalar('datetime'), '2026-11-20 17:30:15.123+00'],
    ['a time as a date', 'timestamptz', new Date(at), scalar('datetime'), '2026-11-20 17:30:15.123+00'],
    ['a time without a zone', 'timestamp', at, scalar('datetime'), '2026-11-20 17:30:15.123'],
    ['a day', 'date', at, scalar('datetime'), '2026-11-20'],
    ['times', 'timestamptz[]', [at, null], list('datetime'), '{"2026-11-20 17:30:15.123+00",NULL}'],
    ['bytes as base64', 'bytea', 'AP8=', scalar('bytes'), '\\x00ff'],
    ['bytes', 'bytea', new Uint8Array([0, 255]), scalar('bytes'), '\\x00ff'],
    ['a part of a buffer', 'bytea', Buffer.from('abc').subarray(1), scalar('bytes'), '\\x6263'],
    ['lists of bytes', 'bytea[]', ['AP8='], list('bytes'), '{"\\\\x00ff"}'],
    ['JSON', 'jsonb', '{"a":"b"}', scalar('json'), '{"a": "b"}'],
    ['JSON that is a text', 'jsonb', '"a"', scalar('json'), '"a"'],
    ['a long integer', 'bigint', '9007199254740993', scalar('bigint'), '9007199254740993'],
    ['a bigint', 'bigint', 9007199254740993n, scalar('bigint'), '9007199254740993'],
    ['a number', 'double precision', 0.1, scalar('float'), '0.1'],
    ['a decimal', 'numeric', '12.50', scalar('decimal'), '12.50'],
    ['a boolean', 'boolean', false, scalar('boolean'), 'false'],
    ['nothing', 'text', null, scalar('string'), null],
    ['a text that looks like a time', 'text', at, scalar('string'), at],
    ['a list of texts', 'text[]', ['a', 'b "c\\', null, 'NULL', ''], list('string'), '{a,"b \\"c\\\\",NULL,"NULL",""}'],
    ['an empty list', 'text[]', [], list('string'), '{}'],
    ['a list of ids', 'uuid[]', [id], list('uuid'), `{${id}}`],
  ])('writes %s', async (_what, type, arg, argType, text) => {
    const { rows } = await query(`SELECT $1::${type}::text`, [arg], [argType]);
    expect(rows).toEqual([[text]]);
  });

  test('counts the changed rows', async () => {
    await execute(`CREATE TABLE counted (n int)`);
    expect(await execute('INSERT INTO counted VALUES (1), (2)')).toBe(2);
    expect(await execute('UPDATE counted SET n = 3 WHERE n = 1')).toBe(1);
    expect(await execute('DELETE FROM counted WHERE n = 7')).toBe(0);
    expect(await execute('DROP TABLE counted')).toBe(0);
  });

  describe('passes on what PostgreSQL rejects:', () => {
    beforeAll(async () => {
      await execute(`CREATE TABLE owners (id int PRIMARY KEY)`);
      await execute(`CREATE TABLE things (id int PRIMARY KEY, owner int CONSTRAINT things_owner REFERENCES owners ON DELETE RESTRICT,
        "Name" varchar(3) NOT NULL UNIQUE)`);
      await execute('INSERT INTO owners VALUES (1)');
      await execute(`INSERT INTO things VALUES (1, 1, 'a')`);
    });

    test.each<[string, string, object]>([
      [
        `INSERT INTO things VALUES (2, 1, 'a')`,
        '23505',
        { kind: 'UniqueConstraintViolation', constraint: { index: 'things_Name_key' }, table: 'things' },
      ],
      [
        `INSERT INTO things VALUES (2, 7, 'b')`,
        '23503',
        { kind: 'ForeignKeyConstraintViolation', constraint: { index: 'things_owner' } },
      ],
      [`INSERT INTO things VALUES (2, 1, NULL)`, '23502', { kind: 'NullConstraintViolation' }],
      [`INSERT INTO things VALUES (2, 1, 'long')`, '22001', { kind: 'LengthMismatch' }],
      [`SELECT 3000000000::int`, '22003', { kind: 'ValueOutOfRange', cause: 'integer out of range' }],
      [`SELECT 'a'::int`, '22P02', { kind: 'InvalidInputValue', message: expect.stringContaining('integer: "a"') }],
      [`SELECT * FROM nothing`, '42P01', { kind: 'TableDoesNotExist', table: 'nothing' }],
      [`SELECT nothing FROM things`, '42703', { kind: 'ColumnNotFound', column: 'nothing' }],
      [`SELECT "No thing" FROM things`, '42703', { kind: 'ColumnNotFound', column: 'No thing' }],
      ['SELECT FROM WHERE', '42601', { kind: 'postgres', code: '42601', severity: 'ERROR' }],
      ['SELECT 1/0', '22012', { kind: 'postgres', code: '22012', message: 'division by zero' }],
      ...['40001', '40P01'].map((code): [string, string, object] => [
        `DO $$ BEGIN RAISE SQLSTATE '${code}'; END $$`,
        code,
        { kind: 'TransactionWriteConflict' },
      ]),
      // The time limit of a statement, and that of a lock.
      ...['57014', '55P03'].map((code): [string, string, object] => [
        `DO $$ BEGIN RAISE SQLSTATE '${code}' USING DETAIL = 'd', HINT = 'h'; END $$`,
        code,
        { kind: 'postgres', code, detail: 'd', hint: 'h' },
      ]),
    ])('%s', async (sql, code, cause) => {
      const error = await failureOf(() => execute(sql));
      expect(error).toMatchObject({ name: 'DriverAdapterError', cause: { ...cause, originalCode: code } });
    });

    test('an error that is not of PostgreSQL', async () => {
      const other = await open();
      const closed = await other.adapter.connect();
      await closed.queryRaw({ sql: 'SELECT 1', args: [], argTypes: [] });
      await other.close();
      const error = await failureOf(() => closed.queryRaw({ sql: 'SELECT 1', args: [], argTypes: [] }));
      expect(error).toBeInstanceOf(Error);
      expect(error).not.toHaveProperty('cause');
    });
  });

  describe('and Prisma', () => {
    const user = { email: 'ada@example.com', emailCanonical: 'ada@example.com', firstName: 'A', lastName: 'L' };
    const create = (fields: object = {}) =>
      prisma.user.create({ data: { ...user, createdTs: new Date(at), ...fields } });

    test('writes and reads a record', async () => {
      const created = await create({ roles: ['a', 'b "c"'], tel: null, revision: 2, disabled: true });
      expect(created).toMatchObject({ ...user, roles: ['a', 'b "c"'], tel: null, revision: 2, disabled: true });
      expect(created.createdTs).toEqual(new Date(at));
      expect(created.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
      expect(await prisma.user.findUnique({ where: { id: created.id } })).toEqual(created);
      expect(await prisma.user.findMany({ where: { roles: { has: 'a' }, createdTs: { lte: new Date(at) } } })).toEqual([
        created,
      ]);
      expect(await prisma.user.findMany({ where: { createdTs: { lt: new Date(at) } } })).toEqual([]);
      expect(await prisma.user.count()).toBe(1);
    });

    test('writes and reads bytes, JSON, numbers and relations', async () => {
      const { id: userId } = await create();
      const session = { createdTs: new Date(at), lastUsedTs: new Date(at), expiresTs: new Date(at) };
      const { id: sessionId } = await prisma.session.create({ data: { userId, ...session } });
      const hash = new Uint8Array([0, 1, 254, 255]);
      await prisma.refreshToken.create({ data: { hash, sessionId, createdTs: new Date(at) } });
      const [found] = await prisma.user.findMany({ include: { sessions: { include: { refreshTokens: true } } } });
      const [token] = found?.sessions[0]?.refreshTokens ?? [];
      expect(Buffer.from(token?.hash ?? [])).toEqual(Buffer.from(hash));
      expect(await prisma.refreshToken.findUnique({ where: { hash } })).toEqual(token);
      const claims = { a: [1, null, 'ü', { b: 1.5 }] };
      const pending = { ...user, claims, createdTs: new Date(at), expiresTs: new Date(at), id };
      expect(await prisma.pendingRegistration.create({ data: pending })).toMatchObject({ claims, fields: {} });
      await prisma.pendingRegistration.deleteMany();
    });

    test('names the index of a unique violation', async () => {
      await create();
      const error = await failureOf(() => create());
      expect(error).toMatchObject({ code: 'P2002', meta: { modelName: 'User' } });
      expect(JSON.stringify(error)).toContain('users_email_canonical_key');
    });

    test('reports the violation of a foreign key, a missing record, and a value of a wrong form', async () => {
      const session = { createdTs: new Date(at), lastUsedTs: new Date(at), expiresTs: new Date(at) };
      expect(await failureOf(() => prisma.session.create({ data: { userId: id, ...session } }))).toMatchObject({
        code: 'P2003',
      });
      expect(await failureOf(() => prisma.user.update({ where: { id }, data: { tel: '1' } }))).toMatchObject({
        code: 'P2025',
      });
      expect(await failureOf(() => prisma.user.findUnique({ where: { id: 'no id' } }))).toMatchObject({
        code: 'P2007',
      });
    });
  });
});
