import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import {
  AuthError,
  type AuthenticatedRequest,
  createVerifier,
  type RequestHeaders,
  type Requirements,
  requireAuth,
  type Verifier,
  type VerifierOptions,
} from '../../src/client/verify/index';
import { restApi } from '../support/apis';
import { Forger, forgeries } from '../support/forged-tokens';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { claimsOf, impersonate, registerPerson, registerSuperAdmin } from '../support/impersonation';
import { stopClock } from '../support/limits';
import { until } from '../support/until';

/** The verifier of the client package, with the keys of a real server. */

const issuer = 'https://id.example.com';
const now = () => Math.floor(Date.now() / 1000);

let gatehouse: Gatehouse;
let forger: Forger;
let verify: Verifier;

beforeAll(async () => {
  gatehouse = await startGatehouse({ JWKS_MAX_AGE: '60' });
  const { jwt } = await (await registerPerson(gatehouse)).login();
  forger = new Forger(gatehouse, jwt ?? '');
  verify = verifier();
});
afterAll(() => gatehouse.stop());
afterEach(() => jest.useRealTimers());

const jwksUrl = () => `${gatehouse.url}/.well-known/jwks.json`;

function verifier(options: Partial<VerifierOptions> = {}): Verifier {
  return createVerifier({ issuer, audience: issuer, jwksUrl: jwksUrl(), ...options });
}

/** A `fetch` that counts its requests, and whose answers can be replaced. */
function network(answer: (url: string) => Promise<Response> = (url) => fetch(url)) {
  const counting = { requests: 0, answer, fetch: (async (url) => counting.next(String(url))) as typeof fetch, next };
  function next(url: string): Promise<Response> {
    counting.requests += 1;
    return counting.answer(url);
  }
  return counting;
}

const down = async () => {
  throw new TypeError('fetch failed');
};
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** The error of a verification. Null if it succeeds. */
async function errorOf(headers: RequestHeaders, required?: Requirements, by = verify): Promise<AuthError | null> {
  try {
    await by(headers, required);
    return null;
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    return error;
  }
}

const invalid = expect.stringMatching(/^Bearer error="invalid_token", error_description="The access token [^"]*"$/);

