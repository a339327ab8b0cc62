import { createAuditSearch } from '../../src/compose/admin-audit';
import { createUserLifecycle } from '../../src/compose/admin-users';
import type { UserLifecycleService } from '../../src/features/admin-users/user-lifecycle.service';
import { createLog } from '../../src/platform/observability/log';
import { apis, restApi } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { until } from '../support/until';

const password = 'correct horse battery';
let gatehouse: Gatehouse;
let operator: UserLifecycleService;
beforeAll(async () => {
  gatehouse = await startGatehouse();
  const hash = async () => 'no hash';
  operator = createUserLifecycle(gatehouse.config, gatehouse.stores, hash, createLog('silent'));
});
afterAll(() => gatehouse.stop());

let people = 0;
async function register() {
  people += 1;
  const email = `ada.${people}@example.com`;
  await restApi.register(gatehouse.url, { email, firstName: 'Ada', lastName: 'Lovelace', password });
  const { user } = await operator.get(email);
  return { id: user.id, credentials: { email, password } };
}

test('a disabled account is rejected by both APIs, and its tokens too', async () => {
  for (const api of apis) {
    const { url } = gatehouse;
    const { id, credentials } = await register();
    const { jwt, refreshToken } = await api.login(url, credentials);
    expect(await operator.disable(id, null)).toEqual({ changed: true, sessionsEnded: 1 });

    expect((await api.login(url, credentials)).code).toBe('ACCOUNT_DISABLED');
    expect((await api.me(url, jwt)).code).toBe('UNAUTHENTICATED');
    expect((await api.refresh(url, { refreshToken })).code).toBe('UNAUTHENTICATED');
    const verify = () => fetch(`${url}/auth/verify`, { headers: { Authorization: `Bearer ${jwt}` } });
    // The instance learns of the revocation by a notification of the database.
    await until(async () => (await verify()).status !== 200);

    expect(await operator.disable(id, null)).toEqual({ changed: false, sessionsEnded: 0 });
    expect(await operator.enable(id, null)).toEqual({ changed: true, sessionsEnded: 0 });
    expect((await api.login(url, credentials)).success).toBe(true);
    expect((await api.me(url, jwt)).code).toBe('UNAUTHENTICATED');
  }
});

test('a login during the disabling leaves no live session', async () => {
  const { id, credentials } = await register();
  for (let round = 0; round < 5; round += 1) {
    const logins = Array.from({ length: 12 }, (_, i) => (apis[i % 2] ?? restApi).login(gatehouse.url, credentials));
    await Promise.race(logins);
    await operator.disable(id, null);
    expect((await operator.get(id)).sessions).toEqual([]);
    const answers = await Promise.all(logins);
    const live = await gatehouse.sql(`SELECT 1 FROM sessions s JOIN users u ON u.id = s.user_id
      WHERE u.id = '${id}' AND s.revoked_ts IS NULL AND s.revision = u.revision`);
    expect(live).toEqual([]);
    await operator.enable(id, null);
    for (const { jwt, refreshToken } of answers.filter(({ success }) => success)) {
      expect((await restApi.refresh(gatehouse.url, { refreshToken })).code).toBe('UNAUTHENTICATED');
      // The instance learns of the revocation by a notification of the database.
      await until(async () => !(await restApi.me(gatehouse.url, jwt)).success);
    }
  }
});

test('ends sessions, and the account can sign in again', async () => {
  const { id, credentials } = await register();
  const { jwt } = await restApi.login(gatehouse.url, credentials);
  await restApi.login(gatehouse.url, credentials);
  expect((await operator.get(id)).sessions).toHaveLength(2);
  expect(await operator.endSessions(id, null)).toEqual({ changed: true, sessionsEnded: 2 });
  await until(async () => !(await restApi.me(gatehouse.url, jwt)).success);
  expect((await restApi.login(gatehouse.url, credentials)).success).toBe(true);
});

test('needs no secret, and reads no password hash', async () => {
  const { id, credentials } = await register();
  const never = (what: string) => () => {
    throw new Error(`${what} was read`);
  };
  const users = Object.assign(Object.create(gatehouse.stores.users), { findCredentials: never('a password hash') });
  const stores = Object.defineProperty({ ...gatehouse.stores, users }, 'secrets', { get: never('a secret') });
  const service = createUserLifecycle(gatehouse.config, stores, async () => 'no hash', createLog('silent'));
  expect((await service.get(credentials.email)).user.id).toBe(id);
  expect(await service.disable(id, null)).toMatchObject({ changed: true });

  const audit = await createAuditSearch(gatehouse.config, { ...gatehouse.stores, users }, createLog('silent'));
  expect(await audit.list({ limit: 10 }, credentials.email)).not.toEqual([]);
});

test('operations are recorded in the audit', async () => {
  const { id, credentials } = await register();
  await restApi.login(gatehouse.url, credentials);
  await operator.disable(id, null);
  await operator.enable(id, null);
  const events = await gatehouse.stores.audit.list({ userId: id, limit: 10 });
  const done = events.map(({ action, details }) =>
    `${action} ${details.reason ?? ''} ${details.sessions ?? ''}`.trim(),
  );
  // One statement writes both events with the same time, so their order is not defined.
  const disabling = ['user_disabled', 'session_ended user_disabled all'].sort();
  expect([...done.slice(-2).reverse(), ...done.slice(1, -2).sort().reverse(), done[0]]).toEqual([
    'registered',
    'logged_in',
    ...disabling.reverse(),
    'user_enabled',
  ]);
});

test('a complete address finds its account alone, in any case; a part of it finds all accounts that have the part', async () => {
  const { id, credentials } = await register();
  const { id: other } = await restApi
    .register(gatehouse.url, { email: `b${credentials.email}`, firstName: 'Bob', lastName: 'Builder', password })
    .then(() => operator.get(`b${credentials.email}`))
    .then(({ user }) => user);
  const all = { disabled: null, isSuperAdmin: null, limit: 10 };
  const found = async (text: string, filter = {}) =>
    (await operator.find({ ...all, text, ...filter })).map((user) => user.id);
  expect(await found(credentials.email.toUpperCase())).toEqual([id]);
  expect(await found(credentials.email, { disabled: true })).toEqual([]);
  expect(await found(credentials.email.slice(1))).toEqual([other, id]);
});
