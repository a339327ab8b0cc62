import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { sign } from 'jsonwebtoken';
import { authActions } from '../../src/accounts/auth/auth.audit';
import { sessionActions } from '../../src/accounts/sessions/sessions.audit';
import type { Stores } from '../../src/compose/stores';
import { auditActions } from '../../src/platform/audit/action';
import { type AuditEvent, type NewAuditEvent, successEvent } from '../../src/platform/audit/audit-event';
import { AppError } from '../../src/platform/errors/app-error';
import { apis, graphqlApi, postJson, restApi } from '../support/apis';
import { operationNamed } from '../support/declared-operations';
import { type Gatehouse, type StoreChanges, startGatehouse } from '../support/gatehouse';
import { contextAt, stopClock } from '../support/limits';
import { testWith } from '../support/needs';

const password = 'correct horse battery';
const wrong = 'wrong horse battery';
const account = { email: 'Ada@example.com', firstName: 'Ada', lastName: 'Lovelace', password };
const credentials = { email: account.email, password };

let gatehouse: Gatehouse;
// Failures of an hour share a row, so the hour must not end in a test.
beforeEach(stopClock);
afterEach(async () => {
  jest.useRealTimers();
  await gatehouse.stop();
});
const start = async (env: Record<string, string> = {}) => {
  gatehouse = await startGatehouse({ GATEHOUSE_SECRET: randomBytes(32).toString('base64'), ...env });
  return gatehouse.url;
};

/** Returns all events of requests in no order, because the clock stands still. */
async function events(): Promise<AuditEvent[]> {
  await gatehouse.services.audit.close();
  return (await gatehouse.stores.audit.list({ limit: 1000 })).filter(({ action }) => action !== 'key_added');
}
const brief = ({ action, outcome, details, count }: AuditEvent) =>
  [action, outcome, details.limit ?? details.reason, count > 1 ? `× ${count}` : undefined].filter(Boolean).join(' ');

