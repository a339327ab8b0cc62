import { randomBytes } from 'node:crypto';
import { type AuditEvent, auditActions } from '../../src/audit/audit-event';
import { AppError } from '../../src/errors';
import { Trail } from '../../src/trail';
import { doors, graphqlDoor, postJson, restDoor } from '../support/doors';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';

const password = 'correct horse battery';
const wrong = 'wrong horse battery';
const account = { email: 'Ada@example.com', firstName: 'Ada', lastName: 'Lovelace', password };
const credentials = { email: account.email, password };

let gatehouse: Gatehouse;
afterEach(() => gatehouse.stop());
const start = async (env: Record<string, string> = {}) => {
  gatehouse = await startGatehouse({ GATEHOUSE_SECRET: randomBytes(32).toString('base64'), ...env });
  return gatehouse.url;
};

/** Everything that was written down, the first first. */
async function events(): Promise<AuditEvent[]> {
  await gatehouse.services.audit.close();
  return (await gatehouse.stores.audit.list({ limit: 1000 })).reverse();
}
const brief = ({ action, outcome, details, count }: AuditEvent) =>
  [action, outcome, details.limit ?? details.reason, count > 1 ? `× ${count}` : undefined].filter(Boolean).join(' ');

describe.each(doors.map((door) => [door.name, door] as const))('%s', (_name, door) => {
  test('what a person does is written down with who, from where and by which request', async () => {
    const url = await start({ RATE_LIMITS: 'on' });
    const { user } = await door.register(url, account);
    await door.register(url, account);
    await door.login(url, { ...credentials, password: wrong });
    await door.login(url, { email: 'nobody@example.com', password });
    const { jwt, refreshToken } = await door.login(url, credentials);
    await door.refresh(url, { refreshToken: 'x'.repeat(43) });
    await door.logout(url, {}, jwt);
    await door.me(url, jwt);
    await door.me(url, 'not.a.token');
    await door.refresh(url, { refreshToken });

    const written = await events();
    expect(written.slice(1).map(brief).sort()).toEqual(
      [
        'registered success',
        'registration_refused EMAIL_TAKEN',
        'login_failed INVALID_CREDENTIALS wrong password',
        'login_failed INVALID_CREDENTIALS unknown address',
        'logged_in success',
        'refresh_refused UNAUTHENTICATED unknown token',
        'session_ended success logout',
        'access_refused UNAUTHENTICATED ended session',
        'access_refused UNAUTHENTICATED',
        'refresh_refused UNAUTHENTICATED ended session',
      ].sort(),
    );
    expect(written[0]).toMatchObject({ action: 'key_added', userId: null, ip: null });
    for (const event of written.slice(1)) {
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
      ['registered', 'login_failed', 'logged_in', 'session_ended', 'access_refused', 'refresh_refused'].sort(),
    );
    expect(JSON.stringify(written)).not.toMatch(/example\.com|horse|Lovelace|eyJ/);
    expect(JSON.stringify(written)).not.toContain(refreshToken);
  });

  test('limits and a disabled account say which and why', async () => {
    const url = await start({ RATE_LIMITS: 'on' });
    await door.register(url, account);
    await gatehouse.sql('UPDATE users SET disabled = true');
    await door.login(url, credentials);
    for (let i = 0; i < 7; i += 1) await door.login(url, { ...credentials, password: wrong });
    expect((await events()).slice(2).map(brief).sort()).toEqual([
      'limited RATE_LIMITED LOGIN_ACCOUNT × 2',
      'login_failed ACCOUNT_DISABLED',
      'login_failed INVALID_CREDENTIALS wrong password × 5',
    ]);
  });
});

test('a used refresh token that comes back is one event, with the deed', async () => {
  const url = await start({ REFRESH_GRACE: '0' });
  await restDoor.register(url, account);
  const { refreshToken } = await restDoor.login(url, credentials);
  await restDoor.refresh(url, { refreshToken });
  await gatehouse.sql("UPDATE refresh_tokens SET used_ts = used_ts - interval '1 minute'");
  await graphqlDoor.refresh(url, { refreshToken });
  expect((await events()).slice(3).map(brief)).toEqual(['token_reused success refresh_token_reuse']);
});

