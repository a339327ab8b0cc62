import { once } from 'node:events';
import { request } from 'node:http';
import { explain } from '../../src/features/admin-audit/explanation';
import type { AuditEvent } from '../../src/platform/audit/audit-event';
import { type Api, apis, graphqlApi, restApi, withHeaders } from '../support/apis';
import { readChecked } from '../support/checked-fetch';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { stopClock, withLimits } from '../support/limits';

const password = 'correct horse battery';
const wrong = 'wrong horse battery';
const account = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', password };
const credentials = { email: account.email, password };

let gatehouse: Gatehouse;
beforeEach(stopClock);
afterEach(async () => {
  jest.useRealTimers();
  await gatehouse.stop();
});

/** The tests stand for connections from other machines with `X-Forwarded-For`, as a trusted proxy sends it. */
async function start(env: Record<string, string> = {}): Promise<string> {
  gatehouse = await startGatehouse({
    ...withLimits(),
    TRUST_PROXY: '1',
    RATE_LIMIT_TRUSTED_NETWORKS: '10.20.0.0/16, fd00:20::/48',
    ...env,
  });
  return gatehouse.url;
}

const from = (address: string, client?: string): Record<string, string> => ({
  'X-Forwarded-For': address,
  ...(client !== undefined && { 'X-Gatehouse-Client-IP': client }),
});
const backend = '10.20.0.5';
const ada = '203.0.113.7';
const grace = '2001:db8::7';

const limited = (limit: string) => ({ success: false, code: 'RATE_LIMITED', limit });
const malformed = { success: false, code: 'MALFORMED_REQUEST', msg: 'X-Gatehouse-Client-IP must be one IP address.' };
const isWrong = { code: 'INVALID_CREDENTIALS' };

/** Returns all events in no order, because the clock stands still. */
async function events(): Promise<AuditEvent[]> {
  await gatehouse.services.audit.close();
  return gatehouse.stores.audit.list({ limit: 1000 });
}

interface LogLine {
  operation?: string;
  ip?: string;
  backend?: string;
}
const logged = (): LogLine[] =>
  gatehouse
    .logged()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'request');

const oneEach = {
  RATE_LIMIT_REGISTER_NETWORK: '1/3600',
  RATE_LIMIT_LOGIN_NETWORK: '1/900',
  RATE_LIMIT_REFRESH_NETWORK: '1/60',
};

