import { createHash, createPublicKey, randomUUID } from 'node:crypto';
import { verify } from 'jsonwebtoken';
import { sessionEnds } from '../../src/accounts/sessions/sessions.reasons';
import { createBaseWithoutKeys } from '../../src/compose/base';
import { createLog } from '../../src/platform/observability/log';
import { restApi } from '../support/apis';
import { insertConsent } from '../support/apps';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { basicOf, createClient, postForm, tokensOf } from '../support/oauth';
import {
  type App,
  allScopes,
  callback,
  claimsIn,
  codeOf,
  createApp,
  createPkce,
  passes,
  redeem,
  refreshTokens,
  requestTokens,
  signedIn,
  tokensFor,
} from '../support/openid';
import { until } from '../support/until';

/** An application exchanges a code and a refresh token, and gets tokens of its own. */
let gatehouse: Gatehouse;
const issuer = 'https://id.example.com';
const offline = { scope: allScopes.join(' ') };

beforeAll(async () => {
  gatehouse = await startGatehouse();
});
afterAll(() => gatehouse.stop());
afterEach(() => jest.useRealTimers());

const statusOfMe = async (jwt: string) => {
  const { success, code } = await restApi.me(gatehouse.url, jwt);
  return success ? 'ok' : code;
};
const isActive = async (jwt: string) => {
  const service = await createClient(gatehouse);
  return (await tokensOf(gatehouse.url, service).introspect(jwt)).active;
};
const actionsOf = async (userId: string) => {
  const rows = await gatehouse.sql(`SELECT action FROM audit_events WHERE user_id = '${userId}' ORDER BY last_ts, id`);
  return rows.map(({ action }) => action);
};

async function started(app: App) {
  const person = await signedIn(gatehouse);
  const pkce = createPkce();
  return { ...person, pkce, code: await codeOf(person.client, app, offline, pkce) };
}