describe.each(apis.map((api) => [api.name, api] as const))('%s', (_name, api) => {
  test('what a user does is recorded with the user, the network and the request', async () => {
    const url = await start({ RATE_LIMITS: 'on' });
    const { user } = await api.register(url, account);
    await api.register(url, account);
    await api.login(url, { ...credentials, password: wrong });
    await api.login(url, { email: 'unknown@example.com', password });
    const { jwt, refreshToken } = await api.login(url, credentials);
    await api.refresh(url, { refreshToken: 'x'.repeat(43) });
    await api.logout(url, {}, jwt);
    await api.me(url, jwt);
    await api.me(url, 'not.a.token');
    await api.refresh(url, { refreshToken });

    const written = await events();
    expect(written.map(brief).sort()).toEqual(
      [
        'registered success',
        'registration_refused EMAIL_TAKEN',
        'login_failed INVALID_CREDENTIALS wrong password',
        'login_failed INVALID_CREDENTIALS unknown address',
        'logged_in success',
        'refresh_refused UNAUTHENTICATED unknown token',
        'session_ended success logout',
        'access_refused UNAUTHENTICATED ended session',
        'access_refused UNAUTHENTICATED malformed token',
        'refresh_refused UNAUTHENTICATED ended session',
      ].sort(),
    );
    expect(await gatehouse.stores.audit.list({ action: 'key_added', limit: 9 })).toMatchObject([
      { userId: null, ip: null },
    ]);
    for (const event of written) {
      expect(event).toMatchObject({
        ip: '127.0.0.1',
        network: '127.0.0.1',
        requestIds: [expect.any(String)],
        count: 1,
      });
      expect(gatehouse.logged()).toContain(event.requestIds[0]);
    }
    const ofAda = written.filter(({ userId }) => userId === user?.id).map(({ action }) => action);
    expect(ofAda.sort()).toEqual(
      [
        'registered',
        'registration_refused',
        'login_failed',
        'logged_in',
        'session_ended',
        'access_refused',
        'refresh_refused',
      ].sort(),
    );
    expect(JSON.stringify(written)).not.toMatch(/example\.com|horse|Lovelace|eyJ/);
    expect(JSON.stringify(written)).not.toContain(refreshToken);
  });

  test('the reason for a rejected token is recorded, and returned only as far as its holder may know', async () => {
    const url = await start();
    await api.register(url, account);
    const { jwt: ended } = await api.login(url, credentials);
    await api.logout(url, {}, ended);
    const { jwt: good, user } = await api.login(url, credentials);
    const sid = JSON.parse(Buffer.from(good?.split('.')[1] ?? '', 'base64url').toString()).sid;

    const { kid, privateKey } = gatehouse.services.keys.signingKey();
    const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    const iss = gatehouse.config.publicUrl;
    const iat = Math.floor(Date.now() / 1000);
    const claims = { iss, aud: iss, sub: user?.id, sid, jti: randomUUID(), iat, exp: iat + 60 };
    const past = { iat: iat - 120, exp: iat - 60 };
    const signed = (changes: object, key = privateKey, header = { alg: 'ES256' as const, typ: 'at+jwt', kid }) =>
      sign({ ...claims, ...changes }, key, { header });
    const invalid = 'The access token is not valid.';
    const cases: [string, string, string | null][] = [
      ['expired token', 'The access token has expired.', signed(past)],
      ['ended session', 'The access token has been revoked.', ended],
      ['wrong issuer', invalid, signed({ iss: 'https://elsewhere.example' })],
      ['wrong audience', invalid, signed({ aud: 'https://elsewhere.example' })],
      ['bad signature', invalid, signed(past, stranger)],
      ['unknown key', invalid, signed(past, stranger, { alg: 'ES256', typ: 'at+jwt', kid: 'unknown' })],
      ['malformed token', invalid, 'not.a.token'],
    ];
    expect((await api.me(url, signed({}))).success).toBe(true);
    for (const [, msg, token] of cases) {
      expect(await api.me(url, token)).toMatchObject({ code: 'UNAUTHENTICATED', msg });
      const { status, headers } = await fetch(`${url}/auth/verify`, { headers: { Authorization: `Bearer ${token}` } });
      expect(status).toBe(401);
      expect(headers.get('www-authenticate')).toBe(
        `Bearer realm="Gatehouse", error="invalid_token", error_description="${msg}"`,
      );
    }
    await events();
    await gatehouse.sql('UPDATE users SET disabled = true');
    expect(await api.me(url, good)).toMatchObject({ msg: 'The access token has been revoked.' });
    expect(await api.me(url, ended)).toMatchObject({ msg: 'The access token has been revoked.' });

    const rejected = (await events()).filter(({ action }) => action === 'access_refused');
    const reasons = (operation: string) =>
      rejected.filter(({ details }) => details.operation === operation).map(({ details }) => details.reason);
    const expected = cases.map(([reason]) => reason);
    expect(reasons('verify').sort()).toEqual([...expected].sort());
    // The session ended before the account was disabled.
    expect(new Set(reasons('me'))).toEqual(new Set([...expected, 'disabled account']));
    for (const { details, userId } of rejected) {
      const isHers = ['expired token', 'ended session', 'disabled account'].includes(details.reason ?? '');
      expect([details.reason, userId]).toEqual([details.reason, isHers ? user?.id : null]);
    }
  });

  test('a token of a disabled account is distinguished from a token of an ended session', async () => {
    const url = await start();
    const { user } = await api.register(url, account);
    const { jwt } = await api.login(url, credentials);
    await api.logout(url, {}, jwt);
    await gatehouse.sql('UPDATE users SET disabled = true');
    await api.me(url, jwt);
    await events();
    await gatehouse.sql('DELETE FROM users');
    await api.me(url, jwt);
    const rejected = (await events()).filter(({ action }) => action === 'access_refused');
    expect(rejected.map(({ details, userId }) => `${details.reason} ${userId}`).sort()).toEqual([
      `disabled account ${user?.id}`,
      `no account ${user?.id}`,
    ]);
  });

  test('the events of limits and of a disabled account have the limit and the reason', async () => {
    const url = await start({ RATE_LIMITS: 'on' });
    await api.register(url, account);
    await gatehouse.sql('UPDATE users SET disabled = true');
    await api.login(url, credentials);
    for (let i = 0; i < 7; i += 1) await api.login(url, { ...credentials, password: wrong });
    const rejected = (await events()).filter(({ outcome }) => outcome !== 'success');
    expect(rejected.map(brief).sort()).toEqual([
      'limited RATE_LIMITED LOGIN_ACCOUNT × 2',
      'login_failed ACCOUNT_DISABLED',
      'login_failed INVALID_CREDENTIALS wrong password × 5',
    ]);
  });
});

