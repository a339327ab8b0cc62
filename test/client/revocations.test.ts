import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import {
  AuthError,
  createVerifier,
  type RevocationOptions,
  type Verifier,
  type VerifierOptions,
} from '../../src/client/verify/index';
import { createAccessRightsService, createUserLifecycle } from '../../src/compose/admin-users';
import { createLog } from '../../src/platform/observability/log';
import { restApi } from '../support/apis';
import { createMigratedSettings, runCli } from '../support/cli';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { claimsOf, impersonate, personPassword, registerPerson, registerSuperAdmin } from '../support/impersonation';
import { stopClock, stopTimers } from '../support/limits';
import { createClient, type TestClient } from '../support/oauth';
import { builtClient, freePort, spawnGatehouse } from '../support/process';
import { until } from '../support/until';

/** The verifier of the client package rejects tokens that were revoked. */

const issuer = 'https://id.example.com';
const intervalS = 0.02;

let gatehouse: Gatehouse;
let client: TestClient;
const verifiers: Verifier[] = [];

beforeAll(async () => {
  gatehouse = await startGatehouse();
  client = await createClient(gatehouse);
});
afterAll(() => gatehouse.stop());
afterEach(() => {
  for (const verify of verifiers.splice(0)) verify.close();
  jest.useRealTimers();
});

const isList = (url: string) => url.includes('/auth/revocations');

/** A `fetch` that counts the requests for the list. `list` can replace its answers. */
function network(list: ((url: string) => Promise<Response>) | null = null) {
  const net = {
    requests: 0,
    urls: [] as string[],
    list,
    async fetch(url: string | URL | Request, options?: RequestInit): Promise<Response> {
      if (!isList(String(url))) return fetch(url, options);
      net.requests += 1;
      net.urls.push(String(url));
      return net.list ? net.list(String(url)) : fetch(url, options);
    },
  };
  return net;
}

function verifier(options: Partial<VerifierOptions> = {}, own: Partial<RevocationOptions> = {}): Verifier {
  const { url } = gatehouse;
  const credentials = { clientId: client.id, clientSecret: client.secret };
  const revocations = { ...credentials, url: `${url}/auth/revocations`, intervalS, ...own };
  const verify = createVerifier({
    issuer,
    audience: issuer,
    jwksUrl: `${url}/.well-known/jwks.json`,
    revocations,
    ...options,
  });
  verifiers.push(verify);
  return verify;
}

/** 200, or the status and the text of the rejection. */
async function answerOf(verify: Verifier, jwt: string | null): Promise<string> {
  try {
    await verify({ authorization: `Bearer ${jwt}` });
    return '200';
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    return `${error.status} ${error.message}`;
  }
}

const revoked = '401 The access token has been revoked.';
const unavailable = '503 Access tokens cannot be verified at the moment.';
const untilRevoked = (verify: Verifier, jwt: string | null) =>
  until(async () => (await answerOf(verify, jwt)) === revoked);

const page = (cursor: string, sessions: string[] = [], accounts: object[] = []) =>
  Response.json({ success: true, msg: '', result: { cursor, sessions, accounts } });
const down = async () => {
  throw new TypeError('fetch failed');
};

async function person() {
  const registered = await registerPerson(gatehouse);
  const login = async () => (await registered.login()).jwt;
  return { ...registered, login };
}

