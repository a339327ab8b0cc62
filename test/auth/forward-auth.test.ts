import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import path from 'node:path';
import { createApiKeyText } from '../../src/accounts/keys/api-key-text';
import { createAccessRightsService } from '../../src/compose/admin-users';
import { createLog } from '../../src/platform/observability/log';
import { rateLimits } from '../../src/platform/rate-limits/limit-table';
import { graphqlApi, restApi } from '../support/apis';
import { withTotp } from '../support/authenticator';
import { startCaddy } from '../support/caddy';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { stopClock, withLimits } from '../support/limits';
import { describeWith } from '../support/needs';
import { startNginx } from '../support/nginx';
import { freePort } from '../support/process';

const account = {
  email: 'Ada@bücher.example',
  firstName: 'Ada',
  lastName: 'Lovelace',
  password: 'correct horse battery',
};

let gatehouse: Gatehouse;
let jwt: string;
let userId: string;
let sessionId: string;
let authTime: number;

beforeAll(async () => {
  const off = Object.fromEntries(rateLimits.all().map(({ name }) => [`RATE_LIMIT_${name}`, 'off']));
  gatehouse = await startGatehouse({ ...withLimits(), ...off, RATE_LIMIT_KEY_NETWORK: '1/900', API_KEYS: 'on' });
  await restApi.register(gatehouse.url, account);
  const login = await graphqlApi.login(gatehouse.url, { email: account.email, password: account.password });
  jwt = login.jwt ?? '';
  userId = login.user?.id ?? '';
  ({ sid: sessionId, auth_time: authTime } = claimsOf(jwt));
});
afterAll(() => gatehouse.stop());
afterEach(() => jest.useRealTimers());

const claimsOf = (token: string | null) =>
  JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString());
const bearer = (token = jwt) => ({ Authorization: `Bearer ${token}` });

describe('/auth/verify', () => {
  const verify = (suffix: string, init: RequestInit) => fetch(`${gatehouse.url}/auth/verify${suffix}`, init);

  // The requests of each proxy, according to its documentation.
  test.each([
    ['nginx auth_request', '', { method: 'GET', headers: { Connection: 'close' } }],
    [
      'Traefik ForwardAuth',
      '',
      { method: 'GET', headers: { 'X-Forwarded-Method': 'POST', 'X-Forwarded-Uri': '/orders' } },
    ],
    [
      'Caddy forward_auth',
      '',
      { method: 'GET', headers: { 'X-Forwarded-Method': 'PUT', 'X-Forwarded-Uri': '/orders' } },
    ],
    ['Envoy ext_authz', '/orders/5?x=1', { method: 'POST', headers: { 'Content-Length': '0' } }],
    ['Envoy ext_authz of a deletion', '/orders/5', { method: 'DELETE', headers: {} }],
    ['Envoy ext_authz of the root', '/', { method: 'GET', headers: {} }],
    ['Envoy ext_authz of a percent sign', '/50%', { method: 'GET', headers: {} }],
    ['Envoy ext_authz of what is not UTF-8', '/caf%E9?q=%E9', { method: 'GET', headers: {} }],
    ['Envoy ext_authz of a nul', '/%00/%2F/%5C', { method: 'GET', headers: {} }],
    ['Envoy ext_authz of empty segments', '//a//', { method: 'GET', headers: {} }],
    ['Envoy ext_authz of characters that a path should not have', '/a[b]|{c}^"`<d>', { method: 'GET', headers: {} }],
  ] as [string, string, { method: string; headers: Record<string, string> }][])(
    'answers %s: 200 with the headers, or 401 with a challenge',
    async (_name, suffix, init) => {
      const accepted = await verify(suffix, { ...init, headers: { ...init.headers, ...bearer() } });
      expect(accepted.status).toBe(200);
      expect(accepted.headers.get('x-auth-user-id')).toBe(userId);
      expect(accepted.headers.get('x-auth-session-id')).toBe(sessionId);
      expect(accepted.headers.get('x-auth-acr')).toBe('aal1');
      expect(accepted.headers.get('x-auth-time')).toBe(String(authTime));
      expect(accepted.headers.get('x-auth-roles')).toBe('');
      expect(accepted.headers.get('x-auth-email')).toBeNull();

      const rejected = await verify(suffix, init);
      expect(rejected.status).toBe(401);
      expect(rejected.headers.get('www-authenticate')).toBe('Bearer realm="Gatehouse"');
      expect(rejected.headers.get('x-auth-user-id')).toBeNull();
    },
  );

  test('ignores the identity headers of the client', async () => {
    const forged = {
      'X-Auth-User-Id': 'admin',
      'X-Auth-Session-Id': 'x',
      'X-Auth-Acr': 'aal2',
      'X-Auth-Time': '9999999999',
      'X-Auth-Roles': 'admin',
      'X-Auth-Email': 'admin@example.com',
    };
    const rejected = await verify('', { headers: forged });
    expect([rejected.status, rejected.headers.get('x-auth-user-id')]).toEqual([401, null]);
    const accepted = await verify('', { headers: { ...forged, ...bearer() } });
    const names = ['x-auth-user-id', 'x-auth-acr', 'x-auth-time', 'x-auth-roles'];
    expect(names.map((name) => accepted.headers.get(name))).toEqual([userId, 'aal1', String(authTime), '']);
  });

  test('returns the roles of the user', async () => {
    const { headers } = await verify('', { headers: bearer(await withRoles('editor', 'a:b')) });
    expect(headers.get('x-auth-roles')).toBe('a:b,editor');
  });

  test('does not query the database', async () => {
    const ask = jest.spyOn(gatehouse.stores.users, 'findById');
    const revoked = jest.spyOn(gatehouse.stores.sessions, 'revocationOf');
    expect((await verify('', { headers: bearer() })).status).toBe(200);
    expect((await verify('', { headers: { ...bearer(), 'X-Gatehouse-Require': 'max-age=3600' } })).status).toBe(200);
    expect([ask, revoked].map((spy) => spy.mock.calls.length)).toEqual([0, 0]);
  });
});

