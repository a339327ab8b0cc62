import { randomUUID } from 'node:crypto';
import { apis, inTurn, restApi, testInTurn } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { claimsOf } from '../support/impersonation';
import { basicOf, createApp, createClient, postForm } from '../support/oauth';
import { loginSuperAdmin } from '../support/super-admin';
import { until } from '../support/until';

let gatehouse: Gatehouse;
let admin: Awaited<ReturnType<typeof loginSuperAdmin>>;
beforeAll(async () => {
  gatehouse = await startGatehouse({ JWT_AUDIENCE: 'https://api.example.com' });
  admin = await loginSuperAdmin(gatehouse);
});
afterAll(() => gatehouse.stop());

const uri = 'https://app.example.com/callback';
const everyScope = ['openid', 'profile', 'email', 'phone', 'roles', 'groups', 'offline_access'];
const timestamp = expect.stringMatching(/^\d{4}-.*Z$/);

let people = 0;
/** Signs a new person in to a client. */
async function signIn(clientId: string) {
  people += 1;
  const email = `person-${people}@example.com`;
  const password = 'correct horse battery';
  const { user } = await restApi.register(gatehouse.url, { email, password, firstName: 'Ada', lastName: 'Lovelace' });
  const { jwt } = await restApi.login(gatehouse.url, { email, password });
  const { sid } = claimsOf(jwt);
  await gatehouse.sql(`UPDATE sessions SET client_id = '${clientId}' WHERE id = '${sid}'`);
  return { userId: user?.id, jwt, sessionId: String(sid) };
}

const lastEvents = async (action: string, limit = 10) =>
  (await gatehouse.stores.audit.list({ action: action as never, limit })).map(({ actorId, userId, details }) => ({
    actorId,
    userId,
    details,
  }));

const logo = `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')}`;

