import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { print } from 'graphql';
import { hashOpaqueToken } from '../../src/accounts/sessions/opaque-token';
import { LoginDocument, LogoutDocument, RefreshDocument } from '../../src/client/documents';
import { postJson } from '../support/apis';
import { readChecked } from '../support/checked-fetch';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';

/** The refresh token in a cookie that no script can read, through both APIs. */
const own = 'https://id.example.com';
const app = 'https://app.example.com';
let gatehouse: Gatehouse;

beforeAll(async () => {
  gatehouse = await startGatehouse({ PUBLIC_URL: own, CORS_ORIGINS: app });
  await postJson(`${gatehouse.url}/auth/register`, { ...credentials, first_name: 'Ada', last_name: 'Lovelace' });
});
afterAll(() => gatehouse.stop());

const credentials = { email: 'ada@example.com', password: 'correct horse battery' };
type Headers = Record<string, string>;

const viaRest = {
  name: 'REST',
  login: () =>
    // A cookie can only hold a refresh token, so the scope `offline_access` is not needed.
    postJson(`${gatehouse.url}/auth/login`, { ...credentials, refresh_token_in: 'cookie' }),
  loginForBody: () => postJson(`${gatehouse.url}/auth/login`, { ...credentials, scope: 'offline_access' }),
  toBody: { refresh_token_in: 'body' },
  toCookie: (token: string) => ({ refresh_token: token, refresh_token_in: 'cookie' }),
  refresh: (headers: Headers, input: object = {}) => postJson(`${gatehouse.url}/auth/refresh`, input, headers),
  refreshExactly: (headers: Headers) => postExactly('/auth/refresh', {}, headers),
  logout: (headers: Headers, sessions = 'current') => postJson(`${gatehouse.url}/auth/logout`, { sessions }, headers),
};
const ask = (query: string, variables: object, headers: Headers = {}) =>
  postJson(`${gatehouse.url}/graphql`, { query, variables }, headers);
const viaGraphql = {
  name: 'GraphQL',
  login: () => ask(print(LoginDocument), { input: { ...credentials, refreshTokenIn: 'COOKIE' } }),
  loginForBody: () => ask(print(LoginDocument), { input: credentials }),
  toBody: { refreshTokenIn: 'BODY' },
  toCookie: (token: string) => ({ refreshToken: token, refreshTokenIn: 'COOKIE' }),
  refresh: (headers: Headers, input: object = {}) => ask(print(RefreshDocument), { input }, headers),
  refreshExactly: (headers: Headers) =>
    postExactly('/graphql', { query: print(RefreshDocument), variables: { input: {} } }, headers),
  logout: (headers: Headers, sessions = 'current') =>
    ask(print(LogoutDocument), { input: { sessions: sessions.toUpperCase() } }, headers),
};

/** As `postJson`, with only these headers. `fetch` would add its own Sec-Fetch-Mode. */
async function postExactly(path: string, body: object, headers: Headers): Promise<Response> {
  const sent = request(gatehouse.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
  });
  sent.end(JSON.stringify(body));
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const cookie = answer.headers['set-cookie']?.join();
  return new Response(await readChecked(sent, answer), {
    status: answer.statusCode ?? 0,
    headers: cookie ? { 'Set-Cookie': cookie } : {},
  });
}

/** Returns the result of either API with the same names. */
async function resultOf(response: Response) {
  const body = JSON.parse(await response.text());
  const payload = body.data ? Object.values(body.data as Record<string, typeof body>)[0] : body;
  const result = payload?.result ?? {};
  return {
    success: payload?.success ?? false,
    code: payload?.code ?? payload?.error?.code ?? null,
    msg: payload?.msg ?? null,
    fields: (payload?.errors ?? payload?.error?.fields ?? []).map(({ field }: { field: string }) => field),
    ended: result.ended ?? null,
    jwt: result.jwt ?? null,
    refreshToken: result.refresh_token ?? result.refreshToken ?? null,
    expiresIn: result.expires_in ?? result.expiresIn ?? null,
  };
}

const cookieOf = (response: Response) => response.headers.get('set-cookie') ?? '';
const notAccepted = {
  success: false,
  code: 'FORBIDDEN',
  msg: 'The refresh cookie was rejected. Only a script from the origin of PUBLIC_URL, or from one of CORS_ORIGINS, may use it.',
};
const pairOf = (response: Response) => cookieOf(response).split(';')[0] ?? '';

