import { randomBytes } from 'node:crypto';
import { createAuditSearch } from '../../src/compose/admin-audit';
import { createOAuthClientsService } from '../../src/compose/oauth-clients';
import { explain } from '../../src/features/admin-audit/explanation';
import { createLog } from '../../src/platform/observability/log';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { stopClock, withLimits } from '../support/limits';
import { basic, basicOf, createClient, postForm, type TestClient } from '../support/oauth';

/** What happens if the authentication of clients fails often, and what an operator sees of it. */

const unknownId = '01a20e51-04c4-7d0a-9d3b-52f0a1b7c6de';
let gatehouse: Gatehouse;
let client: TestClient;
let url: string;

beforeEach(stopClock);
afterEach(async () => {
  jest.useRealTimers();
  await gatehouse.stop();
});

async function start(env: Record<string, string> = {}): Promise<void> {
  gatehouse = await startGatehouse({
    ...withLimits(),
    TRUST_PROXY: '1',
    ...env,
  });
  client = await createClient(gatehouse);
  url = `${gatehouse.url}/oauth/introspect`;
}

const from = (network: string) => ({ 'X-Forwarded-For': network });
const wrong = (id = client.id) => basic(`${id}:${randomBytes(32).toString('base64url')}`);
const attempt = (headers: Record<string, string>, path = '/oauth/introspect') =>
  postForm(gatehouse.url + path, { token: 'x' }, headers);
const statusOf = async (headers: Record<string, string>, path?: string) => (await attempt(headers, path)).status;

test('failures of a network are limited, also if clients and operations change', async () => {
  await start({ RATE_LIMIT_CLIENT_NETWORK: '3/900' });
  const here = from('203.0.113.7');
  expect(await statusOf({ ...here, ...wrong() })).toBe(401);
  expect(await statusOf({ ...here, ...wrong(unknownId) }, '/oauth/revoke')).toBe(401);
  expect(await statusOf({ ...here, ...wrong('no-client') })).toBe(401);
  const { status, headers, body } = await attempt({ ...here, ...wrong() });
  expect([status, body]).toEqual([
    429,
    { error: 'temporarily_unavailable', error_description: 'There were too many attempts. Try again later.' },
  ]);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(890);
  expect(headers.get('www-authenticate')).toBeNull();
  expect(await statusOf({ ...from('203.0.113.8'), ...wrong() })).toBe(401);
});

test('failures of a client are limited, from every network, whether or not the client exists', async () => {
  await start({ RATE_LIMIT_CLIENT_FAILURES: '2/900' });
  for (const id of [client.id, unknownId]) {
    const statuses = [];
    for (let i = 0; i < 4; i += 1) statuses.push(await statusOf({ ...from(`203.0.113.${i}`), ...wrong(id) }));
    expect(statuses).toEqual([401, 401, 429, 429]);
  }
});

test('the right secret is never limited: a stranger, or a neighbor with an old secret, cannot lock a service out', async () => {
  await start({ RATE_LIMIT_CLIENT_NETWORK: '2/900', RATE_LIMIT_CLIENT_FAILURES: '2/900' });
  const here = from('203.0.113.7');
  for (let i = 0; i < 5; i += 1) await attempt({ ...here, ...wrong() });
  expect(await statusOf({ ...here, ...wrong() })).toBe(429);
  for (let i = 0; i < 5; i += 1) expect(await statusOf({ ...here, ...basicOf(client) })).toBe(200);
});

test('of 50 wrong secrets at the same time, as many as the limit allows get 401, and right secrets all pass', async () => {
  await start({ RATE_LIMIT_CLIENT_FAILURES: '5/900' });
  const attempts = Array.from({ length: 100 }, (_, i) =>
    statusOf({ ...from(`203.0.113.${i % 7}`), ...(i % 2 ? wrong() : basicOf(client)) }),
  );
  const counts: Record<number, number> = {};
  for (const status of await Promise.all(attempts)) counts[status] = (counts[status] ?? 0) + 1;
  expect(counts).toEqual({ 200: 50, 401: 5, 429: 45 });
});

