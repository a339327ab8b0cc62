import { graphqlApi as api } from '../support/apis';
import { appToken, insertApp } from '../support/apps';
import { Forger } from '../support/forged-tokens';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { answerOf, type Form, postForm } from '../support/oauth';

let gatehouse: Gatehouse;
let url: string;
beforeAll(async () => {
  gatehouse = await startGatehouse();
  url = `${gatehouse.url}/oauth/userinfo`;
});
afterAll(() => gatehouse.stop());

const password = 'correct horse battery';
const allScopes = ['openid', 'profile', 'email', 'phone', 'roles', 'groups', 'offline_access'];
let people = 0;

async function person({ tel = '+44 20 7946 0000' }: { tel?: string | null } = {}) {
  people += 1;
  const email = `Userinfo.${people}@example.com`;
  const names = { firstName: 'Ada', lastName: 'Lovelace', tel };
  const { user } = await api.register(gatehouse.url, { email, password, ...names });
  return { id: String(user?.id), email };
}

interface SigningIn {
  scopes?: string[];
  audience?: string;
  app?: Parameters<typeof insertApp>[1];
}

async function signedIn({ scopes = allScopes, app, ...more }: SigningIn = {}) {
  const { id, email } = await person();
  const clientId = await insertApp(gatehouse, app);
  const { token, sessionId } = await appToken(gatehouse, { userId: id, clientId, scopes, ...more });
  return { id, email, clientId, sessionId, token };
}

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const get = async (headers: Record<string, string> = {}, query = '') => answerOf(await fetch(url + query, { headers }));
const post = (form: Form, headers: Record<string, string> = {}) => postForm(url, form, headers);

const revoked = {
  status: 401,
  body: { error: 'invalid_token', error_description: 'The access token has been revoked.' },
};

describe('the claims', () => {
  test('are those of the scopes', async () => {
    const { id, email, token } = await signedIn();
    const { status, headers, body } = await get(bearer(token));
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'application/json; charset=utf-8',
      'no-store',
    ]);
    expect(body).toEqual({
      sub: id,
      name: 'Ada Lovelace',
      given_name: 'Ada',
      family_name: 'Lovelace',
      locale: 'en',
      updated_at: expect.any(Number),
      email,
      email_verified: false,
      phone_number: '+44 20 7946 0000',
      phone_number_verified: false,
      roles: [],
      groups: [],
    });
  });

  test.each([
    [['openid'], []],
    [
      ['openid', 'email'],
      ['email', 'email_verified'],
    ],
    [
      ['openid', 'address', 'phone'],
      ['phone_number', 'phone_number_verified'],
    ],
  ])('with %j are %j and sub', async (scopes, names) => {
    const { token } = await signedIn({ scopes });
    const { body } = await get(bearer(token));
    expect(Object.keys(body).toSorted()).toEqual([...names, 'sub'].toSorted());
  });

  test('are those of now', async () => {
    const { id, token } = await signedIn();
    await gatehouse.sql(`UPDATE users SET first_name = 'Augusta', tel = NULL, updated_ts = '2026-11-20T17:30:15Z'
      WHERE id = '${id}'`);
    const { body } = await get(bearer(token));
    expect(body).toMatchObject({ name: 'Augusta Lovelace', updated_at: 1795195815 });
    expect(body).not.toHaveProperty('phone_number');
    expect(body).not.toHaveProperty('phone_number_verified');
  });

  test('are given to a token with the audience of its client, also that of our own APIs', async () => {
    const { jwtAudience, publicUrl } = gatehouse.config;
    const apps = [
      [jwtAudience, { firstParty: true, audience: null }],
      [`${publicUrl}/oauth/userinfo`, { audience: null }],
      ['https://api.example.com', {}],
    ] as const;
    for (const [audience, app] of apps) {
      const { id, token } = await signedIn({ audience, app });
      expect((await get(bearer(token))).body.sub).toBe(id);
      expect((await api.me(gatehouse.url, token)).success).toBe(audience === jwtAudience);
    }
  });

  test('are given to no token of a third party for another audience', async () => {
    const audience = 'https://mcp.example.com/mcp';
    const rejected = { status: 401, body: { error: 'invalid_token' } };
    expect(await get(bearer((await signedIn({ audience })).token))).toMatchObject(rejected);
    const { id, token } = await signedIn({ audience, app: { firstParty: true } });
    expect((await get(bearer(token))).body.sub).toBe(id);
  });
});

