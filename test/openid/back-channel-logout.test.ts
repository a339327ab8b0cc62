import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { causeOf } from '../../src/accounts/admin-access/event-cause';
import { logoutCleanUp } from '../../src/accounts/applications/logout-clean-up';
import { sessionActions } from '../../src/accounts/sessions/sessions.audit';
import { invalidateAllTokens } from '../../src/features/admin-installation/after-restore';
import { successEvent } from '../../src/platform/audit/audit-event';
import { uuidv7 } from '../../src/platform/runtime/uuid';
import { apis, graphqlApi, restApi } from '../support/apis';
import { idTokenOf, insertAppSession, insertConsent } from '../support/apps';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { testWith } from '../support/needs';
import { createApp, postForm } from '../support/oauth';
import { type App, browse, codeOf, createPkce, redeem, refreshTokens, tokensFor } from '../support/openid';
import { PageClient } from '../support/page-client';
import { createProvider } from '../support/providers/openid-provider';
import { loginSuperAdmin } from '../support/super-admin';
import { until } from '../support/until';

const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };

let gatehouse: Gatehouse;
let admin: Awaited<ReturnType<typeof loginSuperAdmin>>;
let receiverUrl: string;
const received: { path: string; type: string | undefined; token: string }[] = [];
/** What an application does with its path. By default it answers 200. */
const answers = new Map<string, (res: ServerResponse) => void>();
const receiver = createServer(async (req, res) => {
  let body = '';
  for await (const chunk of req) body += chunk;
  const path = req.url ?? '';
  const token = new URLSearchParams(body).get('logout_token') ?? '';
  received.push({ path, type: req.headers['content-type'], token });
  const answer = answers.get(path);
  if (answer) answer(res);
  else res.writeHead(200).end();
});

beforeAll(async () => {
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  gatehouse = await startGatehouse({ WEBHOOK_NETWORKS: '127.0.0.0/8' }, undefined, undefined, undefined, {
    webhookMs: 1000,
  });
  admin = await loginSuperAdmin(gatehouse);
});
afterAll(async () => {
  await gatehouse.stop();
  receiver.closeAllConnections();
  receiver.close();
});

/** An application with an address of its own, and what it has got there. */
async function createRelyingParty(
  fields: Parameters<typeof createApp>[1] = {},
  answer?: (res: ServerResponse) => void,
) {
  const path = `/${randomUUID()}`;
  if (answer) answers.set(path, answer);
  const backchannelLogoutUri = receiverUrl + path;
  const client = await createApp(gatehouse, {
    firstParty: true,
    backchannelLogoutUri,
    ...fields,
  });
  // Another process learns of it from the notification.
  await until(() => gatehouse.stores.logouts.isOn);
  const app: App = client;
  const tokens = () => received.filter((one) => one.path === path).map(({ token }) => token);
  return {
    id: client.id,
    app,
    path,
    tokens,
    got: () => tokens().map((token) => decodeJwt(token)),
    /** What is in the table, the oldest first. */
    rows: () =>
      gatehouse.sql(`SELECT id, type, data, attempts, problem, status, due_ts IS NOT NULL AS waits,
        extract(epoch FROM due_ts - now())::float AS "dueS" FROM webhook_deliveries
        WHERE client_id = '${client.id}' ORDER BY created_ts, id`),
  };
}
type RelyingParty = Awaited<ReturnType<typeof createRelyingParty>>;

/** A person who is signed in on the pages. */
async function signedIn() {
  const browser = new PageClient(gatehouse);
  const { email } = await browser.register();
  const [user] = await gatehouse.sql(`SELECT id FROM users WHERE email = '${email}'`);
  const userId = String(user?.id);
  const [session] = await gatehouse.sql(`SELECT id FROM sessions WHERE user_id = '${userId}'`);
  return { browser, email, userId, originSessionId: String(session?.id) };
}
type Person = Awaited<ReturnType<typeof signedIn>>;

