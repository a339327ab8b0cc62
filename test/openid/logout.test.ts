import type { SessionStore } from '../../src/accounts/sessions/session.store';
import { wordsIn } from '../../src/pages/words/words-in';
import { graphqlApi as api } from '../support/apis';
import { appToken, idTokenOf, insertApp, insertAppSession } from '../support/apps';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { testWith } from '../support/needs';
import { browse, codeOf, createApp, createPkce, redeem } from '../support/openid';
import { formTo, PageClient, type PageReply } from '../support/page-client';

let gatehouse: Gatehouse;
beforeAll(async () => {
  gatehouse = await startGatehouse();
});
afterAll(() => gatehouse.stop());

const back = 'https://app.example.com/signed-out?from=gatehouse';
const crossSite = { headers: { 'Sec-Fetch-Site': 'cross-site' } };
const signedOut = { status: 303, location: '/login?done=signed-out' };

/** A person who is signed in on the pages, and in an application. */
async function signedIn() {
  const client = new PageClient(gatehouse);
  const { email } = await client.register();
  const [user] = await gatehouse.sql(`SELECT id FROM users WHERE email = '${email}'`);
  const userId = String(user?.id);
  const [session] = await gatehouse.sql(`SELECT id FROM sessions WHERE user_id = '${userId}'`);
  const originSessionId = String(session?.id);
  const clientId = await insertApp(gatehouse, {
    name: 'Grafana',
    postLogoutRedirectUris: ['https://other.example.com/', back],
  });
  const sessionId = await insertAppSession(gatehouse, { userId, clientId, originSessionId });
  const idToken = await idTokenOf(gatehouse, { userId, clientId, sessionId });
  return { client, email, userId, originSessionId, clientId, sessionId, idToken };
}

const logoutAt = (parameters: Record<string, string> | [string, string][]) =>
  `/oauth/logout?${new URLSearchParams(parameters)}`;
const isSignedIn = async (client: PageClient) => (await client.get('/account')).status === 200;
const endOf = async (id: string) =>
  (await gatehouse.sql(`SELECT revoked_reason AS reason FROM sessions WHERE id = '${id}'`))[0]?.reason ?? null;
const alertOf = ({ html }: PageReply) => /<p role="alert"[^>]*>([^<]*)</.exec(html)?.[1];
const unknownApp = 'The app you came from isn’t known here, so we can’t send you back to it.';

