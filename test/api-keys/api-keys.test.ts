import { createApiKeyText, isWellFormed } from '../../src/accounts/keys/api-key-text';
import { claimsOf } from '../../src/accounts/tokens/access-token';
import { createUserLifecycle } from '../../src/compose/admin-users';
import { apiKeyNotices } from '../../src/features/api-keys/api-key-notices';
import { Outbox } from '../../src/platform/messages/outbox';
import { createLog } from '../../src/platform/observability/log';
import { withoutSecrets } from '../../src/platform/runtime/secret-text';
import { type Api, apis, graphqlApi, restApi, testInTurn } from '../support/apis';
import { type Gatehouse, type Instance, startGatehouse } from '../support/gatehouse';
import { organizationsOf, teamOf } from '../support/organizations';
import { verifyAddress } from '../support/verified-address';

// A key of a user: made once, stored as a hash, and ended with its access tokens.

const password = 'correct horse battery';

let gatehouse: Gatehouse;
let alone: Instance;
let off: Gatehouse;
beforeAll(async () => {
  gatehouse = await startGatehouse({ API_KEYS: 'on', API_KEY_DAYS: '200', ORGANIZATIONS: 'users' });
  alone = await gatehouse.another({ ORGANIZATIONS: 'off' });
  off = await startGatehouse();
});
afterAll(async () => {
  await gatehouse.stop();
  await off.stop();
});

let people = 0;
async function person(api: Api, on = gatehouse) {
  people += 1;
  const email = `keys.${people}@example.com`;
  const { user } = await api.register(on.url, { email, password, firstName: 'Ada', lastName: 'Lovelace' });
  await verifyAddress(on, email);
  const { jwt } = await api.login(on.url, { email, password });
  return { id: String(user?.id), email, jwt: String(jwt) };
}

const create = (api: Api, jwt: string, sent: object = {}) =>
  api.createApiKey(gatehouse.url, { name: 'Backup', currentPassword: password, ...sent }, jwt);

async function keyOf(api: Api, jwt: string, sent: object = {}) {
  const { result } = await create(api, jwt, sent);
  if (!result) throw new Error('no key');
  return { id: String(result.apiKey.id), key: result.key };
}

/** What the audit has of the keys of a user, the newest first. */
async function changesOf(userId: string) {
  const events = await gatehouse.stores.audit.list({ userId, limit: 50 });
  return events.flatMap(({ action, actorId, details }) =>
    action.startsWith('api_key_') ? [[action, actorId, details]] : [],
  );
}