/** The person signs in to the application. Returns its tokens and the id of its session. */
async function signInTo({ browser }: Person, { app }: RelyingParty, scope = 'openid') {
  const tokens = await tokensFor(gatehouse, browser, app, { scope });
  return { tokens, sessionId: String(decodeJwt(tokens.id_token).sid) };
}

/** The logouts that an application has got, when it has got this many. Then none waits: what came too often would be seen. */
async function gotOf(party: RelyingParty, count: number) {
  await until(() => party.got().length >= count);
  await until(async () => (await party.rows()).every(({ waits }) => !waits));
  return party.got();
}

const signOut = (browser: PageClient) => browser.post('/logout');

describe.each(apis)('$name', (api) => {
  test('super admins set, change and remove the address, by the rules of webhooks', async () => {
    const ask = (operation: 'createOauthClient' | 'updateOauthClient' | 'oauthClient', input: object) =>
      api.call(gatehouse.url, operation, { ...input }, admin.jwt);
    const app = { name: 'Grafana', kind: 'web', redirectUris: ['https://app.example.com/callback'] };
    const backchannelLogoutUri = `${receiverUrl}/logout?of=grafana`;
    const made = await ask('createOauthClient', { ...app, backchannelLogoutUri });
    const { client } = made.result as { client: { id: string; backchannelLogoutUri: string | null } };
    expect(client.backchannelLogoutUri).toBe(backchannelLogoutUri);
    const { id } = client;
    expect((await ask('oauthClient', { id })).result).toMatchObject({ backchannelLogoutUri });
    const unchanged = await ask('updateOauthClient', { id, name: 'Graphs' });
    expect(unchanged.result).toMatchObject({ backchannelLogoutUri });
    for (const wrong of [
      'https://169.254.169.254/',
      'http://app.example.com/logout',
      'http://10.0.0.1/logout',
      'https://app.example.com/logout#fragment',
      'https://ada:secret@app.example.com/logout',
      'com.example.app:/logout',
      'logout',
      '',
      `https://app.example.com/${'x'.repeat(2000)}`,
    ]) {
      const problem = { code: 'VALIDATION_FAILED', fields: [{ field: 'backchannelLogoutUri' }] };
      expect([wrong, await ask('updateOauthClient', { id, backchannelLogoutUri: wrong })]).toMatchObject([
        wrong,
        problem,
      ]);
      expect(await ask('createOauthClient', { ...app, backchannelLogoutUri: wrong })).toMatchObject(problem);
    }
    const service = { name: 'orders', kind: 'service', backchannelLogoutUri };
    expect(await ask('createOauthClient', service)).toMatchObject({
      code: 'VALIDATION_FAILED',
      fields: [{ field: 'backchannelLogoutUri' }],
    });
    expect((await ask('oauthClient', { id })).result).toMatchObject({ backchannelLogoutUri });
    const removed = await ask('updateOauthClient', { id, backchannelLogoutUri: null });
    expect(removed.result).toMatchObject({ backchannelLogoutUri: null });
    const [event] = await gatehouse.sql(`SELECT details FROM audit_events WHERE action = 'client_updated'
      AND details->>'clientId' = '${id}' ORDER BY last_ts DESC, id DESC LIMIT 1`);
    expect(event?.details).toMatchObject({ fields: ['backchannelLogoutUri'] });
  });

  test('the end of all sessions is a logout for each session of an application', async () => {
    const person = await signedIn();
    const [wiki, graphs, other] = [await createRelyingParty(), await createRelyingParty(), await createRelyingParty()];
    const ids = new Map<RelyingParty, string[]>([
      [wiki, []],
      [graphs, []],
    ]);
    for (const party of [wiki, graphs, graphs]) {
      ids.get(party)?.push((await signInTo(person, party, 'openid offline_access')).sessionId);
    }
    await signInTo(await signedIn(), other);
    const { jwt } = await api.login(gatehouse.url, { email: person.email, password: 'correct horse battery' });
    expect(await api.logout(gatehouse.url, { sessions: 'all' }, jwt)).toMatchObject({ success: true });
    for (const [party, sessions] of ids) {
      const got = await gotOf(party, sessions.length);
      expect(got.map(({ sid }) => sid).toSorted()).toEqual(sessions.toSorted());
      expect(got.map(({ sub, aud }) => [sub, aud])).toEqual(sessions.map(() => [person.userId, party.id]));
    }
    expect(await other.rows()).toEqual([]);
  });
});