test('a used refresh token that is sent again is one event, recorded with the end of its session', async () => {
  const url = await start({ REFRESH_GRACE: '0' });
  await restApi.register(url, account);
  const { refreshToken } = await restApi.login(url, credentials);
  await restApi.refresh(url, { refreshToken });
  await gatehouse.sql("UPDATE refresh_tokens SET used_ts = used_ts - interval '1 minute'");
  await graphqlApi.refresh(url, { refreshToken });
  expect((await events()).map(brief).sort()).toEqual([
    'logged_in success',
    'registered success',
    'token_reused success refresh_token_reuse',
  ]);
});

test('each root field of a document has a subject of its own', async () => {
  const url = await start({ REFRESH_GRACE: '0' });
  await restApi.register(url, account);
  const { user: eve } = await restApi.register(url, { ...account, email: 'eve@example.com' });
  const ended = await restApi.login(url, { ...credentials, email: 'eve@example.com' });
  await restApi.logout(url, {}, ended.jwt);
  const { refreshToken } = await restApi.login(url, credentials);
  await restApi.refresh(url, { refreshToken });
  await gatehouse.sql("UPDATE refresh_tokens SET used_ts = used_ts - interval '1 minute'");
  const send = (token: string | null, query: string, variables: object = {}) =>
    postJson(`${url}/graphql`, { query, variables }, { Authorization: `Bearer ${token}` });
  const login =
    'mutation ($input: LoginInput!) { login(input: $input) { success } revokeSession(input: { id: "x" }) { success } }';
  const refresh =
    'mutation ($input: RefreshInput!) { refresh(input: $input) { success } revokeSession(input: { id: "x" }) { success } }';

  await send(ended.jwt, login, { input: credentials });
  await send('not.a.token', login, { input: credentials });
  await send('not.a.token', refresh, { input: { refreshToken } });
  await send(ended.jwt, '{ me { id } sessions { edges { cursor } } }');

  const rejected = (await events()).filter(({ action }) => action === 'access_refused');
  const brief = ({ userId, accountKey, count, details }: AuditEvent) =>
    [userId, accountKey, details.operation, details.reason, count].join(' ');
  expect(rejected.map(brief).sort()).toEqual(
    [
      `${eve?.id}  revokeSession ended session 1`,
      // The two requests with `not.a.token`, which names no account.
      '  revokeSession malformed token 2',
      `${eve?.id}  me ended session 1`,
      `${eve?.id}  sessions ended session 1`,
    ].sort(),
  );
});

test('overload is recorded, and a failure of the audit never fails a request', async () => {
  const url = await start({ HASH_CONCURRENCY: '1', HASH_QUEUE_LENGTH: '0' });
  let begin = (_credentials: null) => {};
  const isOverloaded = new Promise<null>((resolve) => {
    begin = resolve;
  });
  jest.spyOn(gatehouse.stores.users, 'findCredentials').mockReturnValue(isOverloaded);
  const sent = Array.from({ length: 20 }, (_, i) => (i % 2 ? restApi : graphqlApi).login(url, credentials));
  // No login that is being hashed ends before this promise.
  await Promise.race(sent);
  begin(null);
  await Promise.all(sent);
  const shed = (await events()).filter(({ action }) => action === 'shed');
  expect(shed.length).toBeGreaterThan(0);
  for (const event of shed)
    expect(event).toMatchObject({ outcome: 'SERVICE_UNAVAILABLE', requestIds: expect.any(Array) });
});