describe('a token is rejected', () => {
  test('after a logout, and the others of the user are not', async () => {
    const { login } = await person();
    const [one, other] = [await login(), await login()];
    const verify = verifier();
    expect([await answerOf(verify, one), await answerOf(verify, other)]).toEqual(['200', '200']);
    await restApi.logout(gatehouse.url, {}, one);
    await untilRevoked(verify, one);
    expect(await answerOf(verify, other)).toBe('200');
  });

  test('by a verifier that was started later, already at its first request', async () => {
    const { login } = await person();
    const jwt = await login();
    await restApi.logout(gatehouse.url, {}, jwt);
    expect(await answerOf(verifier(), jwt)).toBe(revoked);
  });

  test('after a logout everywhere, and a new one is not', async () => {
    const { login } = await person();
    const [one, other] = [await login(), await login()];
    const verify = verifier();
    await answerOf(verify, one);
    await restApi.logout(gatehouse.url, { sessions: 'all' }, one);
    await untilRevoked(verify, one);
    expect([await answerOf(verify, other), await answerOf(verify, await login())]).toEqual([revoked, '200']);
  });

  test('after a change of the password, except that of the session which changed it', async () => {
    const { login } = await person();
    const [one, other] = [await login(), await login()];
    const verify = verifier();
    await answerOf(verify, one);
    const changed = { currentPassword: personPassword, password: 'a much longer horse' };
    expect((await restApi.changePassword(gatehouse.url, changed, one)).success).toBe(true);
    await untilRevoked(verify, other);
    expect(await answerOf(verify, one)).toBe('200');
  });

  test('after the account was disabled', async () => {
    const { id, login } = await person();
    const jwt = await login();
    const verify = verifier();
    expect(await answerOf(verify, jwt)).toBe('200');
    await createUserLifecycle(gatehouse.config, gatehouse.stores, async () => '', createLog('silent')).disable(
      id,
      null,
    );
    await untilRevoked(verify, jwt);
  });

  test('after a change of the roles, also that of a session that is kept later', async () => {
    const { id, credentials } = await person();
    const { jwt, refreshToken } = await restApi.login(gatehouse.url, credentials);
    const verify = verifier();
    expect(await answerOf(verify, jwt)).toBe('200');
    await createAccessRightsService(gatehouse.config, gatehouse.stores, createLog('silent')).setRoles(id, ['a'], null);
    await untilRevoked(verify, jwt);
    const fresh = (await restApi.refresh(gatehouse.url, { refreshToken })).jwt;
    expect(await answerOf(verify, fresh)).toBe('200');
    await restApi.logout(gatehouse.url, { sessions: 'others' }, fresh);
    const accepts = async (token: string | null) => [
      (await fetch(`${gatehouse.url}/auth/verify`, { headers: { Authorization: `Bearer ${token}` } })).status,
      await answerOf(verifier(), token),
    ];
    expect([await accepts(fresh), await accepts(jwt)]).toEqual([
      [200, '200'],
      [401, revoked],
    ]);
  });

  test('of a super admin who acts as the user, when the session of the super admin ends', async () => {
    const [user, admin] = [await person(), await registerSuperAdmin(gatehouse)];
    await gatehouse.sql(`UPDATE users SET email_verified = true WHERE id = '${user.id}'`);
    const { jwt } = await impersonate(gatehouse, user.id, admin.jwt ?? '');
    const verify = verifier();
    expect(await answerOf(verify, jwt)).toBe('200');
    await restApi.logout(gatehouse.url, {}, admin.jwt);
    await untilRevoked(verify, jwt);
  });

  test('as /auth/verify does, after each kind of logout and after none', async () => {
    const verify = verifier();
    const tokens: (string | null)[] = [];
    // Each kind three times, between those of others.
    for (let i = 0; i < 12; i += 1) {
      const { login } = await person();
      const [one, other] = [await login(), await login()];
      tokens.push(one, other);
      const sessions = (['current', 'others', 'all'] as const)[i % 4];
      if (sessions) await restApi.logout(gatehouse.url, { sessions }, one);
    }
    const last = tokens.at(-1) ?? null;
    await restApi.logout(gatehouse.url, {}, last);
    await untilRevoked(verify, last);
    for (const jwt of tokens) {
      const { status } = await fetch(`${gatehouse.url}/auth/verify`, { headers: { Authorization: `Bearer ${jwt}` } });
      expect((await answerOf(verify, jwt)).slice(0, 3)).toBe(String(status));
    }
  });
});

/** The tokens of two sessions of one person, and a verifier that has learned of the logout of the first. */
async function afterLogout() {
  const { login } = await person();
  const [one, other] = [await login(), await login()];
  const net = network();
  const verify = verifier({ fetch: net.fetch });
  await restApi.logout(gatehouse.url, {}, one);
  expect(await answerOf(verify, one)).toBe(revoked);
  return { one, other, net, verify };
}