describe('a token', () => {
  test('of the real server is accepted, with its claims', async () => {
    const claims = claimsOf(forger.token);
    expect(await verify(bearer(forger.token))).toEqual({
      sub: claims.sub,
      sid: claims.sid,
      keyId: null,
      roles: [],
      organization: null,
      scopes: [],
      acr: 'aal1',
      amr: ['pwd'],
      authTime: claims.auth_time,
      clientId: 'gatehouse',
      claims,
    });
  });

  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const others: [string, (forger: Forger) => string][] = [
    ['of another type', (one) => one.forged({}, { typ: 'JWT' })],
    ['without a type', (one) => one.forged({}, { typ: undefined })],
    ['with an extension that must be understood', (one) => one.forged({}, { crit: ['exp'] })],
    ['with an extension that jose understands', (one) => one.forged({}, { crit: ['b64'], b64: true })],
    ['with a URL of keys', (one) => one.forged({}, { jku: 'https://other.example.com/keys' })],
    ['with a URL of a certificate', (one) => one.forged({}, { x5u: 'https://other.example.com/key' })],
    ['with a certificate', (one) => one.forged({}, { x5c: ['x'] })],
    ['with a key that it is not signed with', (one) => one.forged({}, { jwk: publicKey.export({ format: 'jwk' }) })],
    ['without an expiry', (one) => one.forged({ exp: undefined })],
    ['without the time of its issue', (one) => one.forged({ iat: undefined })],
    ['without a user', (one) => one.forged({ sub: undefined })],
    ['without a session', (one) => one.forged({ sid: undefined })],
    ['without an id', (one) => one.forged({ jti: undefined })],
    ['with an empty user', (one) => one.forged({ sub: '' })],
    ['that was issued in the future', (one) => one.forged({ iat: now() + 60, exp: now() + 3600 })],
    ['that is not valid yet', (one) => one.forged({ nbf: now() + 60 })],
    ['that lives longer than a day', (one) => one.forged({ iat: now() - 10, exp: now() + 86_400 })],
    ['that expires before it was issued', (one) => one.forged({ iat: now() + 4, exp: now() + 3 })],
    ['with roles that are no list', (one) => one.forged({ roles: 'admin' })],
    ['with a revision that is no number', (one) => one.forged({ rev: '9' })],
    ['of half an impersonation', (one) => one.forged({ act: { sub: randomUUID() } })],
    ['of more than 4 kB', (one) => one.forged({ roles: Array(600).fill('editor') })],
    [
      'whose payload was changed',
      (one) => one.token.replace(/\.(.)/, (_all, first) => `.${first === 'e' ? 'f' : 'e'}`),
    ],
    ['with two dots more', (one) => `${one.token}..`],
  ];

  test.each([...forgeries, ...others])('%s is rejected', async (_name, make) => {
    const error = await errorOf(bearer(make(forger)));
    expect([error?.status, error?.code, error?.headers]).toEqual([
      401,
      'UNAUTHENTICATED',
      { 'WWW-Authenticate': invalid },
    ]);
    expect(JSON.stringify([error, error?.message])).not.toContain('eyJ');
  });

  test('is accepted with the clock a few seconds apart', async () => {
    expect(await errorOf(bearer(forger.forged({ iat: now() + 3, exp: now() + 60 })))).toBeNull();
    expect(await errorOf(bearer(forger.forged({ iat: now() - 60, exp: now() - 3 })))).toBeNull();
    const strict = verifier({ clockToleranceS: 0 });
    expect((await errorOf(bearer(forger.forged({ iat: now() - 60, exp: now() - 3 })), {}, strict))?.message).toBe(
      'The access token has expired.',
    );
  });

  test('of an earlier version, without the newer claims, is accepted', async () => {
    const changes = Object.fromEntries(
      ['client_id', 'rev', 'auth_time', 'acr', 'amr', 'roles'].map((name) => [name, undefined]),
    );
    const { clientId, acr, authTime, claims } = await verify(bearer(forger.forged(changes)));
    expect([clientId, acr, authTime]).toEqual([null, 'aal1', claims.iat]);
  });

  test('of a super admin who acts as the user names both', async () => {
    const [person, admin] = [await registerPerson(gatehouse), await registerSuperAdmin(gatehouse)];
    await gatehouse.sql(`UPDATE users SET email_verified = true WHERE id = '${person.id}'`);
    const { jwt } = await impersonate(gatehouse, person.id, admin.jwt ?? '');
    const { sub, claims } = await verify(bearer(jwt));
    expect([sub, claims.act]).toEqual([person.id, { sub: expect.any(String) }]);
  });
});

