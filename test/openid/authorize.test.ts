import { restApi } from '../support/apis';
import { insertConsent } from '../support/apps';
import { withTotp } from '../support/authenticator';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { stopClock } from '../support/limits';
import {
  type App,
  allScopes,
  answerIn,
  authorizePath,
  browse,
  callback,
  claimsIn,
  createApp,
  createPkce,
  type Parameters,
  passes,
  redeem,
  signedIn,
  tokensFor,
} from '../support/openid';
import { PageClient } from '../support/page-client';

/** An application sends the browser of a person here, and gets a code. */
let gatehouse: Gatehouse;
const issuer = 'https://id.example.com';
const challenge = createPkce().challenge;
const withChallenge = { code_challenge: challenge, code_challenge_method: 'S256' };

beforeAll(async () => {
  gatehouse = await startGatehouse();
});
afterAll(() => gatehouse.stop());
afterEach(() => jest.useRealTimers());

/** What the application gets without a page. */
const answerTo = async (client: PageClient, app: App, parameters: Parameters = {}) =>
  answerIn(await browse(client, authorizePath(app, { ...withChallenge, ...parameters })));
const errorTo = async (client: PageClient, app: App, parameters: Parameters = {}) =>
  (await answerTo(client, app, parameters)).error;

describe('a sign-in', () => {
  test('a person who is signed in sees no page, and the application gets tokens', async () => {
    const app = await createApp(gatehouse);
    const { client, email, userId } = await signedIn(gatehouse);
    const pkce = createPkce();
    const answer = answerIn(await browse(client, authorizePath(app, { nonce: 'n-0S6' }, pkce)));
    expect(answer).toEqual({ code: expect.stringMatching(/^[\w-]{64}$/), state: 'the state', iss: issuer });
    const { status, body, headers } = await redeem(gatehouse.url, app, answer.code, pkce);
    expect(body).toMatchObject({ token_type: 'Bearer', scope: 'openid email' });
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    const common = { sub: userId, iss: issuer };
    expect(claimsIn(body.access_token)).toMatchObject({ ...common, aud: issuer, client_id: app.id, scope: body.scope });
    const nonce = 'n-0S6';
    expect(claimsIn(body.id_token)).toMatchObject({ ...common, aud: app.id, azp: app.id, nonce, email });
  });

  test('a person who is not signed in signs in first, and the address of the application is in the policy', async () => {
    const app = await createApp(gatehouse, { name: 'Wiki' });
    const { email } = await signedIn(gatehouse);
    const client = new PageClient(gatehouse);
    const page = await browse(client, authorizePath(app, { ...withChallenge, login_hint: email }));
    expect(page.text).toContain('to continue to Wiki');
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' https://app.example.com;");
    const signing = await client.submit(page, '/login', { password: 'correct horse battery' });
    expect(answerIn(await client.follow(signing))).toMatchObject({ state: 'the state', code: expect.anything() });
  });

  test('a person who registers comes back to the application, too', async () => {
    const app = await createApp(gatehouse);
    const client = new PageClient(gatehouse);
    const login = await browse(client, authorizePath(app, withChallenge));
    const page = await client.get(login.links.find((link) => link.startsWith('/register')) ?? '');
    const person = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada.comes.back@example.com' };
    const reply = await client.submit(page, '/register', { ...person, password: 'correct horse battery' });
    expect(answerIn(await client.follow(reply)).code).toBeDefined();
  });

  test('the answer can be a form, which only goes to the application', async () => {
    const app = await createApp(gatehouse);
    const { client } = await signedIn(gatehouse);
    const page = await browse(client, authorizePath(app, { ...withChallenge, response_mode: 'form_post' }));
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' https://app.example.com;");
    expect(page.forms).toMatchObject([{ method: 'post', action: callback }]);
    expect(page.forms[0]?.fields).toEqual({ code: expect.anything(), state: 'the state', iss: issuer });
    const failed = await browse(client, authorizePath(app, { response_type: 'token', response_mode: 'form_post' }));
    expect(failed.forms[0]?.fields).toMatchObject({ error: 'unsupported_response_type', state: 'the state' });
  });

  test('the request can be a form of another site', async () => {
    const app = await createApp(gatehouse);
    const { client } = await signedIn(gatehouse);
    const query = new URL(authorizePath(app, withChallenge), issuer).searchParams;
    const headers = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://app.example.com' };
    const going = await client.post('/oauth/authorize', Object.fromEntries(query), { headers });
    expect(going.status).toBe(303);
    expect(answerIn(await client.follow(going)).code).toBeDefined();
  });

  test('a request is used once, and ends after an hour; then its page leads to the application', async () => {
    const app = await createApp(gatehouse);
    const { client } = await signedIn(gatehouse);
    const going = await client.get(authorizePath(app, withChallenge));
    expect(answerIn(await client.follow(going)).code).toBeDefined();
    const again = await client.follow(going);
    expect([again.status, again.heading, again.location]).toEqual([400, 'This sign-in didn’t work', null]);
    expect(again.html).toContain('<a href="https://app.example.com/">Back to Grafana</a>');
    const late = await client.get(authorizePath(app, withChallenge));
    passes(3_600_000);
    const over = await client.follow(late);
    expect([over.status, over.links.includes('https://app.example.com/')]).toEqual([400, true]);
    for (const unknown of ['/oauth/continue', `/oauth/continue?request=${'x'.repeat(64)}`]) {
      const page = await client.get(unknown);
      expect([page.status, page.links.includes('/account')]).toEqual([400, true]);
      expect(page.text).not.toContain('Grafana');
    }
  });

  test('a person who comes back to the sign-in page after lunch comes to the application', async () => {
    const app = await createApp(gatehouse);
    const { email } = await signedIn(gatehouse);
    const client = new PageClient(gatehouse);
    const page = await browse(client, authorizePath(app, withChallenge));
    passes(50 * 60_000);
    const signing = await client.submit(page, '/login', { email, password: 'correct horse battery' });
    expect(answerIn(await client.follow(signing))).toMatchObject({ code: expect.any(String), state: 'the state' });
  });

  test('no page leads to an address that the client does not have now', async () => {
    const app = await createApp(gatehouse);
    const { client } = await signedIn(gatehouse);
    const going = await client.get(authorizePath(app, withChallenge));
    await gatehouse.sql(`UPDATE oauth_clients SET redirect_uris = ARRAY['app.example:/cb'] WHERE id = '${app.id}'`);
    const page = await client.follow(going);
    expect([page.status, page.links.includes('/account')]).toEqual([400, true]);
    expect(page.html).not.toContain('https://app.example.com');
    // The browser cannot open an address of an app that has not asked.
    const native = await browse(client, authorizePath(app, { ...withChallenge, redirect_uri: 'app.example:/cb' }));
    const [allow] = native.forms;
    expect((await client.post('/oauth/continue', { ...allow?.fields, decision: 'deny' })).status).toBe(303);
    const done = await client.get(`/oauth/continue?request=${allow?.fields.request}`);
    expect([done.status, done.links.includes('/account')]).toEqual([400, true]);
    expect(done.html).not.toContain('app.example:');
  });

  test('the language of the application is used unless the person has chosen one', async () => {
    const app = await createApp(gatehouse);
    const german = await browse(
      new PageClient(gatehouse),
      authorizePath(app, { ...withChallenge, ui_locales: 'xx de-AT' }),
    );
    expect(german.html).toContain('<html lang="de">');
    const client = new PageClient(gatehouse);
    await client.get('/login?lang=fr');
    const french = await browse(client, authorizePath(app, { ...withChallenge, ui_locales: 'de' }));
    expect(french.html).toContain('<html lang="fr">');
  });
});