test.each(['RS256', 'ES256'] as const)('a logout token signed with %s is what the specification says', async (alg) => {
  const person = await signedIn();
  const party = await createRelyingParty({ idTokenAlg: alg });
  const { sessionId } = await signInTo(person, party);
  const before = Math.floor(Date.now() / 1000);
  await signOut(person.browser);
  const [claims] = await gotOf(party, 1);
  const [token = ''] = party.tokens();
  expect(received.find(({ path }) => path === party.path)?.type).toBe('application/x-www-form-urlencoded');

  const jwks = await (await fetch(`${gatehouse.url}/.well-known/jwks.json`)).json();
  const { issuer, ...discovered } = await (await fetch(`${gatehouse.url}/.well-known/openid-configuration`)).json();
  expect(discovered).toMatchObject({ backchannel_logout_supported: true, backchannel_logout_session_supported: true });
  const options = {
    issuer,
    audience: party.id,
    typ: 'logout+jwt',
    algorithms: [alg],
    requiredClaims: ['jti', 'iat', 'exp'],
  };
  const { payload } = await jwtVerify(token, createLocalJWKSet(jwks), options);
  expect(payload).toEqual(claims);
  const { iat = 0, ...rest } = claims ?? {};
  expect(iat).toBeGreaterThanOrEqual(before);
  expect(rest).toEqual({
    iss: gatehouse.config.publicUrl,
    sub: person.userId,
    aud: party.id,
    exp: iat + 120,
    jti: expect.stringMatching(/^[\da-f-]{36}$/),
    sid: sessionId,
    events,
  });

  // It opens nothing, and is no hint.
  const opened = await fetch(`${gatehouse.url}/oauth/userinfo`, { headers: { Authorization: `Bearer ${token}` } });
  expect(opened.status).toBe(401);
  const next = await signedIn();
  await browse(next.browser, `/oauth/logout?${new URLSearchParams({ id_token_hint: token })}`);
  expect((await next.browser.get('/account')).status).toBe(200);
});

test('a logout token has the header and the claims of one of the certified library', async () => {
  const path = `/${randomUUID()}`;
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });
  const provider = await createProvider('http://127.0.0.1:1', {
    clients: [
      {
        client_id: 'app',
        client_secret: 'secret',
        redirect_uris: ['https://app.example.com/callback'],
        backchannel_logout_uri: receiverUrl + path,
        backchannel_logout_session_required: true,
      },
    ],
    jwks: { keys: [{ ...key, alg: 'RS256', use: 'sig' }] },
    features: { backchannelLogout: { enabled: true } },
    // Without its rule against private addresses.
    fetch: (url, { dispatcher: _, ...options }) => fetch(url, options),
  });
  const client = await provider.Client.find('app');
  await client?.backchannelLogout('ada', 'a session');
  const oracle = received.find((one) => one.path === path);

  const person = await signedIn();
  const party = await createRelyingParty();
  await signInTo(person, party);
  await signOut(person.browser);
  await gotOf(party, 1);
  const own = received.find((one) => one.path === party.path);
  const formOf = ({ type, token }: typeof own & object) => ({
    type: type?.replace(/;.*/, ''),
    header: { ...decodeProtectedHeader(token), kid: undefined },
    claims: Object.keys(decodeJwt(token)).toSorted(),
    events: decodeJwt(token).events,
    seconds: Number(decodeJwt(token).exp) - Number(decodeJwt(token).iat),
  });
  expect(own && formOf(own)).toEqual(oracle && formOf(oracle));
});

