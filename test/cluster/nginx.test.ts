import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { restApi } from '../support/apis';
import { createTestDatabase } from '../support/database';
import { redisUrl } from '../support/limits';
import { describeWith, testWith } from '../support/needs';
import { type Nginx, startNginx } from '../support/nginx';
import { freePort, type GatehouseProcess, spawnGatehouse } from '../support/process';
import { untilStopped } from '../support/running';
import { until } from '../support/until';

const configuration = readFileSync(
  path.join(__dirname, '../../docs/operate/high-availability/nginx-two-instances.conf'),
  'utf8',
);

async function nginxBefore(ports: readonly number[], port: number): Promise<Nginx> {
  const [one, two] = ports;
  const addresses = { 'gatehouse:4000': `127.0.0.1:${one}`, 'gatehouse-2:4000': `127.0.0.1:${two}` };
  for (const name of Object.keys(addresses)) expect(configuration).toContain(`server ${name} `);
  return startNginx(configuration, addresses, port);
}

testWith('nginx')('a POST that an instance has received is sent to no other one, and a GET is', async () => {
  let received = 0;
  const ports = [await freePort(), await freePort()];
  const servers = ports.map((port) =>
    createServer((req) => {
      received += 1;
      req.socket.destroy();
    }).listen(port, '127.0.0.1'),
  );
  for (const server of servers) untilStopped(async () => void server.close());
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const proxy = await nginxBefore(ports, await freePort());
  untilStopped(() => proxy.stop());
  const send = async (method: string) => {
    received = 0;
    const body = method === 'POST' ? '{}' : null;
    const { status } = await fetch(`${proxy.url}/auth/login`, { method, body });
    return { status, received };
  };
  expect(await send('GET')).toEqual({ status: 502, received: 2 });
  expect(await send('POST')).toEqual({ status: 502, received: 1 });
});

describeWith('nginx', 'PostgreSQL')('two instances behind nginx, with the documented configuration', () => {
  let proxy: Nginx;
  let instances: GatehouseProcess[];
  let start: (port: number) => Promise<GatehouseProcess>;
  let ports: number[];
  let drop: () => Promise<void>;
  let answered = 0;

  beforeAll(async () => {
    const database = await createTestDatabase();
    drop = database.drop;
    ports = [await freePort(), await freePort()];
    const proxyPort = await freePort();
    const env = {
      DATABASE_URL: database.url,
      NODE_ENV: 'production',
      PUBLIC_URL: `http://127.0.0.1:${proxyPort}`,
      TRUST_PROXY: '1',
      ...(redisUrl ? { REDIS_URL: redisUrl } : {}),
    };
    start = async (port) => {
      const instance = await spawnGatehouse({ ...env, PORT: String(port) });
      untilStopped(async () => void (await instance.signal('SIGKILL')));
      await instance.ready();
      return instance;
    };
    instances = await Promise.all(ports.map(start));
    proxy = await nginxBefore(ports, proxyPort);
    untilStopped(() => proxy.stop());
  });
  afterAll(async () => {
    await Promise.all(instances.map((instance) => instance.signal('SIGTERM')));
    await drop();
  });

  /** Sends requests until `work` is done. Returns how often each status was answered. */
  async function during(work: () => Promise<void>) {
    const account = { email: `ada-${randomUUID()}@example.com`, password: 'correct horse battery' };
    await restApi.register(proxy.url, { ...account, firstName: 'Ada', lastName: 'Lovelace' });
    const { jwt } = await restApi.login(proxy.url, account);
    const answers: Record<'get' | 'post', Record<string, number>> = { get: {}, post: {} };
    let isDone = false;
    const repeat = async (kind: 'get' | 'post', send: () => Promise<Response>) => {
      while (!isDone) {
        const status = await send().then((response) => response.arrayBuffer().then(() => response.status));
        answers[kind][status] = (answers[kind][status] ?? 0) + 1;
        answered += 1;
      }
    };
    const me = () => fetch(`${proxy.url}/auth/me`, { headers: { Authorization: `Bearer ${jwt}` } });
    const keys = () => fetch(`${proxy.url}/.well-known/jwks.json`);
    const register = () =>
      fetch(`${proxy.url}/auth/register`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({
          email: `${randomUUID()}@example.com`,
          first_name: 'Ada',
          last_name: 'Lovelace',
          password: 'correct horse battery',
        }),
      });
    const clients = [
      repeat('get', me),
      repeat('get', me),
      repeat('get', keys),
      repeat('post', register),
      repeat('post', register),
    ];
    await work();
    isDone = true;
    await Promise.all(clients);
    return answers;
  }

  /** Waits until the load has used both instances for a while. */
  const load = async () => {
    const before = answered;
    await until(async () => answered > before + 50);
  };

  test('an instance that is killed fails no GET, and no POST arrives twice', async () => {
    const { get, post } = await during(async () => {
      await load();
      await instances[0]?.signal('SIGKILL');
      await load();
      instances[0] = await start(ports[0] ?? 0);
      await load();
    });
    expect(Object.keys(get)).toEqual(['200']);
    // Registered twice, an address would be answered with 409.
    for (const status of Object.keys(post)) expect(['201', '502', '503']).toContain(status);
    expect(post['201']).toBeGreaterThan(0);
  });

  test('a restart of one instance after the other fails no GET, and a POST only in the moment of a start', async () => {
    const { get, post } = await during(async () => {
      for (const [index, port] of ports.entries()) {
        await load();
        await instances[index]?.signal('SIGTERM');
        instances[index] = await start(port);
      }
      await load();
    });
    expect(Object.keys(get)).toEqual(['200']);
    const { 201: registered = 0, 503: _early, ...others } = post;
    expect(others).toEqual({});
    expect(registered).toBeGreaterThan(0);
  });
});