let people = 0;
/** Returns the access token of a new user with these roles. */
async function withRoles(...roles: string[]): Promise<string> {
  people += 1;
  const person = { ...account, email: `role.${people}@example.com` };
  const { user } = await restApi.register(gatehouse.url, person);
  await createAccessRightsService(gatehouse.config, gatehouse.stores, createLog('silent')).setRoles(
    user?.id ?? '',
    roles,
    null,
  );
  return String((await restApi.login(gatehouse.url, { email: person.email, password: person.password })).jwt);
}

const challenge =
  'Bearer error="insufficient_user_authentication", error_description="This needs a recent proof of who you are. Use the step-up, then try again.", acr_values="aal2", max_age=300';

/** Stops the clock, and returns the access token of a user who has just used a second factor. */
async function withSecondFactor(): Promise<string> {
  stopClock();
  const ada = await withTotp(restApi, gatehouse);
  const { jwt: strong } = await restApi.stepUp(gatehouse.url, { code: ada.authenticator.next() }, ada.jwt);
  return String(strong);
}

describe('X-Gatehouse-Require', () => {
  const verify = (requirement: string, token = jwt) =>
    fetch(`${gatehouse.url}/auth/verify/orders`, {
      headers: { ...bearer(token), 'X-Gatehouse-Require': requirement },
    });
  const outcomes = async (token: string, requirements: string[]) =>
    Promise.all(requirements.map(async (requirement) => (await verify(requirement, token)).status));

  test('rejects a login that is too weak, with what is needed', async () => {
    const response = await verify('aal2; max-age=300');
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, challenge]);
    expect(await response.json()).toMatchObject({ success: false, code: 'STEP_UP_REQUIRED' });
    const alone = (await verify('aal2')).headers.get('www-authenticate');
    expect(alone).toMatch(/, acr_values="aal2"$/);
    expect(await outcomes(jwt, ['aal1', 'aal1; max-age=3600', 'max-age=3600'])).toEqual([200, 200, 200]);
    expect(await outcomes(await withSecondFactor(), ['aal1', 'aal2', 'aal2;max-age=300', 'max-age=300'])).toEqual(
      Array(4).fill(200),
    );
  });

  test('rejects a login that is too old, until the user steps up', async () => {
    stopClock();
    const credentials = { email: account.email, password: account.password };
    const { jwt: old } = await restApi.login(gatehouse.url, credentials);
    jest.setSystemTime((claimsOf(old).auth_time + 300) * 1000);
    expect((await verify('max-age=300', String(old))).status).toBe(200);
    jest.setSystemTime(Date.now() + 1000);
    const response = await verify('max-age=300', String(old));
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringMatching(/try again\.", max_age=300$/),
    ]);
    const { jwt: fresh } = await graphqlApi.stepUp(gatehouse.url, { password: account.password }, old);
    const accepted = await verify('max-age=300', String(fresh));
    expect([accepted.status, accepted.headers.get('x-auth-time')]).toEqual([200, String(claimsOf(fresh).auth_time)]);
    expect(await outcomes(String(fresh), ['max-age=0', 'aal1;max-age=0'])).toEqual([200, 200]);
  });

  test.each([
    '',
    'aal3',
    'AAL2',
    'aal2;',
    ';max-age=300',
    'aal2 max-age=300',
    'aal2; max-age=',
    'aal2; max-age=-1',
    'aal2; max-age=1e3',
    'aal2; max-age=3000000000',
    'aal2, aal1',
    'aal2; aal1',
    'aal2; max-age=300; scope=',
    'scope=a b',
    'scope=a; scope=b',
    'no-keys; no-keys',
    'no-keys=1',
    `aal2;${' '.repeat(250)}max-age=300`,
    'x'.repeat(4000),
  ])('is rejected if it is not well-formed: %j', async (requirement) => {
    const response = await verify(requirement);
    expect([response.status, response.headers.get('x-auth-user-id')]).toEqual([400, null]);
    expect(await response.json()).toEqual({
      success: false,
      code: 'MALFORMED_REQUEST',
      msg: 'The header X-Gatehouse-Require is not well-formed. An example is: aal2; max-age=300',
    });
  });

  test('without a valid access token, the token is the problem', async () => {
    const response = await verify('aal2; max-age=300', 'x.y.z');
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringContaining('error="invalid_token"'),
    ]);
  });
});

