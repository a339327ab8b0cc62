import { createPublicKey, type KeyObject } from 'node:crypto';
import { decode, verify } from 'jsonwebtoken';
import { apis, restApi } from '../support/apis';
import { spawnCli } from '../support/cli';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { testSecret } from '../support/gatehouse';
import { describeWith } from '../support/needs';
import { type GatehouseProcess, spawnGatehouse } from '../support/process';
import { startProxy } from '../support/proxy';
import { until } from '../support/until';

/** Changes on one instance that other instances must know. */

const account = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', password: 'correct horse battery' };
const credentials = { email: account.email, password: account.password };

const statusAt = async (gatehouse: GatehouseProcess, token: string | null) =>
  (await fetch(`${gatehouse.url}/auth/verify`, { headers: { Authorization: `Bearer ${token}` } })).status;

describeWith('PostgreSQL')('two instances', () => {
  let database: TestDatabase;
  let proxy: Awaited<ReturnType<typeof startProxy>>;
  let one: GatehouseProcess;
  let two: GatehouseProcess;
  // On a busy machine, a restart takes longer than the default of the grace period.
  const shared = { PUBLIC_URL: 'https://id.example.com', JWKS_MAX_AGE: '1', REFRESH_GRACE: '300' };

  beforeAll(async () => {
    database = await createTestDatabase();
    const server = new URL(database.directUrl);
    proxy = await startProxy({ host: server.hostname, port: Number(server.port || 5432) });
    one = await spawnGatehouse({ ...shared, ...database.env });
    server.host = `127.0.0.1:${proxy.port}`;
    two = await spawnGatehouse({ ...shared, DATABASE_URL: server.href });
    await Promise.all([one.ready(), two.ready()]);
    await restApi.register(one.url, account);
  });
  afterAll(async () => {
    await Promise.all([one.signal('SIGTERM'), two.signal('SIGTERM')]);
    proxy.close();
    await database.drop();
  });

  test('a session that one instance revokes is rejected by the other: 50 times', async () => {
    const delays: number[] = [];
    for (let i = 0; i < 50; i++) {
      const { jwt } = await restApi.login(one.url, credentials);
      expect(await statusAt(two, jwt)).toBe(200);
      const { ended } = await (apis[i % 2] ?? restApi).logout(one.url, {}, jwt);
      const revokedAt = performance.now();
      expect(ended).toBe(1);
      await until(async () => (await statusAt(two, jwt)) !== 200);
      delays.push(performance.now() - revokedAt);
    }
    delays.sort((a, b) => a - b);
    console.info(`revoked to rejected: p50 ${delays[25]?.toFixed(1)} ms, max ${delays[49]?.toFixed(1)} ms`);
  });

  test('without its notifications, an instance queries the database, reports this, and recovers', async () => {
    const { jwt } = await restApi.login(one.url, credentials);
    const feed = async () => JSON.parse(await (await fetch(`${two.url}/readyz`)).text()).result?.revocation_feed;
    await until(async () => (await feed()) === 'live');

    proxy.hold();
    await until(async () => (await statusAt(two, jwt)) !== 200);
    // The instance cannot reach the database, so it does not know whether the session has ended.
    expect(await statusAt(two, jwt)).toBe(503);
    await restApi.logout(one.url, {}, jwt);
    proxy.release();
    await until(async () => two.output().includes('revocation feed down'));

    await until(async () => (await statusAt(two, jwt)) !== 503);
    expect(await statusAt(two, jwt)).toBe(401);
    await until(async () => (await feed()) === 'live');
    expect(await statusAt(two, jwt)).toBe(401);
  });

  test('ten rotations at a hundred verifications a second, here and by the key set: none fails', async () => {
    const { refreshToken } = await restApi.login(one.url, credentials);
    const verifier = cachingVerifier(one.url);
    const kids = new Set<unknown>();
    const outcomes: string[] = [];
    let token = refreshToken;
    let rotating = true;
    const verifications = (async () => {
      while (rotating) {
        const { jwt, refreshToken: next } = await restApi.refresh(one.url, { refreshToken: token });
        token = next;
        kids.add(decode(jwt ?? '', { complete: true })?.header.kid);
        const results = Promise.all([statusAt(one, jwt), statusAt(two, jwt), verifier(jwt ?? '')]);
        outcomes.push(String(await results));
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    })();
    for (let i = 0; i < 10; i++) await rotate(database.directUrl, shared);
    // The keys sign one after the other, each about ten seconds after it was published.
    await until(() => kids.size >= 11);
    rotating = false;
    await verifications;

    expect(new Set(outcomes)).toEqual(new Set(['200,200,true']));
    expect(kids.size).toBe(11);
    console.info(`ten rotations: ${outcomes.length * 3} verifications, none failed`);
  });

  test('a restart forgets no session, no revocation and no used refresh token', async () => {
    const live = await restApi.login(two.url, credentials);
    const ended = await restApi.login(two.url, credentials);
    const next = await restApi.refresh(two.url, { refreshToken: live.refreshToken });
    await restApi.logout(two.url, {}, ended.jwt);
    await two.signal('SIGKILL');
    const server = new URL(database.directUrl);
    server.host = `127.0.0.1:${proxy.port}`;
    two = await spawnGatehouse({ ...shared, DATABASE_URL: server.href });
    await two.ready();

    expect([await statusAt(two, live.jwt), await statusAt(two, ended.jwt)]).toEqual([200, 401]);
    const again = await restApi.refresh(two.url, { refreshToken: live.refreshToken });
    expect(again.refreshToken).toBe(next.refreshToken);
  });
});

/** A service that verifies tokens offline and caches the key set as long as allowed. */
function cachingVerifier(url: string) {
  let cached: { keys: Map<string, KeyObject>; until: number } | null = null;
  return async (jwt: string): Promise<boolean> => {
    if (!cached || cached.until <= Date.now()) {
      const response = await fetch(`${url}/.well-known/jwks.json`);
      const maxAge = Number(/max-age=(\d+)/.exec(response.headers.get('cache-control') ?? '')?.[1]);
      const { keys } = JSON.parse(await response.text());
      cached = {
        keys: new Map(keys.map((jwk: { kid: string }) => [jwk.kid, createPublicKey({ key: jwk, format: 'jwk' })])),
        until: Date.now() + maxAge * 1000,
      };
    }
    const key = cached.keys.get(decode(jwt, { complete: true })?.header.kid ?? '');
    return key !== undefined && Boolean(verify(jwt, key, { algorithms: ['ES256'] }));
  };
}

async function rotate(url: string, env: Record<string, string>): Promise<void> {
  const { code, err } = await spawnCli({ GATEHOUSE_SECRET: testSecret, DATABASE_URL: url, ...env }, ['keys', 'rotate']);
  expect({ code, err }).toMatchObject({ code: 0 });
}