describe.each(apis)('$name', (api) => {
  const rule = testInTurn(api);
  const create = (input: object) => api.createOauthClient(gatehouse.url, { ...input }, admin.jwt);
  const update = (id: string, changes: object) => api.updateOauthClient(gatehouse.url, { id, ...changes }, admin.jwt);
  const get = (id: string) => api.oauthClient(gatehouse.url, { id }, admin.jwt);

  test('of a client that a document describes, only disabled can be changed', async () => {
    const metadataUrl = `https://claude.ai/${randomUUID()}.json`;
    const { id } = await createApp(gatehouse, { name: 'Claude', kind: 'public', firstParty: false });
    await gatehouse.sql(
      `UPDATE oauth_clients SET metadata_url = '${metadataUrl}', metadata_ts = now() WHERE id = '${id}'`,
    );
    expect((await get(id)).result).toMatchObject({ metadataUrl, metadataTs: timestamp });
    const changes = { name: 'Mine', scopes: ['openid'], firstParty: true, redirectUris: [`${uri}/2`], disabled: true };
    const { code, fields } = await update(id, changes);
    expect([code, fields.map(({ field }) => field).toSorted()]).toEqual([
      'VALIDATION_FAILED',
      ['firstParty', 'name', 'redirectUris', 'scopes'],
    ]);
    expect((await get(id)).result).toMatchObject({ name: 'Claude', firstParty: false, disabledTs: null });
    expect((await update(id, { disabled: true })).result).toMatchObject({ name: 'Claude', disabledTs: timestamp });
    expect((await update(id, { name: 'Claude', disabled: false })).result).toMatchObject({ disabledTs: null });
  });

  test('a client has what was sent, and else the defaults of its kind', async () => {
    const whole = {
      name: 'Grafana',
      kind: 'web',
      redirectUris: [uri, 'http://127.0.0.1:3000/callback'],
      postLogoutRedirectUris: ['https://app.example.com/'],
      backchannelLogoutUri: 'https://1.1.1.1/logout',
      scopes: ['openid', 'dashboards:read'],
      audience: 'https://grafana.example.com',
      firstParty: true,
      pkceRequired: false,
      deviceGrant: false,
      idTokenAlg: 'ES256',
      logoUri: logo,
      policyUri: 'https://grafana.example.com/privacy',
      tosUri: 'https://grafana.example.com/terms',
    };
    const made = await create(whole);
    expect(made).toMatchObject({ success: true, msg: 'Client created.' });
    const { client, clientSecret } = made.result ?? { client: null, clientSecret: null };
    const facts = {
      createdTs: timestamp,
      disabledTs: null,
      secretTs: timestamp,
      previousUntilTs: null,
      metadataUrl: null,
      metadataTs: null,
    };
    expect(client).toEqual({ id: expect.any(String), ...whole, ...facts });
    expect(clientSecret).toMatch(/^[\w-]{43}$/);
    expect((await get(client?.id ?? '')).result).toEqual(client);
    const clients = (await api.oauthClients(gatehouse.url, admin.jwt)).result ?? [];
    expect(clients.find(({ id }) => id === client?.id)).toEqual(client);
    expect(JSON.stringify([clients, await get(client?.id ?? '')])).not.toContain(clientSecret);

    const byDefault = {
      name: 'x',
      postLogoutRedirectUris: [],
      audience: null,
      pkceRequired: true,
      idTokenAlg: 'RS256',
      logoUri: null,
      policyUri: null,
      tosUri: null,
    };
    expect((await create({ name: 'x', kind: 'service' })).result?.client).toMatchObject({
      ...byDefault,
      redirectUris: [],
      scopes: [],
      firstParty: true,
    });
    for (const kind of ['web', 'public']) {
      expect((await create({ name: 'x', kind, redirectUris: [uri] })).result?.client).toMatchObject({
        ...byDefault,
        redirectUris: [uri],
        scopes: everyScope,
        firstParty: false,
      });
    }
  });

  rule('a site and its app share a client with a secret, whose app has a scheme of its own', async () => {
    const uris = [uri, 'app.immich:///oauth-callback'];
    const sent = { name: 'Immich', kind: 'web', redirectUris: uris, postLogoutRedirectUris: uris };
    const { client, clientSecret } = (await create(sent)).result ?? {};
    expect(client).toMatchObject(sent);
    expect(clientSecret).toMatch(/^[\w-]{43}$/);
    const changed = await update(client?.id ?? '', { redirectUris: uris.slice(1) });
    expect(changed.result).toMatchObject({ redirectUris: uris.slice(1) });
  });

  rule('people sign in with a code only to an own public client, which then needs no address', async () => {
    const terminal = { name: 'Terminal', kind: 'public', firstParty: true, deviceGrant: true };
    const made = await create(terminal);
    expect(made.result?.client).toMatchObject({ ...terminal, redirectUris: [] });
    for (const other of [{ kind: 'web' }, { kind: 'service' }, { firstParty: false }]) {
      const { code, fields } = await create({
        ...terminal,
        redirectUris: other.kind === 'service' ? [] : [uri],
        ...other,
      });
      expect([other, code, fields.map(({ field }) => field)]).toEqual([other, 'VALIDATION_FAILED', ['deviceGrant']]);
    }
    const id = made.result?.client.id ?? '';
    expect(await update(id, { firstParty: false })).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(await update(id, { deviceGrant: false })).toMatchObject({ code: 'VALIDATION_FAILED' });
    const changed = await update(id, { deviceGrant: false, redirectUris: [uri] });
    expect(changed.result).toMatchObject({ deviceGrant: false });
  });

  rule('a public client has no secret', async () => {
    const { result } = await create({ name: 'Phone', kind: 'public', redirectUris: ['com.example.app:/callback'] });
    expect(result).toMatchObject({ client: { kind: 'public', secretTs: null }, clientSecret: null });
    const id = result?.client.id ?? '';
    expect(await api.rotateOauthClientSecret(gatehouse.url, { id }, admin.jwt)).toMatchObject({ code: 'CONFLICT' });
    const [row] = await gatehouse.sql(
      `SELECT encode(secret_hash, 'hex') AS hash FROM oauth_clients WHERE id = '${id}'`,
    );
    expect(row?.hash).toBe('0'.repeat(64));
  });

  test('the client can authenticate with the secret, and with the one before until it is replaced at once', async () => {
    const { client, clientSecret } = (await create({ name: 'orders', kind: 'service' })).result ?? {};
    const id = client?.id ?? '';
    const rotate = async (input: object) =>
      (await api.rotateOauthClientSecret(gatehouse.url, { id, ...input }, admin.jwt)).result;
    const isAccepted = async (secret: string | null | undefined) => {
      const basic = basicOf({ id, secret: secret ?? '' });
      return (await postForm(`${gatehouse.url}/oauth/introspect`, { token: 'x' }, basic)).status === 200;
    };
    const second = await rotate({});
    expect(second?.client).toMatchObject({ id, previousUntilTs: timestamp });
    expect([await isAccepted(clientSecret), await isAccepted(second?.clientSecret)]).toEqual([true, true]);
    const third = await rotate({ atOnce: true });
    expect(third?.client.previousUntilTs).toBeNull();
    expect([await isAccepted(second?.clientSecret), await isAccepted(third?.clientSecret)]).toEqual([false, true]);
    expect(await lastEvents('client_secret_rotated', 2)).toEqual(
      Array(2).fill({ actorId: admin.id, userId: null, details: { clientId: id } }),
    );
  });

  test('only the given fields are changed, and the audit names them', async () => {
    const before = await createApp(gatehouse, { audience: 'https://grafana.example.com' });
    const { id } = before;
    expect(await update(id, { name: 'Metrics', redirectUris: [uri, `${uri}/2`], audience: null })).toMatchObject({
      success: true,
      msg: 'Client changed.',
      result: { name: 'Metrics', redirectUris: [uri, `${uri}/2`], audience: null, scopes: everyScope, kind: 'web' },
    });
    const event = (fields: string[]) => ({ actorId: admin.id, userId: null, details: { clientId: id, fields } });
    expect(await lastEvents('client_updated', 1)).toEqual([event(['name', 'redirectUris', 'audience'])]);
    const result = (await get(id)).result;
    expect(await update(id, { name: 'Metrics' })).toMatchObject({ success: true, result });
    expect(await lastEvents('client_updated', 1)).toEqual([event(['name', 'redirectUris', 'audience'])]);

    expect((await update(id, { disabled: true })).result?.disabledTs).toEqual(timestamp);
    expect((await update(id, { disabled: false })).result?.disabledTs).toBeNull();
    expect(await lastEvents('client_updated', 2)).toEqual([event(['disabled']), event(['disabled'])]);
  });

  test.each(['disable', 'delete'])('to %s a client ends its sessions, and no others', async (what) => {
    const [app, other] = [await createApp(gatehouse, {}), await createApp(gatehouse, {})];
    const [person, stranger] = [await signIn(app.id), await signIn(other.id)];
    if (what === 'disable') {
      expect((await update(app.id, { disabled: true })).success).toBe(true);
    } else {
      expect(await api.deleteOauthClient(gatehouse.url, { id: app.id }, admin.jwt)).toMatchObject({
        success: true,
        msg: 'Client deleted.',
        result: { sessionsEnded: 1 },
      });
      expect(await get(app.id)).toMatchObject({ code: 'NOT_FOUND' });
      expect(await lastEvents('client_deleted', 1)).toEqual([
        { actorId: admin.id, userId: null, details: { clientId: app.id } },
      ]);
    }
    const [row] = await gatehouse.sql(`SELECT revoked_reason FROM sessions WHERE id = '${person.sessionId}'`);
    expect(row).toEqual({ revoked_reason: 'client_disabled' });
    const { code } = await restApi.me(gatehouse.url, person.jwt);
    expect(code).toBe('UNAUTHENTICATED');
    const [ended] = await lastEvents('session_ended', 1);
    const details = { reason: 'client_disabled', clientId: app.id };
    expect(ended).toEqual({ actorId: admin.id, userId: person.userId, details });
    const [kept] = await gatehouse.sql(`SELECT revoked_ts FROM sessions WHERE id = '${stranger.sessionId}'`);
    expect(kept).toEqual({ revoked_ts: null });
  });

  test.each(
    inTurn<[string, object]>(api, [
      ['name', { name: ' ' }],
      ['name', { name: 'x'.repeat(101) }],
      ['name', { name: 'a\u0007b' }],
      ['redirectUris', { redirectUris: [] }],
      ['redirectUris', { redirectUris: [uri, uri] }],
      ['redirectUris', { redirectUris: Array.from({ length: 21 }, (_, i) => `${uri}/${i}`) }],
      ...[
        'app.example.com/callback',
        '/callback',
        '',
        'https:app.example.com',
        'https:///app.example.com',
        'https:\\\\app.example.com',
        'http://app.example.com/callback',
        'http://localhost.example.com/',
        'http://127.0.0.1.example.com/',
        'http://10.0.0.1/callback',
        `${uri}#fragment`,
        `${uri}#`,
        'https://*.example.com/callback',
        `${uri}/*`,
        'https://ada@app.example.com/callback',
        'https://ada:secret@app.example.com/callback',
        'https://@app.example.com/callback',
        'https://app.example.com/call back',
        'https://app.example.com/cällback',
        'https://app.example.com/\n',
        `${uri}?${'x'.repeat(2000)}`,
        'javascript:alert(1)',
        'data:text/html,x',
        'file:///callback',
        'app:/callback',
        'app:///callback',
        '.app:/callback',
        'app.immich:///oauth-callback#fragment',
        'app.immich:///*',
        'app.*:///oauth-callback',
        'app.immich://ada@host/oauth-callback',
        'urn:ietf:wg:oauth:2.0:oob',
      ].map((wrong): [string, object] => ['redirectUris', { redirectUris: [uri, wrong] }]),
      ['redirectUris', { kind: 'service' }],
      ['postLogoutRedirectUris', { postLogoutRedirectUris: ['http://app.example.com/'] }],
      ['postLogoutRedirectUris', { kind: 'service', redirectUris: [], postLogoutRedirectUris: [uri] }],
      ['scopes', { scopes: ['openid', 'openid'] }],
      ['scopes', { scopes: ['openid profile'] }],
      ['scopes', { scopes: ['"openid"'] }],
      ['scopes', { scopes: [''] }],
      ['scopes', { scopes: ['x'.repeat(101)] }],
      ['scopes', { scopes: Array.from({ length: 51 }, (_, i) => `scope${i}`) }],
      ['audience', { audience: '' }],
      ['audience', { audience: 'https://grafana example' }],
      ['audience', { audience: 'x'.repeat(201) }],
      ['audience', { audience: 'https://api.example.com' }],
      ['audience', { audience: 'PUBLIC_URL' }],
      // Pages load nothing from other hosts, and a script cannot be a picture.
      ['logoUri', { logoUri: 'https://grafana.example.com/logo.png' }],
      ['logoUri', { logoUri: 'data:text/html;base64,PGI+' }],
      ['logoUri', { logoUri: 'data:image/svg+xml,<svg/>' }],
      ['logoUri', { logoUri: `data:image/png;base64,${'A'.repeat(10_000)}` }],
      ['policyUri', { policyUri: 'javascript:alert(1)' }],
      ['policyUri', { policyUri: 'http://grafana.example.com/privacy' }],
      ['tosUri', { tosUri: 'com.example.app:/terms' }],
      ['pkceRequired', { kind: 'public', pkceRequired: false }],
      ['pkceRequired', { kind: 'service', redirectUris: [], pkceRequired: false }],
    ]),
  )('the wrong %s of %j', async (field, wrong) => {
    const own = 'audience' in wrong && wrong.audience === 'PUBLIC_URL' ? { audience: gatehouse.config.publicUrl } : {};
    const before = (await gatehouse.stores.oauthClients.list()).length;
    const answer = await create({ name: 'Grafana', kind: 'web', redirectUris: [uri], ...wrong, ...own });
    expect(answer).toMatchObject({ success: false, code: 'VALIDATION_FAILED', fields: [{ field }], result: null });
    expect(await gatehouse.stores.oauthClients.list()).toHaveLength(before);
  });

  test.each(
    inTurn<[string, object]>(api, [
      ['name', { name: ' ' }],
      ['redirectUris', { redirectUris: [] }],
      ['redirectUris', { redirectUris: ['javascript:alert(1)'] }],
      ['postLogoutRedirectUris', { postLogoutRedirectUris: ['/'] }],
      ['scopes', { scopes: ['a b'] }],
      ['audience', { audience: 'https://api.example.com' }],
    ]),
  )('the wrong %s of a change', async (field, changes) => {
    const { id } = await createApp(gatehouse, {});
    expect(await update(id, changes)).toMatchObject({ code: 'VALIDATION_FAILED', fields: [{ field }] });
  });

  rule('a change is checked with what stays: the audience of a client that becomes a third party', async () => {
    const { id } = await createApp(gatehouse, { firstParty: true, audience: 'https://api.example.com' });
    const answer = await update(id, { firstParty: false });
    expect(answer).toMatchObject({ code: 'VALIDATION_FAILED', fields: [{ field: 'audience' }] });
    expect((await get(id)).result?.firstParty).toBe(true);
  });

  test.each([randomUUID(), 'no-id'])('there is no client with the id %s', async (id) => {
    expect(await get(id)).toMatchObject({ code: 'NOT_FOUND', result: null });
    expect(await update(id, { name: 'x' })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await api.rotateOauthClientSecret(gatehouse.url, { id }, admin.jwt)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await api.deleteOauthClient(gatehouse.url, { id }, admin.jwt)).toMatchObject({ code: 'NOT_FOUND' });
  });
});

