import { createApiKeyText } from '../../src/accounts/keys/api-key-text';
import { isWellFormed } from '../../src/client/verify/api-key-text';
import {
  AuthError,
  createVerifier,
  type Requirements,
  type Verifier,
  type VerifierOptions,
} from '../../src/client/verify/index';
import { createAccessRightsService, createUserLifecycle } from '../../src/compose/admin-users';
import { createLog } from '../../src/platform/observability/log';
import { restApi } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { personPassword, registerPerson } from '../support/impersonation';
import { stopClock } from '../support/limits';
import { createApp, createClient, type TestClient } from '../support/oauth';
import { createdOrganization, join, memberPassword, organizationsOf, signedInPerson } from '../support/organizations';
import { settingFile } from '../support/setting-file';
import { until } from '../support/until';
import { verifyAddress } from '../support/verified-address';

/** The verifier of the client package accepts API keys of users, about which it asks a real server. */

const issuer = 'https://id.example.com';
const notes = 'https://notes.example.com/api';
const resources = {
  [notes]: { name: 'Notes', scopes: { 'notes:read': { en: 'Read' }, 'notes:write': { en: 'Write' } } },
};

let gatehouse: Gatehouse;
let client: TestClient;
const verifiers: Verifier[] = [];

beforeAll(async () => {
  gatehouse = await startGatehouse({ API_KEYS: 'on', ORGANIZATIONS: 'users', RESOURCES: settingFile(resources) });
  client = await createClient(gatehouse);
});
afterAll(() => gatehouse.stop());
afterEach(() => {
  for (const verify of verifiers.splice(0)) verify.close();
  jest.useRealTimers();
});

/** A `fetch` that counts the introspections. `answer` can replace their answers. */
function network(answer: ((options?: RequestInit) => Promise<Response>) | null = null) {
  const net = {
    asked: [] as RequestInit[],
    answer,
    async fetch(url: string | URL | Request, options: RequestInit = {}): Promise<Response> {
      if (!String(url).endsWith('/oauth/introspect')) return fetch(url, options);
      net.asked.push(options);
      expect(String(url)).not.toContain('gate_');
      return net.answer ? net.answer(options) : fetch(url, options);
    },
  };
  return net;
}

const credentials = () => ({ clientId: client.id, clientSecret: client.secret });

function verifier(options: Partial<VerifierOptions> = {}): Verifier {
  const verify = createVerifier({
    issuer,
    audience: issuer,
    jwksUrl: `${gatehouse.url}/.well-known/jwks.json`,
    apiKeys: { ...credentials(), url: `${gatehouse.url}/oauth/introspect` },
    ...options,
  });
  verifiers.push(verify);
  return verify;
}

/** One that also reads the list of revocations. */
const following = (options: Partial<VerifierOptions> = {}) =>
  verifier({
    revocations: { ...credentials(), url: `${gatehouse.url}/auth/revocations`, intervalS: 0.02 },
    ...options,
  });

async function owner(sent: object = {}, roles: string[] = []) {
  const { id: userId, credentials, login } = await registerPerson(gatehouse);
  await verifyAddress(gatehouse, credentials.email);
  await gatehouse.sql(`UPDATE users SET roles = '{${roles}}' WHERE id = '${userId}'`);
  const jwt = String((await login()).jwt);
  const input = { name: 'Backup', currentPassword: personPassword, ...sent };
  const { result } = await restApi.createApiKey(gatehouse.url, input, jwt);
  if (!result) throw new Error('no key');
  return { userId, jwt, id: String(result.apiKey.id), key: result.key };
}