describe.each(apis.map((api) => ({ name: api.name, api })))('through $name', ({ api }) => {
  const rule = testInTurn(api);

  rule('a key is shown once, and stored as a hash', async () => {
    const ada = await person(api);
    const { result } = await create(api, ada.jwt);
    const key = String(result?.key);
    expect(key).toMatch(/^gate_[0-9A-Za-z]{49}$/);
    expect(isWellFormed(key)).toBe(true);
    const listed = await api.apiKeys(gatehouse.url, ada.jwt);
    expect(listed.result).toEqual([
      expect.objectContaining({
        ...{ id: result?.apiKey.id, name: 'Backup', lastCharacters: key.slice(-4), resource: null },
        ...{ scopes: [], roles: [], lastUsedTs: null, lastUsedIp: null },
      }),
    ]);
    expect(JSON.stringify(await gatehouse.sql('SELECT * FROM api_keys'))).not.toContain(key.slice(5, 40));
    const [row] = await gatehouse.sql(
      `SELECT expires_ts - created_ts = interval '90 days' AS usual FROM api_keys WHERE user_id = '${ada.id}'`,
    );
    expect(row?.usual).toBe(true);
    expect(await changesOf(ada.id)).toEqual([['api_key_created', null, { keyId: result?.apiKey.id }]]);
  });

  rule('a rule that is broken is named', async () => {
    const { jwt } = await person(api);
    const wrong = {
      name: [{ name: '' }, { name: 'x'.repeat(101) }],
      days: [{ days: 0 }, { days: 201 }],
      resource: [{ resource: 'https://unknown.example.com' }],
      scopes: [{ scopes: ['notes:read'] }],
      roles: [{ roles: ['admin'] }],
    };
    for (const [field, inputs] of Object.entries(wrong))
      for (const sent of inputs)
        expect(await create(api, jwt, sent)).toMatchObject({ code: 'VALIDATION_FAILED', fields: [{ field }] });
    expect((await create(api, jwt, { currentPassword: 'wrong horse battery' })).code).toBe('INVALID_CREDENTIALS');
    expect((await api.apiKeys(gatehouse.url, jwt)).result).toEqual([]);
  });

  rule('an address that nobody has proved gets no key', async () => {
    const ada = await person(api);
    await gatehouse.sql(`UPDATE users SET email_verified = false WHERE id = '${ada.id}'`);
    expect((await create(api, ada.jwt)).code).toBe('EMAIL_NOT_VERIFIED');
  });

  rule('of 25 parallel requests, 20 create a key', async () => {
    const ada = await person(api);
    await gatehouse.sql("UPDATE users SET created_ts = created_ts - interval '1 hour'");
    const answers = await Promise.all(Array.from({ length: 25 }, () => create(api, ada.jwt)));
    const codes = answers.map(({ code }) => code);
    expect(codes.filter((code) => code === null)).toHaveLength(20);
    expect(codes.filter((code) => code === 'CONFLICT')).toHaveLength(5);
    expect((await api.apiKeys(gatehouse.url, ada.jwt)).result).toHaveLength(20);
  });

  rule('an exchanged token says what it is, and ends with its key', async () => {
    const ada = await person(api);
    await gatehouse.sql(`UPDATE users SET roles = '{editor}' WHERE id = '${ada.id}'`);
    const { id, key } = await keyOf(api, ada.jwt, { roles: ['editor'] });
    const { result } = await api.exchangeApiKey(gatehouse.url, { key });
    const jwt = String(result?.jwt);
    expect(result?.expiresIn).toBe(3600);
    expect(claimsOf(jwt)).toMatchObject({
      ...{ sub: ada.id, sid: id, key_id: id, scope: '', acr: 'aal1', amr: [], roles: ['editor'] },
      aud: gatehouse.config.jwtAudience,
    });
    expect(await api.me(gatehouse.url, jwt)).toMatchObject({ success: true, user: { email: ada.email } });
    expect((await api.sessions(gatehouse.url, {}, ada.jwt)).sessions).toHaveLength(1);
    expect((await api.deleteApiKey(gatehouse.url, { id }, ada.jwt)).success).toBe(true);
    expect((await api.me(gatehouse.url, jwt)).code).toBe('UNAUTHENTICATED');
    expect((await api.me(gatehouse.url, key)).code).toBe('UNAUTHENTICATED');
    const wrong = await api.exchangeApiKey(gatehouse.url, { key });
    expect(wrong).toMatchObject({ code: 'UNAUTHENTICATED', msg: 'The API key is not valid.' });
    expect(await api.exchangeApiKey(gatehouse.url, { key: createApiKeyText() })).toEqual(wrong);
    expect(await api.exchangeApiKey(gatehouse.url, { key: `${key.slice(0, -1)}!` })).toEqual(wrong);
    expect((await api.deleteApiKey(gatehouse.url, { id }, ada.jwt)).code).toBe('NOT_FOUND');
    expect((await changesOf(ada.id)).at(0)).toEqual(['api_key_deleted', null, { keyId: id }]);
  });

  rule('nobody deletes the key of somebody else', async () => {
    const [ada, eve] = [await person(api), await person(api)];
    const { id, key } = await keyOf(api, ada.jwt);
    expect((await api.deleteApiKey(gatehouse.url, { id }, eve.jwt)).code).toBe('NOT_FOUND');
    expect((await api.me(gatehouse.url, key)).success).toBe(true);
  });

  rule('a role that the user loses is lost by the key, too', async () => {
    const ada = await person(api);
    await gatehouse.sql(`UPDATE users SET roles = '{editor,reader}' WHERE id = '${ada.id}'`);
    const { key } = await keyOf(api, ada.jwt, { roles: ['reader', 'editor'] });
    await gatehouse.sql(`UPDATE users SET roles = '{reader,writer}' WHERE id = '${ada.id}'`);
    const { result } = await api.exchangeApiKey(gatehouse.url, { key });
    expect(claimsOf(String(result?.jwt)).roles).toEqual(['reader']);
  });

  rule('a key names an organization of its user', async () => {
    const { id, slug, member } = await teamOf(gatehouse, api);
    const { result } = await create(api, member.jwt, { organizationId: id.toUpperCase() });
    const organization = { id, slug, name: 'Example & Sons' };
    expect(result?.apiKey.organization).toEqual(organization);
    const keyId = String(result?.apiKey.id);
    await keyOf(api, member.jwt);
    expect((await api.apiKeys(gatehouse.url, member.jwt)).result).toMatchObject([
      { organization: null },
      { id: keyId, organization },
    ]);
    expect((await changesOf(member.id)).at(-1)).toEqual(['api_key_created', null, { keyId, organizationId: id }]);
  });

  rule('an organization of others is unknown, and a disabled one gets no key', async () => {
    const [team, { id: other }] = [await teamOf(gatehouse, api), await teamOf(gatehouse, api)];
    const of = (organizationId: string) => create(api, team.member.jwt, { organizationId });
    for (const id of [other, team.member.id, 'example-sons', ''])
      expect(await of(id)).toMatchObject({
        code: 'NOT_FOUND',
        msg: 'You are a member of no organization with this id.',
      });
    await organizationsOf(gatehouse).disable(team.id);
    expect(await of(team.id)).toMatchObject({ code: 'FORBIDDEN', msg: 'The organization is disabled.' });
    expect((await api.apiKeys(gatehouse.url, team.member.jwt)).result).toEqual([]);
  });

  rule('with ORGANIZATIONS=off, a key is for no organization, and one from before is rejected', async () => {
    const { id: organizationId, member } = await teamOf(gatehouse, api);
    const { key } = await keyOf(api, member.jwt, { organizationId });
    const { key: own } = await keyOf(api, member.jwt);
    // Before the proof, so that it costs no query.
    const sent = { name: 'Backup', currentPassword: 'wrong horse battery', organizationId };
    expect(await api.createApiKey(alone.url, sent, member.jwt)).toMatchObject({
      ...{ code: 'FORBIDDEN', msg: 'Organizations are switched off.' },
    });
    expect((await api.me(alone.url, key)).code).toBe('UNAUTHENTICATED');
    expect((await api.me(alone.url, own)).success).toBe(true);
    expect((await api.me(gatehouse.url, key)).success).toBe(true);
  });

  rule('a key ends at its time', async () => {
    const ada = await person(api);
    const { id, key } = await keyOf(api, ada.jwt, { days: 1 });
    await gatehouse.sql(`UPDATE api_keys SET expires_ts = now() WHERE id = '${id}'`);
    expect((await api.me(gatehouse.url, key)).code).toBe('UNAUTHENTICATED');
    expect((await api.apiKeys(gatehouse.url, ada.jwt)).result).toEqual([]);
  });

  rule('with API_KEYS=off, each operation is FORBIDDEN and asks no database', async () => {
    const ada = await person(api, off);
    const calls = () => [
      api.apiKeys(off.url, ada.jwt),
      api.createApiKey(off.url, { name: 'Backup', currentPassword: password }, ada.jwt),
      api.deleteApiKey(off.url, { id: ada.id }, ada.jwt),
      api.exchangeApiKey(off.url, { key: createApiKeyText() }),
    ];
    const run = jest.spyOn(off.stores.apiKeys, 'find');
    for (const { code } of await Promise.all(calls())) expect(code).toBe('FORBIDDEN');
    expect((await api.me(off.url, createApiKeyText())).code).toBe('UNAUTHENTICATED');
    expect(run).not.toHaveBeenCalled();
  });

  rule('with API_KEYS=off, `keys` of a logout deletes those of before, and nothing else does', async () => {
    const ada = await person(api, off);
    await off.sql(`INSERT INTO api_keys (id, user_id, hash, last_characters, name, created_ts, expires_ts)
      VALUES (gen_random_uuid(), '${ada.id}', uuid_send(gen_random_uuid()), '5Ef6', 'Old', now(), now() + interval '1 day')`);
    const live = () => off.sql(`SELECT id FROM api_keys WHERE user_id = '${ada.id}' AND revoked_ts IS NULL`);
    const logout = (sent: object) => api.logout(off.url, { sessions: 'others', ...sent }, ada.jwt);
    for (const sent of [{}, { keys: false }, { keys: null }]) expect((await logout(sent)).success).toBe(true);
    expect(await live()).toHaveLength(1);
    expect((await logout({ keys: true })).success).toBe(true);
    expect(await live()).toEqual([]);
  });
});

