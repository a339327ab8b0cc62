import { sign } from 'jsonwebtoken';
import { createUserLifecycle } from '../../src/compose/admin-users';
import { createLog } from '../../src/platform/observability/log';
import { type Answer, apis, type Token } from '../support/apis';
import { type Gatehouse, type Instance, startGatehouse } from '../support/gatehouse';
import { until } from '../support/until';

/** An access token whose claim `rev` is lower than the revision of the account is rejected. */
const password = 'correct horse battery';

let gatehouse: Gatehouse;
/** An instance whose connection for revocations is down, so it asks the database. */
let deaf: Instance;
beforeAll(async () => {
  gatehouse = await startGatehouse();
  deaf = await gatehouse.another({}, () => ({ listen: () => ({ close: async () => {} }) }));
});
afterAll(() => gatehouse.stop());

type Api = (typeof apis)[number];

let people = 0;
async function register(api: Api) {
  people += 1;
  const credentials = { email: `ada.${people}@example.com`, password };
  const { user } = await api.register(gatehouse.url, { ...credentials, firstName: 'Ada', lastName: 'Lovelace' });
  return { id: user?.id ?? '', credentials, login: () => api.login(gatehouse.url, credentials) };
}

/** Returns the same token with changed claims, signed with the key of the installation. */
function changed({ jwt }: Answer, claims: object): string {
  const { kid, privateKey } = gatehouse.services.keys.signingKey();
  const payload = JSON.parse(Buffer.from(jwt?.split('.')[1] ?? '', 'base64url').toString());
  return sign(JSON.parse(JSON.stringify({ ...payload, ...claims })), privateKey, {
    algorithm: 'ES256',
    header: { alg: 'ES256', typ: 'at+jwt', kid },
  });
}

describe.each(apis.map((api) => ({ name: api.name, api })))('through $name', ({ api }) => {
  const accepted = async (token: Token) =>
    Promise.all([gatehouse, deaf].map(async ({ url }) => (await api.me(url, token)).success));

  test('an access token of the version before, without rev, has the revision 0', async () => {
    const { login } = await register(api);
    const current = await login();
    const old = changed(current, { rev: undefined });
    expect(await accepted(old)).toEqual([true, true]);
    await api.logout(gatehouse.url, { sessions: 'all' }, old);
    expect(await accepted(old)).toEqual([false, false]);
    expect((await api.me(gatehouse.url, old)).msg).toBe('The access token has been revoked.');
    // The open session has the revision 1. A token without `rev` would belong to an earlier session.
    const later = await login();
    expect(await accepted(later.jwt)).toEqual([true, true]);
    expect((await api.me(gatehouse.url, changed(later, { rev: undefined }))).success).toBe(false);
  });

  test('an access token with another rev than a whole number is malformed', async () => {
    const { login } = await register(api);
    const current = await login();
    expect(await api.me(gatehouse.url, changed(current, { rev: 0 }))).toMatchObject({ success: true });
    for (const rev of [0.5, -1, '0', null, true, [0], 1e300]) {
      const { code, msg } = await api.me(gatehouse.url, changed(current, { rev }));
      expect([rev, code, msg]).toEqual([rev, 'UNAUTHENTICATED', 'The access token is not valid.']);
    }
  });

  test('a logout of the others keeps the session that asks, twice in a row from two sessions', async () => {
    const { login } = await register(api);
    const [first, second, third] = [await login(), await login(), await login()];
    await api.logout(gatehouse.url, { sessions: 'others' }, first.jwt);
    expect(await accepted(first.jwt)).toEqual([true, true]);
    expect(await accepted(second.jwt)).toEqual([false, false]);
    expect((await api.refresh(gatehouse.url, { refreshToken: third.refreshToken })).code).toBe('UNAUTHENTICATED');
    const renewed = await api.refresh(gatehouse.url, { refreshToken: first.refreshToken });
    expect(await accepted(renewed.jwt)).toEqual([true, true]);

    const fourth = await login();
    await api.logout(gatehouse.url, { sessions: 'others' }, fourth.jwt);
    expect(await accepted(fourth.jwt)).toEqual([true, true]);
    expect(await accepted(first.jwt)).toEqual([false, false]);
    expect(await accepted(renewed.jwt)).toEqual([false, false]);
    expect((await api.refresh(gatehouse.url, { refreshToken: renewed.refreshToken })).code).toBe('UNAUTHENTICATED');
    expect((await api.logout(gatehouse.url, { sessions: 'others' }, first.jwt)).code).toBe('UNAUTHENTICATED');
    const last = await api.refresh(gatehouse.url, { refreshToken: fourth.refreshToken });
    expect(await accepted(last.jwt)).toEqual([true, true]);
    expect((await api.sessions(gatehouse.url, {}, last.jwt)).sessions).toHaveLength(1);
  });

  test('an account that is disabled and enabled has none of its sessions back', async () => {
    const { id, login } = await register(api);
    const before = await login();
    const operator = createUserLifecycle(gatehouse.config, gatehouse.stores, async () => '', createLog('silent'));
    expect(await operator.disable(id, null)).toMatchObject({ changed: true, sessionsEnded: 1 });
    await operator.enable(id, null);
    const after = await login();
    await until(async () => !(await api.me(gatehouse.url, before.jwt)).success);
    expect(await accepted(before.jwt)).toEqual([false, false]);
    expect((await api.refresh(gatehouse.url, { refreshToken: before.refreshToken })).code).toBe('UNAUTHENTICATED');
    expect(await accepted(after.jwt)).toEqual([true, true]);
    expect((await api.refresh(gatehouse.url, { refreshToken: after.refreshToken })).success).toBe(true);
  });

  test('of a refresh at the same moment as a logout of all nothing is left, eight times', async () => {
    const { id, login } = await register(api);
    let refreshes = 0;
    for (let round = 0; round < 8; round++) {
      // The logout marks a hundred other sessions as revoked. This session ends only by the revision.
      if (round % 4 < 2) await insertSessions(id, 150);
      const { jwt, refreshToken } = await login();
      const refresh = () => api.refresh(deaf.url, { refreshToken });
      const logout = () => api.logout(gatehouse.url, { sessions: 'all' }, jwt);
      // Each operation is first in half of the rounds.
      const [a, b] = round % 2 ? [refresh(), logout()] : [logout(), refresh()];
      const answers = await Promise.all([a, b]);
      refreshes += answers.filter((answer) => answer.refreshToken).length;
      for (const answer of [{ jwt, refreshToken }, ...answers]) {
        if (answer.jwt) expect(await accepted(answer.jwt)).toEqual([false, false]);
        if (!answer.refreshToken) continue;
        const { code } = await api.refresh(gatehouse.url, { refreshToken: answer.refreshToken });
        expect(code).toBe('UNAUTHENTICATED');
      }
    }
    // Otherwise the operations did not run at the same time.
    expect(refreshes).toBeGreaterThan(0);
    const [row] = await gatehouse.sql(`SELECT revision FROM users WHERE id = '${id}'`);
    expect(row?.revision).toBe(8);
  });
});

const insertSessions = (userId: string, count: number) =>
  gatehouse.sql(`INSERT INTO sessions (id, user_id, created_ts, last_used_ts, expires_ts, revision)
    SELECT gen_random_uuid(), id, now(), now(), now() + interval '1 d', revision
    FROM users, generate_series(1, ${count}) WHERE id = '${userId}'`);
