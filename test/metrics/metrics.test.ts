import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import path from 'node:path';
import { serveMetrics } from '../../src/http/metrics-server';
import { createLog } from '../../src/log';
import { onPostgres } from '../support/database';
import { doors, graphqlDoor, postJson, restDoor } from '../support/doors';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { freePort } from '../support/process';

const password = 'correct horse battery';
let gatehouse: Gatehouse;
beforeAll(async () => {
  gatehouse = await startGatehouse({ METRICS_PORT: '9464', RATE_LIMITS: 'on', RATE_LIMIT_LOGIN_NETWORK: '2/900' });
});
afterAll(() => gatehouse.stop());

const scrape = async () => (await fetch(gatehouse.metricsUrl ?? '')).text();
const counts = (text: string) =>
  [...text.matchAll(/^gatehouse_request_duration_seconds_count\{(.*)\} (\d+)$/gm)].map(([, labels]) => labels);

test('an operation has the same labels through both doors', async () => {
  for (const [i, door] of doors.entries()) {
    const email = `${i}@example.com`;
    await door.register(gatehouse.url, { email, firstName: 'Ada', lastName: 'Lovelace', password });
    const { jwt } = await door.login(gatehouse.url, { email, password });
    await door.me(gatehouse.url, jwt);
    await door.me(gatehouse.url, 'no token');
    await door.login(gatehouse.url, { email: 'nobody@example.com', password });
  }
  await restDoor.login(gatehouse.url, { email: 'nobody@example.com', password });
  const text = await scrape();
  const of = (door: string) =>
    counts(text).flatMap((labels = '') =>
      labels.includes(`door="${door}"`) ? [labels.replace(/door="\w+",/, '')] : [],
    );
  expect(of('graphql').sort()).toEqual(
    [
      'operation="login",code="INVALID_CREDENTIALS"',
      'operation="login",code="success"',
      'operation="me",code="UNAUTHENTICATED"',
      'operation="me",code="success"',
      'operation="register",code="success"',
    ].sort(),
  );
  expect(of('rest')).toEqual(expect.arrayContaining(of('graphql')));
  expect(text).toContain('gatehouse_limit_refusals_total{limit="LOGIN_NETWORK"} 1');
  expect(text).toContain('gatehouse_step_duration_seconds_count{step="hash"}');
  expect(text).toContain('gatehouse_revocation_feed_up 1');
});

test('what nobody knows adds one series a door and code, however much of it is sent', async () => {
  const unknown = async (i: number) => {
    await fetch(`${gatehouse.url}/unknown/${i}`);
    await fetch(`${gatehouse.url}/unknown/${i}`, { method: 'PUT' });
    await postJson(`${gatehouse.url}/graphql`, { query: `{ unknown${i} }` });
    await postJson(`${gatehouse.url}/graphql`, { query: `query Q${i} { a${i}: ready b${i}: __typename }` });
  };
  await unknown(0);
  const before = counts(await scrape());
  for (let i = 1; i < 20; i += 1) await unknown(i);
  expect(counts(await scrape())).toEqual(before);
  expect(before).toContain('door="rest",operation="other",code="NOT_FOUND"');
});

test('the port of the metrics serves them alone, and the main port does not', async () => {
  expect((await fetch(`${gatehouse.url}/metrics`)).status).toBe(404);
  const { origin } = new URL(gatehouse.metricsUrl ?? '');
  expect((await fetch(`${origin}/auth/me`)).status).toBe(404);
  expect((await fetch(`${origin}/metrics`, { method: 'POST' })).status).toBe(405);
});

test('that Redis is away is seen, and that the pool of PostgreSQL is used', async () => {
  const away = await startGatehouse({ METRICS_PORT: '9464', REDIS_URL: `redis://127.0.0.1:${await freePort()}` });
  await restDoor.me(away.url, null);
  const text = await (await fetch(away.metricsUrl ?? '')).text();
  await away.stop();
  expect(text).toContain('gatehouse_limit_store_up 0');
  expect(await scrape()).toContain('gatehouse_limit_store_up 1');
  const connections = Number(/^gatehouse_db_pool_connections (\d+)$/m.exec(await scrape())?.[1]);
  if (onPostgres) expect(connections).toBeGreaterThan(0);
  else expect(connections).toBe(0);
});

test('a port that is taken is said so', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const nothing = { contentType: 'text/plain', text: async () => '' };
  await expect(serveMetrics(nothing, '127.0.0.1', port, createLog('silent'))).rejects.toThrow(
    /^METRICS_PORT cannot be opened: .*EADDRINUSE/,
  );
  taken.close();
});

test.each(['dashboard.json', 'alerts.yml'])('every metric that %s asks for is exported', async (file) => {
  await graphqlDoor.me(gatehouse.url, null);
  const text = await scrape();
  const exported = new Set(
    [...text.matchAll(/^(?:# TYPE (?=\w+ (?:counter|gauge)$))?([a-z0-9_]+)(?:\{.*\})? /gm)].map(([, name]) => name),
  );
  const source = readFileSync(path.join(__dirname, '../../docs/operations/monitoring', file), 'utf8');
  if (file.endsWith('.json')) JSON.parse(source);
  const expressions = [...source.matchAll(/"?expr"?: (.*)$/gm)].map(([, expression = '']) => expression);
  const named = expressions.map((e) => e.match(/\b(gatehouse|nodejs|process)_[a-z0-9_]+/g) ?? []);
  expect(named.length).toBeGreaterThan(7);
  expect(named.filter((names) => names.length === 0)).toEqual([]);
  expect(named.flat().filter((name) => !exported.has(name))).toEqual([]);
});
