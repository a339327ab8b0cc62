import { createApiKeyText } from '../../src/accounts/keys/api-key-text';
import { claimsOf } from '../../src/accounts/tokens/access-token';
import { operations } from '../../src/compose/features';
import type { Operation } from '../../src/platform/operations/define-operation';
import { type Api, apis, restApi, testInTurn } from '../support/apis';
import { exampleInputOf, operationsOfAdmins, operationsOfUsers } from '../support/declared-operations';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { createClient, tokensOf } from '../support/oauth';
import { organizationToken, teamOf } from '../support/organizations';
import { rowsOfOwnership } from '../support/ownership-rows';
import { settingFile } from '../support/setting-file';
import { verifyAddress } from '../support/verified-address';

// What a key of a user opens: the check of itself, and who its user is. Nothing else of Gatehouse.

const password = 'correct horse battery';
const notes = 'https://notes.example.com';
const text = (words: string) => ({ en: words });
const file = {
  [notes]: { name: 'Notes', scopes: { 'notes:read': text('Read'), 'notes:write': text('Write') } },
};

let gatehouse: Gatehouse;
beforeAll(async () => {
  gatehouse = await startGatehouse({
    ...{ API_KEYS: 'on', RESOURCES: settingFile(file), RATE_LIMITS: 'on', RATE_LIMIT_KEY_NETWORK: '50/900' },
    ...{ RATE_LIMIT_CHANGE_ACCOUNT: 'off', RATE_LIMIT_ADMIN: 'off', ORGANIZATIONS: 'users' },
  });
});
afterAll(() => gatehouse.stop());

let people = 0;
async function owner(api: Api, fields: object = {}) {
  people += 1;
  const email = `owner.${people}@example.com`;
  const { user } = await api.register(gatehouse.url, { email, password, firstName: 'Ada', lastName: 'Lovelace' });
  await verifyAddress(gatehouse, email);
  const { jwt } = await api.login(gatehouse.url, { email, password });
  const { result } = await api.createApiKey(
    gatehouse.url,
    { name: 'Backup', currentPassword: password, ...fields },
    jwt,
  );
  if (!result) throw new Error('no key');
  const { result: token } = await api.exchangeApiKey(gatehouse.url, { key: result.key });
  return {
    ...{ userId: String(user?.id), email, jwt: String(jwt) },
    ...{ id: String(result.apiKey.id), key: result.key, token: String(token?.jwt) },
  };
}

/** What a token says about its organization. */
const organizationIn = (claims: object) =>
  Object.fromEntries(Object.entries(claims).filter(([name]) => name.startsWith('org_')));

const opens = (name: string) => name === 'me' || name === 'verify';
const closed = [...operationsOfUsers, ...operationsOfAdmins].filter(({ name }) => !opens(name));

test('the declarations open only what reads', () => {
  expect(operations.filter(({ openToApiKeys }) => openToApiKeys).map(({ name }) => name)).toEqual(['me', 'verify']);
  const asks = ({ hashesPassword, addsWayIn, takesSecret, queue }: Operation) =>
    hashesPassword || addsWayIn || takesSecret || queue !== null;
  expect(operations.filter((operation) => operation.openToApiKeys && asks(operation))).toEqual([]);
});