describe.each(apis.map((api) => [api.name, api] as const))('%s', (_name, api: Api) => {
  const registerFrom = (headers: Record<string, string>, name: string) =>
    withHeaders(headers, () => api.register(gatehouse.url, { ...account, email: `${name}@example.com` }));
  const loginFrom = (headers: Record<string, string>, email: string, secret: string) =>
    withHeaders(headers, () => api.login(gatehouse.url, { email, password: secret }));

  test('a backend that does not name its users has the limits per account, and no limit per network', async () => {
    const url = await start({ ...oneEach, METRICS_PORT: '9464' });
    const sent = from(backend);
    for (const name of ['ada', 'grace', 'alan']) expect((await registerFrom(sent, name)).success).toBe(true);
    for (const name of ['a', 'b', 'c'])
      expect(await loginFrom(sent, `${name}@example.com`, wrong)).toMatchObject(isWrong);
    expect(await loginFrom(sent, account.email, password)).toMatchObject({ success: true });
    for (let i = 0; i < 3; i += 1) {
      const refreshed = await withHeaders(sent, () => api.refresh(url, { refreshToken: 'x' }));
      expect(refreshed).toMatchObject({ code: 'UNAUTHENTICATED' });
    }
    for (let i = 0; i < 5; i += 1) expect(await loginFrom(sent, account.email, wrong)).toMatchObject(isWrong);
    expect(await loginFrom(sent, account.email, wrong)).toMatchObject(limited('LOGIN_ACCOUNT'));

    const metrics = await (await fetch(gatehouse.metricsUrl ?? '')).text();
    expect(metrics).toContain('gatehouse_limit_exemptions_total{limit="REGISTER_NETWORK"} 3\n');
    expect(metrics).toContain('gatehouse_limit_exemptions_total{limit="LOGIN_NETWORK"} 10\n');
    expect(metrics).toContain('gatehouse_limit_exemptions_total{limit="REFRESH_NETWORK"} 3\n');
    expect(metrics).toContain('gatehouse_trusted_backend_requests_total{client="unnamed"} 16\n');
    expect(metrics).toContain('gatehouse_limit_refusals_total{limit="LOGIN_ACCOUNT"} 1\n');
  });

  test('with the address of the user, the limits are those of its network, as for a user without a backend', async () => {
    await start({ ...oneEach, METRICS_PORT: '9464' });
    expect((await registerFrom(from(backend, ada), 'ada')).success).toBe(true);
    expect(await registerFrom(from(backend, ada), 'x')).toMatchObject(limited('REGISTER_NETWORK'));
    expect(await registerFrom(from('10.20.9.9', ada), 'x')).toMatchObject(limited('REGISTER_NETWORK'));
    expect(await registerFrom(from(ada), 'x')).toMatchObject(limited('REGISTER_NETWORK'));
    expect((await registerFrom(from(backend, grace), 'grace')).success).toBe(true);
    // The same IPv6 /64.
    expect(await registerFrom(from('fd00:20::5', '2001:db8::8'), 'x')).toMatchObject(limited('REGISTER_NETWORK'));

    expect(await loginFrom(from(backend, ada), 'x@example.com', wrong)).toMatchObject(isWrong);
    expect(await loginFrom(from(backend, ada), account.email, password)).toMatchObject(limited('LOGIN_NETWORK'));
    expect(await loginFrom(from(backend, grace), account.email, password)).toMatchObject({ success: true });

    const metrics = await (await fetch(gatehouse.metricsUrl ?? '')).text();
    expect(metrics).toContain('gatehouse_limit_exemptions_total{limit="REGISTER_NETWORK"} 0\n');
    expect(metrics).toContain('gatehouse_trusted_backend_requests_total{client="named"} 8\n');
    expect(metrics).toContain('gatehouse_trusted_backend_requests_total{client="unnamed"} 0\n');
  });

  test('from another network, from a user and from a network of IPv6 the header has no effect, with any value', async () => {
    const url = await start({ ...oneEach, METRICS_PORT: '9464' });
    const addresses = ['10.21.0.5', '198.51.100.1', 'fd00:21::5'];
    for (const [i, address] of addresses.entries()) {
      const headers = from(address, ada);
      expect((await registerFrom(headers, `ada${i}`)).success).toBe(true);
      for (const client of [grace, 'not an address', '', '10.20.0.5']) {
        expect(await registerFrom({ ...headers, 'X-Gatehouse-Client-IP': client }, 'x')).toMatchObject(
          limited('REGISTER_NETWORK'),
        );
      }
      const { jwt } = await loginFrom(headers, `ada${i}@example.com`, password);
      expect((await api.sessions(url, {}, jwt)).sessions).toMatchObject([{ ip: address }]);
    }
    expect(new Set(logged().map(({ ip }) => ip))).toEqual(new Set([...addresses, '127.0.0.1']));
    expect((await events()).filter(({ details }) => details.backend !== undefined)).toEqual([]);
    expect(await (await fetch(gatehouse.metricsUrl ?? '')).text()).toContain(
      'gatehouse_trusted_backend_requests_total{client="named"} 0\n',
    );
  });

  test('the address of the user is in the sessions, the audit and the log, with the address of the backend', async () => {
    const url = await start();
    await registerFrom(from(backend, ada), 'ada');
    const { jwt } = await loginFrom(from(backend, ada), account.email, password);
    await loginFrom(from(backend, grace), account.email, wrong);
    await withHeaders(from(backend, grace), () => api.me(url, 'not.a.token'));
    const unnamed = await loginFrom(from(backend), account.email, password);
    const { sessions } = await api.sessions(url, {}, jwt);
    expect(sessions?.map(({ ip }) => ip).sort()).toEqual([backend, ada]);

    expect((await events()).map(({ action, ip, network, details }) => [action, ip, network, details.backend])).toEqual(
      expect.arrayContaining([
        ['registered', ada, ada, backend],
        ['logged_in', ada, ada, backend],
        ['login_failed', grace, '2001:db8::/64', backend],
        ['access_refused', grace, '2001:db8::/64', backend],
        ['logged_in', backend, backend, backend],
      ]),
    );
    expect(logged().map(({ operation, ip, backend: sender }) => [operation, ip, sender])).toEqual([
      ['register', ada, backend],
      ['login', ada, backend],
      ['login', grace, backend],
      ['me', grace, backend],
      ['login', backend, backend],
      ['sessions', '127.0.0.1', undefined],
    ]);

    const [failed] = (await events()).filter(({ action }) => action === 'login_failed');
    expect(
      failed && explain({ event: failed, account: null, sessionEnd: null, client: null, actor: null }),
    ).toContainEqual(expect.stringContaining(`login, from ${grace}, through the backend ${backend}`));

    // No service and no proxy gets the address of the user.
    const verified = await fetch(`${url}/auth/verify`, {
      headers: { ...from(backend, ada), Authorization: `Bearer ${unnamed.jwt}` },
    });
    expect(verified.status).toBe(200);
    expect(JSON.stringify([...verified.headers]) + (await verified.text())).not.toContain(ada);
    const [, claims = ''] = (jwt ?? '').split('.');
    expect(Buffer.from(claims, 'base64url').toString()).not.toContain(ada);
  });

  test('an account knows the network of the user, not the one of the backend', async () => {
    await start({ RATE_LIMIT_LOGIN_FAILURES: '3/3600' });
    await registerFrom(from(backend, ada), 'ada');
    expect(await loginFrom(from(backend, ada), account.email, password)).toMatchObject({ success: true });
    for (let i = 0; i < 3; i += 1) {
      expect(await loginFrom(from(backend, `198.51.100.${i}`), account.email, wrong)).toMatchObject(isWrong);
    }
    for (const headers of [from(backend, grace), from(backend), from('198.51.100.9')]) {
      expect(await loginFrom(headers, account.email, password)).toMatchObject(limited('LOGIN_FAILURES'));
    }
    for (const headers of [from(backend, ada), from(ada)]) {
      expect(await loginFrom(headers, account.email, password)).toMatchObject({ success: true });
    }
  });

  test('failures through a backend that does not name its users are limited, and lock no user out elsewhere', async () => {
    await start({ RATE_LIMIT_LOGIN_FAILURES: '3/3600' });
    await registerFrom(from(backend), 'ada');
    expect(await loginFrom(from(backend), account.email, password)).toMatchObject({ success: true });
    for (let i = 0; i < 3; i += 1) expect(await loginFrom(from(backend), account.email, wrong)).toMatchObject(isWrong);
    expect(await loginFrom(from(backend), account.email, password)).toMatchObject(limited('LOGIN_FAILURES'));
    expect(await loginFrom(from(backend, ada), account.email, password)).toMatchObject({ success: true });
  });

  test('GLOBAL has no exception for a backend that does not name its users', async () => {
    await start({ RATE_LIMIT_GLOBAL: '4/60' });
    await registerFrom(from(backend), 'ada');
    for (const headers of [from(backend), from(backend, ada)]) {
      expect(await loginFrom(headers, account.email, password)).toMatchObject({ success: true });
    }
    for (const name of ['a', 'b', 'c']) {
      expect(await loginFrom(from('198.51.100.1'), `${name}@example.com`, wrong)).toMatchObject(isWrong);
    }
    expect(await loginFrom(from(backend), account.email, password)).toMatchObject(limited('GLOBAL'));
    expect(await loginFrom(from(backend, ada), account.email, password)).toMatchObject({ success: true });
  });
});

