import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import path from 'node:path';
import { graphqlApi, restApi } from '../support/apis';
import { hasCaddy, startCaddy } from '../support/caddy';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { hasNginx, startNginx } from '../support/nginx';
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

beforeAll(async () => {
  gatehouse = await startGatehouse();
  await restApi.register(gatehouse.url, account);
  const login = await graphqlApi.login(gatehouse.url, { email: account.email, password: account.password });
  jwt = login.jwt ?? '';
  userId = login.user?.id ?? '';
  sessionId = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()).sid;
});
afterAll(() => gatehouse.stop());

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
      expect(accepted.headers.get('x-auth-email')).toBeNull();

      const rejected = await verify(suffix, init);
      expect(rejected.status).toBe(401);
      expect(rejected.headers.get('www-authenticate')).toBe('Bearer realm="Gatehouse"');
      expect(rejected.headers.get('x-auth-user-id')).toBeNull();
    },
  );

  test('ignores the identity headers of the client', async () => {
    const forged = { 'X-Auth-User-Id': 'admin', 'X-Auth-Session-Id': 'x', 'X-Auth-Email': 'admin@example.com' };
    const rejected = await verify('', { headers: forged });
    expect([rejected.status, rejected.headers.get('x-auth-user-id')]).toEqual([401, null]);
    const accepted = await verify('', { headers: { ...forged, ...bearer() } });
    expect(accepted.headers.get('x-auth-user-id')).toBe(userId);
  });

  test('does not query the database', async () => {
    const ask = jest.spyOn(gatehouse.stores.users, 'findById');
    const revoked = jest.spyOn(gatehouse.stores.sessions, 'isRevoked');
    expect((await verify('', { headers: bearer() })).status).toBe(200);
    expect([ask, revoked].map((spy) => spy.mock.calls.length)).toEqual([0, 0]);
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
  { name: 'nginx', file: 'nginx.conf', isThere: hasNginx, start: startNginx, removes: [] },
  { name: 'Caddy', file: 'Caddyfile', isThere: hasCaddy, start: startCaddy, removes: ['X-Auth-Roles', 'x_auth-roles'] },
];

for (const { name, file, isThere, start, removes } of proxies) {
  (isThere ? describe : describe.skip)(`behind ${name}, with the documented configuration`, () => {
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
      return names
        .map((header, i) => [header.toLowerCase(), raw[2 * i + 1]])
        .filter(([header = '']) => /^x[-_]auth[-_]/.test(header))
        .sort();
    };

    beforeAll(async () => {
      application = createServer((req, res) => {
        seen.push(req);
        req.resume().on('end', () => res.end('the application'));
      });
      const applicationPort = await freePort();
      await once(application.listen(applicationPort, '127.0.0.1'), 'listening');
      const documented = readFileSync(path.join(__dirname, '../../docs/how-to/forward-auth', file), 'utf8');
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
      expect(authHeaders()).toEqual([
        ['x-auth-session-id', sessionId],
        ['x-auth-user-id', userId],
      ]);
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
      'X-Auth-Email',
      'X_Auth_User_Id',
      'X-Auth_User-Id',
      'X_Auth-User_Id',
      'x_auth_email',
      ...removes,
    ])('a forged %s is rejected without a token, and does not arrive with one', async (header) => {
      const before = seen.length;
      expect((await fetch(url, { headers: { [header]: 'forged' } })).status).toBe(401);
      expect(seen).toHaveLength(before);
      expect((await fetch(url, { headers: { [header]: 'forged', ...bearer() } })).status).toBe(200);
      expect(authHeaders()).toEqual([
        ['x-auth-session-id', sessionId],
        ['x-auth-user-id', userId],
      ]);
    });

    test('a POST with a body arrives whole', async () => {
      const response = await fetch(`${url}/orders`, { method: 'POST', headers: bearer(), body: 'x'.repeat(100_000) });
      expect(response.status).toBe(200);
    });
  });
}
