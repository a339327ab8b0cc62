import { connect, createServer, type Server, type Socket } from 'node:net';
import { Client } from 'pg';
import { apis } from '../support/apis';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { describeWith } from '../support/needs';
import { type GatehouseProcess, spawnGatehouse } from '../support/process';
import { until } from '../support/until';

/** What a database, a role or a URL can set, and each connection inherits. */
describeWith('PostgreSQL')('a database with settings of its own', () => {
  let database: TestDatabase;
  let gatehouse: GatehouseProcess | null = null;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    await gatehouse?.signal('SIGTERM');
    gatehouse = null;
    await database.drop();
  });

  const nameOf = () => new URL(database.directUrl).pathname.slice(1);
  const sql = async (...statements: string[]) => {
    const client = new Client({ connectionString: database.directUrl });
    await client.connect();
    try {
      let rows: Record<string, unknown>[] = [];
      for (const statement of statements) ({ rows } = await client.query(statement));
      return rows;
    } finally {
      await client.end();
    }
  };
  /** Through the pooler, if there is one, unless the test is about a URL. */
  const start = async (url?: string) => {
    gatehouse = await spawnGatehouse(url === undefined ? database.env : { DATABASE_URL: url });
    await gatehouse.ready();
    return gatehouse.url;
  };
  const registerAndLogIn = async (url: string) => {
    for (const [i, api] of apis.entries()) {
      const account = {
        email: `ada${i}@example.com`,
        password: 'an uncommon passphrase',
        firstName: 'Ada',
        lastName: 'Lovelace',
      };
      const { user } = await api.register(url, account);
      expect(user?.createdTs).toMatch(/^20\d\d-\d\d-\d\dT/);
      const { email, password } = account;
      expect(await api.login(url, { email, password })).toMatchObject({ jwt: expect.any(String) });
    }
  };
  const schemasOfUsers = () => sql("SELECT schemaname AS schema FROM pg_tables WHERE tablename = 'users'");

  test.each([
    ["datestyle = 'SQL, DMY'"],
    ["datestyle = 'German'", "intervalstyle = 'sql_standard'", "timezone = 'Asia/Kathmandu'"],
    [
      "bytea_output = 'escape'",
      'extra_float_digits = -15',
      'standard_conforming_strings = off',
      'backslash_quote = off',
    ],
    ["default_transaction_isolation = 'serializable'", "lc_messages = 'C'", 'default_transaction_deferrable = on'],
    ['row_security = off', 'array_nulls = on', "client_min_messages = 'debug1'", "xmloption = 'document'"],
  ])('%s', async (...settings) => {
    await sql(...settings.map((setting) => `ALTER DATABASE ${nameOf()} SET ${setting}`));
    await registerAndLogIn(await start());
  });

  test('the schema of the search_path has the tables', async () => {
    await sql('CREATE SCHEMA accounts', `ALTER DATABASE ${nameOf()} SET search_path TO accounts, public`);
    await registerAndLogIn(await start());
    expect(await schemasOfUsers()).toEqual([{ schema: 'accounts' }]);
  });

  test('?schema= has them, beside another service with tables of the same names', async () => {
    await sql('CREATE TABLE users (id int)', 'CREATE TABLE _prisma_migrations (id int)');
    await registerAndLogIn(await start(`${database.directUrl}?schema=My%20accounts`));
    const [mine, other] = (await schemasOfUsers()).map(({ schema }) => schema).toSorted();
    expect([mine, other]).toEqual(['My accounts', 'public']);
    expect(await sql('SELECT count(*)::int AS count FROM "My accounts".users')).toEqual([{ count: 2 }]);
  });

  test('sslmode=prefer connects to a server without TLS, and require does not', async () => {
    const server = await withoutTls(new URL(database.directUrl));
    const url = new URL(database.directUrl);
    url.host = `127.0.0.1:${server.port}`;
    await registerAndLogIn(await start(`${url}?sslmode=prefer`));
    await gatehouse?.signal('SIGTERM');
    gatehouse = await spawnGatehouse({ DATABASE_URL: `${url}?sslmode=require` });
    await until(() => gatehouse?.output().includes('does not support TLS') ?? false);
    await server.close();
  });
});

/** Forwards connections to a server, and refuses TLS for it. */
async function withoutTls({ hostname, port }: URL): Promise<{ port: number; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.once('data', (first) => {
      if (first.length === 8) return void socket.write('N', () => socket.once('data', forward));
      forward(first);
    });
    const forward = (first: Buffer) => {
      const upstream = connect(Number(port || 5432), hostname);
      sockets.add(upstream.on('error', () => {}));
      upstream.write(first);
      socket.pipe(upstream).pipe(socket);
    };
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
