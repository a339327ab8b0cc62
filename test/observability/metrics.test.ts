import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import path from 'node:path';
import { serveMetrics } from '../../src/platform/http/metrics-server';
import { createLog } from '../../src/platform/observability/log';
import { createMetrics } from '../../src/platform/observability/metrics';
import { apis, graphqlApi, postJson, restApi } from '../support/apis';
import { onPostgres } from '../support/database';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { freePort } from '../support/process';
import { until } from '../support/until';

const password = 'correct horse battery';
let gatehouse: Gatehouse;
beforeAll(async () => {
  gatehouse = await startMeasured();
});
afterAll(() => gatehouse.stop());

const startMeasured = () =>
  startGatehouse({ METRICS_PORT: '9464', RATE_LIMITS: 'on', RATE_LIMIT_LOGIN_NETWORK: '2/900' });
const scrape = async ({ metricsUrl } = gatehouse) => (await fetch(metricsUrl ?? '')).text();
const counts = (text: string) =>
  [...text.matchAll(/^gatehouse_request_duration_seconds_count\{(.*)\} (\d+)$/gm)].map(([, labels]) => labels);

test('an operation has the same labels in both APIs', async () => {
  const own = await startMeasured();
  // An instance is ready before it follows revocations.
  await until(async () => own.services.revocations.isLive);
  for (const [i, api] of apis.entries()) {
    const email = `${i}@example.com`;
    await api.register(own.url, { email, firstName: 'Ada', lastName: 'Lovelace', password });
    const { jwt } = await api.login(own.url, { email, password });
    await api.me(own.url, jwt);
    await api.me(own.url, 'no token');
    await api.login(own.url, { email: 'unknown@example.com', password });
  }
  await restApi.login(own.url, { email: 'unknown@example.com', password });
  const text = await scrape(own);
  await own.stop();
  const of = (api: string) =>
    counts(text).flatMap((labels = '') =>
      labels.includes(`door="${api}"`) ? [labels.replace(/door="\w+",/, '')] : [],
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

test('unknown paths and operations add one series for each API and code, however many are sent', async () => {
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

test('the administration API and the pages have their own values of `door`', async () => {
  await fetch(`${gatehouse.url}/login`);
  await postJson(`${gatehouse.url}/admin/graphql`, { query: '{ users { pageInfo { hasNextPage } } }' });
  const after = await scrape();
  expect(after).toContain('door="pages",operation="page",code="success"');
  expect(after).toContain('door="graphql",operation="users",code="UNAUTHENTICATED"');
});

test('the metrics port serves only metrics, and the main port serves none', async () => {
  expect((await fetch(`${gatehouse.url}/metrics`)).status).toBe(404);
  const { origin } = new URL(gatehouse.metricsUrl ?? '');
  expect((await fetch(`${origin}/auth/me`)).status).toBe(404);
  expect((await fetch(`${origin}/metrics`, { method: 'POST' })).status).toBe(405);
});

test('the metrics show that Redis is unavailable, and that the pool of PostgreSQL is used', async () => {
  const away = await startGatehouse({ METRICS_PORT: '9464', REDIS_URL: `redis://127.0.0.1:${await freePort()}` });
  await restApi.me(away.url, null);
  const text = await (await fetch(away.metricsUrl ?? '')).text();
  await away.stop();
  expect(text).toContain('gatehouse_limit_store_up 0');
  expect(await scrape()).toContain('gatehouse_limit_store_up 1');
  const connections = Number(/^gatehouse_db_pool_connections (\d+)$/m.exec(await scrape())?.[1]);
  if (onPostgres) expect(connections).toBeGreaterThan(0);
  else expect(connections).toBe(0);
});

test('the version of the package and of Node are in gatehouse_build_info', async () => {
  const { version } = JSON.parse(readFileSync(path.join(__dirname, '../../package.json'), 'utf8'));
  expect(await scrape()).toContain(
    `\ngatehouse_build_info{version="${version}",node_version="${process.versions.node}"} 1\n`,
  );
});

test('a value is read at the scrape; a counter starts with a sample for each of its labels', async () => {
  let waiting = 1;
  const failures = new Map([['b', 3]]);
  const { text: scrapeText } = createMetrics([
    { name: 'gatehouse_waiting', help: 'h', type: 'gauge', read: () => waiting },
    {
      name: 'gatehouse_failures_total',
      help: 'h',
      type: 'counter',
      labels: ['step'],
      read: () => ['a', 'b'].map((step) => ({ labels: { step }, value: failures.get(step) ?? 0 })),
    },
  ]);
  expect(await scrapeText()).toContain('\n# TYPE gatehouse_waiting gauge\ngatehouse_waiting 1\n');
  waiting = 7;
  failures.set('b', 4);
  const text = await scrapeText();
  expect(text).toContain('\ngatehouse_waiting 7\n');
  expect(text).toContain(
    '\n# TYPE gatehouse_failures_total counter\ngatehouse_failures_total{step="a"} 0\ngatehouse_failures_total{step="b"} 4\n',
  );
});

test('a port that is in use is reported', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const nothing = { contentType: 'text/plain', text: async () => '' };
  await expect(serveMetrics(nothing, '127.0.0.1', port, createLog('silent'))).rejects.toThrow(
    /^METRICS_PORT \d+ on METRICS_HOST 127\.0\.0\.1 cannot be opened \(EADDRINUSE\): another process/,
  );
  taken.close();
});

test.each(['dashboard.json', 'alerts.yml'])('every metric that %s asks for is exported', async (file) => {
  // The histogram of the steps has its first sample after a step.
  await graphqlApi.login(gatehouse.url, { email: 'unknown@example.com', password });
  await graphqlApi.me(gatehouse.url, null);
  const text = await scrape();
  const exported = new Set(
    [...text.matchAll(/^(?:# TYPE (?=\w+ (?:counter|gauge)$))?([a-z0-9_]+)(?:\{.*\})? /gm)].map(([, name]) => name),
  );
  const source = readFileSync(path.join(__dirname, '../../docs/operate/monitor', file), 'utf8');
  if (file.endsWith('.json')) JSON.parse(source);
  const expressions = [...source.matchAll(/"?expr"?: (.*)$/gm)].map(([, expression = '']) => expression);
  const named = expressions.map((e) => e.match(/\b(gatehouse|nodejs|process)_[a-z0-9_]+/g) ?? []);
  expect(named.length).toBeGreaterThan(7);
  expect(named.filter((names) => names.length === 0)).toEqual([]);
  expect(named.flat().filter((name) => !exported.has(name))).toEqual([]);
});