/** The owner of a key for an organization, who is a member of it. */
async function member() {
  const boss = await signedInPerson(gatehouse);
  const organization = await createdOrganization(gatehouse, restApi, boss.jwt);
  const { id: userId, jwt } = await signedInPerson(gatehouse);
  await join(gatehouse, organization.id, userId, 'member');
  const input = { name: 'Backup', currentPassword: memberPassword, organizationId: organization.id };
  const { result } = await restApi.createApiKey(gatehouse.url, input, jwt);
  const set = (roles: string[]) =>
    restApi.setMember(gatehouse.url, { organizationId: organization.id, userId, roles }, boss.jwt);
  return { organization, set, key: String(result?.key) };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** 200, or the status and the text of the rejection. */
async function answerOf(verify: Verifier, key: string, required?: Requirements): Promise<string> {
  const error = await errorOf(verify, key, required);
  return error ? `${error.status} ${error.message}` : '200';
}

async function errorOf(verify: Verifier, key: string, required?: Requirements): Promise<AuthError | null> {
  try {
    await verify(bearer(key), required);
    return null;
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    return error;
  }
}

const invalid = '401 The API key is not valid.';
const unavailable = '503 Access tokens cannot be verified at the moment.';

describe('a key', () => {
  test('is accepted, and says the same as the token for which it is exchanged', async () => {
    const { userId, id, key } = await owner({ roles: ['editor'] }, ['editor', 'viewer']);
    const verify = verifier();
    const { claims, ...identity } = await verify(bearer(key));
    expect(identity).toEqual({
      ...{ sub: userId, sid: id, keyId: id, organization: null, roles: ['editor'], scopes: [], acr: 'aal1', amr: [] },
      ...{ authTime: expect.any(Number), clientId: 'gatehouse' },
    });
    const { result } = await restApi.exchangeApiKey(gatehouse.url, { key });
    const { claims: ofToken, ...exchanged } = await verify(bearer(String(result?.jwt)));
    expect(exchanged).toEqual(identity);
    const times = { jti: expect.any(String), iat: expect.any(Number), exp: expect.any(Number) };
    expect(claims).toEqual({ ...ofToken, ...times });
  });

  test('for an organization is one for it, as the token for which it is exchanged', async () => {
    const { organization, key } = await member();
    const verify = verifier();
    const { result } = await restApi.exchangeApiKey(gatehouse.url, { key });
    for (const sent of [key, String(result?.jwt)]) {
      const required = { organization: organization.id, orgRoles: ['member'] };
      expect((await verify(bearer(sent), required)).organization).toEqual({ ...organization, roles: ['member'] });
      expect((await errorOf(verify, sent, { orgRoles: ['owner'] }))?.code).toBe('FORBIDDEN');
    }
  });

  test('is no access token without `apiKeys`, and nothing is asked', async () => {
    const { key } = await owner();
    const net = network();
    const verify = createVerifier({ issuer, audience: issuer, fetch: net.fetch });
    expect(await answerOf(verify, key)).toBe('401 The access token is malformed.');
    expect(net.asked).toEqual([]);
  });

  test('with a typing error costs no request', async () => {
    const net = network();
    const verify = verifier({ fetch: net.fetch });
    const key = createApiKeyText();
    for (let i = 5; i < key.length; i += 1) {
      const other = `${key.slice(0, i)}${key[i] === 'x' ? 'y' : 'x'}${key.slice(i + 1)}`;
      expect(await answerOf(verify, other)).toBe(invalid);
    }
    for (const other of [
      'gate_',
      `${key}0`,
      key.slice(0, -1),
      key.replace('gate_', 'gate_0'),
      `gate_${'0'.repeat(4000)}`,
    ])
      expect(await answerOf(verify, other)).toBe(invalid);
    expect(net.asked).toEqual([]);
    expect((await errorOf(verify, 'gate_x'))?.headers).toEqual({
      'WWW-Authenticate': 'Bearer error="invalid_token", error_description="The API key is not valid."',
    });
  });

  test('has the form of the server', () => {
    expect(Array.from({ length: 1000 }, createApiKeyText).filter((key) => !isWellFormed(key))).toEqual([]);
  });

  test('that is unknown, or of a service that may not ask, is rejected', async () => {
    const { key } = await owner();
    expect(await answerOf(verifier(), createApiKeyText())).toBe(invalid);
    const { id: clientId, secret } = await createApp(gatehouse, { firstParty: false });
    const apiKeys = { clientId, clientSecret: String(secret), url: `${gatehouse.url}/oauth/introspect` };
    expect(await answerOf(verifier({ apiKeys }), key)).toBe(invalid);
    expect(await answerOf(verifier({ issuer: 'https://other.example.com' }), key)).toBe(invalid);
  });

  test('must fulfill what a token must', async () => {
    const { key } = await owner({ roles: ['editor'] }, ['editor', 'admin']);
    const verify = verifier();
    const codeOf = async (required: Requirements) => (await errorOf(verify, key, required))?.code ?? null;
    expect(await codeOf({ roles: ['editor'], acr: 'aal1', maxAgeS: 300 })).toBeNull();
    expect(await codeOf({ roles: ['admin'] })).toBe('FORBIDDEN');
    expect(await codeOf({ scopes: ['notes:read'] })).toBe('FORBIDDEN');
    expect(await codeOf({ acr: 'aal2' })).toBe('STEP_UP_REQUIRED');
    expect(await codeOf({ audience: notes })).toBe('UNAUTHENTICATED');
    expect(await codeOf({ resource: notes })).toBe('UNAUTHENTICATED');
    stopClock();
    jest.setSystemTime(Date.now() + 301_000);
    expect(await codeOf({ maxAgeS: 300 })).toBe('STEP_UP_REQUIRED');
    expect(await codeOf({})).toBeNull();
  });

  test('for an API opens only that, with its scopes', async () => {
    const { key } = await owner({ resource: notes, scopes: ['notes:read'] });
    const verify = verifier();
    expect(await answerOf(verify, key)).toBe(invalid);
    expect((await verify(bearer(key), { resource: notes, scopes: ['notes:read'] })).scopes).toEqual(['notes:read']);
    const error = await errorOf(verify, key, { resource: notes, scopes: ['notes:write'] });
    expect([error?.status, error?.headers['WWW-Authenticate']]).toEqual([
      403,
      expect.stringContaining('scope="notes:write", resource_metadata="https://notes.example.com/.well-known/'),
    ]);
  });
});

describe('an answer', () => {
  test('is asked for once by 50 parallel requests, none of which can change it', async () => {
    const { key } = await owner();
    const net = network();
    const verify = verifier({ fetch: net.fetch });
    const found = await Promise.all(Array.from({ length: 50 }, () => verify(bearer(key))));
    expect(net.asked).toHaveLength(1);
    Object.assign(found[0]?.amr ?? [], ['mfa']);
    expect(found[0]?.amr).toEqual(['mfa']);
    expect(found[1]?.amr).toEqual([]);
    expect((await verify(bearer(key))).amr).toEqual([]);
    expect(net.asked).toHaveLength(1);
    const wrong = createApiKeyText();
    const answers = await Promise.all(Array.from({ length: 50 }, () => answerOf(verify, wrong)));
    expect([new Set(answers), net.asked.length]).toEqual([new Set([invalid]), 2]);
  });

  test('is kept for 30 seconds, and not with a clock that was set back', async () => {
    const { id, jwt, key } = await owner();
    stopClock();
    const net = network();
    const verify = verifier({ fetch: net.fetch });
    const start = Date.now();
    expect(await answerOf(verify, key)).toBe('200');
    await restApi.deleteApiKey(gatehouse.url, { id }, jwt);
    jest.setSystemTime(start + 29_999);
    expect([await answerOf(verify, key), net.asked.length]).toEqual(['200', 1]);
    jest.setSystemTime(start - 1);
    expect([await answerOf(verify, key), net.asked.length]).toEqual([invalid, 2]);
    jest.setSystemTime(start + 30_000);
    expect([await answerOf(verify, key), net.asked.length]).toEqual([invalid, 3]);
  });

  test('is not kept after the key has expired', async () => {
    const { id, key } = await owner();
    stopClock();
    const soon = Math.floor(Date.now() / 1000) + 5;
    await gatehouse.sql(`UPDATE api_keys SET expires_ts = to_timestamp(${soon}) WHERE id = '${id}'`);
    const verify = verifier();
    expect(await answerOf(verify, key)).toBe('200');
    jest.setSystemTime(soon * 1000 - 1);
    expect(await answerOf(verify, key)).toBe('200');
    jest.setSystemTime(soon * 1000);
    expect(await answerOf(verify, key)).toBe(invalid);
  });

  test('of 10,000 wrong keys takes no place of a right one, and 10,000 right ones are kept', async () => {
    const { key } = await owner();
    stopClock();
    const active = await (await network().fetch(`${gatehouse.url}/oauth/introspect`, form(key))).text();
    let right = true;
    const net = network(async () => new Response(right ? active : '{"active":false}'));
    const verify = verifier({ fetch: net.fetch });
    const ask = async (...keys: string[]) => {
      const before = net.asked.length;
      for (const one of keys) await answerOf(verify, one);
      return net.asked.splice(0).length - before;
    };
    const keys = Array.from({ length: 10_000 }, createApiKeyText);
    expect(await ask(key)).toBe(1);
    right = false;
    expect(await ask(...keys)).toBe(10_000);
    expect(await ask(key)).toBe(0);
    right = true;
    expect(await ask(...keys.slice(1))).toBe(9999);
    expect(await ask(key)).toBe(0);
    expect(await ask(keys[0] ?? '')).toBe(1);
    expect(await ask(key)).toBe(1);
  });
});

/** What the verifier sends. */
const form = (token: string): RequestInit => ({
  method: 'POST',
  headers: { Authorization: `Basic ${btoa(`${client.id}:${client.secret}`)}` },
  body: new URLSearchParams({ token }),
});

describe('with the list of revocations', () => {
  type Owner = Awaited<ReturnType<typeof owner>>;
  const lifecycle = () => createUserLifecycle(gatehouse.config, gatehouse.stores, async () => '', createLog('silent'));
  const rights = () => createAccessRightsService(gatehouse.config, gatehouse.stores, createLog('silent'));
  const url = () => gatehouse.url;

  // No time passes, so that only the list can end what is kept.
  test.each<[string, (ada: Owner) => Promise<unknown>]>([
    ['its deletion', ({ id, jwt }) => restApi.deleteApiKey(url(), { id }, jwt)],
    ['a logout with keys', ({ jwt }) => restApi.logout(url(), { sessions: 'all', keys: true }, jwt)],
    ['the end of all sessions by an operator', ({ userId }) => lifecycle().endSessions(userId, null)],
    ['the account was disabled', ({ userId }) => lifecycle().disable(userId, null)],
  ])('a key is rejected after %s', async (_name, end) => {
    const ada = await owner();
    stopClock();
    const verify = following();
    expect(await answerOf(verify, ada.key)).toBe('200');
    await end(ada);
    await until(async () => (await answerOf(verify, ada.key)) === invalid);
  });

  test('a key loses a role of its user', async () => {
    const { userId, key } = await owner({ roles: ['editor', 'viewer'] }, ['editor', 'viewer']);
    stopClock();
    const net = network();
    const verify = following({ fetch: net.fetch });
    expect((await verify(bearer(key))).roles).toEqual(['editor', 'viewer']);
    await rights().setRoles(userId, ['viewer'], null);
    await until(async () => (await verify(bearer(key))).roles.length === 1);
    expect(net.asked).toHaveLength(2);
    expect(await answerOf(verify, key)).toBe('200');
    expect(net.asked).toHaveLength(2);
  });

  type Member = Awaited<ReturnType<typeof member>>;
  test.each<[string, (grace: Member) => Promise<unknown>]>([
    ['the end of its membership', ({ set }) => set([])],
    ['the disabling of its organization', ({ organization }) => organizationsOf(gatehouse).disable(organization.id)],
    ['the end of its organization', ({ organization }) => organizationsOf(gatehouse).remove(organization.id)],
  ])('a key is rejected after %s', async (_name, end) => {
    const grace = await member();
    stopClock();
    const verify = following();
    expect(await answerOf(verify, grace.key)).toBe('200');
    await end(grace);
    await until(async () => (await answerOf(verify, grace.key)) === invalid);
  });

  test('a key has the new roles of its user in its organization', async () => {
    const { key, set } = await member();
    stopClock();
    const verify = following();
    expect((await verify(bearer(key))).organization?.roles).toEqual(['member']);
    await set(['admin']);
    await until(async () => (await verify(bearer(key))).organization?.roles.join() === 'admin');
  });

  test('a key stays after a logout everywhere, and is asked about once', async () => {
    const { jwt, key } = await owner();
    stopClock();
    const net = network();
    const verify = following({ fetch: net.fetch });
    expect(await answerOf(verify, key)).toBe('200');
    await restApi.logout(url(), { sessions: 'all' }, jwt);
    await until(async () => (await answerOf(verify, jwt)) !== '200');
    expect(await answerOf(verify, key)).toBe('200');
    expect(await answerOf(verify, key)).toBe('200');
    expect(net.asked.length).toBeLessThanOrEqual(2);
  });

  test('a list that is full rejects no key, and asks again', async () => {
    const { key } = await owner();
    const net = network();
    const page = { cursor: '1', sessions: ['a', 'b'], accounts: [] };
    const full: typeof fetch = async (url, options) =>
      String(url).includes('/auth/revocations') ? Response.json({ result: page }) : net.fetch(url, options);
    const revocations = { ...credentials(), maxEntries: 1, intervalS: 60 };
    const verify = verifier({ fetch: full, revocations });
    // Of what was asked in the millisecond of a revocation, nobody knows which came first.
    await until(async () => (await answerOf(verify, key)) === '200');
    expect(verify.revocations?.rejectsIssuedBefore).not.toBeNull();
    expect(await answerOf(verify, key)).toBe('200');
  });
});

describe('while Gatehouse cannot be asked', () => {
  const echo = async (options?: RequestInit) => new Response(String(options?.body));

  test.each<[string, (options?: RequestInit) => Promise<Response>]>([
    ['fails', async () => Promise.reject(new TypeError('fetch failed'))],
    ['is an error', async () => new Response('', { status: 502 })],
    ['is a limit', async () => Response.json({ error: 'temporarily_unavailable' }, { status: 429 })],
    ['is no JSON', echo],
    ['is empty', async () => new Response(null)],
    ['is null', async () => Response.json(null)],
    ['has another form', async () => Response.json({ active: 'true', token_type: 'Bearer' })],
    ['lacks the user', async () => Response.json({ active: true, token_type: 'Bearer', key_id: 'x' })],
    ['is too long', async () => new Response(`{"active": false, "x": "${'x'.repeat(70_000)}"}`)],
    ['is about a refresh token', async () => Response.json({ active: true, token_type: 'refresh_token', sub: 'x' })],
  ])('or the answer %s, a key is rejected with 503, which names neither key nor secret', async (_name, answer) => {
    const { key } = await owner();
    const net = network(answer);
    const verify = verifier({ fetch: net.fetch });
    const error = await errorOf(verify, key);
    expect([error?.status, error?.code, error?.headers]).toEqual([503, 'SERVICE_UNAVAILABLE', { 'Retry-After': '5' }]);
    const { cause } = error as { cause: Error };
    const said = [error?.message, error?.stack, error?.body, cause.message, cause.stack, cause.cause].join('\n');
    for (const secret of [key.slice(5, 20), client.secret]) expect(said).not.toContain(secret);
    net.answer = null;
    expect(await answerOf(verify, key)).toBe('200');
  });

  test('the last answer is used for its 30 seconds', async () => {
    const { key } = await owner();
    stopClock();
    const net = network();
    const verify = verifier({ fetch: net.fetch });
    expect(await answerOf(verify, key)).toBe('200');
    net.answer = () => Promise.reject(new TypeError('fetch failed'));
    jest.setSystemTime(Date.now() + 29_000);
    expect(await answerOf(verify, key)).toBe('200');
    jest.setSystemTime(Date.now() + 1000);
    expect(await answerOf(verify, key)).toBe(unavailable);
  });

  test('and the answer never comes, a key is rejected after some seconds', async () => {
    const hanging = network(
      (options) =>
        new Promise((_resolve, reject) => {
          const { signal } = options ?? {};
          signal?.addEventListener('abort', () => reject(signal.reason));
        }),
    );
    expect(await answerOf(verifier({ fetch: hanging.fetch }), createApiKeyText())).toBe(unavailable);
  });

  test('because the secret is wrong, every key is rejected with 503', async () => {
    const apiKeys = { clientId: client.id, clientSecret: 'wrong', url: `${gatehouse.url}/oauth/introspect` };
    const error = await errorOf(verifier({ apiKeys }), createApiKeyText());
    expect(error).toMatchObject({ status: 503, cause: { message: 'the introspection answered 401' } });
  });
});

test('what is sent follows no redirect, and is in no URL', async () => {
  const net = network();
  expect(await answerOf(verifier({ fetch: net.fetch }), createApiKeyText())).toBe(invalid);
  expect(net.asked).toEqual([
    expect.objectContaining({ method: 'POST', redirect: 'error', signal: expect.any(AbortSignal) }),
  ]);
});

test('the address is that of the issuer, unless it is another one', async () => {
  const urls: string[] = [];
  const spy: typeof fetch = async (url) => {
    urls.push(String(url));
    return Response.json({ active: false });
  };
  const verify = verifier({ issuer: `${issuer}/`, apiKeys: credentials(), fetch: spy });
  expect(await answerOf(verify, createApiKeyText())).toBe(invalid);
  expect(urls).toEqual([`${issuer}/oauth/introspect`]);
});