describe.each([viaRest, viaGraphql])('through $name', (api) => {
  test('a login puts it in a cookie with every protection, and not in the answer', async () => {
    const response = await api.login();
    expect(cookieOf(response)).toMatch(
      /^__Host-gatehouse_refresh=[\w-]{43}; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Strict$/,
    );
    expect(await resultOf(response)).toMatchObject({ success: true, refreshToken: null, expiresIn: 3600 });
  });

  test.each([own, app])('a refresh from %s takes it, and puts the next one there', async (origin) => {
    const first = await api.login();
    const second = await api.refresh({ Cookie: `theme=dark; ${pairOf(first)}`, Origin: origin });
    expect(await resultOf(second)).toMatchObject({ success: true, refreshToken: null, jwt: expect.any(String) });
    expect(pairOf(second)).toMatch(/^__Host-gatehouse_refresh=/);
    expect(pairOf(second)).not.toBe(pairOf(first));
  });

  test.each([
    ['another origin', { Origin: 'https://evil.example' }],
    ['a subdomain', { Origin: 'https://x.id.example.com' }],
    ['no TLS', { Origin: 'http://id.example.com' }],
    ['an opaque origin', { Origin: 'null' }],
    ['no origin', {}],
  ] as [string, Headers][])('a refresh from %s does not', async (_name, origin) => {
    const cookie = pairOf(await api.login());
    const rejected = await api.refresh({ Cookie: cookie, ...origin });
    expect(rejected.status).toBe(api === viaRest ? 403 : 200);
    expect(await resultOf(rejected)).toMatchObject(notAccepted);
    expect(rejected.headers.get('set-cookie')).toBeNull();
    // The rejected request did not use the token up.
    expect(await resultOf(await api.refresh({ Cookie: cookie, Origin: own }))).toMatchObject({ success: true });
  });

  const script = { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty' };
  test.each([
    ['of our own page', { ...script, Origin: own }, true],
    ['in the mode same-origin', { ...script, Origin: own, 'Sec-Fetch-Mode': 'same-origin' }, true],
    ['of an allowed site', { ...script, Origin: app, 'Sec-Fetch-Site': 'same-site' }, true],
    ['of an allowed site elsewhere', { ...script, Origin: app, 'Sec-Fetch-Site': 'cross-site' }, true],
    ['of another site in our name', { ...script, Origin: own, 'Sec-Fetch-Site': 'cross-site' }, false],
    ['of a subdomain in our name', { ...script, Origin: own, 'Sec-Fetch-Site': 'same-site' }, false],
    ['of the address bar', { ...script, Origin: own, 'Sec-Fetch-Site': 'none' }, false],
    ['of the address bar, to an allowed site', { ...script, Origin: app, 'Sec-Fetch-Site': 'none' }, false],
    ['that navigates', { ...script, Origin: own, 'Sec-Fetch-Mode': 'navigate' }, false],
    ['without CORS', { ...script, Origin: app, 'Sec-Fetch-Mode': 'no-cors' }, false],
    ['of a frame', { ...script, Origin: own, 'Sec-Fetch-Dest': 'iframe' }, false],
    ['of a document, known only by this header', { Origin: own, 'Sec-Fetch-Dest': 'document' }, false],
    ['of an unknown kind', { ...script, Origin: own, 'Sec-Fetch-Site': '' }, false],
  ] as [string, Headers, boolean][])('a request %s takes it or not', async (_name, headers, success) => {
    const cookie = pairOf(await api.login());
    const response = await api.refreshExactly({ Cookie: cookie, ...headers });
    expect(await resultOf(response)).toMatchObject(success ? { success, code: null } : notAccepted);
    expect(response.headers.get('set-cookie') === null).toBe(!success);
  });

  test('a refresh without a cookie and without a token is UNAUTHENTICATED, from any origin', async () => {
    for (const headers of [{}, { Origin: own }, { Origin: 'https://evil.example' }, { Origin: own, Cookie: 'a=b' }]) {
      const rejected = await api.refresh(headers);
      expect(rejected.status).toBe(api === viaRest ? 401 : 200);
      expect(await resultOf(rejected)).toMatchObject({
        code: 'UNAUTHENTICATED',
        msg: 'A refresh token is required. Send it in the body or in the refresh cookie.',
      });
    }
  });

  test('a token that came in the cookie cannot be read from the response of a refresh', async () => {
    const cookie = pairOf(await api.login());
    const rejected = await api.refresh({ Cookie: cookie, Origin: own }, api.toBody);
    const fields = Object.keys(api.toBody);
    expect(await resultOf(rejected)).toMatchObject({
      code: 'VALIDATION_FAILED',
      fields,
      refreshToken: null,
      jwt: null,
    });
    expect(rejected.headers.get('set-cookie')).toBeNull();
    // The token was not used up.
    const hash = hashOpaqueToken(cookie.slice(cookie.indexOf('=') + 1));
    const token = await gatehouse.sql(
      `SELECT used_ts FROM refresh_tokens WHERE hash = '\\x${Buffer.from(hash).toString('hex')}'`,
    );
    expect(token).toEqual([{ used_ts: null }]);
    expect(await resultOf(await api.refresh({ Cookie: cookie, Origin: own }))).toMatchObject({ success: true });
  });

  test('a token that came in the body can be returned in a cookie', async () => {
    const { refreshToken } = await resultOf(await api.loginForBody());
    const moved = await api.refresh({ Origin: own }, api.toCookie(refreshToken));
    expect(pairOf(moved)).toMatch(/^__Host-gatehouse_refresh=/);
    expect(await resultOf(moved)).toMatchObject({ success: true, refreshToken: null });
  });

  test('a form of another site cannot send it', async () => {
    const cookie = pairOf(await api.login());
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const rejected = await api.refresh({ Cookie: cookie, Origin: own, 'Content-Type': type });
      expect(rejected.status).toBe(415);
    }
  });

  test('a logout clears it', async () => {
    const response = await api.login();
    const { jwt } = await resultOf(response);
    const out = await api.logout({ Authorization: `Bearer ${jwt}`, Cookie: pairOf(response), Origin: own });
    expect(cookieOf(out)).toMatch(
      /^__Host-gatehouse_refresh=; Path=\/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure; SameSite=Strict$/,
    );
    expect(await resultOf(await api.refresh({ Cookie: pairOf(response), Origin: own }))).toMatchObject({
      code: 'UNAUTHENTICATED',
    });
  });

  const noToken = {};
  const badToken = { Authorization: 'Bearer not.a.token' };
  test.each([
    ['no access token', noToken, own],
    ['no access token, from an allowed site', noToken, app],
    ['an invalid access token', badToken, own],
  ] as [string, Headers, string][])(
    'a logout with it and %s ends its session and clears it',
    async (_name, token, Origin) => {
      const Cookie = pairOf(await api.login());
      const other = pairOf(await api.login());
      const out = await api.logout({ ...token, Cookie, Origin });
      expect(cookieOf(out)).toMatch(/^__Host-gatehouse_refresh=; Path=\/; Expires=Thu, 01 Jan 1970/);
      expect(await resultOf(out)).toMatchObject({ success: true, ended: 1 });
      expect(await resultOf(await api.refresh({ Cookie, Origin: own }))).toMatchObject({ code: 'UNAUTHENTICATED' });
      expect(await resultOf(await api.refresh({ Cookie: other, Origin: own }))).toMatchObject({ success: true });

      // A second logout ends no session, and clears the cookie again.
      const again = await api.logout({ ...token, Cookie, Origin });
      expect(await resultOf(again)).toMatchObject({ success: true, ended: 0 });
      expect(cookieOf(again)).toMatch(/^__Host-gatehouse_refresh=;/);
      // A logout of all sessions needs a live session.
      expect(await resultOf(await api.logout({ ...token, Cookie, Origin }, 'all'))).toMatchObject({
        code: 'UNAUTHENTICATED',
      });
    },
  );

  test('a logout with it can end all sessions', async () => {
    const [Cookie, other] = [pairOf(await api.login()), pairOf(await api.login())];
    expect(await resultOf(await api.logout({ Cookie, Origin: own }, 'all'))).toMatchObject({ success: true });
    expect(await resultOf(await api.refresh({ Cookie: other, Origin: own }))).toMatchObject({
      code: 'UNAUTHENTICATED',
    });
  });

  test('a logout with it from elsewhere ends nothing', async () => {
    const Cookie = pairOf(await api.login());
    for (const Origin of ['https://evil.example', 'null']) {
      const rejected = await api.logout({ Cookie, Origin });
      expect(await resultOf(rejected)).toMatchObject(notAccepted);
      expect(rejected.headers.get('set-cookie')).toBeNull();
      // A client that sent an access token gets the error of that token.
      expect(await resultOf(await api.logout({ ...badToken, Cookie, Origin }))).toMatchObject({
        code: 'UNAUTHENTICATED',
      });
    }
    expect(await resultOf(await api.refresh({ Cookie, Origin: own }))).toMatchObject({ success: true });
  });

  test('a logout with a valid access token ends the session of the token', async () => {
    const Cookie = pairOf(await api.login());
    const { jwt } = await resultOf(await api.loginForBody());
    const out = await api.logout({ Authorization: `Bearer ${jwt}`, Cookie, Origin: own });
    expect(await resultOf(out)).toMatchObject({ ended: 1 });
    expect(await resultOf(await api.refresh({ Cookie, Origin: own }))).toMatchObject({ success: true });
  });
});