describe('the session of an application ends', () => {
  const ways: [string, (person: Person, party: RelyingParty) => Promise<string>][] = [
    [
      'with the logout of the page',
      async (person, party) => {
        const { sessionId } = await signInTo(person, party);
        await signOut(person.browser);
        return sessionId;
      },
    ],
    [
      'with a logout that the application asks for',
      async (person, party) => {
        const { tokens, sessionId } = await signInTo(person, party);
        await browse(person.browser, `/oauth/logout?${new URLSearchParams({ id_token_hint: tokens.id_token })}`);
        return sessionId;
      },
    ],
    [
      'with a logout that the application asks for, from a browser that is signed out',
      async (person, party) => {
        const sessionId = await insertAppSession(gatehouse, { userId: person.userId, clientId: party.id });
        const hint = await idTokenOf(gatehouse, { userId: person.userId, clientId: party.id, sessionId });
        await browse(new PageClient(gatehouse), `/oauth/logout?${new URLSearchParams({ id_token_hint: hint })}`);
        return sessionId;
      },
    ],
    [
      'with its refresh token',
      async (person, party) => {
        const { tokens, sessionId } = await signInTo(person, party, 'openid offline_access');
        const { id = '', secret = '' } = party.app;
        await postForm(`${gatehouse.url}/oauth/revoke`, {
          token: tokens.refresh_token,
          client_id: id,
          client_secret: String(secret),
        });
        return sessionId;
      },
    ],
    [
      'with a refresh token that comes back',
      async (person, party) => {
        const { tokens, sessionId } = await signInTo(person, party, 'openid offline_access');
        await refreshTokens(gatehouse.url, party.app, tokens.refresh_token);
        await gatehouse.sql(
          `UPDATE refresh_tokens SET used_ts = used_ts - interval '1 hour' WHERE session_id = '${sessionId}'`,
        );
        expect((await refreshTokens(gatehouse.url, party.app, tokens.refresh_token)).status).toBe(400);
        return sessionId;
      },
    ],
    [
      'with a code that comes back',
      async ({ browser }, party) => {
        const pkce = createPkce();
        const code = await codeOf(browser, party.app, {}, pkce);
        const { body } = await redeem(gatehouse.url, party.app, code, pkce);
        expect((await redeem(gatehouse.url, party.app, code, createPkce())).status).toBe(400);
        return String(decodeJwt(body.id_token).sid);
      },
    ],
    [
      'when the user disconnects it',
      async (person, party) => {
        const { sessionId } = await signInTo(person, party, 'openid offline_access');
        await insertConsent(gatehouse, person.userId, party.id, ['openid']);
        const { jwt } = await restApi.login(gatehouse.url, { email: person.email, password: 'correct horse battery' });
        expect(await restApi.disconnectApp(gatehouse.url, { clientId: party.id }, jwt)).toMatchObject({
          success: true,
        });
        return sessionId;
      },
    ],
    [
      'when rights are taken from it',
      async (person, party) => {
        const { sessionId } = await signInTo(person, party);
        await graphqlApi.call(gatehouse.url, 'updateOauthClient', { id: party.id, scopes: ['openid'] }, admin.jwt);
        return sessionId;
      },
    ],
    [
      'when it is disabled',
      async (person, party) => {
        const { sessionId } = await signInTo(person, party);
        await graphqlApi.call(gatehouse.url, 'updateOauthClient', { id: party.id, disabled: true }, admin.jwt);
        return sessionId;
      },
    ],
  ];

  test.each(ways)('%s: it gets one logout with the session', async (_, end) => {
    const person = await signedIn();
    const party = await createRelyingParty();
    const sessionId = await end(person, party);
    const [{ sub, sid, aud } = {}, ...more] = await gotOf(party, 1);
    expect({ sub, sid, aud, more }).toEqual({ sub: person.userId, sid: sessionId, aud: party.id, more: [] });
  });

  test('because the account has too many of it: the oldest gets one', async () => {
    const person = await signedIn();
    const party = await createRelyingParty();
    const most = gatehouse.config.sessionsPerAccount;
    const [oldest] = await gatehouse.sql(`WITH added AS (
        INSERT INTO sessions (id, user_id, created_ts, last_used_ts, expires_ts, client_id, scopes, origin_session_id)
        SELECT gen_random_uuid(), '${person.userId}', now(), now() - interval '1 minute' * n, now() + interval '1 hour',
          '${party.id}', '{openid}', '${person.originSessionId}' FROM generate_series(1, ${most}) n RETURNING id, last_used_ts)
      SELECT id FROM added ORDER BY last_used_ts LIMIT 1`);
    await signInTo(person, party);
    const got = await gotOf(party, 1);
    expect(got.map(({ sid }) => sid)).toEqual([oldest?.id]);
  });
});