describe('a code', () => {
  test.each([
    ['another client', async () => ({ app: await createApp(gatehouse) })],
    ['another address', async () => ({ own: { redirect_uri: `${callback}/more` } })],
    ['another verifier', async () => ({ own: { code_verifier: createPkce().verifier } })],
    ['the challenge as verifier', async (challenge: string) => ({ own: { code_verifier: challenge } })],
    ['no verifier', async () => ({ own: { code_verifier: '' } })],
    ['a short verifier', async () => ({ own: { code_verifier: 'x' } })],
  ])('is not for %s, and stays valid', async (_name, change) => {
    const app = await createApp(gatehouse);
    const { code, pkce } = await started(app);
    const changed: { app?: App; own?: Record<string, string> } = await change(pkce.challenge);
    const { status, body } = await redeem(gatehouse.url, changed.app ?? app, code, pkce, changed.own);
    expect([status, body.error]).toEqual([400, 'invalid_grant']);
    expect((await redeem(gatehouse.url, app, code, pkce)).status).toBe(200);
  });

  test('ends after a minute, and a wrong one is like an old one', async () => {
    const app = await createApp(gatehouse);
    const { code, pkce } = await started(app);
    passes(60_000);
    for (const one of [code, 'x', 'x'.repeat(64), randomUUID()]) {
      const { status, body } = await redeem(gatehouse.url, app, one, pkce);
      expect([status, body.error]).toEqual([400, 'invalid_grant']);
    }
  });

  test('opens one session, however often it is sent at once', async () => {
    const app = await createApp(gatehouse);
    const { code, pkce, userId } = await started(app);
    const answers = await Promise.all(Array.from({ length: 20 }, () => redeem(gatehouse.url, app, code, pkce)));
    const right = answers.filter(({ status }) => status === 200);
    expect(right).toHaveLength(1);
    expect(new Set(answers.filter((one) => one !== right[0]).map(({ body }) => body.error))).toEqual(
      new Set(['invalid_grant']),
    );
    const sessions = await gatehouse.sql(`SELECT revoked_ts FROM sessions WHERE client_id = '${app.id}'`);
    expect(sessions).toEqual([{ revoked_ts: null }]);
    expect(await statusOfMe(right[0]?.body.access_token)).toBe('ok');
    expect((await actionsOf(userId)).filter((action) => action === 'app_authorized')).toHaveLength(1);
  });

  test('a proxy that repeats a request ends nothing', async () => {
    const app = await createApp(gatehouse);
    const { code, pkce } = await started(app);
    const { body } = await redeem(gatehouse.url, app, code, pkce);
    passes(9000);
    expect((await redeem(gatehouse.url, app, code, pkce)).body).toEqual({
      error: 'invalid_grant',
      error_description: expect.stringMatching(/^The authorization code is unknown, older than a minute or used, or/),
    });
    expect(await statusOfMe(body.access_token)).toBe('ok');
  });

  test.each([
    ['later', 11_000, {}],
    ['without the right verifier', 1000, { code_verifier: createPkce().verifier }],
  ])('a second use %s ends the session', async (_name, ms, own) => {
    const app = await createApp(gatehouse);
    const { code, pkce, userId } = await started(app);
    const { body } = await redeem(gatehouse.url, app, code, pkce);
    passes(ms);
    expect((await redeem(gatehouse.url, app, code, pkce, own)).body.error).toBe('invalid_grant');
    expect(await statusOfMe(body.access_token)).toBe('UNAUTHENTICATED');
    expect((await refreshTokens(gatehouse.url, app, body.refresh_token)).body).toEqual({
      error: 'invalid_grant',
      error_description: 'The refresh token is unknown, used or of another client, or its session has ended.',
    });
    await until(async () => (await actionsOf(userId)).includes('code_reused'));
  });

  test('another client that sends a used code ends the session', async () => {
    const [app, thief] = [await createApp(gatehouse), await createApp(gatehouse)];
    const { code, pkce } = await started(app);
    const { body } = await redeem(gatehouse.url, app, code, pkce);
    await redeem(gatehouse.url, thief, code, pkce);
    expect(await statusOfMe(body.access_token)).toBe('UNAUTHENTICATED');
  });

  test('is worth nothing after the logout, a change of the password, or the end of the account', async () => {
    const app = await createApp(gatehouse);
    const ends = [
      async ({ client }: Awaited<ReturnType<typeof started>>) => void (await client.post('/logout')),
      async ({ userId }: { userId: string }) =>
        void (await gatehouse.sql(`UPDATE users SET revision = revision + 1 WHERE id = '${userId}'`)),
      async ({ userId }: { userId: string }) =>
        void (await gatehouse.sql(`UPDATE users SET disabled = true WHERE id = '${userId}'`)),
      async () => void (await gatehouse.sql(`UPDATE oauth_clients SET disabled_ts = now() WHERE id = '${app.id}'`)),
    ];
    const errors = [];
    for (const end of ends) {
      const begun = await started(app);
      await end(begun);
      errors.push((await redeem(gatehouse.url, app, begun.code, begun.pkce)).body.error);
    }
    expect(errors).toEqual(['invalid_grant', 'invalid_grant', 'invalid_grant', 'invalid_client']);
  });
});