describe('headers', () => {
  const accepted: [string, (value: string) => RequestHeaders][] = [
    ['of the Fetch API', (value) => new Headers({ Authorization: value })],
    ['of Node', (value) => ({ authorization: value, host: 'x' })],
    ['in upper case', (value) => ({ AUTHORIZATION: value })],
    ['as Lambda sends them', (value) => ({ Authorization: value, Cookie: undefined })],
    ['with a list of one value', (value) => ({ authorization: [value] })],
    ['with the scheme in lower case', (value) => ({ authorization: value.replace('Bearer', 'bearer') })],
    ['with two spaces (RFC 6750, section 2.1)', (value) => ({ authorization: value.replace(' ', '  ') })],
  ];
  test.each(accepted)('%s are read', async (_name, make) => {
    expect(await errorOf(make(`Bearer ${forger.token}`))).toBeNull();
  });

  const without: [string, RequestHeaders][] = [
    ['an empty object', {}],
    ['of the Fetch API', new Headers()],
    ['that is undefined', { authorization: undefined }],
    ['with an empty list', { authorization: [] }],
  ];
  test.each(without)('without a token get a challenge without an error: %s', async (_name, headers) => {
    const error = await errorOf(headers);
    expect([error?.status, error?.code, error?.headers]).toEqual([
      401,
      'UNAUTHENTICATED',
      { 'WWW-Authenticate': 'Bearer' },
    ]);
  });

  const malformed: [string, (value: string) => RequestHeaders][] = [
    ['two of them in a list', (value) => ({ authorization: [value, value] })],
    ['two of them by two names', (value) => ({ authorization: value, Authorization: value })],
    [
      'two of them that the Fetch API joined',
      (value) =>
        new Headers([
          ['authorization', value],
          ['authorization', value],
        ]),
    ],
    ['another scheme', (value) => ({ authorization: value.replace('Bearer', 'Basic') })],
    ['no scheme', (value) => ({ authorization: value.replace('Bearer ', '') })],
    ['a tab', (value) => ({ authorization: value.replace(' ', '\t') })],
    ['a word more', (value) => ({ authorization: `${value} x` })],
    ['an empty text', () => ({ authorization: '' })],
  ];
  test.each(malformed)('with %s are rejected', async (_name, make) => {
    const error = await errorOf(make(`Bearer ${forger.token}`));
    expect([error?.status, error?.headers]).toEqual([401, { 'WWW-Authenticate': invalid }]);
  });
});

describe('requirements', () => {
  const of = (changes: object, required: Requirements) => errorOf(bearer(forger.forged(changes)), required);

  test('roles: the user needs all of them', async () => {
    const roles = ['editor', 'viewer'];
    expect(await of({ roles }, { roles: ['editor'] })).toBeNull();
    expect(await of({ roles }, { roles: ['editor', 'viewer'] })).toBeNull();
    expect(await of({ roles }, { roles: [] })).toBeNull();
    const error = await of({ roles }, { roles: ['editor', 'admin'] });
    expect([error?.status, error?.code, error?.headers['WWW-Authenticate']]).toEqual([
      403,
      'FORBIDDEN',
      'Bearer error="insufficient_scope", error_description="You are not allowed to do this."',
    ]);
  });

  test('a strong and recent login, with the challenge of a step-up', async () => {
    const strong = { acr: 'aal2', auth_time: now() - 100 };
    expect(await of(strong, { acr: 'aal2', maxAgeS: 300 })).toBeNull();
    expect(await of(strong, { acr: 'aal1' })).toBeNull();
    expect(await of({ acr: 'aal1' }, { acr: 'aal1' })).toBeNull();
    const cases: [object, Requirements, string][] = [
      [{ acr: 'aal1' }, { acr: 'aal2' }, 'acr_values="aal2"'],
      [strong, { maxAgeS: 60 }, 'max_age=60'],
      [strong, { acr: 'aal2', maxAgeS: 60 }, 'acr_values="aal2", max_age=60'],
      [{ auth_time: 0 }, { maxAgeS: 300 }, 'max_age=300'],
    ];
    for (const [changes, required, ending] of cases) {
      const error = await of(changes, required);
      expect([error?.status, error?.code]).toEqual([401, 'STEP_UP_REQUIRED']);
      expect(error?.headers['WWW-Authenticate']).toBe(
        `Bearer error="insufficient_user_authentication", error_description="This needs a recent proof of who you are.", ${ending}`,
      );
    }
  });

  test('an audience of its own, and several', async () => {
    const orders = 'https://orders.example.com';
    expect(await of({ aud: orders }, { audience: orders })).toBeNull();
    expect(await of({}, { audience: orders })).toMatchObject({ status: 401 });
    expect(
      await errorOf(bearer(forger.forged({ aud: orders })), {}, verifier({ audience: [issuer, orders] })),
    ).toBeNull();
  });

  test.each([
    { issuer: '' },
    { audience: '' },
    { audience: [] },
    { issuer: undefined },
    { audience: undefined },
    { revocations: { clientId: '', clientSecret: 'secret' } },
    { revocations: { clientId: 'orders', clientSecret: undefined } },
    { apiKeys: { clientId: undefined, clientSecret: 'secret' } },
    { apiKeys: { clientId: 'orders', clientSecret: '' } },
  ])('a verifier without issuer or audience is an error: %j', (missing) => {
    expect(() => verifier(missing as Partial<VerifierOptions>)).toThrow(TypeError);
  });

  test('also for one request', async () => {
    for (const audience of ['', []])
      await expect(verify(bearer(forger.token), { audience })).rejects.toThrow(TypeError);
  });
});