test.each<[string, (person: Person) => Promise<unknown>]>([
  ['is disabled', ({ userId }) => restApi.call(gatehouse.url, 'disableUser', { id: userId }, admin.jwt)],
  ['is deleted', ({ userId }) => restApi.call(gatehouse.url, 'deleteUser', { id: userId }, admin.jwt)],
  [
    'gets another password, which keeps the session that asked for it',
    async ({ email }) => {
      const currentPassword = 'correct horse battery';
      const { jwt } = await restApi.login(gatehouse.url, { email, password: currentPassword });
      return restApi.changePassword(gatehouse.url, { currentPassword, password: 'another horse battery' }, jwt);
    },
  ],
])('an account that %s: each session of an application gets a logout, also one that has expired', async (_, end) => {
  const person = await signedIn();
  const party = await createRelyingParty();
  const ids = [
    (await signInTo(person, party)).sessionId,
    (await signInTo(person, party, 'openid offline_access')).sessionId,
    await insertAppSession(gatehouse, { userId: person.userId, clientId: party.id }),
  ];
  await gatehouse.sql(`UPDATE sessions SET expires_ts = now() - interval '1 minute' WHERE id = '${ids.at(-1)}'`);
  expect(await end(person)).toMatchObject({ success: true });
  const got = await gotOf(party, ids.length);
  expect(got.map(({ sub, sid }) => `${sub} ${sid}`).toSorted()).toEqual(
    ids.map((id) => `${person.userId} ${id}`).toSorted(),
  );
});

test('a session of another browser, and one that stays signed in get no logout, and one that has expired does', async () => {
  const person = await signedIn();
  const party = await createRelyingParty();
  const row = { userId: person.userId, clientId: party.id, originSessionId: person.originSessionId };
  const expired = await insertAppSession(gatehouse, row);
  await gatehouse.sql(`UPDATE sessions SET expires_ts = now() - interval '1 minute' WHERE id = '${expired}'`);
  await insertAppSession(gatehouse, { ...row, scopes: ['openid', 'offline_access'] });
  await insertAppSession(gatehouse, { userId: person.userId, clientId: party.id });
  const ended = await insertAppSession(gatehouse, row);
  await signOut(person.browser);
  expect((await gotOf(party, 2)).map(({ sid }) => sid).toSorted()).toEqual([expired, ended].toSorted());
});

test('after a restore, applications get a logout of each session that had not ended', async () => {
  const person = await signedIn();
  const party = await createRelyingParty();
  const { sessionId } = await signInTo(person, party);
  const row = { userId: person.userId, clientId: party.id };
  const expired = await insertAppSession(gatehouse, row);
  await gatehouse.sql(`UPDATE sessions SET expires_ts = now() - interval '1 minute' WHERE id = '${expired}'`);
  const outdated = await insertAppSession(gatehouse, row);
  await gatehouse.sql(`UPDATE sessions SET revision = -1 WHERE id = '${outdated}'`);
  const { keys } = gatehouse.services;
  await invalidateAllTokens(keys, gatehouse.stores.transaction, gatehouse.stores.clock);
  expect((await gotOf(party, 2)).map(({ sid }) => sid).toSorted()).toEqual([expired, sessionId].toSorted());
  admin = await loginSuperAdmin(gatehouse, 'after-restore@example.com');
});