/** Records a failed login without sending a login, because so many logins would take too long. */
function failLogin(account: string, ip: string, userId?: string): void {
  const context = { ...contextAt(ip), requestId: `${account} ${ip}`, userAgent: null };
  const subject = { account, ...(userId !== undefined && { userId }) };
  gatehouse.services.audit.rejected(operationNamed('login'), context, subject, new AppError('INVALID_CREDENTIALS'));
}

test('a flood of failures leaves few rows, whether of one address or of many', async () => {
  await start({ TRUST_PROXY: '1' });
  for (let i = 0; i < 1000; i += 1) failLogin('ada@example.com', '203.0.113.7');
  const [one, ...others] = await events();
  expect(others).toEqual([]);
  expect(one).toMatchObject({ count: 1000, network: '203.0.113.7' });
  expect(one?.requestIds).toHaveLength(20);

  for (let i = 0; i < 1000; i += 1) failLogin(`user${i}@example.com`, '203.0.113.8');
  for (let i = 0; i < 1000; i += 1) failLogin('eve@example.com', `2001:db8:0:${i.toString(16)}::1`);
  const all = await events();
  expect(all.length).toBeLessThan(60);
  expect(all.reduce((sum, { count }) => sum + count, 0)).toBe(3000);
  expect(all.some(({ network, accountKey }) => network === '203.0.113.8' && accountKey === null)).toBe(true);
  expect(all.some(({ network, accountKey }) => network === null && accountKey !== null)).toBe(true);
});

test('accounts that exist have rows of their own, also during a flood of addresses that do not', async () => {
  await start({ METRICS_PORT: '9464' });
  // More than the failures that may wait without an account.
  const ids = Array.from({ length: 2100 }, () => randomUUID());
  for (const [i, id] of ids.entries()) {
    for (let n = 0; n < 4; n += 1) failLogin(`invented${i}-${n}@example.com`, `203.0.113.${n}`);
    failLogin(`user${i}@example.com`, '203.0.113.8', id);
  }
  const [first = ''] = ids;
  for (let i = 0; i < 100; i += 1) failLogin('user0@example.com', `2001:db8:0:${i.toString(16)}::1`, first);
  await gatehouse.services.audit.close();
  const [{ users, rows, failures } = {}] = await gatehouse.sql(
    `SELECT count(DISTINCT user_id)::int AS users, count(*)::int AS rows, sum(count)::int AS failures FROM audit_events
      WHERE action = 'login_failed'`,
  );
  expect(users).toBe(ids.length);
  expect(failures).toBe(5 * ids.length + 100);
  expect(rows).toBeLessThan(ids.length + 150);
  const ofFirst = await gatehouse.stores.audit.list({ userId: first, limit: 100 });
  expect(ofFirst.reduce((sum, { count }) => sum + count, 0)).toBe(101);

  const scrape = await (await fetch(gatehouse.metricsUrl ?? '')).text();
  expect(Number(/^gatehouse_audit_merged_total (\d+)$/m.exec(scrape)?.[1])).toBeGreaterThan(8000);
  expect(scrape).toContain('gatehouse_audit_dropped_total 0');
  expect(gatehouse.logged().match(/share rows of the audit/g)).toHaveLength(1);
});