describe.each(apis.map((api) => ({ name: api.name, api })))('through $name', ({ api }) => {
  const rule = testInTurn(api);
  let ada: Awaited<ReturnType<typeof owner>>;
  beforeAll(async () => {
    ada = await owner(api);
    await gatehouse.sql(`UPDATE users SET is_super_admin = true WHERE id = '${ada.userId}'`);
    // The exchange was its use of this hour, which is not written in the request.
    await gatehouse.services.apiKeyVerifier?.close();
  });

  test.each(closed)('$name is FORBIDDEN with a key, and with a token for it', async (operation) => {
    const before = await rowsOfOwnership(gatehouse);
    for (const sent of [ada.key, ada.token]) {
      expect(await api.call(gatehouse.url, operation.name, exampleInputOf(operation), sent)).toMatchObject({
        success: false,
        code: 'FORBIDDEN',
        msg: 'An API key cannot do this.',
      });
    }
    expect(await rowsOfOwnership(gatehouse)).toEqual(before);
  });

  rule('me is its user', async () => {
    for (const sent of [ada.key, ada.token])
      expect(await api.me(gatehouse.url, sent)).toMatchObject({ success: true, user: { email: ada.email } });
  });

  rule('the audit says which operation rejected a key', async () => {
    const { key, userId } = await owner(api);
    expect(await api.sessions(gatehouse.url, {}, key)).toMatchObject({ code: 'FORBIDDEN' });
    await gatehouse.services.audit.close();
    const events = await gatehouse.stores.audit.list({ userId, limit: 100 });
    expect(events.find(({ details }) => details.operation === 'sessions')).toMatchObject({
      ...{ action: 'access_refused', outcome: 'FORBIDDEN', details: { reason: 'API key' } },
    });
  });

  rule('a key for an organization says of it what its access token says, with the roles of now', async () => {
    const { id, slug, owner: boss, member, set } = await teamOf(gatehouse, api);
    const fields = { name: 'Backup', currentPassword: password, organizationId: id };
    const { result } = await api.createApiKey(gatehouse.url, fields, member.jwt);
    const key = String(result?.key);
    const exchanged = async () => String((await api.exchangeApiKey(gatehouse.url, { key })).result?.jwt);
    const { introspect } = tokensOf(gatehouse.url, await createClient(gatehouse));
    const told = async (sent: string) => {
      const { headers } = await fetch(`${gatehouse.url}/auth/verify`, { headers: { Authorization: `Bearer ${sent}` } });
      const names = ['id', 'slug', 'roles'].map((name) => headers.get(`x-auth-org-${name}`));
      return { names, introspected: organizationIn(await introspect(sent)) };
    };
    const token = await exchanged();
    const ofMember = { org_id: id, org_slug: slug, org_roles: ['member'], org_rev: 0 };
    for (const jwt of [token, await organizationToken(gatehouse, id, member.jwt, api)])
      expect(organizationIn(claimsOf(jwt))).toEqual(ofMember);
    for (const sent of [key, token, await organizationToken(gatehouse, id, member.jwt, api)])
      expect(await told(sent)).toEqual({ names: [id, slug, 'member'], introspected: ofMember });

    expect((await set(boss.jwt, member.id, ['admin'])).success).toBe(true);
    expect((await api.me(gatehouse.url, token)).code).toBe('UNAUTHENTICATED');
    for (const sent of [key, await exchanged()])
      expect(await told(sent)).toEqual({
        names: [id, slug, 'admin'],
        introspected: { ...ofMember, org_roles: ['admin'] },
      });
  });

  rule('a key for an API opens only this API', async () => {
    const { key, token } = await owner(api, { resource: notes, scopes: ['notes:read'] });
    expect(await api.me(gatehouse.url, key)).toMatchObject({
      code: 'FORBIDDEN',
      msg: 'The API key is for another API.',
    });
    expect((await api.me(gatehouse.url, token)).code).toBe('UNAUTHENTICATED');
  });
});

describe('/auth/verify', () => {
  const verify = async (token: string, requirement?: string) => {
    const { status, headers } = await fetch(`${gatehouse.url}/auth/verify`, {
      headers: { Authorization: `Bearer ${token}`, ...(requirement && { 'X-Gatehouse-Require': requirement }) },
    });
    return {
      status,
      ...{ user: headers.get('x-auth-user-id'), key: headers.get('x-auth-key-id'), scope: headers.get('x-auth-scope') },
      ...{ acr: headers.get('x-auth-acr'), roles: headers.get('x-auth-roles') },
    };
  };

  test('names the key, and for people nothing', async () => {
    const { userId, id, key, token, jwt } = await owner(restApi);
    const ofKey = { status: 200, user: userId, key: id, scope: '', acr: 'aal1', roles: '' };
    expect(await verify(key)).toEqual(ofKey);
    expect(await verify(token)).toEqual(ofKey);
    expect(await verify(jwt)).toEqual({ ...ofKey, key: '' });
  });

  test('X-Gatehouse-Require takes scope and no-keys, in any order', async () => {
    const ada = await owner(restApi, { resource: notes, scopes: ['notes:read'] });
    const plain = await owner(restApi);
    const statusOf = async (token: string, requirement?: string) => (await verify(token, requirement)).status;
    // Whoever runs the API of the key must not use it elsewhere, and can send any header there.
    for (const requirement of [undefined, 'scope=notes:read', 'max-age=3600; scope=notes:read; aal1'])
      expect(await statusOf(ada.key, requirement)).toBe(403);
    expect(await statusOf(plain.key, 'scope=notes:read')).toBe(403);
    for (const sent of [plain.key, plain.token]) {
      expect(await statusOf(sent, 'no-keys')).toBe(403);
      expect(await statusOf(sent, 'no-keys; max-age=3600')).toBe(403);
      expect(await statusOf(sent, 'aal2')).toBe(401);
    }
    for (const requirement of ['no-keys', 'scope=notes:read', 'max-age=3600; no-keys; scope=notes:read'])
      expect(await statusOf(plain.jwt, requirement)).toBe(200);
  });

  test('asks the database once a minute, and notes the use once an hour', async () => {
    const { id, key } = await owner(restApi);
    await verify(key);
    const find = jest.spyOn(gatehouse.stores.apiKeys, 'find');
    for (let i = 0; i < 20; i += 1) expect((await verify(key)).status).toBe(200);
    expect(find).not.toHaveBeenCalled();
    find.mockRestore();
    const used = () =>
      gatehouse.sql(`SELECT last_used_ip AS ip, last_used_ts = date_trunc('hour', last_used_ts) AS hour
        FROM api_keys WHERE id = '${id}' AND last_used_ts IS NOT NULL`);
    while ((await used()).length === 0) await gatehouse.services.apiKeyVerifier?.close();
    expect(await used()).toEqual([{ ip: expect.any(String), hour: true }]);
  });
});