test('a key with one other character is no key', () => {
  const key = createApiKeyText();
  for (let i = 5; i < key.length; i += 1) {
    const other = key[i] === 'x' ? 'y' : 'x';
    expect(isWellFormed(`${key.slice(0, i)}${other}${key.slice(i + 1)}`)).toBe(false);
  }
  expect(new Set(Array.from({ length: 100 }, createApiKeyText)).size).toBe(100);
  expect(withoutSecrets(`GET /?key=${key}&x=1`)).toBe('GET /?key=gate_…&x=1');
});

/** The mails that a clean-up has written about keys that end soon. */
async function noticesTo(userId: string) {
  const step = apiKeyNotices(gatehouse.stores.transaction, new Outbox(() => new Date(), null));
  await step.run(new Date(), new AbortController().signal, gatehouse.stores.sql);
  return gatehouse.sql(`SELECT id FROM messages WHERE user_id = '${userId}' AND template = 'api_key_expires'`);
}
const endsSoon = (id: string) =>
  gatehouse.sql(`UPDATE api_keys SET expires_ts = now() + interval '6 days' WHERE id = '${id}'`);

test('its user is told once, a week before a key ends', async () => {
  const ada = await person(restApi);
  const { id } = await keyOf(graphqlApi, ada.jwt);
  await keyOf(graphqlApi, ada.jwt, { days: 5 });
  expect(await noticesTo(ada.id)).toEqual([]);
  await endsSoon(id);
  expect(await noticesTo(ada.id)).toHaveLength(1);
  expect(await noticesTo(ada.id)).toHaveLength(1);
});