test('a success, a request without credentials and a malformed request are counted nowhere', async () => {
  await start({ RATE_LIMIT_CLIENT_NETWORK: '1/900', RATE_LIMIT_CLIENT_FAILURES: '1/900' });
  const here = from('203.0.113.7');
  for (let i = 0; i < 3; i += 1) {
    expect(await statusOf({ ...here, ...basicOf(client) })).toBe(200);
    expect(await statusOf(here)).toBe(401);
    expect(await statusOf({ ...here, Authorization: 'Basic x' })).toBe(401);
    expect((await postForm(`${url}`, 'token=x&token=x', { ...here, ...wrong() })).status).toBe(400);
  }
  expect(await statusOf({ ...here, ...wrong() })).toBe(401);
  expect(await statusOf({ ...here, ...wrong() })).toBe(429);
});

test('the audit records failures with the client and the reason, and explain explains them', async () => {
  await start({ RATE_LIMIT_CLIENT_FAILURES: '2/900' });
  const audit = await createAuditSearch(gatehouse.config, gatehouse.stores, createLog('silent'));
  const explained = async (headers: Record<string, string>) => {
    const answer = await attempt({ ...headers, 'User-Agent': 'orders/1.0' });
    await gatehouse.services.audit.close();
    const {
      explained: [found],
    } = await audit.ofRequest(answer.headers.get('x-request-id') ?? '');
    return found ? [found.event.action, found.event.outcome, ...explain(found)] : null;
  };

  expect(await explained({ ...from('203.0.113.1'), ...wrong() })).toEqual([
    'client_rejected',
    'INVALID_CREDENTIALS',
    'The client secret is wrong, or was replaced more than 24 hours ago.',
    expect.stringContaining('clients rotate-secret'),
    expect.any(String),
    'The authentication of an OAuth client, or the document of its client id, was rejected. (client_rejected, INVALID_CREDENTIALS, wrong client secret)',
    `The OAuth client is ${client.id} (orders).`,
    expect.stringMatching(/^Time per step: limiter .* ms, database .* ms\.$/),
  ]);
  expect(await explained({ ...from('203.0.113.1'), ...wrong(unknownId) })).toEqual([
    'client_rejected',
    'INVALID_CREDENTIALS',
    'No OAuth client has this client id, or it is disabled.',
    expect.stringContaining('clients list'),
    expect.any(String),
    'The authentication of an OAuth client, or the document of its client id, was rejected. (client_rejected, INVALID_CREDENTIALS, unknown client)',
    `No OAuth client has the id ${unknownId} now.`,
    expect.any(String),
  ]);
  await attempt(wrong());
  expect(await explained(wrong())).toEqual([
    'limited',
    'RATE_LIMITED',
    expect.stringMatching(/^The limit CLIENT_FAILURES \(per client\) was reached\. /),
    expect.stringContaining('RATE_LIMIT_CLIENT_FAILURES'),
    expect.any(String),
    'A request was rejected, because a rate limit was reached, or a challenge was not answered. (limited, RATE_LIMITED)',
    `The OAuth client is ${client.id} (orders).`,
    expect.any(String),
  ]);
  // Without credentials there is nothing to record.
  expect(await explained(from('203.0.113.1'))).toBeNull();
});

test('many invented clients share rows of the audit, and each client that exists keeps its own', async () => {
  await start({ RATE_LIMITS: 'off' });
  const inventedId = (i: number) => `01a20e51-04c4-7d0a-9d3b-${String(i).padStart(12, '0')}`;
  for (let i = 0; i < 60; i += 1) await attempt({ ...from('203.0.113.9'), ...wrong(inventedId(i)) });
  const clients = [client.id, (await createClient(gatehouse, 'billing')).id];
  for (const id of clients) await attempt({ ...from('203.0.113.9'), ...wrong(id) });
  await gatehouse.services.audit.close();
  const events = await gatehouse.stores.audit.list({ action: 'client_rejected', limit: 1000 });
  expect(events.length).toBeLessThan(30);
  expect(events.reduce((sum, { count }) => sum + count, 0)).toBe(62);
  for (const id of clients) expect(events.filter(({ details }) => details.clientId === id)).toHaveLength(1);
});

