import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { postJson } from '../support/apis';
import { readChecked } from '../support/checked-fetch';
import { cliFile } from '../support/cli';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { type GatehouseProcess, spawnGatehouse, withoutDatabase } from '../support/process';

let folder: string;
let database: TestDatabase;
let settings: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-'));
  database = await createTestDatabase();
  settings = database.url ? database.env : { DATA_DIR: path.join(folder, 'data') };
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

const account = {
  email: 'ada@example.com',
  first_name: 'Ada',
  last_name: 'Lovelace',
  password: 'correct horse battery',
};

/**
 * Sends the headers of a registration, and waits for 100 Continue. Resolves to a function that sends the body and
 * returns the status.
 */
async function beginRegistration(url: string, body: object): Promise<() => Promise<number | undefined>> {
  const text = JSON.stringify(body);
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    Expect: '100-continue',
  };
  const request = http.request(`${url}/auth/register`, { method: 'POST', headers });
  const answered = once(request, 'response');
  request.flushHeaders();
  await once(request, 'continue');
  return async () => {
    request.end(text);
    const [response] = (await answered) as [http.IncomingMessage];
    await readChecked(request, response);
    return response.statusCode;
  };
}

/** Resolves when the server has printed the text. */
async function printed({ child, output }: GatehouseProcess, text: string): Promise<void> {
  while (!output().includes(text)) await new Promise((resolve) => child.stdout?.once('data', resolve));
}

describe('a process that was asked to stop', () => {
  test('answers requests in flight, keeps their data, and exits with 0; the next one needs the same secret', async () => {
    const gatehouse = await spawnGatehouse(settings);
    await gatehouse.ready();
    const inFlight = await Promise.all(
      Array.from({ length: 4 }, (_, i) =>
        beginRegistration(gatehouse.url, { ...account, email: `in.flight.${i}@example.com` }),
      ),
    );
    // Two signals, as with npm in a terminal.
    const exit = gatehouse.signal('SIGTERM');
    gatehouse.child.kill('SIGTERM');
    await printed(gatehouse, 'stopping');
    const statuses = await Promise.all(inFlight.map((finish) => finish()));

    expect(statuses).toEqual(Array(4).fill(201));
    expect(await exit).toBe(0);
    expect(gatehouse.output()).toContain('"msg":"stopped"');
    const links = gatehouse.output().match(/^.*\/setup\/[\w-]{64}.*$/gm);
    const line =
      /^ {2}set up {5}http:\/\/localhost:\d+\/setup\/[\w-]{64} {3}\(creates the first super admin, for 1 hour\)$/;
    expect(links).toEqual([expect.stringMatching(line)]);

    const other = await spawnGatehouse({
      ...settings,
      GATEHOUSE_SECRET: Buffer.from(Array.from({ length: 32 }, (_, i) => i + 1)).toString('hex'),
    });
    expect(await other.ended).toBe(1);
    expect(other.output()).toContain('Gatehouse cannot continue: GATEHOUSE_SECRET is not the secret');

    // Started by the command, and in production.
    const next = await spawnGatehouse({ ...settings, NODE_ENV: 'production' }, [cliFile, 'serve']);
    await next.ready();
    const { status } = await postJson(`${next.url}/auth/login`, { ...account, email: 'in.flight.3@example.com' });
    expect(status).toBe(200);
    await stillServes(next, 'SIGINT');
  });

  /** In production a server still serves at first, is not ready, and ends each connection with its answer. */
  async function stillServes(gatehouse: GatehouseProcess, signal: NodeJS.Signals): Promise<void> {
    const exit = gatehouse.signal(signal);
    await printed(gatehouse, 'stopping');
    for (const [path, status] of [
      ['/readyz', 503],
      ['/healthz', 200],
      ['/.well-known/jwks.json', 200],
    ] as const) {
      const answer = await fetch(`${gatehouse.url}${path}`);
      expect({ path, status: answer.status }).toEqual({ path, status });
      expect(answer.headers.get('connection')).toBe('close');
    }
    expect(await exit).toBe(0);
    expect(gatehouse.output()).toContain('"msg":"stopped"');
  }

  test('exits with 0 also if it is asked to stop immediately', async () => {
    const gatehouse = await spawnGatehouse(settings);
    await printed(gatehouse, 'listening');
    expect(await gatehouse.signal('SIGTERM')).toBe(0);
  });
});