describe('with an ID token of the person who is signed in', () => {
  test.each(['RS256', 'ES256'] as const)('signed with %s, the browser is signed out and goes back', async (alg) => {
    const { client, userId, clientId, sessionId, originSessionId } = await signedIn();
    const id_token_hint = await idTokenOf(gatehouse, { userId, clientId, sessionId, alg });
    const reply = await client.get(
      logoutAt({ id_token_hint, post_logout_redirect_uri: back, state: 'a b&c', client_id: clientId }),
      crossSite,
    );
    expect(reply).toMatchObject({ status: 303, location: `${back}&state=a%20b%26c` });
    expect(reply.cookies.find(({ name }) => name === '__Host-gatehouse_session')?.value).toBe('');
    expect(await isSignedIn(client)).toBe(false);
    expect([await endOf(originSessionId), await endOf(sessionId)]).toEqual(['logout', 'logout']);
  });

  test('without an address, a page says that the person is signed out', async () => {
    const { client, idToken } = await signedIn();
    const reply = await client.get(logoutAt({ id_token_hint: idToken, logout_hint: 'x', state: 'y' }), crossSite);
    expect(reply).toMatchObject(signedOut);
    expect((await client.follow(reply)).text).toContain('You are signed out.');
    expect(await isSignedIn(client)).toBe(false);
  });

  test('without a state, the address is as it is registered', async () => {
    const { client, idToken } = await signedIn();
    const reply = await client.get(logoutAt({ id_token_hint: idToken, post_logout_redirect_uri: back }), crossSite);
    expect(reply).toMatchObject({ status: 303, location: back });
  });

  test('the applications of this browser are signed out, but not those that stay signed in', async () => {
    const { client, userId, clientId, originSessionId, idToken } = await signedIn();
    const other = await insertApp(gatehouse);
    const row = { userId, clientId: other, originSessionId };
    const given = await appToken(gatehouse, row);
    const offline = await appToken(gatehouse, { ...row, scopes: ['openid', 'offline_access'] });
    const elsewhere = await appToken(gatehouse, { userId, clientId });
    await client.get(logoutAt({ id_token_hint: idToken }), crossSite);
    const statusOf = async (token: string) =>
      (await fetch(`${gatehouse.url}/oauth/userinfo`, { headers: { Authorization: `Bearer ${token}` } })).status;
    expect(await Promise.all([given, offline, elsewhere].map(({ token }) => statusOf(token)))).toEqual([401, 200, 200]);
    const events = await gatehouse.sql(`SELECT session_id AS id, details->>'reason' AS reason FROM audit_events
      WHERE user_id = '${userId}' AND action = 'session_ended' AND session_id = '${given.sessionId}'`);
    expect(events).toEqual([{ id: given.sessionId, reason: 'logout' }]);
  });

  test('whose session on the pages is over, the session of the application ends', async () => {
    const { client, idToken, sessionId } = await signedIn();
    client.cookies.clear();
    const reply = await client.get(logoutAt({ id_token_hint: idToken, post_logout_redirect_uri: back }), crossSite);
    expect(reply).toMatchObject({ status: 303, location: back });
    expect(await endOf(sessionId)).toBe('logout');
  });

  test('a session with offline access is the application’s own matter', async () => {
    const { client, userId, clientId } = await signedIn();
    const sessionId = await insertAppSession(gatehouse, { userId, clientId, scopes: ['openid', 'offline_access'] });
    const id_token_hint = await idTokenOf(gatehouse, { userId, clientId, sessionId });
    expect(await client.get(logoutAt({ id_token_hint }), crossSite)).toMatchObject(signedOut);
    expect(await endOf(sessionId)).toBeNull();
  });

  test('a form of the application does the same as a link', async () => {
    const { client, idToken, originSessionId } = await signedIn();
    const fields = { id_token_hint: idToken, post_logout_redirect_uri: back, state: 's', confirmed: 'yes', other: 'x' };
    const { cookies } = client;
    // A browser sends no cookie with a form of another site.
    const stranger = new PageClient(gatehouse);
    const sent = await stranger.post('/oauth/logout', fields, { headers: { ...crossSite.headers, Origin: null } });
    expect(sent.status).toBe(303);
    expect(sent.location).toBe(logoutAt({ id_token_hint: idToken, post_logout_redirect_uri: back, state: 's' }));
    expect(await endOf(originSessionId)).toBeNull();
    for (const [name, value] of cookies) stranger.cookies.set(name, value);
    expect(await stranger.get(String(sent.location), crossSite)).toMatchObject({ location: `${back}&state=s` });
    expect(await endOf(originSessionId)).toBe('logout');
  });
});