describe('a logout that an application does not take', () => {
  /** Ends a session of the application, and waits for the first attempt. */
  async function firstAttempt(answer: (res: ServerResponse) => void) {
    const person = await signedIn();
    const party = await createRelyingParty({}, answer);
    const { sessionId } = await signInTo(person, party);
    await signOut(person.browser);
    const row = await until(async () => (await party.rows()).find(({ problem }) => problem !== null));
    return { person, party, sessionId, row };
  }
  /** As if the time of the next attempt had come. */
  const isDue = ({ id }: RelyingParty) =>
    gatehouse.sql(`UPDATE webhook_deliveries SET due_ts = now() WHERE client_id = '${id}' AND due_ts IS NOT NULL`);
  /** What the audit says of it. */
  const failureOf = async ({ id }: RelyingParty) =>
    (
      await gatehouse.sql(`SELECT outcome, user_id AS "userId", session_id AS "sessionId", details FROM audit_events
        WHERE action = 'message_failed' AND details->>'clientId' = '${id}'`)
    )[0];

  test.each<[string, object, (res: ServerResponse) => void]>([
    ['answers 500', { problem: 'status', status: 500 }, (res) => res.writeHead(500).end('x'.repeat(100_000))],
    ['answers 201', { problem: 'status', status: 201 }, (res) => res.writeHead(201).end()],
    ['answers 410', { problem: 'status', status: 410 }, (res) => res.writeHead(410).end()],
    [
      'redirects',
      { problem: 'redirect', status: 302 },
      (res) => res.writeHead(302, { Location: 'http://169.254.169.254/latest/meta-data/' }).end(),
    ],
    ['closes the connection', { problem: 'connection', status: null }, (res) => res.destroy()],
    ['is silent', { problem: 'timeout', status: null }, () => {}],
  ])('because it %s: it is sent again after five seconds, with a new token', async (_, expected, answer) => {
    const { party, sessionId, row } = await firstAttempt(answer);
    expect(row).toMatchObject({ ...expected, attempts: 1, waits: true });
    expect(row.dueS).toBeGreaterThan(1);
    expect(row.dueS).toBeLessThan(6);
    answers.set(party.path, (res) => res.writeHead(204).end());
    await isDue(party);
    const [first, second, ...more] = await gotOf(party, 2);
    expect([first?.sid, second?.sid, more]).toEqual([sessionId, sessionId, []]);
    expect(second?.jti).not.toBe(first?.jti);
    expect(await party.rows()).toMatchObject([{ attempts: 2, problem: null, status: 204, waits: false }]);
    expect(await failureOf(party)).toBeUndefined();
  });

  test('400 is final, and the audit has it', async () => {
    const { person, party, sessionId } = await firstAttempt((res) =>
      res.writeHead(400).end('{"error":"invalid_request"}'),
    );
    const failure = await until(() => failureOf(party));
    const [row] = await party.rows();
    expect(row).toMatchObject({ attempts: 1, problem: 'status', status: 400, waits: false });
    const details = { reason: 'status', clientId: party.id, deliveryId: row?.id };
    expect(failure).toEqual({ outcome: 'failure', userId: person.userId, sessionId, details });
    const [event] = await gatehouse.stores.audit.list({ action: 'message_failed', limit: 1 });
    expect(event && causeOf(event)?.template).toBe('The receiver did not answer with a status of success.');
  });

  test('the attempts are now, and after 5 s, 30 s, 5 min and 30 min, and then it is given up', async () => {
    const { party } = await firstAttempt((res) => res.writeHead(503, { 'Retry-After': '999999' }).end());
    const answersWithoutWish = (res: ServerResponse) => res.writeHead(500).end();
    const [asked] = await party.rows();
    // A receiver can ask for at most the longest delay.
    expect(asked?.dueS).toBeGreaterThan(1700);
    expect(asked?.dueS).toBeLessThanOrEqual(1800);
    answers.set(party.path, answersWithoutWish);
    const delays: unknown[] = [];
    for (const attempts of [2, 3, 4, 5]) {
      await isDue(party);
      const row = await until(async () => {
        const [one] = await party.rows();
        return one?.attempts === attempts && (!one.waits || Number(one.dueS) > 1) && one;
      });
      delays.push(row.dueS);
    }
    const [after30s, after5min, after30min, end] = delays;
    // Each is longer by up to a tenth, and a moment has passed.
    for (const [delay, seconds] of [
      [after30s, 30],
      [after5min, 300],
      [after30min, 1800],
    ]) {
      expect(delay).toBeGreaterThan(Number(seconds) - 10);
      expect(delay).toBeLessThanOrEqual(Number(seconds) * 1.1);
    }
    expect(end).toBeNull();
    expect(await until(() => failureOf(party))).toMatchObject({ details: { reason: 'status' } });
  });

  test('is dropped when its address or the application is removed', async () => {
    const { party } = await firstAttempt((res) => res.writeHead(500).end());
    const { party: deleted } = await firstAttempt((res) => res.writeHead(500).end());
    const cleared = { id: party.id, backchannelLogoutUri: null };
    expect(await restApi.call(gatehouse.url, 'updateOauthClient', cleared, admin.jwt)).toMatchObject({ success: true });
    await restApi.call(gatehouse.url, 'deleteOauthClient', { id: deleted.id }, admin.jwt);
    expect([await party.rows(), await deleted.rows()]).toEqual([[], []]);

    // A session can end while the address is removed: nobody sends that, and the clean-up removes it.
    await gatehouse.sql(`INSERT INTO webhook_deliveries (client_id, type, data, created_ts, due_ts)
      VALUES ('${party.id}', 'logout', '{}', now(), now() - interval '1 minute')`);
    for (const step of logoutCleanUp) await step.run(new Date(), new AbortController().signal, gatehouse.stores.sql);
    expect(await party.rows()).toEqual([]);
    expect(party.got()).toHaveLength(1);
  });

  test('does not delay others, and is sent four at a time', async () => {
    let most = 0;
    let open = 0;
    const dead = await createRelyingParty({}, (res) => {
      open += 1;
      most = Math.max(most, open);
      res.on('close', () => {
        open -= 1;
      });
    });
    await gatehouse.sql(`INSERT INTO webhook_deliveries (client_id, type, data, created_ts, due_ts)
      SELECT '${dead.id}', 'logout', jsonb_build_object('user_id', gen_random_uuid()), now(), now() - interval '1 minute'
      FROM generate_series(1, 500)`);
    await until(() => most > 0);
    const person = await signedIn();
    const party = await createRelyingParty();
    await signInTo(person, party);
    await signOut(person.browser);
    await gotOf(party, 1);
    expect(most).toBeLessThanOrEqual(4);
    expect(dead.got().length).toBeLessThan(500);
    await restApi.call(gatehouse.url, 'updateOauthClient', { id: dead.id, backchannelLogoutUri: null }, admin.jwt);
  });
});

