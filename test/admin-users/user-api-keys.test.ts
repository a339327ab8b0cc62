import { apis, restApi, testInTurn } from '../support/apis';
import { type Gatehouse, type Instance, startGatehouse } from '../support/gatehouse';
import { loginSuperAdmin } from '../support/super-admin';
import { until } from '../support/until';
import { verifyAddress } from '../support/verified-address';

// The keys of a user, as a super admin sees and deletes them: on every instance, and also after API_KEYS was switched off.

const password = 'correct horse battery';
const noKey = { code: 'NOT_FOUND', msg: 'The account has no live API key with this id.' };
const nobody = '01a1fafd-5d47-7b3e-9a51-2f0c6f7d8e90';

let gatehouse: Gatehouse;
let other: Instance;
let off: Instance;
let admin: Awaited<ReturnType<typeof loginSuperAdmin>>;
beforeAll(async () => {
  gatehouse = await startGatehouse({ API_KEYS: 'on', ADMIN_MIN_ACR: 'aal1' });
  other = await gatehouse.another();
  off = await gatehouse.another({ API_KEYS: 'off' });
  admin = await loginSuperAdmin(gatehouse);
});
afterAll(() => gatehouse.stop());

let people = 0;
async function owner() {
  people += 1;
  const email = `owner.${people}@example.com`;
  const { user } = await restApi.register(gatehouse.url, { email, password, firstName: 'Ada', lastName: 'Lovelace' });
  const { jwt } = await restApi.login(gatehouse.url, { email, password });
  return { userId: String(user?.id), ...(await keyOf(email, String(jwt))), jwt: String(jwt) };
}

async function keyOf(email: string, jwt: string) {
  await verifyAddress(gatehouse, email);
  const input = { name: 'Backup', currentPassword: password };
  const { result } = await restApi.createApiKey(gatehouse.url, input, jwt);
  if (!result) throw new Error('no key');
  const { result: token } = await restApi.exchangeApiKey(gatehouse.url, { key: result.key });
  return { id: String(result.apiKey.id), key: result.key, token: String(token?.jwt) };
}

const opens = async (on: { url: string }, sent: string) => (await restApi.me(on.url, sent)).success;

describe.each(apis.map((api) => ({ name: api.name, api })))('through $name', ({ api }) => {
  const rule = testInTurn(api);
  const keysOf = async (id: string, on: { url: string } = gatehouse) =>
    (await api.user(on.url, { id }, admin.jwt)).result?.apiKeys;
  const remove = (input: object, { jwt = admin.jwt, on = gatehouse as { url: string } } = {}) =>
    api.deleteUserApiKey(on.url, { ...input }, jwt);

  rule('a super admin sees what the user sees, and never the key', async () => {
    const { userId, key, jwt } = await owner();
    expect(await keysOf(userId)).toEqual((await api.apiKeys(gatehouse.url, jwt)).result);
    expect(await keysOf(userId)).toHaveLength(1);
    const answer = JSON.stringify(await api.user(gatehouse.url, { id: userId }, admin.jwt));
    for (const secret of [key.slice(5, 40), 'hash']) expect(answer).not.toContain(secret);
    expect(await keysOf(admin.id)).toEqual([]);
  });

  rule('a deleted key and its tokens are rejected on every instance, and nothing else ends', async () => {
    const { userId, id, key, token, jwt } = await owner();
    const spared = await keyOf(`owner.${people}@example.com`, jwt);
    for (const on of [gatehouse, other]) for (const sent of [key, token]) expect(await opens(on, sent)).toBe(true);
    const reason = 'Ticket 4711: the key was in a repository';
    expect(await remove({ userId, id: id.toUpperCase(), reason })).toMatchObject({
      ...{ success: true, msg: 'API key deleted.', result: { id: userId } },
    });
    for (const sent of [key, token]) expect(await opens(gatehouse, sent)).toBe(false);
    await until(async () => !(await opens(other, key)));
    expect(await opens(other, token)).toBe(false);
    for (const on of [gatehouse, other])
      for (const sent of [spared.key, spared.token, jwt]) expect(await opens(on, sent)).toBe(true);
    expect((await keysOf(userId))?.map((one) => one.id)).toEqual([spared.id]);
    expect(
      await gatehouse.sql(`SELECT actor_id AS actor, session_id AS session, details FROM audit_events
        WHERE user_id = '${userId}' AND action = 'api_key_deleted'`),
    ).toEqual([{ actor: admin.id, session: null, details: { keyId: id, statedReason: reason } }]);
    expect(await remove({ userId, id })).toMatchObject(noKey);
  });

  rule('a key that the user does not have is not found, and stays', async () => {
    const [ada, eve] = [await owner(), await owner()];
    for (const id of [eve.id, nobody, 'no-id']) expect(await remove({ userId: ada.userId, id })).toMatchObject(noKey);
    for (const userId of [nobody, 'no-id'])
      expect(await remove({ userId, id: eve.id })).toMatchObject({ code: 'NOT_FOUND', msg: 'There is no such user.' });
    expect(await opens(gatehouse, eve.key)).toBe(true);
    expect((await remove({ userId: eve.userId, id: eve.id }, { jwt: ada.jwt })).code).toBe('FORBIDDEN');
  });

  rule('of two requests at the same time, one deletes the key', async () => {
    const { userId, id } = await owner();
    const answers = await Promise.all([0, 1].map(() => remove({ userId, id })));
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['NOT_FOUND', null].toSorted());
  });

  rule('a super admin deletes a key of their own, and of another super admin', async () => {
    const own = await keyOf(admin.email, admin.jwt);
    const ada = await owner();
    await gatehouse.sql(`UPDATE users SET is_super_admin = true WHERE id = '${ada.userId}'`);
    expect(await remove({ userId: admin.id, id: own.id })).toMatchObject({ success: true, result: { id: admin.id } });
    expect(await remove({ userId: ada.userId, id: ada.id })).toMatchObject({ success: true });
    for (const { key } of [own, ada]) expect(await opens(gatehouse, key)).toBe(false);
  });

  rule('with API_KEYS=off, the keys from before are still there, and can be deleted', async () => {
    const { userId, id, key } = await owner();
    expect(await keysOf(userId, off)).toMatchObject([{ id, name: 'Backup' }]);
    expect(await remove({ userId, id }, { on: off })).toMatchObject({ success: true });
    expect(await keysOf(userId, off)).toEqual([]);
    await until(async () => !(await opens(gatehouse, key)));
  });
});

test('in GraphQL, keys that are not asked for cost no query, and a list has none', async () => {
  const { userId } = await owner();
  const read = jest.spyOn(gatehouse.stores.apiKeys, 'list');
  const ask = async (query: string) => {
    const response = await fetch(`${gatehouse.url}/admin/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${admin.jwt}` },
      body: JSON.stringify({ query }),
    });
    return (await response.json()).data;
  };
  expect(await ask(`{ user(id: "${userId}") { email sessionCount } }`)).toMatchObject({ user: { sessionCount: 1 } });
  expect(await ask('{ users(first: 1) { nodes { apiKeys { id } } } }')).toEqual({
    users: { nodes: [{ apiKeys: null }] },
  });
  expect(read).not.toHaveBeenCalled();
  expect(await ask(`{ user(id: "${userId}") { apiKeys { name } } }`)).toEqual({
    user: { apiKeys: [{ name: 'Backup' }] },
  });
  read.mockRestore();
});
