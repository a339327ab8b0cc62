import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient, type Problem, type Result } from '../../src/client';
import { restApi } from '../support/apis';
import { Authenticator } from '../support/authenticator';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';

const names = { firstName: 'Ada', lastName: 'Lovelace', tel: '+44 20 7946 0000' };
/** Of each test. */
let account: { email: string; password: string };

let gatehouse: Gatehouse;
/** Has the Authorization headers of `/orders`; `/elsewhere` sends the request to another origin. */
let service: Server;
let other: Server;
const seen: (string | undefined)[] = [];
const seenElsewhere: (string | undefined)[] = [];

const portOf = (server: Server) => (server.address() as AddressInfo).port;
const originOf = (server: Server) => `http://127.0.0.1:${portOf(server)}`;

beforeAll(async () => {
  gatehouse = await startGatehouse({ EMAIL_LOGIN: 'on' });
  other = createServer((req, res) => {
    seenElsewhere.push(req.headers.authorization);
    res.end('{}');
  });
  service = createServer((req, res) => {
    seen.push(req.headers.authorization);
    if (req.url === '/elsewhere') return res.writeHead(307, { Location: `${originOf(other)}/orders` }).end();
    res.end('{}');
  });
  for (const server of [service, other]) await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(async () => {
  for (const server of [service, other]) {
    server.closeAllConnections();
    server.close();
  }
  await gatehouse.stop();
});
beforeEach(async () => {
  seen.length = 0;
  seenElsewhere.length = 0;
  account = await registered();
});

async function registered() {
  const credentials = { email: `${randomUUID()}@example.com`, password: 'correct horse battery' };
  await restApi.register(gatehouse.url, { ...credentials, ...names });
  return credentials;
}

function createStorage() {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

const open = (storage = createStorage()) => createClient({ url: gatehouse.url, storage, origins: [originOf(service)] });

function problemOf(result: Result): Problem {
  if (result.ok) throw new Error('an error was expected');
  return result.error;
}

test('a session lives through a restart of the application, until the logout', async () => {
  const storage = createStorage();
  const client = open(storage);
  const login = await client.login(account);
  expect(login).toMatchObject({ ok: true, user: { firstName: 'Ada', tel: names.tel, lastLoginTs: null } });
  if (!login.ok) return;
  expect(login.user.createdTs).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  expect(Object.keys(login.user).sort()).toEqual([
    'company',
    'companyIdNumber',
    'companyIdUrl',
    'createdTs',
    'disabled',
    'email',
    'emailVerified',
    'firstName',
    'id',
    'isSuperAdmin',
    'lastLoginTs',
    'lastName',
    'tel',
    'telVerified',
    'updatedTs',
  ]);

  const restarted = open(storage);
  expect(await restarted.loadUser()).toMatchObject({ id: login.user.id });
  expect(restarted.state).toMatchObject({ status: 'signedIn' });
  const copy = createStorage();
  for (const [key, value] of storage.items) copy.setItem(key, value);
  expect(await restarted.logout()).toEqual({ ok: true, ended: 1 });
  expect([storage.items.size, restarted.state.status]).toEqual([0, 'signedOut']);
  expect(await open(copy).loadUser()).toBeNull();
  expect(copy.items.size).toBe(0);
});

test('errors have the code, the fields in camelCase and a text', async () => {
  const client = open();
  expect(problemOf(await client.login({ ...account, password: 'another password' }))).toEqual({
    code: 'INVALID_CREDENTIALS',
    msg: 'The e-mail address or the password is wrong.',
    fields: [],
  });
  const invalid = problemOf(await client.register({ ...account, ...names, firstName: ' ' }));
  expect(invalid).toMatchObject({ code: 'VALIDATION_FAILED', fields: [{ field: 'firstName' }] });
  expect(problemOf(await client.register({ ...account, ...names })).code).toBe('EMAIL_TAKEN');
  expect(problemOf(await client.stepUp({ password: account.password })).code).toBe('UNAUTHENTICATED');
  const away = createClient({ url: 'http://127.0.0.1:1', storage: createStorage() });
  expect(problemOf(await away.login(account)).code).toBe('NETWORK');
  expect(() => createClient({ url: gatehouse.url, origins: ['https://api.example.com/v1'] })).toThrow(TypeError);
});

test('the other sessions of a person', async () => {
  const [first, second] = [open(), open()];
  await first.login(account);
  await second.login(account);
  expect(await second.logout('others')).toMatchObject({ ok: true });
  expect(second.state.status).toBe('signedIn');
  expect(await first.request('GET', '/auth/me')).toMatchObject({ ok: false, error: { code: 'UNAUTHENTICATED' } });
  expect(first.state).toEqual({ status: 'signedOut', user: null, reason: 'REVOKED_BY_USER' });
  expect(await second.request('GET', '/auth/sessions')).toMatchObject({ ok: true, sessions: [{ current: true }] });
  await second.logout('all');
});

test('a server has a client for each person: none ends the session of another, or waits for it', async () => {
  const clientOf = (name: string) =>
    createClient({ url: gatehouse.url, storage: createStorage(), headers: { 'User-Agent': `${name}'s browser` } });
  const [grace, joan] = [clientOf('Grace'), clientOf('Joan')];
  await grace.login(account);
  await joan.login(await registered());
  const token = await joan.accessToken();
  // Any message to Joan's client arrives before this one.
  const channel = new BroadcastChannel('after the logout');
  const receiver = new BroadcastChannel('after the logout');
  const received = new Promise((resolve) => {
    receiver.onmessage = resolve;
  });
  await grace.logout();
  channel.postMessage('now');
  await received;
  channel.close();
  receiver.close();
  expect(joan.state.status).toBe('signedIn');
  expect(await joan.accessToken()).toBe(token);
  const sessions = await joan.request<{ sessions: { userAgent: string }[] }>('GET', '/auth/sessions');
  expect(JSON.stringify(sessions)).toContain("Joan's browser");
});

test('the second step, and the step-up', async () => {
  await gatehouse.sql(`UPDATE users SET email_verified = true WHERE email = '${account.email}'`);
  const client = open();
  await client.login(account);
  const before = await client.accessToken();
  expect(await client.stepUpOptions()).toMatchObject({ ok: true, password: true, passkeyOptions: null });
  expect(await client.stepUp({ password: account.password })).toMatchObject({ ok: true });
  const raised = await client.accessToken();
  expect(raised).not.toBe(before);

  const enrolled = await client.request<{ secret: string }>('POST', '/auth/totp', {
    currentPassword: account.password,
  });
  if (!enrolled.ok) throw new Error(enrolled.error.code);
  const application = new Authenticator(enrolled.secret);
  const code = application.at(Date.now());
  const confirmed = await client.request<{ recoveryCodes: string[] }>('POST', '/auth/totp/confirm', { code });
  if (!confirmed.ok) throw new Error(confirmed.error.code);
  expect(JSON.stringify(confirmed)).not.toContain('eyJ');
  expect(await client.accessToken()).not.toBe(raised);

  const next = open();
  const { code: required, challenge } = problemOf(await next.login(account));
  expect(required).toBe('MFA_REQUIRED');
  if (!challenge) throw new Error('no challenge');
  expect(challenge).toMatchObject({ factors: ['totp', 'recovery_code'], passkeyOptions: null, expiresIn: 300 });
  const wrong = problemOf(await next.completeLogin({ challenge, code: application.wrong() }));
  expect(wrong).toMatchObject({ code: 'INVALID_TOKEN', attemptsLeft: 4 });
  const [recoveryCode = ''] = confirmed.recoveryCodes;
  expect(await next.completeLogin({ challenge, code: recoveryCode })).toMatchObject({ ok: true });
  await expect(next.completeLogin({ challenge })).rejects.toThrow('needs a code');
});

test('a code by mail', async () => {
  const client = open();
  const requested = await client.requestEmailLogin({ email: account.email });
  if (!requested.ok) throw new Error(requested.error.code);
  const ofLogin = (links: readonly string[]) => links.some((link) => link.includes('/login/email/'));
  // Beside the mail of the registration, whose code confirms the address.
  const mail = (await gatehouse.mails()).find(({ to, links }) => to === account.email && ofLogin(links));
  expect(await client.completeEmailLogin({ token: requested.token, code: mail?.code ?? '' })).toMatchObject({
    ok: true,
  });
  expect(client.state).toMatchObject({ status: 'signedIn', user: { emailVerified: true } });
});

/** Every access token is rejected, as after the theft of a key. Sessions continue. */
async function revokeSigningKey(): Promise<void> {
  const { kid } = gatehouse.services.keys.signingKey();
  await gatehouse.services.keys.rotate({ atOnce: true });
  await gatehouse.services.keys.revoke(kid);
}

describe('fetch', () => {
  async function signedIn() {
    const client = open();
    expect(await client.login(account)).toMatchObject({ ok: true });
    return client;
  }

  test('sends the token to the origins of the list and of Gatehouse, and to no other', async () => {
    const client = await signedIn();
    const bearer = `Bearer ${await client.accessToken()}`;
    expect((await client.fetch(`${gatehouse.url}/auth/me`)).status).toBe(200);
    await client.fetch(`${originOf(service)}/orders`);
    await client.fetch(new Request(`${originOf(service)}/orders`, { headers: { 'X-Cup': '1' } }));
    await client.fetch(`${originOf(service)}/orders`, { headers: { Authorization: 'Basic Y3Vw' } });
    expect(seen).toEqual([bearer, bearer, 'Basic Y3Vw']);
    await client.fetch(`${originOf(other)}/orders`);
    // Another name of the same host is another origin.
    await client.fetch(`http://localhost:${portOf(service)}/orders`).catch(() => {});
    expect(seenElsewhere).toEqual([undefined]);
    expect(seen[3]).toBeUndefined();
  });

  test('does not follow a redirect with the token', async () => {
    const client = await signedIn();
    await expect(client.fetch(`${originOf(service)}/elsewhere`)).rejects.toThrow(TypeError);
    const manual = await client.fetch(`${originOf(service)}/elsewhere`, { redirect: 'manual' });
    expect(manual.status).toBe(307);
    expect(seenElsewhere).toEqual([]);
    // Without a session there is no token, and the redirect is followed.
    await open().fetch(`${originOf(service)}/elsewhere`);
    expect(seenElsewhere).toEqual([undefined]);
  });

  test('renews the token after UNAUTHENTICATED of the GraphQL API, and repeats nothing that was executed', async () => {
    const client = await signedIn();
    const ask = async (query: string) => {
      const body = JSON.stringify({ query });
      const headers = { 'Content-Type': 'application/json' };
      return (await client.fetch(`${gatehouse.url}/graphql`, { method: 'POST', headers, body })).json();
    };
    const before = await client.accessToken();
    await revokeSigningKey();
    const partly = '{ loginProviders { id } me { firstName } }';
    expect(await ask(partly)).toMatchObject({
      data: { me: null },
      errors: [{ extensions: { code: 'UNAUTHENTICATED' } }],
    });
    expect(await client.accessToken()).toBe(before);
    expect(await ask('{ me { firstName } }')).toEqual({ data: { me: { firstName: 'Ada' } } });
    expect(await client.accessToken()).not.toBe(before);

    await gatehouse.sql('UPDATE sessions SET revoked_ts = now()');
    await revokeSigningKey();
    expect(await ask('{ me { firstName } }')).toMatchObject({ data: { me: null } });
    expect(client.state.status).toBe('signedOut');
  });
});