describe('a request that must not be answered to the address', () => {
  const wrong: [string, Parameters][] = [
    ['an unknown client', { client_id: '01a20e51-04c4-7d0a-9d3b-52f0a1b7c6de' }],
    ['a client id that is none', { client_id: 'x' }],
    ['no client', { client_id: undefined }],
    ['no address', { redirect_uri: undefined }],
    ['another path', { redirect_uri: `${callback}/more` }],
    ['a parameter more', { redirect_uri: `${callback}?x=1` }],
    ['another host', { redirect_uri: 'https://app.example.com.evil.example/callback' }],
    ['a user', { redirect_uri: 'https://app.example.com@evil.example/callback' }],
    ['another port', { redirect_uri: 'https://app.example.com:444/callback' }],
    ['a long address', { redirect_uri: `${callback}${'a'.repeat(5000)}` }],
  ];
  test.each(wrong)('%s', async (_name, parameters) => {
    const app = await createApp(gatehouse);
    const { client } = await signedIn(gatehouse);
    const reply = await client.get(authorizePath(app, { ...withChallenge, ...parameters }));
    expect([reply.status, reply.location, reply.heading]).toEqual([400, null, 'This sign-in didn’t work']);
    expect(reply.html).not.toMatch(/(?:href|action|url)=[^>]*evil\.example/);
    // For developers, who look for a slash that is missing.
    const sent = parameters.redirect_uri;
    expect(reply.text.includes(`Sent ${sent} Registered ${callback}`)).toBe(sent !== undefined);
  });

  test('in production, the page shows no addresses', async () => {
    const app = await createApp(gatehouse);
    const served = await gatehouse.another({ NODE_ENV: 'production', DATA_DIR: '/unused' });
    const client = new PageClient({ url: served.url, config: gatehouse.config });
    const reply = await client.get(authorizePath(app, { ...withChallenge, redirect_uri: `${callback}/` }));
    expect([reply.status, reply.html.includes(callback)]).toEqual([400, false]);
    await served.stop();
  });

  test('a parameter that occurs twice', async () => {
    const app = await createApp(gatehouse);
    const client = new PageClient(gatehouse);
    for (const twice of ['state=x', `client_id=${app.id}`, 'scope=openid', 'state=']) {
      expect(await client.get(`${authorizePath(app, withChallenge)}&${twice}`)).toMatchObject({
        status: 400,
        location: null,
      });
    }
    expect((await client.get('/oauth/authorize')).status).toBe(400);
    expect((await client.get(`${authorizePath(app)}&a=%zz`)).status).toBe(400);
  });

  test('a disabled client, and one into which nobody signs in', async () => {
    const app = await createApp(gatehouse);
    await gatehouse.sql(`UPDATE oauth_clients SET disabled_ts = now() WHERE id = '${app.id}'`);
    const service = await createApp(gatehouse, { kind: 'service' });
    const client = new PageClient(gatehouse);
    for (const one of [app, service]) {
      expect(await client.get(authorizePath(one, withChallenge))).toMatchObject({ status: 400, location: null });
    }
  });
});