test('a cookie from an origin that is not allowed is in the audit', async () => {
  const Cookie = pairOf(await viaRest.login());
  await viaRest.refresh({ Cookie, Origin: 'https://audited.example' });
  await gatehouse.services.audit.close();
  const [event] = await gatehouse.stores.audit.list({ action: 'refresh_refused', limit: 1 });
  expect(event).toMatchObject({ outcome: 'FORBIDDEN', details: { reason: 'cookie not accepted' } });
});

test.each([
  ['lax', 'https://id.example.com', /^__Host-gatehouse_refresh=[\w-]{43}; .*; HttpOnly; Secure; SameSite=Lax$/],
  [
    'none',
    'https://id.example.com',
    /^__Host-gatehouse_refresh_partitioned=[\w-]{43}; .*; HttpOnly; Secure; Partitioned; SameSite=None$/,
  ],
  [
    'none',
    'http://localhost:4000',
    /^gatehouse_refresh_partitioned=[\w-]{43}; .*; HttpOnly; Secure; Partitioned; SameSite=None$/,
  ],
])('COOKIE_SAME_SITE=%s at %s is what the cookie says', async (COOKIE_SAME_SITE, PUBLIC_URL, cookie) => {
  const other = await startGatehouse({ PUBLIC_URL, COOKIE_SAME_SITE });
  await postJson(`${other.url}/auth/register`, { ...credentials, first_name: 'Ada', last_name: 'Lovelace' });
  const login = await postJson(`${other.url}/auth/login`, { ...credentials, refresh_token_in: 'cookie' });
  expect(cookieOf(login)).toMatch(cookie);
  const headers = { Cookie: pairOf(login), Origin: PUBLIC_URL };
  expect((await postJson(`${other.url}/auth/refresh`, {}, headers)).status).toBe(200);
  expect(cookieOf(await postJson(`${other.url}/auth/logout`, {}, headers))).toMatch(
    new RegExp(`Expires=Thu, 01 Jan 1970.*${COOKIE_SAME_SITE === 'none' ? 'Partitioned; SameSite=None' : 'Lax'}$`),
  );
  await other.stop();
});

test('CORS lets an allowed origin send it, and no other', async () => {
  const preflight = (origin: string) =>
    fetch(`${gatehouse.url}/auth/refresh`, {
      method: 'OPTIONS',
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type',
      },
    });
  const allowed = await preflight(app);
  expect(allowed.headers.get('access-control-allow-origin')).toBe(app);
  expect(allowed.headers.get('access-control-allow-credentials')).toBe('true');
  expect((await preflight('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull();
});

test('without TLS the cookie has a plain name', async () => {
  const local = await startGatehouse({ PUBLIC_URL: 'http://localhost:4000' });
  await postJson(`${local.url}/auth/register`, { ...credentials, first_name: 'Ada', last_name: 'Lovelace' });
  const response = await postJson(`${local.url}/auth/login`, {
    ...credentials,
    scope: 'offline_access',
    refresh_token_in: 'cookie',
  });
  expect(cookieOf(response)).toMatch(
    /^gatehouse_refresh=[\w-]{43}; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/,
  );
  await local.stop();
});