test('each root field of a document has a subject of its own', async () => {
  const url = await start({ REFRESH_GRACE: '0' });
  await restDoor.register(url, account);
  const { user: eve } = await restDoor.register(url, { ...account, email: 'eve@example.com' });
  const ended = await restDoor.login(url, { ...credentials, email: 'eve@example.com' });
  await restDoor.logout(url, {}, ended.jwt);
  const { refreshToken } = await restDoor.login(url, credentials);
  await restDoor.refresh(url, { refreshToken });
  await gatehouse.sql("UPDATE refresh_tokens SET used_ts = used_ts - interval '1 minute'");
  const send = (token: string | null, query: string, variables: object = {}) =>
    postJson(`${url}/graphql`, { query, variables }, { Authorization: `Bearer ${token}` });
  const login = 'mutation ($input: LoginInput!) { login(input: $input) { success } logout { success } }';
  const refresh = 'mutation ($input: RefreshInput!) { refresh(input: $input) { success } logout { success } }';

  await send(ended.jwt, login, { input: credentials });
  await send('not.a.token', login, { input: credentials });
  await send('not.a.token', refresh, { input: { refreshToken } });
  await send(ended.jwt, '{ me { id } sessions { id } }');

  const refused = (await events()).filter(({ action }) => action === 'access_refused');
  const brief = ({ userId, accountKey, count, details }: AuditEvent) =>
    [userId, accountKey, details.operation, details.reason, count].join(' ');
  expect(refused.map(brief).sort()).toEqual(
    [
      `${eve?.id}  logout ended session 1`,
      // Both with the token that nobody signed, of nobody's account.
      '  logout  2',
      `${eve?.id}  me ended session 1`,
      `${eve?.id}  sessions ended session 1`,
    ].sort(),
  );
});

test('what was shed is written down, and an answer is never an error of the audit', async () => {
  const url = await start({ HASH_CONCURRENCY: '1', HASH_QUEUE_LENGTH: '0' });
  await Promise.all(Array.from({ length: 60 }, (_, i) => (i % 2 ? restDoor : graphqlDoor).login(url, credentials)));
  const shed = (await events()).filter(({ action }) => action === 'shed');
  expect(shed.length).toBeGreaterThan(0);
  for (const event of shed)
    expect(event).toMatchObject({ outcome: 'SERVICE_UNAVAILABLE', requestIds: expect.any(Array) });
});

test('a flood of failures leaves few rows, whether of one address or of many', async () => {
  const url = await start({ TRUST_PROXY: '1' });
  const { audit } = gatehouse.services;
  const { signal: gone } = new AbortController();
  const fail = (account: string, ip: string) => {
    const trail = new Trail();
    trail.about.account = account;
    const client = {
      requestId: `${account} ${ip}`,
      ip,
      forwardedBy: 0,
      userAgent: null,
      authorization: null,
      refreshCookie: null,
      gone,
      trail,
    };
    audit.refused('login', client, new AppError('INVALID_CREDENTIALS'));
  };
  expect(url).toBeDefined();
  for (let i = 0; i < 10_000; i += 1) fail('ada@example.com', '203.0.113.7');
  const [, one, ...others] = await events();
  expect(others).toEqual([]);
  expect(one).toMatchObject({ count: 10_000, network: '203.0.113.7' });
  expect(one?.requestIds).toHaveLength(20);

  for (let i = 0; i < 10_000; i += 1) fail(`user${i}@example.com`, '203.0.113.8');
  for (let i = 0; i < 10_000; i += 1) fail('eve@example.com', `2001:db8:0:${i.toString(16)}::1`);
  const all = await events();
  expect(all.length).toBeLessThan(60);
  expect(all.reduce((sum, { count }) => sum + count, 0)).toBe(30_001);
  expect(all.some(({ network, accountKey }) => network === '203.0.113.8' && accountKey === null)).toBe(true);
  expect(all.some(({ network, accountKey }) => network === null && accountKey !== null)).toBe(true);
});

test('while the database is away, refusals wait and are written when it is back', async () => {
  let away = true;
  gatehouse = await startGatehouse({}, (stores) => ({
    audit: {
      list: (filter) => stores.audit.list(filter),
      insert: (event) => stores.audit.insert(event),
      findByRequestId: (id) => stores.audit.findByRequestId(id),
      fold: async (written) => {
        if (away) throw new Error('away');
        return stores.audit.fold(written);
      },
    },
  }));
  await restDoor.login(gatehouse.url, credentials);
  await gatehouse.services.audit.close();
  expect(await gatehouse.stores.audit.list({ action: 'login_failed', limit: 9 })).toEqual([]);
  away = false;
  await restDoor.login(gatehouse.url, credentials);
  expect((await events()).filter(({ action }) => action === 'login_failed').map(({ count }) => count)).toEqual([2]);
});

test('every action has a meaning', () => {
  for (const meaning of Object.values(auditActions)) expect(meaning).toMatch(/^[A-Z].*\.$/);
  gatehouse = { stop: async () => {} } as Gatehouse;
});
