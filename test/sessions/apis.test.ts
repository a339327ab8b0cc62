import { type Api, apis, postJson, type Token } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';

/** Each test runs through each API, and each API sees the changes of the other API. */
let gatehouse: Gatehouse;

beforeAll(async () => {
  gatehouse = await startGatehouse();
});
afterAll(() => gatehouse.stop());

let people = 0;

async function logIn(api: Api, times = 1) {
  people += 1;
  const credentials = { email: `ada.${people}@example.com`, password: 'correct horse battery' };
  await api.register(gatehouse.url, { ...credentials, firstName: 'Ada', lastName: 'Lovelace' });
  const logins = [];
  for (let i = 0; i < times; i++) logins.push(await api.login(gatehouse.url, credentials));
  return { credentials, logins };
}

const unauthenticated = { success: false, code: 'UNAUTHENTICATED', user: null };

describe.each(apis.map((api, i) => ({ name: api.name, api, other: apis[1 - i] ?? api })))(
  'through $name',
  ({ api, other }) => {
    const isIn = async (token: Token) => (await other.me(gatehouse.url, token)).success;

    test('me is the user whose token it is', async () => {
      const { logins } = await logIn(api);
      const { user } = await api.me(gatehouse.url, logins[0]?.jwt ?? null);
      expect(user).toEqual({ ...logins[0]?.user, lastLoginTs: new Date((logins[0]?.genTs ?? 0) * 1000).toISOString() });
    });

    test.each([
      ['no token', null, 'An access token is required. Send it as a Bearer token in the Authorization header.'],
      ['nothing', '', 'The header Authorization has no access token. Write the jwt of a login after Bearer.'],
      ['no JWT', 'token', 'The access token is not valid.'],
      ['a forged JWT', `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`, 'The access token is not valid.'],
    ])('%s is UNAUTHENTICATED everywhere', async (_name, token, msg) => {
      const answer = { ...unauthenticated, msg };
      expect(await api.me(gatehouse.url, token)).toMatchObject(answer);
      expect(await api.sessions(gatehouse.url, {}, token)).toMatchObject(answer);
      expect(await api.logout(gatehouse.url, {}, token)).toMatchObject(answer);
      expect(await api.revokeSession(gatehouse.url, { id: crypto.randomUUID() }, token)).toMatchObject(answer);
    });

    test.each(['', 'token', 'x'.repeat(43)])('the refresh token "%s" is UNAUTHENTICATED', async (refreshToken) => {
      expect(await api.refresh(gatehouse.url, { refreshToken })).toMatchObject({
        ...unauthenticated,
        msg: 'The refresh token is not valid. Sign in again.',
      });
    });

    test('a refresh returns new tokens of the same session, also through the other API', async () => {
      const { logins } = await logIn(api);
      const second = await api.refresh(gatehouse.url, { refreshToken: logins[0]?.refreshToken });
      const third = await other.refresh(gatehouse.url, { refreshToken: second.refreshToken });

      expect(second).toMatchObject({
        success: true,
        expiresIn: 3600,
        jwt: expect.any(String),
        genTs: expect.any(Number),
      });
      expect(new Set([logins[0], second, third].map((answer) => answer?.refreshToken)).size).toBe(3);
      expect(new Set([logins[0], second, third].map((answer) => claimsOf(answer?.jwt).sid)).size).toBe(1);
      expect(await isIn(third.jwt)).toBe(true);
    });

    test('50 refreshes of one token at the same time leave one live branch', async () => {
      const { logins } = await logIn(api);
      const first = logins[0]?.refreshToken;
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, i) => (i % 2 ? api : other).refresh(gatehouse.url, { refreshToken: first })),
      );
      expect(answers.map((answer) => answer.code)).toEqual(Array(50).fill(null));
      expect(new Set(answers.map((answer) => answer.refreshToken)).size).toBe(1);
      const unused = await gatehouse.sql(
        `SELECT 1 FROM refresh_tokens WHERE used_ts IS NULL AND session_id = '${claimsOf(logins[0]?.jwt).sid}'`,
      );
      expect(unused).toHaveLength(1);
    });

    test('a used token that comes back after its grace ends the session and is logged', async () => {
      const { logins } = await logIn(api);
      const first = logins[0]?.refreshToken;
      const second = await api.refresh(gatehouse.url, { refreshToken: first });
      const { sid } = claimsOf(second.jwt);
      await gatehouse.sql(
        `UPDATE refresh_tokens SET used_ts = used_ts - interval '31 s' WHERE session_id = '${sid}' AND used_ts IS NOT NULL`,
      );

      expect(await api.refresh(gatehouse.url, { refreshToken: first })).toMatchObject(unauthenticated);
      expect(await other.refresh(gatehouse.url, { refreshToken: second.refreshToken })).toMatchObject(unauthenticated);
      expect(await isIn(second.jwt)).toBe(false);
      expect(gatehouse.logged()).toContain(`"event":"refresh_token_reuse","sessionId":"${sid}"`);
      expect(gatehouse.logged()).not.toContain(first);
    });

    test('a disabled user cannot refresh, nor a deleted one', async () => {
      const { logins, credentials } = await logIn(api, 2);
      await gatehouse.sql(`UPDATE users SET disabled = true WHERE email = '${credentials.email}'`);
      expect(await api.refresh(gatehouse.url, { refreshToken: logins[0]?.refreshToken })).toMatchObject(
        unauthenticated,
      );
      expect(await api.me(gatehouse.url, logins[0]?.jwt ?? null)).toMatchObject(unauthenticated);
      await gatehouse.sql(`DELETE FROM users WHERE email = '${credentials.email}'`);
      expect(await api.refresh(gatehouse.url, { refreshToken: logins[1]?.refreshToken })).toMatchObject(
        unauthenticated,
      );
    });

    test('a refresh whose session is over says why', async () => {
      const whyOver = async (end: (user: { id: string; email: string; jwt: Token }) => unknown) => {
        const { credentials, logins } = await logIn(api, 2);
        const [first, second] = logins;
        await end({ id: String(first?.user?.id), email: credentials.email, jwt: second?.jwt ?? null });
        const answers = [];
        for (const one of [api, other])
          answers.push(await one.refresh(gatehouse.url, { refreshToken: first?.refreshToken }));
        expect(answers).toEqual([answers[0], answers[0]]);
        expect(answers[0]).toMatchObject({
          code: 'UNAUTHENTICATED',
          msg: 'The refresh token is not valid. Sign in again.',
        });
        return answers[0]?.sessionEnd;
      };
      const users = (set: string, id: string) => gatehouse.sql(`UPDATE users SET ${set} WHERE id = '${id}'`);
      const sessions = (set: string, id: string) => gatehouse.sql(`UPDATE sessions SET ${set} WHERE user_id = '${id}'`);
      const change = { currentPassword: 'correct horse battery', password: 'a longer horse battery' };
      expect(await whyOver(({ jwt }) => api.changePassword(gatehouse.url, change, jwt))).toBe('PASSWORD_CHANGED');
      expect(await whyOver(({ jwt }) => api.logout(gatehouse.url, { sessions: 'others' }, jwt))).toBe(
        'REVOKED_BY_USER',
      );
      expect(await whyOver(({ id }) => users('disabled = true', id))).toBe('USER_DISABLED');
      expect(await whyOver(({ id }) => sessions("expires_ts = now() - interval '1 day'", id))).toBe('EXPIRED');
      // Of an account with very many sessions, only some are marked.
      expect(await whyOver(({ id }) => users('revision = revision + 1', id))).toBeNull();
      // A later version can have further reasons.
      const unknown = "revoked_ts = now(), revoked_reason = 'of a later version'";
      expect(await whyOver(({ id }) => sessions(unknown, id))).toBeNull();
      for (const refreshToken of ['', 'x'.repeat(43)])
        expect((await api.refresh(gatehouse.url, { refreshToken })).sessionEnd).toBeNull();
    });

    test('sessions are listed, most recently used first, with the session of the request', async () => {
      const { logins } = await logIn(api, 3);
      await api.refresh(gatehouse.url, { refreshToken: logins[0]?.refreshToken });
      const { sessions } = await api.sessions(gatehouse.url, {}, logins[1]?.jwt ?? null);

      const sids = logins.map((login) => claimsOf(login.jwt).sid);
      expect(sessions?.map(({ id, current }) => ({ id, current }))).toEqual([
        { id: sids[0], current: false },
        { id: sids[2], current: false },
        { id: sids[1], current: true },
      ]);
      expect(sessions?.[0]).toEqual({
        id: sids[0],
        current: false,
        createdTs: expect.stringMatching(/Z$/),
        lastUsedTs: expect.stringMatching(/Z$/),
        expiresTs: expect.stringMatching(/Z$/),
        userAgent: 'node',
        ip: '127.0.0.1',
        impersonated: false,
        clientName: null,
      });
      expect(await other.sessions(gatehouse.url, {}, logins[1]?.jwt ?? null)).toEqual(
        await api.sessions(gatehouse.url, {}, logins[1]?.jwt ?? null),
      );
    });

    test('sessions are listed page by page, with cursors that both APIs understand', async () => {
      const { logins } = await logIn(api, 3);
      const jwt = logins[0]?.jwt ?? null;
      const whole = await api.sessions(gatehouse.url, {}, jwt);
      expect(whole).toMatchObject({ success: true, next: null });
      const first = await api.sessions(gatehouse.url, { first: 2 }, jwt);
      expect(first).toMatchObject({ sessions: whole.sessions?.slice(0, 2), next: expect.stringMatching(/^[\w-]+$/) });
      const second = await other.sessions(gatehouse.url, { first: 2, after: first.next }, jwt);
      expect(second).toMatchObject({ sessions: whole.sessions?.slice(2), next: null });
      expect(await api.sessions(gatehouse.url, { first: 3 }, jwt)).toMatchObject({
        sessions: whole.sessions,
        next: null,
      });
    });

    test.each([
      ['first', 0, 'must be a whole number from 1 to 100'],
      ['first', 101, 'must be a whole number from 1 to 100'],
      ['after', 'x', 'must be a cursor that an earlier page returned'],
      ['after', Buffer.from('1 unknown').toString('base64url'), 'must be a cursor that an earlier page returned'],
      [
        'after',
        Buffer.from(`253402300800000 ${'0'.repeat(8)}-0000-7000-8000-${'0'.repeat(12)}`).toString('base64url'),
        'must be a cursor that an earlier page returned',
      ],
      ['after', 'A'.repeat(10_000), 'must be a cursor that an earlier page returned'],
    ])('a page of sessions with %s %p is rejected', async (field, value, msg) => {
      const { logins } = await logIn(api, 1);
      expect(await api.sessions(gatehouse.url, { [field]: value }, logins[0]?.jwt ?? null)).toMatchObject({
        code: 'VALIDATION_FAILED',
        fields: [{ field, msg }],
        sessions: null,
      });
    });

    test.each([
      ['current', [true, false, true], 1],
      ['others', [false, true, false], 2],
      ['all', [false, false, false], 3],
    ])('a logout of %s ends exactly these, immediately', async (sessions, left, ended) => {
      const { logins } = await logIn(api, 3);
      const answer = await api.logout(gatehouse.url, { sessions }, logins[1]?.jwt ?? null);

      expect(answer).toMatchObject({ success: true, ended });
      expect(await Promise.all(logins.map((login) => isIn(login.jwt)))).toEqual(left);
      const refreshed = await Promise.all(
        logins.map((login) => api.refresh(gatehouse.url, { refreshToken: login.refreshToken })),
      );
      expect(refreshed.map((one) => one.success)).toEqual(left);
    });

    test('a logout ends the current session by default', async () => {
      const { logins } = await logIn(api, 2);
      await api.logout(gatehouse.url, {}, logins[0]?.jwt ?? null);
      expect(await Promise.all(logins.map((login) => isIn(login.jwt)))).toEqual([false, true]);
    });

    test('a refresh token can say whose session a logout ends, and is not used up', async () => {
      const { logins } = await logIn(api, 3);
      const [refreshToken, other] = logins.map((login) => login.refreshToken);
      const out = (input: Record<string, unknown>, jwt: string | null = null) => api.logout(gatehouse.url, input, jwt);
      expect(await out({ refreshToken, sessions: 'others' })).toMatchObject({ success: true, ended: 2 });
      expect(await Promise.all(logins.map((login) => isIn(login.jwt)))).toEqual([true, false, false]);
      // The access token comes first.
      expect(await out({ refreshToken }, logins[1]?.jwt ?? null)).toMatchObject({ success: true, ended: 1 });
      // An unknown or ended one answers as with the cookie.
      for (const ended of [refreshToken, other, 'x', '']) {
        expect(await out({ refreshToken: ended })).toMatchObject({ success: true, ended: 0 });
        expect(await out({ refreshToken: ended, sessions: 'all' })).toMatchObject({ code: 'UNAUTHENTICATED' });
      }
      expect(await out({ refreshToken: null })).toMatchObject({ code: 'UNAUTHENTICATED' });
      const fields = [{ field: 'refreshToken', msg: 'must be a string' }];
      expect(await out({ refreshToken: 1 })).toMatchObject({ code: 'VALIDATION_FAILED', fields });
    });

    test('a logout of something else is rejected', async () => {
      const { logins } = await logIn(api);
      const answer = await api.logout(gatehouse.url, { sessions: 'everything' }, logins[0]?.jwt ?? null);
      expect(answer).toMatchObject({ code: 'VALIDATION_FAILED', fields: [{ field: 'sessions' }] });
      expect(await isIn(logins[0]?.jwt ?? null)).toBe(true);
    });

    test('a user can end one of their sessions, once, and no session of another user', async () => {
      const { logins } = await logIn(api, 2);
      const stranger = await logIn(api);
      const token = logins[0]?.jwt ?? null;
      const end = async (sid: unknown) => (await api.revokeSession(gatehouse.url, { id: sid }, token)).code;

      expect(await end(claimsOf(logins[1]?.jwt).sid)).toBeNull();
      expect(await isIn(logins[1]?.jwt ?? null)).toBe(false);
      expect(await end(claimsOf(logins[1]?.jwt).sid)).toBe('NOT_FOUND');
      expect(await end(claimsOf(stranger.logins[0]?.jwt).sid)).toBe('NOT_FOUND');
      expect(await isIn(stranger.logins[0]?.jwt ?? null)).toBe(true);
      expect(await end('everything')).toBe('NOT_FOUND');
      expect(await end("' OR 1=1 --")).toBe('NOT_FOUND');
    });
  },
);