describe('the access token', () => {
  test('is in the header of a GET or a POST, or in the form of a POST', async () => {
    const { id, token } = await signedIn();
    const json = { ...bearer(token), 'Content-Type': 'application/json' };
    const answers = [
      await get(bearer(token)),
      await get({ Authorization: `bearer ${token}` }, '?unknown=1'),
      await answerOf(await fetch(url, { method: 'POST', headers: bearer(token) })),
      await answerOf(await fetch(url, { method: 'POST', headers: json, body: '{}' })),
      await post({ other: '1' }, bearer(token)),
      await post({ access_token: token }),
    ];
    expect(answers.map(({ status, body }) => [status, body.sub])).toEqual(answers.map(() => [200, id]));
  });

  test('is in one place', async () => {
    const { token } = await signedIn();
    const twice: [string, string][] = [
      ['access_token', token],
      ['access_token', token],
    ];
    for (const answer of [await post({ access_token: token }, bearer(token)), await post(twice)]) {
      expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    }
    // URLs are logged (RFC 6750, section 5.3).
    expect((await get({}, `?access_token=${token}`)).status).toBe(401);
    const inUrl = await postForm(`${url}?access_token=${token}`, '', {});
    expect(inUrl).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  });

  test('is asked for', async () => {
    for (const { status, headers, body } of [await get(), await post({}), await get({}, '?x')]) {
      expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="Gatehouse"']);
      expect(body).toMatchObject({ error: 'invalid_token', error_description: expect.any(String) });
    }
  });

  test('must have the scope openid', async () => {
    const { id } = await person();
    const { jwt } = await api.login(gatehouse.url, { email: `Userinfo.${people}@example.com`, password });
    const { token } = await signedIn({ scopes: ['profile', 'email'] });
    for (const text of [token, String(jwt)]) {
      const { status, headers, body } = await get(bearer(text));
      expect([status, headers.get('www-authenticate')]).toEqual([
        403,
        'Bearer realm="Gatehouse", error="insufficient_scope", error_description="The access token needs the scope openid.", scope="openid"',
      ]);
      expect(body).toEqual({
        error: 'insufficient_scope',
        error_description: 'The access token needs the scope openid.',
      });
    }
    await gatehouse.services.audit.close();
    const [event] = await gatehouse.stores.audit.list({ userId: id, limit: 1 });
    expect(event).toMatchObject({
      action: 'access_refused',
      outcome: 'FORBIDDEN',
      details: { operation: 'userinfo', reason: 'missing scope' },
    });
  });

  test('must be ours, and in time', async () => {
    const { id, clientId, token } = await signedIn();
    const expired = await appToken(gatehouse, { userId: id, clientId, ageS: 3700 });
    const { status, headers, body } = await get(bearer(expired.token));
    expect([status, headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer realm="Gatehouse", error="invalid_token", error_description="The access token has expired."',
    ]);
    expect(body.error).toBe('invalid_token');
    const forger = new Forger(gatehouse, token);
    const forged = [forger.unsigned(), forger.signedWithPublicKey(), forger.forged({}, { typ: 'JWT' })];
    for (const text of [...forged, 'x', 'a.b.c', forger.forged({ iss: 'https://eve.example.com' })]) {
      expect(await post({ access_token: text })).toMatchObject({ status: 401, body: { error: 'invalid_token' } });
    }
  });
});

describe('nothing is given', () => {
  test('after the end of the session', async () => {
    const { sessionId, token } = await signedIn();
    const { jwt } = await api.login(gatehouse.url, { email: `Userinfo.${people}@example.com`, password });
    expect((await api.revokeSession(gatehouse.url, { id: sessionId }, jwt)).success).toBe(true);
    expect(await get(bearer(token))).toMatchObject(revoked);
  });

  test('after the application was disconnected', async () => {
    const { clientId, token } = await signedIn();
    const { jwt } = await api.login(gatehouse.url, { email: `Userinfo.${people}@example.com`, password });
    expect((await api.disconnectApp(gatehouse.url, { clientId }, jwt)).success).toBe(true);
    expect(await get(bearer(token))).toMatchObject(revoked);
  });

  test('of a disabled or erased account', async () => {
    const { id, token } = await signedIn();
    await gatehouse.sql(`UPDATE users SET disabled = true WHERE id = '${id}'`);
    expect(await get(bearer(token))).toMatchObject(revoked);
    await gatehouse.sql(`DELETE FROM users WHERE id = '${id}'`);
    expect(await get(bearer(token))).toMatchObject(revoked);
  });

  test('to a disabled or deleted client', async () => {
    const { clientId, token } = await signedIn();
    const rejected = { status: 401, body: { error: 'invalid_token' } };
    await gatehouse.sql(`UPDATE oauth_clients SET disabled_ts = now() WHERE id = '${clientId}'`);
    expect(await get(bearer(token))).toMatchObject(rejected);
    await gatehouse.sql(`UPDATE oauth_clients SET disabled_ts = NULL WHERE id = '${clientId}'`);
    expect((await get(bearer(token))).status).toBe(200);
    await gatehouse.sql(`DELETE FROM oauth_clients WHERE id = '${clientId}'`);
    expect(await get(bearer(token))).toMatchObject(rejected);
  });
});

test('other methods and bodies are rejected in the same form', async () => {
  const { token } = await signedIn();
  const put = await answerOf(await fetch(url, { method: 'PUT', headers: bearer(token) }));
  expect(put).toMatchObject({ status: 405, body: { error: 'invalid_request' } });
  expect(put.headers.get('allow')).toBe('GET, HEAD, POST');
  const large = await post({ access_token: 'x'.repeat(20_000) });
  expect(large).toMatchObject({ status: 413, body: { error: 'invalid_request' } });
});