describe('an error for the application', () => {
  const errors: [string, string, Parameters][] = [
    ['no response type', 'invalid_request', { response_type: undefined }],
    ['the implicit flow', 'unsupported_response_type', { response_type: 'token' }],
    ['the hybrid flow', 'unsupported_response_type', { response_type: 'code id_token' }],
    ['an unknown response mode', 'invalid_request', { response_mode: 'fragment' }],
    ['a request object', 'request_not_supported', { request: 'eyJ' }],
    ['the address of a request object', 'request_uri_not_supported', { request_uri: 'https://app.example.com/r' }],
    ['a registration', 'registration_not_supported', { registration: '{}' }],
    ['no scope', 'invalid_scope', { scope: undefined }],
    ['unknown scopes alone', 'invalid_scope', { scope: 'admin everything' }],
    ['no challenge', 'invalid_request', { code_challenge: undefined }],
    ['a plain challenge', 'invalid_request', { code_challenge_method: 'plain' }],
    ['a challenge without its method', 'invalid_request', { code_challenge_method: undefined }],
    ['a short challenge', 'invalid_request', { code_challenge: 'x' }],
    ['a long nonce', 'invalid_request', { nonce: 'n'.repeat(4097) }],
    ['a nonce with NUL', 'invalid_request', { nonce: 'a\0b' }],
    ['an unknown prompt', 'invalid_request', { prompt: 'create' }],
    ['prompt=none with another', 'invalid_request', { prompt: 'none login' }],
    ['a wrong age', 'invalid_request', { max_age: '-1' }],
  ];
  test.each(errors)('%s', async (_name, error, parameters) => {
    const app = await createApp(gatehouse);
    const answer = await answerTo(new PageClient(gatehouse), app, parameters);
    expect(answer).toEqual({
      error,
      error_description: expect.stringMatching(/^[ -~]+$/),
      state: 'the state',
      iss: issuer,
    });
  });

  test('a nonce is any text, and comes back as it was sent', async () => {
    const app = await createApp(gatehouse);
    const { client } = await signedIn(gatehouse);
    const [nonce, pkce] = ['Zürich → 東京 🔑', createPkce()];
    const { code } = answerIn(await browse(client, authorizePath(app, { nonce }, pkce)));
    const { body } = await redeem(gatehouse.url, app, code, pkce);
    expect(claimsIn(body.id_token)).toMatchObject({ nonce });
  });

  // RFC 6749, sections 4.1.2 and 4.1.2.1: the exact value, if the request has one.
  test.each([
    ['of a deep link', 'invalid_scope', { scope: 'nothing', state: 's'.repeat(6000) }],
    ['with characters of HTML', 'invalid_scope', { scope: 'nothing', state: '"><s>&'.repeat(500) }],
    ['that is no ASCII', 'invalid_request', { state: 'ü\u2028' }],
    ['with NUL', 'invalid_request', { state: 'a\0b' }],
  ])('has the state, %s', async (_name, error, parameters) => {
    const app = await createApp(gatehouse);
    const answer = await answerTo(new PageClient(gatehouse), app, parameters);
    expect(answer).toMatchObject({ error, state: parameters.state });
  });

  test('so has a code, and an empty state is none', async () => {
    const app = await createApp(gatehouse, { pkceRequired: false });
    const { client } = await signedIn(gatehouse);
    const state = '/?deep=link&'.repeat(400);
    expect(answerIn(await browse(client, authorizePath(app, { state })))).toMatchObject({
      state,
      code: expect.any(String),
    });
    expect(answerIn(await browse(client, authorizePath(app, { state: '' }))).state).toBeUndefined();
  });

  test('unknown parameters and scopes are ignored, and a scope that the client may not have', async () => {
    const app = await createApp(gatehouse, { scopes: ['openid', 'email'] });
    const { client } = await signedIn(gatehouse);
    const ignored = { claims: '{"x":1}', display: 'popup', color: 'red', acr_values: 'urn:other' };
    const body = await tokensFor(gatehouse, client, app, { ...ignored, scope: 'email phone openid x openid' });
    expect(body.scope).toBe('email openid');
  });

  test('a confidential client need not have a challenge if it was registered so, a public one must', async () => {
    const app = await createApp(gatehouse, { pkceRequired: false });
    const { client } = await signedIn(gatehouse);
    const answer = answerIn(await browse(client, authorizePath(app)));
    expect((await redeem(gatehouse.url, app, answer.code, null)).status).toBe(200);
    const open = await createApp(gatehouse, { kind: 'public', pkceRequired: false });
    expect(answerIn(await browse(client, authorizePath(open))).error).toBe('invalid_request');
  });

  test('also a confidential client needs a challenge at an address of an app, from which others can read the code', async () => {
    const native = 'app.immich:///oauth-callback';
    const app = await createApp(gatehouse, { pkceRequired: false, redirectUris: [callback, native] });
    const { client } = await signedIn(gatehouse);
    const { location } = await browse(client, authorizePath(app, { redirect_uri: native }));
    expect(location).toMatch(/^app\.immich:\/\/\/oauth-callback\?error=invalid_request&/);
    expect(new URL(String(location)).searchParams.get('error_description')).toBe('code_challenge is required (PKCE)');
    for (const other of [
      'app.immich:///oauth-callback/',
      'app.immich://oauth-callback',
      'app.immich:/oauth-callback',
    ]) {
      const page = await browse(client, authorizePath(app, { redirect_uri: other }, createPkce()));
      expect([page.status, page.heading]).toEqual([400, 'This sign-in didn’t work']);
    }
    expect((await browse(client, authorizePath(app, { redirect_uri: native }, createPkce()))).heading).toBe(
      'Continue to Grafana?',
    );
    expect(answerIn(await browse(client, authorizePath(app))).code).toBeDefined();
  });
});

