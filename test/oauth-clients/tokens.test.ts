import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { sign } from 'jsonwebtoken';
import { AppError } from '../../src/platform/errors/app-error';
import { restApi } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { stopClock } from '../support/limits';
import { createClient, type TestClient, tokensOf } from '../support/oauth';
import { until } from '../support/until';

/** What a client learns of a token, and what happens if it revokes one. */

const account = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', password: 'correct horse battery' };
const inactive = { active: false };
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

let gatehouse: Gatehouse;
let client: TestClient;
let tokens: ReturnType<typeof tokensOf>;

beforeAll(async () => {
  gatehouse = await startGatehouse();
  client = await createClient(gatehouse);
  tokens = tokensOf(gatehouse.url, client);
});
afterAll(() => gatehouse.stop());
afterEach(() => jest.useRealTimers());

let accounts = 0;

/** Registers a user and logs the user in. */
async function logIn(url = gatehouse.url) {
  accounts += 1;
  const own = { ...account, email: `ada.${accounts}@example.com` };
  await restApi.register(url, own);
  const { jwt, refreshToken, user } = await restApi.login(url, { email: own.email, password: own.password });
  if (!jwt || !refreshToken || !user) throw new Error('the login failed');
  const claims = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString());
  return { jwt, refreshToken, userId: user.id, sessionId: String(claims.sid), claims };
}

const isLive = async ({ jwt }: { jwt: string }, url = gatehouse.url) => (await restApi.me(url, jwt)).success;
const passes = (ms: number) => {
  stopClock();
  jest.setSystemTime(Date.now() + ms);
};