describe('the list', () => {
  test('is read from the first verification on, every 4 seconds, until close', async () => {
    const jwt = await (await person()).login();
    stopTimers();
    const net = network(async () => page('1'));
    const verify = verifier({ fetch: net.fetch }, { intervalS: 4 });
    expect([net.requests, verify.revocations]).toEqual([0, expect.objectContaining({ entries: 0, error: null })]);
    expect(await answerOf(verify, jwt)).toBe('200');
    expect(net.requests).toBe(1);
    for (let expected = 2; expected < 5; expected += 1) {
      const before = net.requests;
      await jest.advanceTimersByTimeAsync(3000);
      expect(net.requests).toBe(before);
      await jest.advanceTimersByTimeAsync(1000);
      expect(net.requests).toBe(expected);
    }
    verify.close();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(net.requests).toBe(4);
    expect(await answerOf(verify, jwt)).toBe('200');
    expect(verify.revocations?.staleSince).toEqual(expect.any(Date));
  });

  test('goes on with the cursor, and at once after a full page', async () => {
    const jwt = await (await person()).login();
    const { sid } = claimsOf(jwt);
    const full = Array.from({ length: 1000 }, (_, i) => `s${i}`);
    const pages: Record<string, Response> = { '': page('a b', full), '?after=a%20b': page('c', [sid]) };
    const net = network(async (url) => pages[new URL(url).search] ?? page('d'));
    const verify = verifier({ fetch: net.fetch }, { intervalS: 60 });
    expect(await answerOf(verify, jwt)).toBe(revoked);
    expect(verify.revocations?.entries).toBe(1001);
    expect(net.requests).toBe(2);
  });

  test('starts anew when its cursor is too old, and keeps what it has', async () => {
    const { one, other, net, verify } = await afterLogout();
    const answers = [async () => Response.json({}, { status: 410 }), async () => page('0')];
    net.list = async () => (await answers.shift()?.()) ?? page('0');
    await until(async () => net.urls.some((url) => url.endsWith('?after=0')));
    net.list = null;
    // The real server does not know this cursor.
    await restApi.logout(gatehouse.url, {}, other);
    await untilRevoked(verify, other);
    expect(await answerOf(verify, one)).toBe(revoked);
    expect(verify.revocations).toMatchObject({ staleSince: null, error: null });
  });

  test('while it cannot be read, tokens are verified without it, and then it goes on', async () => {
    const { one, other, net, verify } = await afterLogout();
    const before = Date.now();
    net.list = down;
    await until(async () => verify.revocations?.error);
    const { staleSince, error } = verify.revocations ?? {};
    expect(staleSince?.getTime()).toBeLessThanOrEqual(Date.now());
    expect(staleSince?.getTime()).toBeGreaterThan(before - 1000);
    expect(error?.message).toBe('fetch failed');
    await restApi.logout(gatehouse.url, {}, other);
    expect([await answerOf(verify, other), await answerOf(verify, one)]).toEqual(['200', revoked]);
    net.list = null;
    await untilRevoked(verify, other);
    expect(verify.revocations).toMatchObject({ staleSince: null, error: null });
  });

  test('after maxStaleS without an answer, verifications fail with 503', async () => {
    const jwt = await (await person()).login();
    stopClock();
    const net = network(down);
    const verify = verifier({ fetch: net.fetch }, { intervalS: 0.02 });
    expect(await answerOf(verify, jwt)).toBe('200');
    // The token lives for an hour, which is also the default of maxStaleS.
    const strict = verifier({ fetch: net.fetch }, { maxStaleS: 60 });
    expect(await answerOf(strict, jwt)).toBe('200');
    jest.setSystemTime(Date.now() + 61_000);
    expect([await answerOf(verify, jwt), await answerOf(strict, jwt)]).toEqual(['200', unavailable]);
    net.list = async () => page('1');
    await until(async () => (await answerOf(strict, jwt)) === '200');
  });

  test.each<[string, () => Promise<Response>, string]>([
    ['wrong credentials', async () => Response.json({}, { status: 401 }), 'answered 401'],
    ['an error', async () => new Response('', { status: 500 }), 'answered 500'],
    ['another form', async () => Response.json({ sessions: [] }), 'unknown form'],
    ['a wrong account', async () => page('1', [], [{ sub: 'x', rev: '1' }]), 'unknown form'],
    ['a wrong session', async () => page('1', [1 as unknown as string]), 'unknown form'],
    ['null', async () => Response.json(null), 'unknown form'],
    ['an end that never comes', async () => page('1', Array(1000).fill('s')), 'does not end'],
    ['410 for every cursor', async () => Response.json({}, { status: 410 }), 'answered 410'],
  ])('is stale after %s', async (_name, list, message) => {
    const jwt = await (await person()).login();
    const verify = verifier({ fetch: network(list).fetch }, { intervalS: 60 });
    expect(await answerOf(verify, jwt)).toBe('200');
    const { error, staleSince } = verify.revocations ?? {};
    expect([error?.message, staleSince]).toEqual([expect.stringContaining(message), expect.any(Date)]);
    expect(String(error?.stack)).not.toContain(client.secret);
  });

  test('the first verification waits for it, at most three seconds', async () => {
    const jwt = await (await person()).login();
    stopTimers();
    const net = network(() => new Promise(() => {}));
    const verify = verifier({ fetch: net.fetch });
    let answer = '';
    const verified = answerOf(verify, jwt).then((found) => {
      answer = found;
    });
    // The keys are read first. The server of this process has timers, too.
    await until(() => net.requests === 1);
    await jest.advanceTimersByTimeAsync(2999);
    expect(answer).toBe('');
    await jest.advanceTimersByTimeAsync(1);
    await verified;
    expect(answer).toBe('200');
  });

  test('is read first after the process was stopped for long', async () => {
    const { login } = await person();
    const jwt = await login();
    const verify = verifier({}, { intervalS: 60 });
    expect(await answerOf(verify, jwt)).toBe('200');
    await restApi.logout(gatehouse.url, {}, jwt);
    expect(await answerOf(verify, jwt)).toBe('200');
    stopClock();
    jest.setSystemTime(Date.now() + 130_000);
    expect(await answerOf(verify, jwt)).toBe(revoked);
  });

  test('forgets a revocation when no token of it can be valid', async () => {
    const { login } = await person();
    const jwt = await login();
    const net = network();
    const verify = verifier({ fetch: net.fetch });
    await restApi.logout(gatehouse.url, {}, jwt);
    await answerOf(verify, jwt);
    expect(verify.revocations?.entries).toBeGreaterThan(0);
    stopClock();
    jest.setSystemTime(Date.now() + 86_400_000 + 61_000);
    net.list = async () => page('1');
    await until(async () => verify.revocations?.entries === 0);
  });

  test('that is full rejects every token from before the revocations that it dropped', async () => {
    const { login } = await person();
    const [one, other] = [await login(), await login()];
    const net = network(async () => page('1', ['a', 'b', claimsOf(one).sid]));
    const verify = verifier({ fetch: net.fetch }, { maxEntries: 3, intervalS: 60 });
    expect([await answerOf(verify, one), await answerOf(verify, other)]).toEqual([revoked, '200']);
    const full = network(async () => page('1', [claimsOf(one).sid, 'a', 'b', 'c']));
    const overfull = verifier({ fetch: full.fetch }, { maxEntries: 3, intervalS: 60 });
    expect([await answerOf(overfull, one), await answerOf(overfull, other)]).toEqual([revoked, revoked]);
    expect(overfull.revocations).toMatchObject({ entries: 3, rejectsIssuedBefore: expect.any(Date) });
    stopClock();
    jest.setSystemTime(Date.now() + 6000);
    expect(await answerOf(overfull, await login())).toBe('200');
  });

  test('needs the secret, which is in no URL, and is not sent after a redirect', async () => {
    const jwt = await (await person()).login();
    const sent: (RequestInit | undefined)[] = [];
    const spy: typeof fetch = async (url, options) => {
      if (isList(String(url))) {
        sent.push(options);
        expect(String(url)).not.toContain(client.secret);
      }
      return fetch(url, options);
    };
    await answerOf(verifier({ fetch: spy }), jwt);
    expect(sent[0]).toMatchObject({ redirect: 'error', headers: { Authorization: expect.stringMatching(/^Basic /) } });
    const wrong = verifier({}, { clientSecret: 'wrong' });
    expect(await answerOf(wrong, jwt)).toBe('200');
    expect(wrong.revocations?.error?.message).toContain('401');
  });
});