describe('otherwise the person is asked', () => {
  async function asked(reply: PageReply, client: PageClient) {
    expect(reply).toMatchObject({ heading: 'Sign out', location: null });
    expect(await isSignedIn(client)).toBe(true);
    const { fields } = formTo(reply, '/oauth/logout');
    expect(fields.confirmed).toBe('yes');
    return fields;
  }

  test('without parameters, and with a state alone', async () => {
    const { client, email, sessionId } = await signedIn();
    for (const parameters of [{}, { state: 'x' }, { post_logout_redirect_uri: '' }]) {
      const page = await client.get(logoutAt(parameters), crossSite);
      expect(page.status).toBe(200);
      expect(page.text).toContain(email);
      expect(await asked(page, client)).toEqual({ confirmed: 'yes' });
    }
    const done = await client.submit(await client.get('/oauth/logout'), '/oauth/logout');
    expect(done).toMatchObject(signedOut);
    expect(await isSignedIn(client)).toBe(false);
    expect(await endOf(sessionId)).toBe('logout');
  });

  test('without an ID token, a client id leads back after the question alone', async () => {
    const { client, clientId } = await signedIn();
    const parameters = { client_id: clientId.toUpperCase(), post_logout_redirect_uri: back, state: 's' };
    const page = await client.get(logoutAt(parameters), crossSite);
    expect(page.status).toBe(200);
    expect(page.text).toContain('Grafana asks you to sign out on this device.');
    const fields = await asked(page, client);
    expect(fields).toEqual({ confirmed: 'yes', client_id: clientId, post_logout_redirect_uri: back, state: 's' });
    // Browsers apply it to the redirect after the form, too.
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' https://app.example.com;");
    expect(await client.submit(page, '/oauth/logout')).toMatchObject({ status: 303, location: `${back}&state=s` });
    expect(await isSignedIn(client)).toBe(false);
  });

  test('without an ID token and a client id, nothing leads back', async () => {
    const { client } = await signedIn();
    const page = await client.get(logoutAt({ post_logout_redirect_uri: back, state: 's' }), crossSite);
    expect([page.status, alertOf(page)]).toEqual([400, unknownApp]);
    expect(await asked(page, client)).toEqual({ confirmed: 'yes' });
    expect(page.html).not.toContain('app.example.com/signed-out"');
  });

  test('with an ID token of another person', async () => {
    const ada = await signedIn();
    const eve = await signedIn();
    const parameters = { id_token_hint: eve.idToken, post_logout_redirect_uri: back };
    const page = await ada.client.get(logoutAt(parameters), crossSite);
    expect(page.status).toBe(200);
    await asked(page, ada.client);
    expect(await endOf(eve.sessionId)).toBeNull();
  });

  test.each([
    [
      'with another client id',
      async ({ idToken }: Signed) => ({ id_token_hint: idToken, client_id: await insertApp(gatehouse) }),
    ],
    [
      'with an address that is not registered',
      ({ idToken }: Signed) => ({ id_token_hint: idToken, post_logout_redirect_uri: 'https://eve.example.com/' }),
    ],
    [
      'with an address that has one more parameter',
      ({ idToken }: Signed) => ({ id_token_hint: idToken, post_logout_redirect_uri: `${back}&foo=bar` }),
    ],
    [
      'with an address that only begins like it',
      ({ idToken }: Signed) => ({
        id_token_hint: idToken,
        post_logout_redirect_uri: 'https://app.example.com/signed-out',
      }),
    ],
    ['with a changed ID token', ({ idToken }: Signed) => ({ id_token_hint: `${idToken.slice(0, -6)}AAAAAA` })],
    ['with an unsigned ID token', ({ idToken }: Signed) => ({ id_token_hint: unsigned(idToken) })],
    [
      'with an ID token of another issuer',
      async (one: Signed) => ({
        id_token_hint: await idTokenOf(gatehouse, { ...one, claims: { iss: 'https://eve.example.com' } }),
      }),
    ],
    ['with an access token', async (one: Signed) => ({ id_token_hint: (await appToken(gatehouse, one)).token })],
    ['with any text', () => ({ id_token_hint: 'x'.repeat(9000) })],
  ])('%s, and nothing leads back', async (_what, parametersOf) => {
    const one = await signedIn();
    const parameters = { post_logout_redirect_uri: back, state: 's', ...(await parametersOf(one)) };
    const page = await one.client.get(logoutAt(parameters), crossSite);
    expect([page.status, alertOf(page)]).toEqual([400, unknownApp]);
    expect(await asked(page, one.client)).toEqual({ confirmed: 'yes' });
    expect(await endOf(one.sessionId)).toBeNull();
    expect(await one.client.submit(page, '/oauth/logout')).toMatchObject(signedOut);
  });

  test('of a disabled client', async () => {
    const { client, idToken, clientId } = await signedIn();
    await gatehouse.sql(`UPDATE oauth_clients SET disabled_ts = now() WHERE id = '${clientId}'`);
    const page = await client.get(logoutAt({ id_token_hint: idToken, post_logout_redirect_uri: back }), crossSite);
    expect(page.status).toBe(400);
    expect(await asked(page, client)).toEqual({ confirmed: 'yes' });
  });
});

type Signed = Awaited<ReturnType<typeof signedIn>>;
const unsigned = (token: string) =>
  `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${token.split('.')[1]}.`;