test.each(['disabled', 'deleted'])('the user of a %s account is told only if it comes back', async (state) => {
  const ada = await person(restApi);
  await endsSoon((await keyOf(restApi, ada.jwt)).id);
  const users = createUserLifecycle(gatehouse.config, gatehouse.stores, async () => 'x', createLog('silent'));
  if (state === 'disabled') await users.disable(ada.id, null);
  else
    expect(await restApi.deleteAccount(gatehouse.url, { currentPassword: password }, ada.jwt)).toMatchObject({
      success: true,
    });
  expect(await noticesTo(ada.id)).toEqual([]);
  await users.enable(ada.id, null);
  expect(await noticesTo(ada.id)).toHaveLength(1);
});

test('a key that is sent in the wrong place is in no log, and not in what explains a request', async () => {
  const ada = await person(restApi);
  const { key } = await keyOf(restApi, ada.jwt);
  const headers = { 'User-Agent': `curl ${key}`, 'X-Request-Id': key, Authorization: `Basic ${key}` };
  await fetch(`${gatehouse.url}/auth/me?key=${key}`, { headers });
  await fetch(`${gatehouse.url}/${key}`, { headers });
  const sent = { ...headers, 'Content-Type': 'application/json' };
  await fetch(`${gatehouse.url}/auth/login`, { method: 'POST', headers: sent, body: `{"email": ${key}` });
  const body = JSON.stringify({ email: ada.email, password: `${key} wrong` });
  await fetch(`${gatehouse.url}/auth/login`, { method: 'POST', headers: sent, body });
  await gatehouse.services.audit.close();
  const events = await gatehouse.stores.audit.list({ limit: 500 });
  expect(events.length).toBeGreaterThan(0);
  expect(JSON.stringify(events)).toContain('curl gate_…');
  for (const text of [gatehouse.logged(), JSON.stringify(events)]) expect(text).not.toContain(key.slice(0, 20));
});