describe('the keys', () => {
  test('are read once, also for requests at the same time, and again after max-age', async () => {
    const net = network();
    const own = verifier({ fetch: net.fetch });
    expect(net.requests).toBe(0);
    await Promise.all(Array.from({ length: 20 }, () => own(bearer(forger.token))));
    expect(net.requests).toBe(1);
    stopClock();
    jest.setSystemTime(Date.now() + 59_000);
    await own(bearer(forger.token));
    expect(net.requests).toBe(1);
    jest.setSystemTime(Date.now() + 2000);
    await own(bearer(forger.token));
    expect(net.requests).toBe(2);
  });

  test('are read again for an unknown key, at most every ten seconds', async () => {
    stopClock();
    const net = network();
    const own = verifier({ fetch: net.fetch });
    await own(bearer(forger.token));
    const unknown = bearer(forger.forged({}, { kid: 'unknown' }));
    for (let i = 0; i < 5; i += 1) expect(await errorOf(unknown, {}, own)).toMatchObject({ status: 401 });
    expect(net.requests).toBe(1);
    jest.setSystemTime(Date.now() + 10_000);
    for (let i = 0; i < 5; i += 1) expect(await errorOf(unknown, {}, own)).toMatchObject({ status: 401 });
    expect(net.requests).toBe(2);
  });

  test('after a rotation, tokens of the old and of the new key are accepted', async () => {
    const { keys } = gatehouse.services;
    stopClock();
    const own = verifier();
    await own(bearer(forger.token));
    const added = await keys.rotate({ atOnce: false });
    jest.setSystemTime(Date.now() + 80_000);
    await until(async () => keys.signingKey().kid === added?.kid);
    const fresh = forger.forged({ iat: now(), exp: now() + 600 });
    expect(await errorOf(bearer(fresh), {}, own)).toBeNull();
    expect(await errorOf(bearer(forger.token), {}, own)).toBeNull();
  });

  test('that are not there: 503 with Retry-After, one request in ten seconds, and then it recovers', async () => {
    stopClock();
    const net = network(down);
    const own = verifier({ fetch: net.fetch });
    for (let i = 0; i < 5; i += 1) {
      const error = await errorOf(bearer(forger.token), {}, own);
      expect([error?.status, error?.code, error?.headers]).toEqual([
        503,
        'SERVICE_UNAVAILABLE',
        { 'Retry-After': '5' },
      ]);
    }
    expect(net.requests).toBe(1);
    net.answer = (url) => fetch(url);
    jest.setSystemTime(Date.now() + 10_000);
    expect(await errorOf(bearer(forger.token), {}, own)).toBeNull();
  });

  test.each<[string, () => Promise<Response>]>([
    ['fail', down],
    ['are an error', async () => new Response('', { status: 502 })],
    ['are no JSON', async () => new Response('<html>')],
    ['are no key set', async () => Response.json({ keys: 'none' })],
    ['redirect', async () => Response.redirect('https://other.example.com', 302)],
  ])('of the last answer are used while answers %s', async (_name, answer) => {
    stopClock();
    const net = network();
    const own = verifier({ fetch: net.fetch });
    await own(bearer(forger.token));
    net.answer = answer;
    jest.setSystemTime(Date.now() + 120_000);
    for (let i = 0; i < 3; i += 1) expect(await errorOf(bearer(forger.token), {}, own)).toBeNull();
    expect(net.requests).toBe(2);
    // The key could be a new one.
    expect(await errorOf(bearer(forger.forged({}, { kid: 'unknown' })), {}, own)).toMatchObject({ status: 503 });
  });

  test('that never come: 503 after some seconds', async () => {
    const silent = createServer(() => {});
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const own = verifier({ jwksUrl: `http://127.0.0.1:${(silent.address() as AddressInfo).port}` });
    expect(await errorOf(bearer(forger.token), {}, own)).toMatchObject({ status: 503 });
    silent.closeAllConnections();
    silent.close();
  });
});