describe('introspection', () => {
  test('an active access token has the claims of the token, and no personal data', async () => {
    const { jwt, claims } = await logIn();
    expect(await tokens.introspect(jwt)).toEqual({ active: true, token_type: 'Bearer', ...claims });
    expect(claims).toMatchObject({
      iss: 'https://id.example.com',
      client_id: 'gatehouse',
      auth_time: expect.any(Number),
    });
  });

  test('an access token has the roles of its user, and none if the user has none', async () => {
    const first = await logIn();
    expect(await tokens.introspect(first.jwt)).not.toHaveProperty('roles');
    await gatehouse.sql(`UPDATE users SET roles = '{a:b,editor}' WHERE id = '${first.userId}'`);
    const { jwt } = await restApi.refresh(gatehouse.url, { refreshToken: first.refreshToken });
    expect(await tokens.introspect(jwt ?? '')).toMatchObject({ active: true, roles: ['a:b', 'editor'] });
  });

  test('an active refresh token has its user and session, ends with its session, and is no Bearer token', async () => {
    const { refreshToken, userId, sessionId, claims } = await logIn();
    expect(await tokens.introspect(refreshToken)).toEqual({
      active: true,
      token_type: 'refresh_token',
      iss: 'https://id.example.com',
      sub: userId,
      sid: sessionId,
      auth_time: claims.auth_time,
      acr: 'aal1',
      amr: ['pwd'],
      iat: claims.iat,
      // SESSION_IDLE_TTL
      exp: expect.closeTo(claims.iat + (7 * day) / 1000, -1),
    });
  });

  test('a refresh token of a session that is about to end expires with the session', async () => {
    const short = await startGatehouse({ SESSION_ABSOLUTE_TTL: '3600' });
    const { refreshToken, claims } = await logIn(short.url);
    const { exp } = await tokensOf(short.url, await createClient(short)).introspect(refreshToken);
    expect(exp).toBeLessThanOrEqual(claims.auth_time + 3601);
    await short.stop();
  });

  test('a token that another installation signed, or that was changed, is not active', async () => {
    const { jwt, claims } = await logIn();
    const [head = '', payload = '', signature = ''] = jwt.split('.');
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const kid = JSON.parse(Buffer.from(head, 'base64url').toString()).kid;
    const header = { alg: 'ES256', typ: 'at+jwt', kid } as const;
    const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const other = await startGatehouse();
    const foreign = await logIn(other.url);
    await other.stop();
    const texts = {
      'no token': 'x',
      'a random refresh token': 'x'.repeat(43),
      'the token of another installation': foreign.jwt,
      'the refresh token of another installation': foreign.refreshToken,
      'signed with another key': sign(claims, privateKey, { algorithm: 'ES256', header }),
      'with another user': `${head}.${base64url({ ...claims, sub: randomUUID() })}.${signature}`,
      'not signed': `${base64url({ alg: 'none', typ: 'at+jwt' })}.${payload}.`,
      'with the header Bearer': `Bearer ${jwt}`,
      'with a part more': `${jwt}.${payload}`,
      'with white space': ` ${jwt}`,
      'the session': claims.sid,
      'too long': `${jwt}${'a'.repeat(5000)}`,
      dots: '...',
      NUL: 'a\0b',
    };
    const found = Object.entries(texts).map(async ([name, text]) => [name, await tokens.introspect(text)]);
    expect(await Promise.all(found)).toEqual(Object.keys(texts).map((name) => [name, inactive]));
    expect(await tokens.introspect(jwt)).toMatchObject({ active: true });
  });

  test('a token that has expired is not active', async () => {
    const { jwt, refreshToken } = await logIn();
    passes(2 * hour);
    expect(await tokens.introspect(jwt)).toEqual(inactive);
    expect(await tokens.introspect(refreshToken)).toMatchObject({ active: true });
    passes(8 * day);
    expect(await tokens.introspect(refreshToken)).toEqual(inactive);
  });

  test.each<[string, (of: { jwt: string; userId: string; sessionId: string }) => Promise<unknown>]>([
    ['the user logs out', ({ jwt }) => restApi.logout(gatehouse.url, {}, jwt)],
    ['all sessions of the user end', ({ jwt }) => restApi.logout(gatehouse.url, { sessions: 'all' }, jwt)],
    ['the user ends the session', ({ jwt, sessionId }) => restApi.revokeSession(gatehouse.url, { id: sessionId }, jwt)],
    [
      'the account is disabled in the database',
      ({ userId }) => gatehouse.sql(`UPDATE users SET disabled = true WHERE id = '${userId}'`),
    ],
    [
      'the account is deleted from the database',
      ({ userId }) => gatehouse.sql(`DELETE FROM users WHERE id = '${userId}'`),
    ],
  ])('%s: no token of the session is active', async (_name, end) => {
    const login = await logIn();
    for (const token of [login.jwt, login.refreshToken]) {
      expect(await tokens.introspect(token)).toMatchObject({ active: true });
    }
    await end(login);
    for (const token of [login.jwt, login.refreshToken]) expect(await tokens.introspect(token)).toEqual(inactive);
  });

  test('a used refresh token is not active, and its session continues', async () => {
    const login = await logIn();
    const { refreshToken } = await restApi.refresh(gatehouse.url, { refreshToken: login.refreshToken });
    passes(minute);
    expect(await tokens.introspect(login.refreshToken)).toEqual(inactive);
    expect(await tokens.introspect(refreshToken)).toMatchObject({ active: true });
    expect(await isLive(login)).toBe(true);
  });

  test('the signature is checked before a claim is used', async () => {
    const { jwt, claims, userId } = await logIn();
    const reads = jest.spyOn(gatehouse.stores.users, 'findByIds');
    const [head = '', , signature = ''] = jwt.split('.');
    const forged = Buffer.from(JSON.stringify({ ...claims, exp: claims.exp + 60 })).toString('base64url');
    expect(await tokens.introspect(`${head}.${forged}.${signature}`)).toEqual(inactive);
    await tokens.revoke(`${head}.${forged}.${signature}`);
    expect(reads).not.toHaveBeenCalled();
    expect(await tokens.introspect(jwt)).toMatchObject({ sub: userId });
    expect(reads).toHaveBeenCalledTimes(1);
    reads.mockRestore();
  });

  test('a hint that is wrong or unknown changes nothing', async () => {
    const { jwt, refreshToken } = await logIn();
    for (const hint of ['access_token', 'refresh_token', 'saml2', '']) {
      for (const token of [jwt, refreshToken]) {
        const response = await fetch(`${gatehouse.url}/oauth/introspect`, {
          method: 'POST',
          body: new URLSearchParams({
            token,
            token_type_hint: hint,
            client_id: client.id,
            client_secret: client.secret,
          }),
        });
        expect(await response.json()).toMatchObject({ active: true });
      }
    }
  });
});