// A middleware before both APIs reads the header, so each of its values is sent to one of them.
test('every spelling of an address names it', async () => {
  const url = await start(oneEach);
  const spellings: [client: string, address: string][] = [
    ['203.0.113.7', ada],
    [' 203.0.113.7\t', ada],
    ['::ffff:203.0.113.7', ada],
    ['::FFFF:CB00:7107', ada],
    ['2001:0DB8:0:0::7', grace],
    ['10.0.0.7', '10.0.0.7'],
    ['10.20.0.5', '10.20.0.5'],
    ['127.0.0.1', '127.0.0.1'],
    ['::1', '::1'],
  ];
  const counted = new Set<string>();
  for (const [i, [client, address]] of spellings.entries()) {
    const [api, other] = i % 2 ? [restApi, graphqlApi] : [graphqlApi, restApi];
    const input = { ...account, email: `${i}@example.com` };
    const first = await withHeaders(from(backend, client), () => api.register(url, input));
    const second = await withHeaders(from(backend, client), () => other.register(url, input));
    const isNew = !counted.has(address);
    counted.add(address);
    expect([client, first.success, second.limit]).toEqual([client, isNew, 'REGISTER_NETWORK']);
    // The account of an address that another spelling has used up is made elsewhere.
    if (!isNew) await withHeaders(from(`198.51.100.${i}`), () => api.register(url, input));
    const { jwt } = await withHeaders(from(`::ffff:${backend}`, client), () =>
      other.login(url, { email: input.email, password }),
    );
    const { sessions } = await api.sessions(url, {}, jwt);
    expect([client, sessions]).toMatchObject([client, [{ ip: address }]]);
  }
});