test('does not keep a process alive, and ends with it', async () => {
  const jwt = await (await person()).login();
  const entry = path.join(builtClient, 'verify/index.js');
  const options = {
    issuer,
    audience: issuer,
    jwksUrl: `${gatehouse.url}/.well-known/jwks.json`,
    revocations: { clientId: client.id, clientSecret: client.secret, url: `${gatehouse.url}/auth/revocations` },
  };
  const program = `
    const { createVerifier } = await import(${JSON.stringify(entry)});
    const verify = createVerifier(${JSON.stringify(options)});
    verify({ authorization: ${JSON.stringify(`Bearer ${jwt}`)} }).then(({ sub }) => console.log(sub, verify.revocations.error));`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const [code] = await once(child, 'close');
  expect([code, output]).toEqual([0, `${claimsOf(jwt).sub} null\n`]);
});

test('while Gatehouse is killed and started again, tokens are verified, and a logout arrives afterwards', async () => {
  const settings = await createMigratedSettings();
  const port = String(await freePort());
  const env = { ...settings.env, PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` };
  let running = await spawnGatehouse(env);
  await running.ready();
  const { out } = await runCli(env, ['clients', 'create', '--name', 'orders', '--json']);
  const { id, clientSecret } = JSON.parse(out);
  const registered = await registerPerson(running);
  const { jwt } = await registered.login();
  const verify = createVerifier({
    issuer: env.PUBLIC_URL,
    audience: env.PUBLIC_URL,
    revocations: { clientId: id, clientSecret, intervalS },
  });
  verifiers.push(verify);
  expect(await answerOf(verify, jwt)).toBe('200');
  await running.signal('SIGKILL');
  await until(async () => verify.revocations?.error);
  expect(await answerOf(verify, jwt)).toBe('200');
  running = await spawnGatehouse(env);
  await running.ready();
  await until(async () => verify.revocations?.error === null);
  expect(await answerOf(verify, jwt)).toBe('200');
  await restApi.logout(running.url, {}, jwt);
  await untilRevoked(verify, jwt);
  verify.close();
  await running.signal('SIGTERM');
  await settings.remove();
});