test('an answer to webhooks is none to logouts: no operation of webhooks sees them', async () => {
  const person = await signedIn();
  const party = await createRelyingParty();
  await signInTo(person, party);
  await signOut(person.browser);
  await gotOf(party, 1);
  const [row] = await party.rows();
  const again = await restApi.call(gatehouse.url, 'retryWebhookDelivery', { id: String(row?.id) }, admin.jwt);
  expect(again).toMatchObject({ code: 'NOT_FOUND' });
});

test('ten thousand sessions of an account are one logout for each application', async () => {
  const person = await signedIn();
  const [wiki, graphs] = [await createRelyingParty(), await createRelyingParty()];
  for (let i = 0; i < 5; i += 1) {
    await gatehouse.sql(`INSERT INTO sessions (id, user_id, created_ts, last_used_ts, expires_ts, client_id, scopes)
      SELECT gen_random_uuid(), '${person.userId}', now(), now(), now() + interval '1 hour',
        CASE WHEN n % 2 = 0 THEN '${wiki.id}' ELSE '${graphs.id}' END::uuid, '{openid}' FROM generate_series(1, 2000) n`);
  }
  expect(await restApi.call(gatehouse.url, 'disableUser', { id: person.userId }, admin.jwt)).toMatchObject({
    success: true,
  });
  for (const party of [wiki, graphs]) {
    expect((await gotOf(party, 1)).map(({ sub, sid }) => [sub, sid])).toEqual([[person.userId, undefined]]);
    expect(await party.rows()).toHaveLength(1);
  }
});