test('the metrics count failures by their reason, and introspections by their result', async () => {
  await start({ METRICS_PORT: '9464', RATE_LIMITS: 'off' });
  await attempt(wrong());
  await attempt(wrong(unknownId));
  await attempt(wrong(unknownId));
  await attempt(basicOf(client));
  const text = await (await fetch(gatehouse.metricsUrl ?? '')).text();
  expect(text).toContain('gatehouse_client_authentication_failures_total{reason="wrong client secret"} 1');
  expect(text).toContain('gatehouse_client_authentication_failures_total{reason="unknown client"} 2');
  expect(text).toContain('gatehouse_token_introspections_total{result="inactive"} 1');
  expect(text).toContain('gatehouse_token_introspections_total{result="active"} 0');
});

describe('secrets', () => {
  const clients = () => createOAuthClientsService(gatehouse.config, gatehouse.stores);
  const isAccepted = async (secret: string) => (await statusOf(basicOf({ id: client.id, secret }))) === 200;
  const hour = 3_600_000;

  test('after a rotation both secrets work for 24 hours, then the new one alone', async () => {
    await start({ RATE_LIMITS: 'off' });
    const { clientSecret } = await clients().rotateSecret(client.id, { atOnce: false }, null);
    expect([await isAccepted(client.secret), await isAccepted(clientSecret)]).toEqual([true, true]);
    jest.setSystemTime(Date.now() + 23 * hour);
    expect(await isAccepted(client.secret)).toBe(true);
    jest.setSystemTime(Date.now() + hour);
    expect([await isAccepted(client.secret), await isAccepted(clientSecret)]).toEqual([false, true]);
  });

  test('after an immediate rotation, and of two rotations, the old secrets do not work', async () => {
    await start({ RATE_LIMITS: 'off' });
    const second = (await clients().rotateSecret(client.id, { atOnce: false }, null)).clientSecret;
    const third = (await clients().rotateSecret(client.id, { atOnce: false }, null)).clientSecret;
    expect([await isAccepted(client.secret), await isAccepted(second), await isAccepted(third)]).toEqual([
      false,
      true,
      true,
    ]);
    const fourth = (await clients().rotateSecret(client.id, { atOnce: true }, null)).clientSecret;
    expect([await isAccepted(second), await isAccepted(third), await isAccepted(fourth)]).toEqual([false, false, true]);
  });

  test('of rotations at the same time, none replaces a secret that it does not know', async () => {
    await start({ RATE_LIMITS: 'off' });
    const rotations = await Promise.allSettled(
      Array.from({ length: 5 }, () => clients().rotateSecret(client.id, { atOnce: false }, null)),
    );
    const secrets = rotations.flatMap((one) => (one.status === 'fulfilled' ? [one.value.clientSecret] : []));
    expect(secrets.length).toBeGreaterThan(0);
    // The last secret and the one before it work.
    const works = await Promise.all([client.secret, ...secrets].map(isAccepted));
    expect(works.filter(Boolean)).toHaveLength(2);
    expect(works[0]).toBe(secrets.length === 1);
    const failed = rotations.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
    expect(failed.filter((reason) => !reason.includes('changed at the same time'))).toEqual([]);
  });

  test('a deleted client is rejected immediately, and its deletion is in the audit', async () => {
    await start({ RATE_LIMITS: 'off' });
    expect(await isAccepted(client.secret)).toBe(true);
    await clients().rotateSecret(client.id, { atOnce: false }, null);
    await clients().delete(client.id, null);
    expect(await isAccepted(client.secret)).toBe(false);
    await expect(clients().delete(client.id, null)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const actions = ['client_created', 'client_secret_rotated', 'client_deleted'] as const;
    for (const action of actions) {
      const [event] = await gatehouse.stores.audit.list({ action, limit: 10 });
      expect(event).toMatchObject({ outcome: 'success', ip: null, details: { clientId: client.id } });
    }
  });
});