describe('a refresh token', () => {
  test('is exchanged by its client, again within the grace period, and the scope can become smaller', async () => {
    const app = await createApp(gatehouse);
    const { client, userId } = await signedIn(gatehouse);
    const first = await tokensFor(gatehouse, client, app, offline);
    const next = await refreshTokens(gatehouse.url, app, first.refresh_token);
    expect(next).toMatchObject({ status: 200, body: { scope: offline.scope, token_type: 'Bearer' } });
    expect((await refreshTokens(gatehouse.url, app, first.refresh_token)).body.refresh_token).toBe(
      next.body.refresh_token,
    );
    expect(claimsIn(next.body.id_token)).toMatchObject({ sub: userId, aud: app.id, sid: claimsIn(first.id_token).sid });
    const less = await refreshTokens(gatehouse.url, app, next.body.refresh_token, { scope: 'email' });
    expect(claimsIn(less.body.access_token)).toMatchObject({ scope: 'email', aud: issuer, client_id: app.id });
    expect(less.body.id_token).toBeUndefined();
    // The next one has everything again.
    const again = await refreshTokens(gatehouse.url, app, less.body.refresh_token);
    expect(again.body.scope).toBe(offline.scope);
  });

  test('is not exchanged for more than was allowed, and stays unused', async () => {
    const app = await createApp(gatehouse);
    const { client } = await signedIn(gatehouse);
    const first = await tokensFor(gatehouse, client, app, offline);
    const more = () => refreshTokens(gatehouse.url, app, first.refresh_token, { scope: 'openid admin' });
    expect(await more()).toMatchObject({ status: 400, body: { error: 'invalid_scope' } });
    // A token that was used before this would be one that was stolen.
    passes(31_000);
    expect(await refreshTokens(gatehouse.url, app, first.refresh_token)).toMatchObject({ status: 200 });
    expect(await more()).toMatchObject({ status: 400, body: { error: 'invalid_scope' } });
    passes(62_000);
    expect(await more()).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  test('needs offline_access', async () => {
    const { client } = await signedIn(gatehouse);
    const body = await tokensFor(gatehouse, client, await createApp(gatehouse));
    expect(body).not.toHaveProperty('refresh_token');
  });

  test('a used one ends the session after the grace period', async () => {
    const app = await createApp(gatehouse);
    const { client } = await signedIn(gatehouse);
    const first = await tokensFor(gatehouse, client, app, offline);
    const next = await refreshTokens(gatehouse.url, app, first.refresh_token);
    passes(31_000);
    expect((await refreshTokens(gatehouse.url, app, first.refresh_token)).body.error).toBe('invalid_grant');
    expect((await refreshTokens(gatehouse.url, app, next.body.refresh_token)).body.error).toBe('invalid_grant');
  });

  test('works for nobody else, nor at the APIs, and one of the APIs not here', async () => {
    const [app, other] = [await createApp(gatehouse), await createApp(gatehouse)];
    const { client, email } = await signedIn(gatehouse);
    const { refresh_token: token } = await tokensFor(gatehouse, client, app, offline);
    expect((await refreshTokens(gatehouse.url, other, token)).body.error).toBe('invalid_grant');
    expect((await restApi.refresh(gatehouse.url, { refreshToken: token })).code).toBe('UNAUTHENTICATED');
    const login = await restApi.login(gatehouse.url, { email, password: 'correct horse battery' });
    expect((await refreshTokens(gatehouse.url, app, String(login.refreshToken))).body.error).toBe('invalid_grant');
    // Neither was used up or ended.
    expect((await refreshTokens(gatehouse.url, app, token)).status).toBe(200);
    expect((await restApi.refresh(gatehouse.url, { refreshToken: login.refreshToken })).success).toBe(true);
  });

  test('loses the scopes that the client has lost', async () => {
    const app = await createApp(gatehouse);
    const { client } = await signedIn(gatehouse);
    const { refresh_token: token } = await tokensFor(gatehouse, client, app, offline);
    await gatehouse.sql(`UPDATE oauth_clients SET scopes = '{openid,offline_access}' WHERE id = '${app.id}'`);
    expect((await refreshTokens(gatehouse.url, app, token)).body.scope).toBe('openid offline_access');
  });
});

describe('the keys', () => {
  const keysOf = async () => (await fetch(`${gatehouse.url}/.well-known/jwks.json`)).json();
  const signedBy = async (jwt: string) => {
    const { kid, alg } = JSON.parse(Buffer.from(jwt.split('.')[0] ?? '', 'base64url').toString());
    const { keys } = (await keysOf()) as { keys: (JsonWebKey & { kid: string })[] };
    const jwk = keys.find((key) => key.kid === kid);
    if (!jwk) throw new Error('the key is not published');
    verify(jwt, createPublicKey({ key: { ...jwk }, format: 'jwk' }), { algorithms: [alg] });
    return { kid, alg };
  };

  test.each(['RS256', 'ES256'] as const)(
    'an ID token is signed with %s, also if the keys change meanwhile',
    async (alg) => {
      const app = await createApp(gatehouse, { idTokenAlg: alg });
      const { client } = await signedIn(gatehouse);
      const before = await tokensFor(gatehouse, client, app, offline);
      const pkce = createPkce();
      const code = await codeOf(client, app, offline, pkce);
      for (const one of ['RS256', 'ES256'] as const) await gatehouse.services.keys.rotate({ alg: one, atOnce: true });
      const { body } = await redeem(gatehouse.url, app, code, pkce);
      const [old, next] = [await signedBy(before.id_token), await signedBy(body.id_token)];
      expect([old.alg, next.alg]).toEqual([alg, alg]);
      expect(next.kid).not.toBe(old.kid);
      expect([await statusOfMe(before.access_token), await statusOfMe(body.access_token)]).toEqual(['ok', 'ok']);
      const { at_hash: hash } = claimsIn(body.id_token);
      const half = createHash('sha256').update(body.access_token).digest().subarray(0, 16);
      expect(hash).toBe(half.toString('base64url'));
      expect((await refreshTokens(gatehouse.url, app, before.refresh_token)).status).toBe(200);
      // An ID token is no access token.
      expect(await statusOfMe(body.id_token)).toBe('UNAUTHENTICATED');
    },
  );
});

describe('the client', () => {
  test('authenticates with Basic, in the form or, if it is public, with its id', async () => {
    const app = await createApp(gatehouse);
    const { client } = await signedIn(gatehouse);
    const pkce = createPkce();
    const form = { grant_type: 'authorization_code', redirect_uri: callback, code_verifier: pkce.verifier };
    const code = await codeOf(client, app, {}, pkce);
    const post = await postForm(`${gatehouse.url}/oauth/token`, {
      ...form,
      code,
      client_id: app.id,
      client_secret: String(app.secret),
    });
    expect(post.status).toBe(200);
    const open = await createApp(gatehouse, { kind: 'public' });
    expect((await tokensFor(gatehouse, client, open)).access_token).toBeDefined();
  });

  test.each([
    ['no client', {}],
    ['the id of a client with a secret', { client_id: 'own' }],
    ['a wrong secret', { client_id: 'own', client_secret: 'x' }],
    ['an unknown client', { client_id: randomUUID() }],
    ['a secret of a public client', { client_id: 'public', client_secret: 'x' }],
  ])('%s is rejected', async (_name, sent: Record<string, string>) => {
    const [app, open] = [await createApp(gatehouse), await createApp(gatehouse, { kind: 'public' })];
    const ids: Record<string, string> = { own: app.id, public: open.id };
    const id = sent.client_id && { client_id: ids[sent.client_id] ?? sent.client_id };
    const form: Record<string, string> = { grant_type: 'refresh_token', refresh_token: 'x', ...sent, ...id };
    const { status, body, headers } = await postForm(`${gatehouse.url}/oauth/token`, form);
    expect([status, body.error, headers.get('www-authenticate')]).toEqual([
      401,
      'invalid_client',
      'Basic realm="Gatehouse", charset="UTF-8"',
    ]);
  });

  test('gets tokens of its own, which open no account', async () => {
    const service = await createApp(gatehouse, { kind: 'service', scopes: [], audience: 'https://api.example.com' });
    const { status, body } = await requestTokens(gatehouse.url, service, { grant_type: 'client_credentials' });
    expect([status, Object.keys(body)]).toEqual([200, ['access_token', 'token_type', 'expires_in']]);
    const { sub, client_id, aud, sid } = claimsIn(body.access_token);
    expect([sub, client_id, aud, sid]).toEqual([service.id, service.id, 'https://api.example.com', undefined]);
    const own = await createApp(gatehouse, { kind: 'service', scopes: [] });
    const { body: forUs } = await requestTokens(gatehouse.url, own, { grant_type: 'client_credentials' });
    expect(await statusOfMe(forUs.access_token)).toBe('UNAUTHENTICATED');
    expect([await isActive(body.access_token), await isActive(forUs.access_token)]).toEqual([true, true]);
    await gatehouse.sql(`UPDATE oauth_clients SET disabled_ts = now() WHERE id = '${own.id}'`);
    expect(await isActive(forUs.access_token)).toBe(false);
  });

  test.each([
    ['unauthorized_client', 'public', { grant_type: 'client_credentials' }],
    ['unauthorized_client', 'service', { grant_type: 'authorization_code', code: 'x', redirect_uri: callback }],
    ['unsupported_grant_type', 'web', { grant_type: 'password' }],
    ['invalid_request', 'web', {}],
    ['invalid_request', 'web', { grant_type: 'authorization_code', redirect_uri: callback }],
    ['invalid_request', 'web', { grant_type: 'authorization_code', code: 'x' }],
    ['invalid_grant', 'web', { grant_type: 'authorization_code', code: 'x'.repeat(5000), redirect_uri: callback }],
    ['invalid_request', 'web', { grant_type: 'refresh_token' }],
    ['invalid_scope', 'web', { grant_type: 'client_credentials', scope: 'openid' }],
  ] as const)('gets %s as a %s client', async (error, kind, form) => {
    const app = await createApp(gatehouse, { kind });
    const { status, body } = await requestTokens(gatehouse.url, app, { ...form });
    expect([status, body.error]).toEqual([400, error]);
  });

  test('names the services for a token as often as it likes (RFC 8707), and nothing else', async () => {
    const app = await createApp(gatehouse);
    const headers = basicOf({ id: app.id, secret: String(app.secret) });
    const status = async (more: string) =>
      (await postForm(`${gatehouse.url}/oauth/token`, `grant_type=client_credentials&${more}`, headers)).status;
    expect(await status('resource=https://a.example&resource=https://b.example&audience=a&audience=b')).toBe(200);
    for (const twice of ['scope=a&scope=a', 'resource=%&resource=a', 'a=&a=']) expect(await status(twice)).toBe(400);
  });

  test('sends a form without parameters in the URL, each once', async () => {
    const app = await createApp(gatehouse);
    const headers = basicOf({ id: app.id, secret: String(app.secret) });
    const twice = 'grant_type=client_credentials&grant_type=client_credentials';
    expect((await postForm(`${gatehouse.url}/oauth/token`, twice, headers)).status).toBe(400);
    const inUrl = `${gatehouse.url}/oauth/token?grant_type=client_credentials`;
    expect((await postForm(inUrl, { grant_type: 'client_credentials' }, headers)).status).toBe(400);
    const large = { grant_type: 'client_credentials', scope: 'x'.repeat(17_000) };
    expect((await postForm(`${gatehouse.url}/oauth/token`, large, headers)).status).toBe(413);
  });
});

describe('the tokens of a third party', () => {
  test('open none of our own APIs, and no page', async () => {
    const app = await createApp(gatehouse, { firstParty: false });
    const { client, userId } = await signedIn(gatehouse);
    await gatehouse.sql(`INSERT INTO oauth_consents VALUES ('${userId}', '${app.id}', '{openid,email}', now())`);
    const { access_token: token } = await tokensFor(gatehouse, client, app);
    expect(claimsIn(token).aud).toBe(`${issuer}/oauth/userinfo`);
    expect(await statusOfMe(token)).toBe('UNAUTHENTICATED');
    const headers = { Authorization: `Bearer ${token}` };
    expect((await fetch(`${gatehouse.url}/auth/verify`, { headers })).status).toBe(401);
    const userinfo = await fetch(`${gatehouse.url}/oauth/userinfo`, { headers });
    expect(await userinfo.json()).toMatchObject({ sub: userId, email: expect.anything() });
  });

  test('have the roles of the user only if the user has allowed it', async () => {
    const { client, userId } = await signedIn(gatehouse);
    await gatehouse.sql(`UPDATE users SET roles = '{editor}' WHERE id = '${userId}'`);
    const rolesFor = async (firstParty: boolean, scope: string) => {
      const app = await createApp(gatehouse, { firstParty });
      if (!firstParty) await insertConsent(gatehouse, userId, app.id, allScopes);
      return claimsIn((await tokensFor(gatehouse, client, app, { scope })).access_token).roles;
    };
    expect(await rolesFor(false, 'openid')).toBeUndefined();
    expect(await rolesFor(false, 'openid roles')).toEqual(['editor']);
    expect(await rolesFor(true, 'openid')).toEqual(['editor']);
  });

  test('are active for this client and for services of the operator alone', async () => {
    const [app, other] = [await createApp(gatehouse, { firstParty: false }), await createApp(gatehouse)];
    const { client, userId } = await signedIn(gatehouse);
    await gatehouse.sql(`INSERT INTO oauth_consents VALUES ('${userId}', '${app.id}', '{${allScopes.join()}}', now())`);
    const body = await tokensFor(gatehouse, client, app, offline);
    const service = await createClient(gatehouse);
    const asked = (one: App | typeof service) => tokensOf(gatehouse.url, { id: one.id, secret: String(one.secret) });
    for (const token of [body.access_token, body.refresh_token]) {
      const shown = { active: true, client_id: app.id, scope: offline.scope, sub: userId };
      expect(await asked(app).introspect(token)).toMatchObject(shown);
      expect(await asked(service).introspect(token)).toMatchObject(shown);
      expect(await asked(other).introspect(token)).toEqual({ active: false });
      await asked(other).revoke(token);
    }
    const { jwt } = await restApi.login(gatehouse.url, {
      email: await emailOf(userId),
      password: 'correct horse battery',
    });
    expect(await asked(app).introspect(jwt)).toEqual({ active: false });
    await asked(app).revoke(jwt);
    expect(await statusOfMe(String(jwt))).toBe('ok');
    expect(await isActive(body.access_token)).toBe(true);
    await asked(app).revoke(body.refresh_token);
    expect(await isActive(body.access_token)).toBe(false);
    const feed = await fetch(`${gatehouse.url}/auth/revocations`, {
      headers: basicOf({ id: app.id, secret: String(app.secret) }),
    });
    expect(feed.status).toBe(403);
  });

  test('a public client revokes its own tokens with its id', async () => {
    const app = await createApp(gatehouse, { kind: 'public' });
    const { client } = await signedIn(gatehouse);
    const { refresh_token: token, access_token: jwt } = await tokensFor(gatehouse, client, app, offline);
    const form = { token, client_id: app.id };
    expect((await postForm(`${gatehouse.url}/oauth/introspect`, form)).status).toBe(401);
    expect((await postForm(`${gatehouse.url}/oauth/revoke`, form)).status).toBe(200);
    expect(await isActive(jwt)).toBe(false);
  });
});

async function emailOf(userId: string) {
  const [row] = await gatehouse.sql(`SELECT email FROM users WHERE id = '${userId}'`);
  return String(row?.email);
}

describe('the session of an application', () => {
  test('is in the list with the name of the application, and ends with the others', async () => {
    const app = await createApp(gatehouse, { name: 'Wiki' });
    const { client, email } = await signedIn(gatehouse);
    const { refresh_token: token } = await tokensFor(gatehouse, client, app, offline);
    const { jwt } = await restApi.login(gatehouse.url, { email, password: 'correct horse battery' });
    const response = await fetch(`${gatehouse.url}/auth/sessions`, { headers: { Authorization: `Bearer ${jwt}` } });
    const { result } = await response.json();
    expect(result.sessions.map((one: { client_name: string | null }) => one.client_name)).toEqual([null, 'Wiki', null]);
    const headers = { Authorization: `Bearer ${jwt}`, 'Content-Type': 'application/json' };
    await fetch(`${gatehouse.url}/auth/logout`, { method: 'POST', headers, body: '{"sessions":"others"}' });
    expect((await refreshTokens(gatehouse.url, app, token)).body.error).toBe('invalid_grant');
  });

  test('counts for its application alone', async () => {
    const other = await startGatehouse({ SESSIONS_PER_ACCOUNT: '2' });
    const [app, second] = [await createApp(other), await createApp(other)];
    const { client } = await signedIn(other);
    const kept = await tokensFor(other, client, second, offline);
    const all = [];
    for (let i = 0; i < 3; i += 1) all.push(await tokensFor(other, client, app, offline));
    const states = [];
    for (const one of all) states.push((await refreshTokens(other.url, app, one.refresh_token)).status);
    expect(states).toEqual([400, 200, 200]);
    expect((await refreshTokens(other.url, second, kept.refresh_token)).status).toBe(200);
    expect((await client.get('/account')).status).toBe(200);
    await other.stop();
  });

  test('a disabled account ends the tokens of all applications within a second, on every instance', async () => {
    const second = await gatehouse.another();
    const app = await createApp(gatehouse);
    const { client, userId } = await signedIn(gatehouse);
    const body = await tokensFor(gatehouse, client, app, offline);
    const userinfo = async () =>
      (await fetch(`${second.url}/oauth/userinfo`, { headers: { Authorization: `Bearer ${body.access_token}` } }))
        .status;
    expect(await userinfo()).toBe(200);
    const { liveSessions } = createBaseWithoutKeys(gatehouse.config, gatehouse.stores, createLog('silent'));
    await liveSessions.endAll({ userId, disable: true }, sessionEnds.user_disabled, null);
    await until(async () => (await userinfo()) === 401);
    expect((await refreshTokens(second.url, app, body.refresh_token)).body.error).toBe('invalid_grant');
    expect(await codeOf(client, app, {}, createPkce()).catch(() => null)).toBeNull();
    await second.stop();
  });
});

describe('scripts of other origins', () => {
  const preflight = (url: string, origin: string) =>
    fetch(url, { method: 'OPTIONS', headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' } });

  test('only applications in a browser, without cookies, at the endpoints for them', async () => {
    const other = await startGatehouse();
    await createApp(other, { kind: 'public', redirectUris: ['https://spa.example.com/cb', 'com.example.app:/cb'] });
    await createApp(other, { redirectUris: ['https://web.example.com/cb'] });
    const allowed = async (path: string, origin: string) =>
      (await preflight(`${other.url}${path}`, origin)).headers.get('access-control-allow-origin');
    for (const path of [
      '/oauth/token',
      '/oauth/userinfo',
      '/.well-known/openid-configuration',
      '/.well-known/jwks.json',
    ]) {
      expect([path, await allowed(path, 'https://spa.example.com')]).toEqual([path, 'https://spa.example.com']);
      for (const origin of ['https://web.example.com', 'https://spa.example.com.evil.example', 'null']) {
        expect([path, origin, await allowed(path, origin)]).toEqual([path, origin, null]);
      }
    }
    for (const path of ['/oauth/authorize', '/oauth/introspect', '/auth/me']) {
      expect([path, await allowed(path, 'https://spa.example.com')]).toEqual([path, null]);
    }
    const { headers } = await preflight(`${other.url}/oauth/token`, 'https://spa.example.com');
    expect(headers.has('access-control-allow-credentials')).toBe(false);
    await other.stop();
  });
});