describe('introspection', () => {
  test('a service of the operator learns what the key opens', async () => {
    const { userId, id, key, token } = await owner(restApi, { resource: notes, scopes: ['notes:read'] });
    const { introspect } = tokensOf(gatehouse.url, await createClient(gatehouse));
    const ofKey = {
      active: true,
      sub: userId,
      sid: id,
      key_id: id,
      rev: 0,
      aud: notes,
      scope: 'notes:read',
      acr: 'aal1',
      amr: [],
    };
    expect(await introspect(key)).toMatchObject(ofKey);
    expect(await introspect(token)).toMatchObject(ofKey);
    expect(await introspect(createApiKeyText())).toEqual({ active: false });
    expect(await introspect(`${key}x`)).toEqual({ active: false });
  });

  test('a revocation ends neither the key nor its token: a key belongs to no client, and its user deletes it', async () => {
    const { key, token } = await owner(restApi);
    const { revoke } = tokensOf(gatehouse.url, await createClient(gatehouse));
    // Fails unless each answer is a success.
    for (const sent of [key, token, createApiKeyText()]) await revoke(sent);
    for (const sent of [key, token]) expect((await restApi.me(gatehouse.url, sent)).success).toBe(true);
  });
});

test('of 1,000 wrong keys, those with a wrong checksum cost no query, the others are limited, and the right one passes', async () => {
  const { key, email } = await owner(restApi);
  const find = jest.spyOn(gatehouse.stores.apiKeys, 'find');
  const codes = async (keys: string[]) => {
    const answers = await Promise.all(keys.map((one) => restApi.me(gatehouse.url, one)));
    return new Set(answers.map(({ code }) => code));
  };
  const misspelt = Array.from({ length: 500 }, () => createApiKeyText().replace(/.$/, '!'));
  const mistyped = Array.from({ length: 500 }, () => {
    const text = createApiKeyText();
    return `${text.slice(0, 20)}${text[20] === 'x' ? 'y' : 'x'}${text.slice(21)}`;
  });
  for (let i = 0; i < 500; i += 50) {
    expect(await codes(misspelt.slice(i, i + 50))).toEqual(new Set(['UNAUTHENTICATED']));
    expect(await codes(mistyped.slice(i, i + 50))).toEqual(new Set(['UNAUTHENTICATED']));
  }
  expect(find).not.toHaveBeenCalled();
  find.mockRestore();
  const unknown = () => Array.from({ length: 60 }, createApiKeyText);
  await codes(unknown());
  expect(await codes(unknown())).toEqual(new Set(['RATE_LIMITED']));
  // What keys do not open, and what a proxy asks, has no such limit.
  expect((await restApi.sessions(gatehouse.url, {}, createApiKeyText())).code).toBe('UNAUTHENTICATED');
  expect(await restApi.call(gatehouse.url, 'verify', {}, createApiKeyText())).toMatchObject({
    ...{ code: 'UNAUTHENTICATED', msg: 'The API key is not valid.' },
  });
  expect(await restApi.me(gatehouse.url, key)).toMatchObject({ success: true, user: { email } });
  expect(await restApi.exchangeApiKey(gatehouse.url, { key })).toMatchObject({ success: true });
});