describe('prompt, age and level', () => {
  test('prompt=none shows no page', async () => {
    const app = await createApp(gatehouse);
    expect(await errorTo(new PageClient(gatehouse), app, { prompt: 'none' })).toBe('login_required');
    const { client } = await signedIn(gatehouse);
    expect((await answerTo(client, app, { prompt: 'none' })).code).toBeDefined();
    const other = await createApp(gatehouse, { firstParty: false });
    expect(await errorTo(client, other, { prompt: 'none' })).toBe('consent_required');
    expect(await errorTo(client, app, { prompt: 'none', acr_values: 'aal2' })).toBe(
      'unmet_authentication_requirements',
    );
    passes(60_000);
    expect(await errorTo(client, app, { prompt: 'none', max_age: '30' })).toBe('login_required');
  });

  test.each(['login', 'select_account'])('prompt=%s asks a person who is signed in', async (prompt) => {
    const app = await createApp(gatehouse);
    const { client, email } = await signedIn(gatehouse);
    passes(5000);
    const page = await browse(client, authorizePath(app, { ...withChallenge, prompt }));
    expect(page.heading).toContain('Sign in');
    passes(5000);
    const signing = await client.submit(page, '/login', { email, password: 'correct horse battery' });
    expect(answerIn(await client.follow(signing)).code).toBeDefined();
  });

  test.each([{ prompt: 'login' }, { max_age: '0' }])(
    '%j: a sign-in long before the end counts no more',
    async (asked) => {
      const app = await createApp(gatehouse);
      const { client, email } = await signedIn(gatehouse);
      passes(5000);
      const going = await client.get(authorizePath(app, { ...withChallenge, ...asked }));
      passes(5000);
      // In another tab.
      await client.signIn({ email });
      passes(11 * 60_000);
      const page = await client.follow(await client.follow(going));
      expect(page.heading).toMatch(/^(?:Sign in|Confirm)/);
    },
  );

  test('max_age asks for the password again, and auth_time is new', async () => {
    const app = await createApp(gatehouse);
    const { client } = await signedIn(gatehouse);
    const before = await tokensFor(gatehouse, client, app);
    passes(60_000);
    const pkce = createPkce();
    const page = await browse(client, authorizePath(app, { max_age: '30' }, pkce));
    const done = await client.submit(page, '/step-up', { password: 'correct horse battery' });
    const { code } = answerIn(await client.follow(done));
    const { body } = await redeem(gatehouse.url, app, code, pkce);
    const timeOf = (token: string) => Number(claimsIn(token).auth_time);
    expect(timeOf(body.id_token) - timeOf(before.id_token)).toBeGreaterThanOrEqual(60);
    // Recent enough.
    expect((await answerTo(client, app, { max_age: '3600' })).code).toBeDefined();
  });

  test('a second factor is required that the person does not have', async () => {
    const app = await createApp(gatehouse);
    const { client } = await signedIn(gatehouse);
    // Where no page adds one. Otherwise the person is asked for it.
    const elsewhere = await gatehouse.another({ PAGES: 'sign-in' });
    const there = new PageClient({ url: elsewhere.url, config: gatehouse.config });
    for (const [name, value] of client.cookies) there.cookies.set(name, value);
    expect(await errorTo(there, app, { acr_values: 'aal2' })).toBe('unmet_authentication_requirements');
    await elsewhere.stop();
    expect(await errorTo(client, app, { acr_values: 'aal2', prompt: 'none' })).toBe(
      'unmet_authentication_requirements',
    );
    expect((await answerTo(client, app, { acr_values: 'aal2 aal1' })).code).toBeDefined();
  });

  test('a person with a second factor shows it, and the tokens say so', async () => {
    stopClock();
    const app = await createApp(gatehouse);
    const { email, password, authenticator } = await withTotp(restApi, gatehouse);
    // A password is enough to sign in.
    await gatehouse.sql(`UPDATE users SET two_step = false WHERE email = '${email}'`);
    const client = new PageClient(gatehouse);
    await client.signIn({ email, password });
    expect((await answerTo(client, app)).code).toBeDefined();
    const pkce = createPkce();
    const page = await browse(client, authorizePath(app, { acr_values: 'aal2' }, pkce));
    const done = await client.submit(page, '/step-up', { code: authenticator.next() });
    const { code } = answerIn(await client.follow(done));
    const { body } = await redeem(gatehouse.url, app, code, pkce);
    expect(claimsIn(body.id_token)).toMatchObject({ acr: 'aal2', amr: expect.arrayContaining(['otp', 'mfa']) });
    expect(claimsIn(body.access_token)).toMatchObject({ acr: 'aal2' });
  });

  test('the ID token of another person', async () => {
    const app = await createApp(gatehouse);
    const { client } = await signedIn(gatehouse);
    const other = await signedIn(gatehouse);
    const { id_token: own } = await tokensFor(gatehouse, client, app);
    const { id_token: foreign } = await tokensFor(gatehouse, other.client, app);
    passes(5000);
    expect((await answerTo(client, app, { prompt: 'none', id_token_hint: own })).code).toBeDefined();
    expect(await errorTo(client, app, { prompt: 'none', id_token_hint: foreign })).toBe('login_required');
    expect(await errorTo(client, app, { prompt: 'none', id_token_hint: 'x' })).toBe('login_required');
    const page = await browse(client, authorizePath(app, { ...withChallenge, id_token_hint: foreign }));
    expect(page.heading).toContain('Sign in');
    // The same person signs in again, who is not the one of the hint.
    passes(5000);
    const { email } = await signedIn(gatehouse);
    const signing = await client.submit(page, '/login', { email, password: 'correct horse battery' });
    expect(answerIn(await client.follow(signing)).error).toBe('login_required');
  });
});