test('nobody is signed out by a form of another site, nor by a repeated parameter', async () => {
  const { client, idToken, clientId } = await signedIn();
  const sent = await client.post('/oauth/logout', { confirmed: 'yes' }, crossSite);
  expect(sent).toMatchObject({ status: 303, location: '/oauth/logout?' });
  const twice: [string, string][] = [
    ['id_token_hint', idToken],
    ['id_token_hint', idToken],
  ];
  expect((await client.get(logoutAt(twice), crossSite)).status).toBe(400);
  // A script reads nothing, and signs nobody out.
  const script = { 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Site': 'same-site' };
  const read = await client.get(logoutAt({ id_token_hint: idToken, client_id: clientId }), { headers: script });
  expect([read.status, read.cookies]).toEqual([403, []]);
  expect(await isSignedIn(client)).toBe(true);
});

test('nobody is signed in', async () => {
  const client = new PageClient(gatehouse);
  expect(await client.get('/oauth/logout')).toMatchObject(signedOut);
  const { clientId } = await signedIn();
  const page = await client.get(logoutAt({ client_id: clientId, post_logout_redirect_uri: back }));
  expect(page).toMatchObject({ status: 200, heading: 'You are signed out', forms: [] });
  expect(page.html).toContain(`<a href="${back}">Back to Grafana</a>`);
  const wrong = await client.get(logoutAt({ id_token_hint: 'x', post_logout_redirect_uri: back }));
  expect([wrong.status, wrong.heading, alertOf(wrong)]).toEqual([400, 'You are signed out', unknownApp]);
  expect(wrong.html).toContain('>Continue</a>');
});

test('the page is in the language of the person, else in that of the application', async () => {
  const { client } = await signedIn();
  const headingOf = async (parameters: Record<string, string>) => (await browse(client, logoutAt(parameters))).heading;
  expect(await headingOf({ ui_locales: 'xx fr-CA de' })).toBe(wordsIn.fr.signIn.logout.title);
  expect(await headingOf({ ui_locales: 'fr', lang: 'de' })).toBe(wordsIn.de.signIn.logout.title);
  expect(await headingOf({ ui_locales: 'fr' })).toBe(wordsIn.de.signIn.logout.title);
});

test('the page to sign out also signs out of the applications', async () => {
  const { client, sessionId, originSessionId } = await signedIn();
  expect(await client.submit(await client.get('/logout'), '/logout')).toMatchObject(signedOut);
  expect([await endOf(originSessionId), await endOf(sessionId)]).toEqual(['logout', 'logout']);
  expect(await isSignedIn(client)).toBe(false);
});

test('an API logout leaves the applications alone', async () => {
  const { userId } = await signedIn();
  const [row] = await gatehouse.sql(`SELECT email FROM users WHERE id = '${userId}'`);
  const { jwt } = await api.login(gatehouse.url, { email: row?.email, password: 'correct horse battery' });
  const { sid } = JSON.parse(Buffer.from(String(jwt).split('.')[1] ?? '', 'base64url').toString());
  const given = await insertAppSession(gatehouse, {
    userId,
    clientId: await insertApp(gatehouse),
    originSessionId: sid,
  });
  await api.logout(gatehouse.url, {}, jwt);
  expect(await endOf(given)).toBeNull();
});

test('without pages, there is nobody to sign out', async () => {
  const other = await gatehouse.another({ PAGES: 'off' });
  const response = await fetch(`${other.url}/oauth/logout?post_logout_redirect_uri=${back}`, { redirect: 'manual' });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: 'invalid_request' });
});

// The embedded database does one transaction after the other.
testWith('PostgreSQL')('a code that is redeemed while the person signs out leaves no session', async () => {
  const app = await createApp(gatehouse);
  const { client, userId } = await signedIn();
  const pkce = createPkce();
  const code = await codeOf(client, app, { scope: 'openid' }, pkce);
  const id_token_hint = await idTokenOf(gatehouse, { userId, clientId: app.id });
  const statuses: number[] = [];
  const { url } = await gatehouse.another({}, ({ transaction }) => ({
    // As in another process, which does not wait for the transactions of this one.
    transaction: (_account, work) =>
      transaction(null, (tx) => {
        const sessions: SessionStore = Object.create(tx.sessions);
        // At the last moment before the session of the page ends.
        sessions.revoke = async (...which) => {
          statuses.push((await redeem(gatehouse.url, app, code, pkce)).status);
          return tx.sessions.revoke(...which);
        };
        return work({ ...tx, sessions });
      }),
  }));
  const elsewhere = new PageClient({ url, config: gatehouse.config });
  for (const [name, value] of client.cookies) elsewhere.cookies.set(name, value);
  expect(await elsewhere.get(logoutAt({ id_token_hint }), crossSite)).toMatchObject(signedOut);
  expect(statuses).toEqual([200]);
  const live = await gatehouse.sql(`SELECT id FROM sessions WHERE user_id = '${userId}' AND revoked_ts IS NULL`);
  expect(live).toEqual([]);
  // Later, the session of the page gives none.
  expect((await redeem(gatehouse.url, app, code, pkce)).body).toMatchObject({ error: 'invalid_grant' });
});