test('with VERIFY_TELLS_EMAIL it returns the address, in a form that fits a header', async () => {
  const withEmail = await startGatehouse({ VERIFY_TELLS_EMAIL: 'true' });
  await restApi.register(withEmail.url, account);
  const login = await restApi.login(withEmail.url, { email: account.email, password: account.password });
  const response = await fetch(`${withEmail.url}/auth/verify`, { headers: bearer(login.jwt ?? '') });
  expect(response.headers.get('x-auth-email')).toBe('ada@xn--bcher-kva.example');
  await withEmail.stop();
});

const proxies = [
  // nginx has no pattern for header names, so its configuration removes only the headers that Gatehouse can send.
  { name: 'nginx', file: 'nginx.conf', start: startNginx, removes: [] },
  { name: 'Caddy', file: 'Caddyfile', start: startCaddy, removes: ['X-Auth-Group', 'x_auth-group'] },
] as const;

for (const { name, file, start, removes } of proxies) {
  describeWith(name)(`behind ${name}, with the documented configuration`, () => {
    let proxy: { url: string; stop(): Promise<void> };
    let application: Server;
    let url: string;
    const seen: IncomingMessage[] = [];
    /**
     * Returns the headers of the last request that an application can read as X-Auth headers. CGI replaces `-` by `_`.
     */
    const authHeaders = () => {
      const raw = seen.at(-1)?.rawHeaders ?? [];
      const names = raw.filter((_, i) => i % 2 === 0);
      return (
        names
          .map((header, i) => [header.toLowerCase(), raw[2 * i + 1]])
          .filter(([header = '']) => /^x[-_]auth[-_]/.test(header))
          // A user without roles, or who acts alone: Caddy passes the empty header on, and nginx does not.
          .filter(
            ([header = '', value]) =>
              !['x-auth-roles', 'x-auth-actor-id', 'x-auth-key-id', 'x-auth-scope'].includes(header) || value !== '',
          )
          .sort()
      );
    };

    const ofUser = () => [
      ['x-auth-acr', 'aal1'],
      ['x-auth-session-id', sessionId],
      ['x-auth-time', String(authTime)],
      ['x-auth-user-id', userId],
    ];

    beforeAll(async () => {
      application = createServer((req, res) => {
        seen.push(req);
        req.resume().on('end', () => res.end('the application'));
      });
      const applicationPort = await freePort();
      await once(application.listen(applicationPort, '127.0.0.1'), 'listening');
      const documented = readFileSync(path.join(__dirname, '../../docs/integrate/forward-auth', file), 'utf8');
      proxy = await start(documented, {
        '127.0.0.1:4000': `127.0.0.1:${gatehouse.port}`,
        '127.0.0.1:8080': `127.0.0.1:${applicationPort}`,
      });
      url = proxy.url;
    });
    afterAll(async () => {
      await proxy.stop();
      application.close();
    });

    test('a request with a token arrives, with the headers of its user', async () => {
      const response = await fetch(`${url}/orders`, { headers: bearer() });
      expect([response.status, await response.text()]).toEqual([200, 'the application']);
      expect(authHeaders()).toEqual(ofUser());
    });

    test('the roles of the user arrive', async () => {
      const forged = { 'X-Auth-Roles': 'forged' };
      const headers = { ...forged, ...bearer(await withRoles('viewer', 'editor')) };
      expect((await fetch(`${url}/orders`, { headers })).status).toBe(200);
      expect(authHeaders()).toContainEqual(['x-auth-roles', 'editor,viewer']);
      expect(JSON.stringify(authHeaders())).not.toContain('forged');
    });

    test('a request with an API key arrives, and the deleted key does not', async () => {
      await gatehouse.sql(`UPDATE users SET email_verified = true, created_ts = now() WHERE id = '${userId}'`);
      const { result } = await restApi.createApiKey(gatehouse.url, { name, currentPassword: account.password }, jwt);
      const keyId = result?.apiKey.id;
      const headers = { 'X-Auth-Key-Id': 'forged', 'X-Auth-Scope': 'forged', ...bearer(result?.key) };
      expect((await fetch(`${url}/orders`, { headers })).status).toBe(200);
      expect(authHeaders()).toContainEqual(['x-auth-key-id', keyId]);
      expect(authHeaders()).toContainEqual(['x-auth-user-id', userId]);
      expect(JSON.stringify(authHeaders())).not.toContain('forged');
      expect((await restApi.deleteApiKey(gatehouse.url, { id: keyId }, jwt)).success).toBe(true);
      expect((await fetch(`${url}/orders`, { headers })).status).toBe(401);
    });

    test('a wrong key is rejected with 401 also after the limit, which nginx would turn into a 500', async () => {
      const statusOf = async (at: string) => (await fetch(at, { headers: bearer(createApiKeyText()) })).status;
      while ((await statusOf(`${gatehouse.url}/auth/me`)) !== 429);
      const before = seen.length;
      const answer = await fetch(`${url}/orders`, { headers: bearer(createApiKeyText()) });
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
        401,
        expect.stringContaining('error="invalid_token"'),
      ]);
      expect(seen).toHaveLength(before);
    });

    test('a request without a token, or with a wrong one, does not', async () => {
      const before = seen.length;
      const response = await fetch(`${url}/orders`);
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toMatch(/^Bearer realm="Gatehouse"/);
      expect((await fetch(`${url}/orders`, { headers: bearer('x.y.z') })).status).toBe(401);
      expect(seen).toHaveLength(before);
    });

    test.each([
      'X-Auth-User-Id',
      'x-auth-user-id',
      'X-Auth-Session-Id',
      'X-Auth-Acr',
      'X-Auth-Time',
      'X-Auth-Email',
      'X-Auth-Roles',
      'X-Auth-Actor-Id',
      'X-Auth-Key-Id',
      'X-Auth-Scope',
      'x_auth_actor_id',
      'X_Auth_Roles',
      'X_Auth_User_Id',
      'X-Auth_User-Id',
      'X_Auth-User_Id',
      'X_Auth_Acr',
      'x_auth_time',
      'x_auth_email',
      ...removes,
    ])('a forged %s is rejected without a token, and does not arrive with one', async (header) => {
      const before = seen.length;
      expect((await fetch(url, { headers: { [header]: 'forged' } })).status).toBe(401);
      expect(seen).toHaveLength(before);
      expect((await fetch(url, { headers: { [header]: 'forged', ...bearer() } })).status).toBe(200);
      expect(authHeaders()).toEqual(ofUser());
    });

    test('a path that needs a second factor rejects a login with a password alone', async () => {
      const before = seen.length;
      // The client cannot lower what the proxy asks for.
      for (const headers of [{}, { 'X-Gatehouse-Require': 'aal1' }, { 'X-Gatehouse-Require': '' }]) {
        const response = await fetch(`${url}/admin/users`, { headers: { ...bearer(), ...headers } });
        expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, challenge]);
      }
      expect(seen).toHaveLength(before);
      const strong = await withSecondFactor();
      expect((await fetch(`${url}/admin/users`, { headers: bearer(strong) })).status).toBe(200);
      expect(authHeaders()).toContainEqual(['x-auth-acr', 'aal2']);
    });

    test.each(['aal2', 'nonsense'])('the client cannot ask for more either: %s', async (requirement) => {
      const headers = { ...bearer(), 'X-Gatehouse-Require': requirement };
      expect((await fetch(`${url}/orders`, { headers })).status).toBe(200);
    });

    test('a POST with a body arrives whole', async () => {
      const response = await fetch(`${url}/orders`, { method: 'POST', headers: bearer(), body: 'x'.repeat(100_000) });
      expect(response.status).toBe(200);
    });
  });
}