test('over REST a login is exactly as in the specification unless it asks for offline access', async () => {
  const { credentials } = await logIn(apis[0]);
  const keysFor = async (scope?: string) => {
    const { result } = JSON.parse(
      await (await postJson(`${gatehouse.url}/auth/login`, { ...credentials, scope })).text(),
    );
    return Object.keys(result);
  };
  expect(await keysFor()).toEqual(['jwt', 'user', 'gen_ts']);
  expect(await keysFor('')).toEqual(['jwt', 'user', 'gen_ts']);
  expect(await keysFor('offline_access')).toEqual(['jwt', 'user', 'gen_ts', 'refresh_token', 'expires_in']);
});

test('a rejection says how to authenticate', async () => {
  const challenge = async (headers: Record<string, string>) =>
    (await fetch(`${gatehouse.url}/auth/me`, { headers })).headers.get('www-authenticate');
  expect(await challenge({})).toBe('Bearer realm="Gatehouse"');
  const invalid = 'Bearer realm="Gatehouse", error="invalid_token", error_description="The access token is not valid."';
  expect(await challenge({ Authorization: 'Bearer x' })).toBe(invalid);
  expect(await challenge({ Authorization: 'Basic eDp5' })).toBe(invalid);
});

test('a logout needs no body', async () => {
  const { logins } = await logIn(apis[0]);
  const response = await fetch(`${gatehouse.url}/auth/logout`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${logins[0]?.jwt}` },
  });
  expect(await response.json()).toEqual({ success: true, msg: 'Logged out.', result: { ended: 1 } });
});

function claimsOf(jwt: string | null | undefined): Record<string, string> {
  return JSON.parse(Buffer.from(jwt?.split('.')[1] ?? '', 'base64url').toString());
}