describe('addresses', () => {
  test('any port of the own device', async () => {
    const redirectUris = ['http://127.0.0.1/cb', 'http://[::1]:1/cb', 'http://localhost:3000/cb'];
    const app = await createApp(gatehouse, { kind: 'public', redirectUris });
    const { client } = await signedIn(gatehouse);
    const statusOf = async (uri: string) => {
      const { location } = await client.get(authorizePath(app, { ...withChallenge, redirect_uri: uri }));
      return location?.startsWith('/oauth/continue') ?? false;
    };
    const uris = [
      'http://127.0.0.1:49152/cb',
      'http://[::1]:49152/cb',
      'http://127.0.0.1/cb',
      'http://localhost:3000/cb',
    ];
    for (const uri of uris) expect([uri, await statusOf(uri)]).toEqual([uri, true]);
    const wrong = [
      'http://localhost:3001/cb',
      'http://127.0.0.1:49152/other',
      'http://127.0.0.2:1/cb',
      'http://127.0.0.1:99999/cb',
      'https://127.0.0.1:1/cb',
    ];
    for (const uri of wrong) expect([uri, await statusOf(uri)]).toEqual([uri, false]);
  });

  test('an address with parameters keeps them', async () => {
    const app = await createApp(gatehouse, { redirectUris: [`${callback}?tenant=a%20b`] });
    const { client } = await signedIn(gatehouse);
    const reply = await browse(
      client,
      authorizePath(app, { ...withChallenge, redirect_uri: `${callback}?tenant=a%20b` }),
    );
    expect(reply.location).toMatch(/^https:\/\/app\.example\.com\/callback\?tenant=a%20b&code=/);
  });
});

