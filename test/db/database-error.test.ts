import { translateDatabaseError } from '../../src/platform/db/database-error';
import { AppError } from '../../src/platform/errors/app-error';
import { apis } from '../support/apis';
import { startGatehouse } from '../support/gatehouse';

function translated(error: unknown): unknown {
  try {
    return translateDatabaseError(error);
  } catch (thrown) {
    return thrown;
  }
}
const withCode = (code: string) => Object.assign(new Error('a value'), { code });

describe('is temporary, and SERVICE_UNAVAILABLE', () => {
  test.each([
    ...['08006', '08P01', '28P01', '3D000', '40001', '40P01', '53100', '53300', '55P03', '57014', '57P01', '57P03'],
    ...[
      '25006',
      '26000',
      '42P05',
      '58030',
      '42P01',
      '42703',
      'ECONNREFUSED',
      'ECONNRESET',
      'EPIPE',
      'ETIMEDOUT',
      'ENOTFOUND',
    ],
    ...['EAI_AGAIN', 'CERT_HAS_EXPIRED', 'POOL_EXHAUSTED', 'P1001', 'P2024', 'P2028', 'P2034', 'P2037'],
  ])('code %s', (code) => {
    expect(translated(withCode(code))).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });

  test.each([
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout expired',
    'timeout exceeded when trying to connect',
    'Query read timeout',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
    'Cannot use a pool after calling end on the pool',
    'The server does not support SSL connections',
    'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string',
    'PGlite is closed',
  ])('without a code: %s', (message) => {
    expect(translated(new Error(message))).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });

  test.each(['SocketTimeout', 'ConnectionClosed', 'DatabaseNotReachable', 'TransactionWriteConflict'])(
    'of an adapter: %s',
    (kind) => {
      const error = Object.assign(new Error('a value'), {
        code: 'P2010',
        meta: { driverAdapterError: { cause: { kind } } },
      });
      expect(translated(error)).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    },
  );
});

test.each([
  ...['0A000', '21000', '22001', '22P02', '23502', '23505', '25P02', '2F003', '39000', '42601', '42883'],
  ...['54001', '55000', 'P0001', 'XX000', 'P2002', 'P2003', 'P2010', 'P2025', 'ERR_INVALID_ARG_TYPE'],
])('code %s is a bug, whose text is not repeated', (code) => {
  const error = translated(withCode(code));
  expect(error).toMatchObject({ name: 'DatabaseError', code });
  expect(error).not.toBeInstanceOf(AppError);
  expect(String(error)).not.toContain('a value');
});

test.each([
  new Error('the session has ended'),
  new TypeError('x is not a function'),
  new RangeError('x'),
  'text',
  null,
])('so is %s', (thrown) => {
  expect(translated(thrown)).toMatchObject({ name: 'DatabaseError', code: 'no code' });
});

test('an unexpected error is INTERNAL and logged, in both APIs', async () => {
  const gatehouse = await startGatehouse();
  const account = { firstName: 'Ada', lastName: 'Lovelace', password: 'correct horse battery' };
  await gatehouse.sql(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'the row of %', NEW.email; END $$`);
  await gatehouse.sql('CREATE TRIGGER fail BEFORE INSERT ON users FOR EACH ROW EXECUTE FUNCTION fail()');
  for (const api of apis) {
    const email = `${api.name}@example.com`;
    expect(await api.register(gatehouse.url, { ...account, email })).toMatchObject({ code: 'INTERNAL' });
  }
  expect(gatehouse.logged().match(/the database failed: [^"]*\(P0001\)/g)).toHaveLength(2);
  expect(gatehouse.logged()).not.toContain('the row of');
  await gatehouse.stop();
});