test('events that are dropped while the database is unavailable are counted and logged, and do not concern existing accounts', async () => {
  let away = true;
  gatehouse = await startGatehouse(
    { METRICS_PORT: '9464' },
    unwritableWhile(() => away),
  );
  const { audit } = gatehouse.services;
  const fail = (from: number) => {
    for (let i = 0; i < 1500; i += 1) failLogin(`user${from + i}@example.com`, `203.0.113.${i % 250}`);
  };
  fail(0);
  const flushing = audit.close();
  // While these events are written, as many new events arrive. If the write fails, the queue has no room for the first
  // ones.
  fail(1500);
  failLogin('ada@example.com', '203.0.113.8', randomUUID());
  await flushing;
  const dropped = async () => {
    const scrape = await (await fetch(gatehouse.metricsUrl ?? '')).text();
    return Number(/^gatehouse_audit_dropped_total (\d+)$/m.exec(scrape)?.[1]);
  };
  const lost = await dropped();
  expect(lost).toBeGreaterThan(0);
  expect(gatehouse.logged()).toContain(`"dropped":${lost}`);
  away = false;
  await audit.close();
  const [{ failures, accounts } = {}] = await gatehouse.sql(
    `SELECT sum(count)::int AS failures, count(user_id)::int AS accounts FROM audit_events WHERE action = 'login_failed'`,
  );
  expect(Number(failures) + lost).toBe(3001);
  expect(accounts).toBe(1);
});

test('while the database is unavailable, failures wait, and they are recorded when it is back', async () => {
  let away = true;
  gatehouse = await startGatehouse(
    {},
    unwritableWhile(() => away),
  );
  await restApi.login(gatehouse.url, credentials);
  await gatehouse.services.audit.close();
  expect(await gatehouse.stores.audit.list({ action: 'login_failed', limit: 9 })).toEqual([]);
  away = false;
  await restApi.login(gatehouse.url, credentials);
  expect((await events()).filter(({ action }) => action === 'login_failed').map(({ count }) => count)).toEqual([2]);
});

test('every action has a meaning', () => {
  for (const { means } of auditActions.all()) expect(means).toMatch(/^[A-Z].*\.$/);
  gatehouse = { stop: async () => {} } as Gatehouse;
});

/** A store that cannot write events while `isSo` returns true. */
function unwritableWhile(isSo: () => boolean) {
  return ({ audit }: Stores): StoreChanges => ({
    audit: {
      list: (filter) => audit.list(filter),
      page: (request) => audit.page(request),
      insert: (events) => audit.insert(events),
      insertOnce: (event) => audit.insertOnce(event),
      findByRequestId: (id, limit) => audit.findByRequestId(id, limit),
      fold: async (written) => {
        if (isSo()) throw new Error('away');
        return audit.fold(written);
      },
    },
  });
}

test('failures that share a row are found by every time in their hour', async () => {
  await start();
  const hour = 3_600_000;
  const yesterday = (Math.floor(Date.now() / hour) - 24) * hour;
  const at = (minute: number) => new Date(yesterday + minute * 60_000);
  const first = successEvent(sessionActions.logged_in, at(1), null, {});
  await gatehouse.stores.audit.insert([{ ...first, lastTs: at(59), count: 2 }]);
  const found = async (period: { since?: Date; until?: Date }) =>
    (await gatehouse.stores.audit.list({ ...period, limit: 10 })).some(({ id }) => id === first.id);
  expect(await Promise.all([{ until: at(1) }, { until: at(30) }, { since: at(30) }].map(found))).toEqual([
    true,
    true,
    true,
  ]);
  expect(await Promise.all([{ until: at(0) }, { since: at(60) }].map(found))).toEqual([false, false]);
});

// The embedded database has one connection.
testWith('PostgreSQL')(
  'instances that record the same failures at the same time do not wait for each other',
  async () => {
    await start();
    const failures = (id: () => string) =>
      Array.from({ length: 500 }, (_, n): NewAuditEvent => {
        const key = n.toString(16).padStart(64, '0');
        const event = successEvent(authActions.login_failed, new Date(), contextAt('192.0.2.1'), {});
        return { ...event, id: id(), outcome: 'INVALID_CREDENTIALS', foldKey: key };
      });
    for (let round = 0; round < 10; round += 1) {
      const [one, other] = [failures(randomUUID), failures(randomUUID).reverse()];
      await Promise.all([gatehouse.stores.audit.fold(one), gatehouse.stores.audit.fold(other)]);
    }
    const [row] = await gatehouse.sql(
      "SELECT count(*)::int AS rows, min(count) AS least FROM audit_events WHERE action = 'login_failed'",
    );
    expect(row).toEqual({ rows: 500, least: 20 });
  },
);