test('a third party gets a code if the person has allowed its scopes', async () => {
  const app = await createApp(gatehouse, { firstParty: false });
  const { client, userId } = await signedIn(gatehouse);
  await insertConsent(gatehouse, userId, app.id, ['openid', 'email']);
  expect((await answerTo(client, app)).code).toBeDefined();
  expect(await errorTo(client, app, { scope: allScopes.join(' '), prompt: 'none' })).toBe('consent_required');
});

test('a super admin who acts as a user gets no code, and the refused application none for the super admin', async () => {
  const app = await createApp(gatehouse);
  const admin = await signedIn(gatehouse);
  const { userId } = await signedIn(gatehouse);
  await gatehouse.sql(`UPDATE users SET is_super_admin = true WHERE id = '${admin.userId}'`);
  const page = `/console/users/${userId}/impersonate`;
  await admin.client.submit(await admin.client.get(page), page, { reason: 'Ticket 4711' });
  expect(await errorTo(admin.client, app)).toBe('access_denied');
  expect(await errorTo(admin.client, app, { prompt: 'none' })).toBe('access_denied');
  expect(
    await gatehouse.sql(`SELECT 1 FROM one_time_tokens WHERE purpose = 'authorization_code' AND user_id IN
    ('${userId}', '${admin.userId}')`),
  ).toEqual([]);
  await admin.client.post('/stop-acting');
  expect((await answerTo(admin.client, app)).code).toBeDefined();
});

test('without pages, an error is no redirect', async () => {
  const other = await startGatehouse({ PAGES: 'off' });
  const app = await createApp(other);
  const response = await fetch(`${other.url}${authorizePath(app, withChallenge)}`, { redirect: 'manual' });
  expect([response.status, await response.json()]).toEqual([
    400,
    { error: 'invalid_request', error_description: expect.stringContaining('PAGES') },
  ]);
  await other.stop();
});