test('a header that is not one address is rejected before anything is done', async () => {
  const url = await start({ ...oneEach, METRICS_PORT: '9464' });
  await withHeaders(from(backend), () => restApi.register(url, account));
  const { jwt } = await withHeaders(from(backend), () => restApi.login(url, credentials));
  for (const [i, client] of hostile.entries()) {
    const [api, other] = i % 2 ? [restApi, graphqlApi] : [graphqlApi, restApi];
    const headers = from(backend, client);
    expect(await withHeaders(headers, () => api.login(url, credentials))).toMatchObject(malformed);
    expect(await withHeaders(headers, () => other.me(url, jwt))).toMatchObject(malformed);
  }
  const attempts = `client="rejected"} ${2 * hostile.length}\n`;
  expect(await (await fetch(gatehouse.metricsUrl ?? '')).text()).toContain(
    `gatehouse_trusted_backend_requests_total{${attempts}`,
  );
  expect((await events()).map(({ action }) => action).sort()).toEqual(['key_added', 'logged_in', 'registered']);
  // The log has the address of the backend, and nothing of the header.
  expect(new Set(logged().map(({ ip }) => ip))).toEqual(new Set([backend]));
  expect(gatehouse.logged()).not.toContain('gatehouse.invalid');
});

const hostile = [
  ...['', ' ', '-', 'unknown', 'gatehouse.invalid', '_hidden', 'null', 'for=203.0.113.7', '"203.0.113.7"'],
  ...['203.0.113.7, 203.0.113.8', '203.0.113.7,', ',203.0.113.7', '203.0.113.7 203.0.113.8', '203.0.113.7;'],
  ...['203.0.113.7:443', '[2001:db8::7]', '[2001:db8::7]:443', '203.0.113.7/32', '2001:db8::/64'],
  ...['fe80::1%eth0', '::1%25', '::ffff:203.0.113.7%lo'],
  ...['203.0.113', '203.0.113.256', '0203.0.113.7', '0xcb.0.113.7', '3405803783', '127.1', '1:2:3:4:5:6:7', ':::'],
  ...['0.0.0.0', '255.255.255.255', '224.0.0.1', '::', 'ff02::1', '::ffff:0.0.0.0'],
  ...['é', '1'.repeat(10_000), `::${':0'.repeat(5000)}`],
];

test('a repeated header is a list, and rejected', async () => {
  await start();
  for (const [method, path] of [
    ['GET', '/auth/me'],
    ['GET', '/auth/verify'],
    ['GET', '/healthz'],
    ['GET', '/graphql?query={ready}'],
    ['POST', '/oauth/introspect'],
  ]) {
    const sent = request({
      port: gatehouse.port,
      method,
      path,
      headers: { 'X-Forwarded-For': backend, 'X-Gatehouse-Client-IP': [ada, ada] },
    });
    sent.end();
    const [answer] = await once(sent, 'response');
    expect(answer.statusCode).toBe(400);
    expect(await readChecked(sent, answer)).toContain('X-Gatehouse-Client-IP must be one IP address.');
  }
});

test('without a proxy, only the address of the connection counts', async () => {
  await start({ ...oneEach, TRUST_PROXY: '0' });
  const sent = from(backend, ada);
  expect(await withHeaders(sent, () => restApi.register(gatehouse.url, account))).toMatchObject({ success: true });
  expect(await withHeaders(sent, () => graphqlApi.register(gatehouse.url, account))).toMatchObject(
    limited('REGISTER_NETWORK'),
  );
  expect(new Set(logged().map(({ ip }) => ip))).toEqual(new Set(['127.0.0.1']));
  await gatehouse.stop();

  await start({ ...oneEach, TRUST_PROXY: '0', RATE_LIMIT_TRUSTED_NETWORKS: '127.0.0.1' });
  await withHeaders(sent, () => restApi.register(gatehouse.url, account));
  expect(await withHeaders(sent, () => graphqlApi.register(gatehouse.url, account))).toMatchObject(
    limited('REGISTER_NETWORK'),
  );
  expect(await withHeaders(from(ada), () => graphqlApi.register(gatehouse.url, account))).toMatchObject({
    code: 'EMAIL_TAKEN',
  });
  expect(logged().map(({ ip }) => ip)).toEqual([ada, ada, '127.0.0.1']);
});

test('both APIs share the counts of a named network', async () => {
  const url = await start({ RATE_LIMIT_REGISTER_NETWORK: '2/3600' });
  const codes: (string | null)[] = [];
  for (const [i, api] of [restApi, graphqlApi, restApi, graphqlApi].entries()) {
    const input = { ...account, email: `${i}@example.com` };
    codes.push((await withHeaders(from(backend, ada), () => api.register(url, input))).code);
  }
  expect(codes).toEqual([null, null, 'RATE_LIMITED', 'RATE_LIMITED']);
});