describe('requireAuth', () => {
  let server: Server;
  let url: string;

  beforeAll(async () => {
    const app = express();
    app.use('/orders', requireAuth(verify, { roles: ['editor'] }));
    app.use('/payments', requireAuth(verify, { acr: 'aal2' }));
    app.use('/away', requireAuth(verifier({ fetch: network(down).fetch })));
    app.use('/broken', requireAuth(verify, { audience: '' }));
    app.use((request, response) => void response.json((request as AuthenticatedRequest).auth?.sub ?? null));
    app.use(
      ((_error, _request, response, _next) => void response.status(500).json('bug')) as express.ErrorRequestHandler,
    );
    server = createServer(app);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  async function get(path: string, token?: string) {
    const response = await fetch(url + path, { headers: token === undefined ? {} : bearer(token) });
    const { status, headers } = response;
    return [status, await response.json(), headers.get('www-authenticate'), headers.get('retry-after')];
  }
  const failure = (msg: string, code: string) => ({ success: false, msg, code });

  test('lets a user with the role pass, and names the user', async () => {
    const { sub } = claimsOf(forger.token);
    expect(await get('/orders/1', forger.forged({ roles: ['editor'] }))).toEqual([200, sub, null, null]);
  });

  test('answers others with the status, the challenge and the envelope', async () => {
    expect(await get('/orders')).toEqual([
      401,
      failure('An access token is required.', 'UNAUTHENTICATED'),
      'Bearer',
      null,
    ]);
    expect(await get('/orders', 'x')).toEqual([
      401,
      failure('The access token is malformed.', 'UNAUTHENTICATED'),
      invalid,
      null,
    ]);
    expect((await get('/orders', forger.token)).slice(0, 2)).toEqual([
      403,
      failure('You are not allowed to do this.', 'FORBIDDEN'),
    ]);
    expect((await get('/payments', forger.token)).slice(0, 2)).toEqual([
      401,
      failure('This needs a recent proof of who you are.', 'STEP_UP_REQUIRED'),
    ]);
    expect(await get('/away', forger.token)).toEqual([
      503,
      failure('Access tokens cannot be verified at the moment.', 'SERVICE_UNAVAILABLE'),
      null,
      '5',
    ]);
  });

  test('gives an error of the program to the next handler, and never the request', async () => {
    expect((await get('/broken', forger.token)).slice(0, 2)).toEqual([500, 'bug']);
  });

  test('rejects a request with two headers, of which Node would show the first', async () => {
    const token = forger.forged({ roles: ['editor'] });
    const sent = httpRequest(`${url}/orders`, {
      headers: ['Host', 'x', 'Authorization', `Bearer ${token}`, 'authorization', 'Bearer x'],
    });
    sent.end();
    const [response] = await once(sent, 'response');
    expect(response.statusCode).toBe(401);
    response.resume();
  });
});

test('a user who logs in with REST is known to a service', async () => {
  const person = await registerPerson(gatehouse);
  const { jwt } = await restApi.login(gatehouse.url, person.credentials);
  expect((await verify(bearer(jwt ?? ''))).sub).toBe(person.id);
  expect(verify.revocations).toBeNull();
  verify.close();
});