describe('a start that fails', () => {
  test('names every bad setting', async () => {
    const gatehouse = await spawnGatehouse({ PORT: 'http', JWT_TTL: 'soon' });
    expect(await gatehouse.ended).toBe(2);
    expect(gatehouse.output()).toBe(
      'Gatehouse cannot start. Correct these settings:\n' +
        '  PORT must be a whole number from 0 to 65535, such as 4000\n' +
        '  JWT_TTL must be a whole number from 1 to 86400, such as 3600\n',
    );
  });

  test('says why the hash engine that is set cannot be loaded', async () => {
    const gatehouse = await spawnGatehouse({ HASH_ENGINE: 'node-rs', NAPI_RS_NATIVE_LIBRARY_PATH: '/nowhere.node' });
    expect(await gatehouse.ended).toBe(2);
    expect(gatehouse.output()).toBe(
      'Gatehouse cannot start. Correct these settings:\n' +
        "  HASH_ENGINE: node-rs cannot be used here: Cannot find module '/nowhere.node'\n",
    );
  });

  describe('because the port is in use', () => {
    const other = createServer();
    let port: string;
    beforeAll(async () => {
      await once(other.listen(0, '127.0.0.1'), 'listening');
      port = String((other.address() as AddressInfo).port);
    });
    afterAll(() => other.close());
    const inUse =
      /^Gatehouse cannot continue: PORT \d+ on HOST 127\.0\.0\.1 cannot be opened \(EADDRINUSE\)[^\n]*set PORT[^\n]*$/m;

    test('says so before the database is needed', async () => {
      const gatehouse = await spawnGatehouse({ ...(await withoutDatabase()), PORT: port });
      expect(await gatehouse.ended).toBe(1);
      expect(gatehouse.output()).toMatch(inUse);
    });

    test('says so before it creates an embedded database', async () => {
      const DATA_DIR = path.join(folder, 'new');
      const gatehouse = await spawnGatehouse({ DATA_DIR, PORT: port });
      expect(await gatehouse.ended).toBe(1);
      expect(gatehouse.output()).toMatch(inUse);
      expect(gatehouse.output()).not.toContain('creating');
      expect(existsSync(DATA_DIR)).toBe(false);
      const metrics = await spawnGatehouse({ DATA_DIR, METRICS_PORT: port });
      expect(await metrics.ended).toBe(1);
      expect(metrics.output()).toContain('set METRICS_PORT to another port');
      expect(existsSync(DATA_DIR)).toBe(false);
    });
  });
});

describe('without its database', () => {
  let gatehouse: GatehouseProcess;
  beforeAll(async () => {
    gatehouse = await spawnGatehouse(await withoutDatabase());
    await printed(gatehouse, 'not ready yet');
  });
  // It stops with 0. Here, because every test needs it.
  afterAll(async () => expect(await gatehouse.signal('SIGTERM')).toBe(0));

  test('it is alive and not ready', async () => {
    expect((await fetch(`${gatehouse.url}/healthz`)).status).toBe(200);
    const readyz = await fetch(`${gatehouse.url}/readyz`);
    expect(readyz.status).toBe(503);
    expect(await readyz.json()).toEqual({
      success: false,
      msg: 'The service is starting: applying pending migrations.',
      code: 'SERVICE_UNAVAILABLE',
    });
  });

  test.each([
    ['/auth/register', account],
    ['/auth/login', account],
  ])('%s is SERVICE_UNAVAILABLE with Retry-After', async (route, body) => {
    const response = await postJson(gatehouse.url + route, body);
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await response.json()).toEqual({
      success: false,
      msg: 'The service is temporarily unavailable. Try again later.',
      code: 'SERVICE_UNAVAILABLE',
    });
  });

  test('so are the mutations, and a query that needs it', async () => {
    const query =
      'mutation { login(input: {email: "ada@example.com", password: "correct horse battery"}) { success error { code retryAfter } } }';
    expect(await (await postJson(`${gatehouse.url}/graphql`, { query })).json()).toEqual({
      data: { login: { success: false, error: { code: 'SERVICE_UNAVAILABLE', retryAfter: 2 } } },
    });
    expect(await (await postJson(`${gatehouse.url}/graphql`, { query: '{ ready }' })).json()).toMatchObject({
      errors: [{ extensions: { code: 'SERVICE_UNAVAILABLE' } }],
    });
  });

  test('so is the key set', async () => {
    expect((await fetch(`${gatehouse.url}/.well-known/jwks.json`)).status).toBe(503);
  });
});