test('of many sessions that have expired, the newest get a logout, and none is of all sessions', async () => {
  const person = await signedIn();
  const party = await createRelyingParty();
  const row = { userId: person.userId, clientId: party.id, originSessionId: person.originSessionId };
  const insert = async (count: number) => {
    const ids = [];
    for (let i = 0; i < count; i += 1) ids.push(await insertAppSession(gatehouse, row));
    await gatehouse.sql(`UPDATE sessions SET expires_ts = now() - interval '1 minute' WHERE client_id = '${party.id}'`);
    return ids;
  };
  const expired = (await insert(12)).toSorted().slice(-10);
  const live = await insertAppSession(gatehouse, { userId: person.userId, clientId: party.id });
  await signOut(person.browser);
  const first = await gotOf(party, 10);
  expect(first.map(({ sid }) => sid).toSorted()).toEqual(expired);
  expect(await restApi.call(gatehouse.url, 'disableUser', { id: person.userId }, admin.jwt)).toMatchObject({
    success: true,
  });
  const all = await gotOf(party, 21);
  expect(
    all
      .slice(10)
      .map(({ sid }) => sid)
      .toSorted(),
  ).toEqual([...expired, live].toSorted());
});

testWith('PostgreSQL')('an application that signs somebody in while all sessions end gets a logout, too', async () => {
  const person = await signedIn();
  const party = await createRelyingParty();
  const { jwt } = await restApi.login(gatehouse.url, { email: person.email, password: 'correct horse battery' });
  const at = new Date();
  const hour = 3_600_000;
  const audit = successEvent(sessionActions.app_authorized, at, null, { userId: person.userId });
  const session = {
    id: uuidv7(),
    userId: person.userId,
    clientId: party.id,
    scopes: ['openid'],
    resource: null,
    organizationId: null,
    originSessionId: person.originSessionId,
    device: null,
    at,
    expiresTs: new Date(at.getTime() + hour),
    idleSince: new Date(at.getTime() - hour),
    refreshTokenHash: null,
  };
  const isOpen = new EventEmitter();
  // Another process opens the session: the transactions of an account wait for each other in one.
  const opening = gatehouse.stores.transaction(null, async (tx) => {
    expect(await tx.clientSessions.open(session, audit, { atMost: 5, audit })).toMatchObject({ ended: [] });
    isOpen.emit('opened');
    await once(isOpen, 'commit');
  });
  await once(isOpen, 'opened');
  const ending = restApi.logout(gatehouse.url, { sessions: 'all' }, jwt);
  await until(async () => {
    const waiting = await gatehouse.sql(`SELECT 1 FROM pg_stat_activity
      WHERE wait_event_type = 'Lock' AND datname = current_database() AND query LIKE '%users%'`);
    return waiting.length > 0;
  });
  isOpen.emit('commit');
  await opening;
  expect(await ending).toMatchObject({ success: true });
  expect((await gotOf(party, 1)).map(({ sub, sid }) => [sub, sid])).toEqual([[person.userId, session.id]]);
});

test('without an address, the switch is off: no logout is written', async () => {
  await gatehouse.sql('UPDATE oauth_clients SET backchannel_logout_uri = NULL');
  await gatehouse.sql('DELETE FROM webhook_deliveries');
  // The notification of a change that sets none is none, so the switch is off with the next one.
  await gatehouse.sql("SELECT pg_notify('gatehouse_webhook', 'clients')");
  await until(() => !gatehouse.stores.logouts.isOn);
  const person = await signedIn();
  const client = await createApp(gatehouse, { firstParty: true });
  await tokensFor(gatehouse, person.browser, client, { scope: 'openid' });
  await signOut(person.browser);
  expect(await gatehouse.sql('SELECT 1 FROM webhook_deliveries')).toEqual([]);
});
