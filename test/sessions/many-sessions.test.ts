import { createUserLifecycle } from '../../src/compose/admin-users';
import { createLog } from '../../src/platform/observability/log';
import { type Answer, apis } from '../support/apis';
import { type Gatehouse, type Instance, startGatehouse } from '../support/gatehouse';
import { inBatches } from '../support/rows';
import { until } from '../support/until';

/** All sessions of an account can be ended, even if there are too many to end one by one, or to count: a thousand. */
const many = 1100;
const password = 'correct horse battery';

let gatehouse: Gatehouse;
let second: Instance;
/** An instance whose connection for revocations is down. */
let deaf: Instance;
beforeAll(async () => {
  gatehouse = await startGatehouse();
  second = await gatehouse.another();
  deaf = await gatehouse.another({}, () => ({ listen: () => ({ close: async () => {} }) }));
});
afterAll(() => gatehouse.stop());

const verify = async ({ url }: { url: string }, { jwt }: Pick<Answer, 'jwt'>) =>
  (await fetch(`${url}/auth/verify`, { headers: { Authorization: `Bearer ${jwt}` } })).status;

/**
 * Returns the statuses on four instances: the one that ended the sessions, one that was notified, one that asks the
 * database, and a restarted one.
 */
async function statusesOf(login: Answer) {
  // The database notifies the second instance.
  await until(async () => (await verify(second, login)) !== 200 || (await verify(deaf, login)) === 200);
  const restarted = await gatehouse.another();
  return Promise.all([gatehouse, second, deaf, restarted].map((instance) => verify(instance, login)));
}

let people = 0;
async function person(api = apis[0] as (typeof apis)[number]) {
  people += 1;
  const credentials = { email: `ada.${people}@example.com`, password };
  const { user } = await api.register(gatehouse.url, { ...credentials, firstName: 'Ada', lastName: 'Lovelace' });
  return { id: user?.id ?? '', credentials, login: () => api.login(gatehouse.url, credentials) };
}

const openMany = (userId: string) =>
  inBatches(
    gatehouse.sql,
    1,
    many,
    (series) => `INSERT INTO sessions (id, user_id, created_ts, last_used_ts, expires_ts)
      SELECT gen_random_uuid(), '${userId}', now() - n * interval '1 s', now() - n * interval '1 s', now() + interval '20 d'
      FROM ${series}`,
  );

const markedOf = async (userId: string) => {
  const where = `user_id = '${userId}' AND revoked_ts IS NOT NULL`;
  return Number((await gatehouse.sql(`SELECT count(*) AS n FROM sessions WHERE ${where}`))[0]?.n);
};

describe.each(apis.map((api) => ({ name: api.name, api })))('through $name', ({ api }) => {
  test('a logout of all ends them everywhere, in one statement of constant cost', async () => {
    const { id, login } = await person(api);
    const { jwt, refreshToken, ...rest } = await login();
    await openMany(id);
    expect(await api.logout(gatehouse.url, { sessions: 'all' }, jwt)).toMatchObject({ success: true, ended: 1000 });

    expect(await statusesOf({ jwt, refreshToken, ...rest })).toEqual([401, 401, 401, 401]);
    for (const { url } of [gatehouse, second, deaf]) {
      expect((await api.refresh(url, { refreshToken })).code).toBe('UNAUTHENTICATED');
    }
    expect(await markedOf(id)).toBeLessThanOrEqual(100);
    const later = await login();
    expect(await statusesOf(later)).toEqual([200, 200, 200, 200]);
    expect((await api.sessions(gatehouse.url, {}, later.jwt)).sessions).toHaveLength(1);
    expect((await api.refresh(second.url, { refreshToken: later.refreshToken })).success).toBe(true);
  });

  test('a logout of the others keeps the session of the request, with its tokens', async () => {
    const { id, login } = await person(api);
    const [kept, other] = [await login(), await login()];
    await openMany(id);
    expect(await api.logout(gatehouse.url, { sessions: 'others' }, kept.jwt)).toMatchObject({ success: true });
    expect(await statusesOf(other)).toEqual([401, 401, 401, 401]);
    expect(await statusesOf(kept)).toEqual([200, 200, 200, 200]);
    const next = await api.refresh(second.url, { refreshToken: kept.refreshToken });
    expect(await statusesOf({ ...next })).toEqual([200, 200, 200, 200]);
    expect((await api.sessions(gatehouse.url, {}, next.jwt)).sessions).toHaveLength(1);
  });

  test('a disabled account has no session anywhere, also when its row is deleted', async () => {
    const { id, credentials, login } = await person(api);
    const before = await login();
    await openMany(id);
    const operator = createUserLifecycle(gatehouse.config, gatehouse.stores, async () => '', createLog('silent'));
    expect(await operator.disable(id, null)).toEqual({ changed: true, sessionsEnded: 1000 });

    expect(await statusesOf(before)).toEqual([401, 401, 401, 401]);
    expect((await api.refresh(second.url, { refreshToken: before.refreshToken })).code).toBe('UNAUTHENTICATED');
    expect((await api.login(second.url, credentials)).code).toBe('ACCOUNT_DISABLED');
    await operator.enable(id, null);
    expect(await statusesOf(before)).toEqual([401, 401, 401, 401]);
    expect(await statusesOf(await login())).toEqual([200, 200, 200, 200]);
    await operator.disable(id, null);
    await gatehouse.sql(`DELETE FROM users WHERE id = '${id}'`);
    expect(await statusesOf(before)).toEqual([401, 401, 401, 401]);
  });
});