describe('revocation', () => {
  test.each<[string, (login: Awaited<ReturnType<typeof logIn>>) => string | Promise<string>]>([
    ['an access token', ({ jwt }) => jwt],
    ['a refresh token', ({ refreshToken }) => refreshToken],
    [
      'a used refresh token',
      async ({ refreshToken }) => {
        await restApi.refresh(gatehouse.url, { refreshToken });
        return refreshToken;
      },
    ],
  ])('%s ends its session, with all its tokens, and no other session', async (_name, tokenOf) => {
    const [login, other] = [await logIn(), await logIn()];
    expect(await tokens.revoke(await tokenOf(login))).toEqual({});
    expect(await isLive(login)).toBe(false);
    expect(await restApi.refresh(gatehouse.url, { refreshToken: login.refreshToken })).toMatchObject({
      code: 'UNAUTHENTICATED',
    });
    for (const token of [login.jwt, login.refreshToken]) expect(await tokens.introspect(token)).toEqual(inactive);
    expect(await isLive(other)).toBe(true);
    // A second revocation is a success, too.
    expect(await tokens.revoke(login.jwt)).toEqual({});
  });

  test('an access token that has expired ends its session, because its signature proves the session', async () => {
    const { jwt, refreshToken } = await logIn();
    passes(2 * hour);
    await tokens.revoke(jwt);
    expect(await tokens.introspect(refreshToken)).toEqual(inactive);
  });

  test('a text that is not a token of this installation is a success, and ends nothing', async () => {
    const login = await logIn();
    const [head = '', payload = ''] = login.jwt.split('.');
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const kid = JSON.parse(Buffer.from(head, 'base64url').toString()).kid;
    const forged = sign(login.claims, privateKey, { algorithm: 'ES256', header: { alg: 'ES256', typ: 'at+jwt', kid } });
    for (const text of ['x', 'x'.repeat(43), login.sessionId, `${head}.${payload}.`, forged]) {
      expect(await tokens.revoke(text)).toEqual({});
    }
    expect(await isLive(login)).toBe(true);
  });

  test('every instance rejects the tokens', async () => {
    const other = await gatehouse.another();
    const login = await logIn();
    expect(await isLive(login, other.url)).toBe(true);
    await tokensOf(gatehouse.url, client).revoke(login.refreshToken);
    // The database notifies the other instance.
    await until(async () => !(await isLive(login, other.url)));
    expect(await tokensOf(other.url, client).introspect(login.jwt)).toEqual(inactive);
  });

  test('the audit names the user, the session, the client and the request', async () => {
    const { jwt, userId, sessionId } = await logIn();
    await tokens.revoke(jwt);
    const [event] = await gatehouse.stores.audit.list({ userId, action: 'session_ended', limit: 1 });
    expect(event).toMatchObject({
      outcome: 'success',
      sessionId,
      ip: '127.0.0.1',
      requestIds: [expect.any(String)],
      details: { reason: 'revoked_by_client', clientId: client.id },
    });
  });
});

test('while the database is away the answer is 503, and never that a token is not active', async () => {
  const fails = async () => {
    throw new AppError('SERVICE_UNAVAILABLE', { cause: new Error('the database is away') });
  };
  const { jwt, refreshToken } = await logIn();
  const away = await gatehouse.another({}, ({ users, sessions }) => ({
    users: Object.assign(Object.create(users), { findByIds: fails }),
    sessions: Object.assign(Object.create(sessions), { findRefreshToken: fails, revoke: fails }),
  }));
  for (const path of ['/oauth/introspect', '/oauth/revoke']) {
    for (const token of [jwt, refreshToken]) {
      const response = await fetch(`${away.url}${path}`, {
        method: 'POST',
        body: new URLSearchParams({ token, client_id: client.id, client_secret: client.secret }),
      });
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
      expect(await response.json()).toMatchObject({ error: 'temporarily_unavailable' });
    }
  }
  expect(await tokens.introspect(jwt)).toMatchObject({ active: true });
});