test('REST answers in the form of the contract', async () => {
  const response = await fetch(`${gatehouse.url}/admin/clients`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${admin.jwt}` },
    body: JSON.stringify({ name: 'Grafana', kind: 'web', redirect_uris: [uri], first_party: true }),
  });
  expect([response.status, await response.json()]).toEqual([
    201,
    {
      success: true,
      msg: 'Client created.',
      result: {
        client: {
          id: expect.any(String),
          name: 'Grafana',
          kind: 'web',
          redirect_uris: [uri],
          post_logout_redirect_uris: [],
          backchannel_logout_uri: null,
          scopes: everyScope,
          audience: null,
          first_party: true,
          pkce_required: true,
          device_grant: false,
          id_token_alg: 'RS256',
          logo_uri: null,
          policy_uri: null,
          tos_uri: null,
          created_ts: expect.any(String),
          disabled_ts: null,
          secret_ts: expect.any(String),
          previous_until_ts: null,
          metadata_url: null,
          metadata_ts: null,
        },
        client_secret: expect.any(String),
      },
    },
  ]);
});

test.each<[string, unknown]>([
  ['kind', 'desktop'],
  ['kind', undefined],
  ['name', undefined],
  ['name', 5],
  ['redirectUris', uri],
  ['redirectUris', [5]],
  ['scopes', 'openid'],
  ['audience', 5],
  ['firstParty', 'yes'],
  ['pkceRequired', null],
  ['idTokenAlg', 'none'],
])('REST: the %s %j has the wrong type', async (field, value) => {
  const input = { name: 'Grafana', kind: 'web', redirectUris: [uri], [field]: value };
  const answer = await restApi.createOauthClient(gatehouse.url, input, admin.jwt);
  expect(answer).toMatchObject({ code: 'VALIDATION_FAILED', fields: [{ field }] });
});

test('the kind of a client cannot be changed', async () => {
  const { id } = await createApp(gatehouse, {});
  const { result } = await restApi.updateOauthClient(gatehouse.url, { id, kind: 'public' }, admin.jwt);
  expect(result?.kind).toBe('web');
});

test('more sessions than one statement ends', async () => {
  const app = await createApp(gatehouse, {});
  const { userId } = await signIn(app.id);
  await gatehouse.sql(`INSERT INTO sessions (id, user_id, client_id, created_ts, last_used_ts, expires_ts, revision)
    SELECT gen_random_uuid(), '${userId}', '${app.id}', now(), now(), now() + interval '1 day', 0 FROM generate_series(1, 1100)`);
  expect(await restApi.deleteOauthClient(gatehouse.url, { id: app.id }, admin.jwt)).toMatchObject({
    result: { sessionsEnded: 1101 },
  });
});

test('a client that is disabled is not held for a new session, and one that is held is disabled afterwards', async () => {
  const { id } = await createApp(gatehouse, {});
  const order: string[] = [];
  let disabling: Promise<unknown> = Promise.resolve();
  await gatehouse.stores.transaction(null, async (tx) => {
    expect(await tx.oauthClients.holdEnabled(id)).toMatchObject({ id });
    disabling = restApi
      .updateOauthClient(gatehouse.url, { id, disabled: true }, admin.jwt)
      .then(() => order.push('disabled'));
    order.push('opened');
  });
  await disabling;
  expect(order).toEqual(['opened', 'disabled']);
  expect(await gatehouse.stores.transaction(null, (tx) => tx.oauthClients.holdEnabled(id))).toBeNull();
});

describe('the keys of ID tokens', () => {
  const algs = (on: Gatehouse) => on.services.keys.list().map(({ alg }) => alg);

  test('the first client into which people sign in makes the RS256 key, in every instance', async () => {
    const other = await startGatehouse();
    await createClient(other);
    expect(algs(other)).toEqual(['ES256']);
    const token = (await loginSuperAdmin(other)).jwt;
    const input = { name: 'Grafana', kind: 'web', redirectUris: [uri] };
    await restApi.createOauthClient(other.url, { ...input, idTokenAlg: 'ES256' }, token);
    expect(algs(other)).toEqual(['ES256']);
    await restApi.createOauthClient(other.url, input, token);
    expect(algs(other)).toEqual(['ES256', 'RS256']);
    const { keys } = await (await fetch(`${other.url}/.well-known/jwks.json`)).json();
    expect(keys.map(({ kty }: { kty: string }) => kty)).toEqual(['EC', 'RSA']);
    await other.stop();
  });

  test('the server uses the key that a command has made', async () => {
    const other = await startGatehouse();
    await createApp(other, {});
    await until(() => algs(other).includes('RS256'));
    await other.stop();
  });
});

test('without pages, a client has no redirect URI', async () => {
  const closed = await startGatehouse({ PAGES: 'off' });
  const token = (await loginSuperAdmin(closed)).jwt;
  for (const kind of ['web', 'public']) {
    const input = { name: 'Grafana', kind, redirectUris: [uri] };
    expect(await restApi.createOauthClient(closed.url, input, token)).toMatchObject({
      code: 'VALIDATION_FAILED',
      fields: [{ field: 'redirectUris', msg: expect.stringContaining('PAGES') }],
    });
  }
  const input = { name: 'orders', kind: 'service' };
  expect((await restApi.createOauthClient(closed.url, input, token)).success).toBe(true);
  await closed.stop();
});
