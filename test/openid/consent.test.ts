import { clientKinds } from '../../src/accounts/applications/oauth-client';
import { type RedirectUriKind, redirectUriKinds } from '../../src/accounts/applications/redirect-uri';
import { wordsIn } from '../../src/pages/words/words-in';
import { locales } from '../../src/platform/request/locale';
import { graphqlApi as api } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import {
  type App,
  answerIn,
  authorizePath,
  browse,
  callback,
  claimsIn,
  createApp,
  createPkce,
  type Parameters,
  redeem,
  refreshTokens,
  signedIn,
  tokensFor,
} from '../support/openid';
import { formTo, type PageClient, type PageReply, pagePassword } from '../support/page-client';
import { until } from '../support/until';

let gatehouse: Gatehouse;
/** Called when the session of a request was found. */
let meanwhile: () => Promise<unknown> = async () => {};
beforeAll(async () => {
  gatehouse = await startGatehouse({}, ({ pageCookies }) => ({
    pageCookies: Object.assign(Object.create(pageCookies), {
      find: async (hash: Uint8Array<ArrayBuffer>) => {
        const found = await pageCookies.find(hash);
        await meanwhile();
        return found;
      },
    }),
  }));
});
afterEach(() => {
  meanwhile = async () => {};
});
afterAll(() => gatehouse.stop());

const path = '/oauth/continue';
const thirdParty = (row: Row = {}) => createApp(gatehouse, { firstParty: false, ...row });
type Row = NonNullable<globalThis.Parameters<typeof createApp>[1]>;

const ask = (client: PageClient, app: App, parameters: Parameters = {}, pkce = createPkce()) =>
  browse(client, authorizePath(app, parameters, pkce));
const itemsOf = ({ html }: PageReply) =>
  [...html.matchAll(/<li><svg.*?<\/svg><span>([^<]+)<\/span><\/li>/g)].map(([, item]) => item);
const decide = (client: PageClient, page: PageReply, decision: string) => client.submit(page, path, { decision });
const consentOf = async (userId: string, app: App): Promise<string[] | null> => {
  const [row] = await gatehouse.sql(`SELECT array_to_string(scopes, ' ') AS scope FROM oauth_consents
    WHERE user_id = '${userId}' AND client_id = '${app.id}'`);
  return row ? String(row.scope).split(' ').toSorted() : null;
};
const eventsOf = (userId: string, action: string) =>
  gatehouse.sql(`SELECT details FROM audit_events WHERE user_id = '${userId}' AND action = '${action}'`);

test('the page names the application, where the person goes, and what it can do', async () => {
  const app = await thirdParty({ name: '<i>Wiki</i>' });
  const { client, email } = await signedIn(gatehouse);
  const page = await ask(client, app, { scope: 'openid phone email offline_access unknown' });
  expect(page).toMatchObject({ status: 200, location: null });
  expect(page.html).toContain('<h1>Continue to &lt;i>Wiki&lt;/i>?</h1>');
  expect(page.text).toContain(`You’re signed in as ${email}.`);
  expect(page.text).toContain('After this, you’ll go to app.example.com.');
  expect(itemsOf(page)).toEqual([
    'Recognize you',
    'See your e-mail address',
    'See your phone number',
    'Keep you signed in until you disconnect it',
  ]);
  // Nobody can lay the page under another one, and the answer leads to the application.
  const policy = page.headers.get('content-security-policy');
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("form-action 'self' https://app.example.com;");
});

test.each(locales)('groups are the roles (%s), also beside them', async (lang) => {
  const { client } = await signedIn(gatehouse);
  const { openid, roles } = wordsIn[lang].common.scopes;
  for (const scope of ['openid groups', 'openid roles groups', 'openid roles']) {
    const page = await ask(client, await thirdParty(), { scope, ui_locales: lang });
    expect([scope, itemsOf(page)]).toEqual([scope, [openid, roles]]);
  }
});

test('a scope of an API of the operator is named as it is', async () => {
  const app = await thirdParty({ scopes: ['openid', 'orders:read'], audience: 'https://orders.example.com' });
  const { client } = await signedIn(gatehouse);
  const pkce = createPkce();
  const page = await ask(client, app, { scope: 'openid orders:read email' }, pkce);
  expect(itemsOf(page)).toEqual(['Recognize you']);
  expect(page.html).toContain('</svg><code>orders:read</code></li></ul>');
  const { code } = answerIn(await decide(client, page, 'allow'));
  const { body } = await redeem(gatehouse.url, app, code, pkce);
  expect(claimsIn(body.access_token)).toMatchObject({ aud: 'https://orders.example.com', scope: 'openid orders:read' });
});

test('the page shows the logo, the policy and the terms of the application, and loads nothing from its host', async () => {
  const app = await thirdParty();
  const { client } = await signedIn(gatehouse);
  const plain = await ask(client, app);
  expect(plain.html).toContain('<span class="mark monogram" aria-hidden="true">G</span>');
  expect(plain.text).not.toContain('Privacy policy');
  const logo = 'data:image/png;base64,iVBORw0KGgo=';
  await gatehouse.sql(`UPDATE oauth_clients SET logo_uri = '${logo}', policy_uri = 'https://app.example.com/privacy',
    tos_uri = 'https://app.example.com/terms' WHERE id = '${app.id}'`);
  const page = await ask(client, app);
  expect(page.html).toContain(`<img class="mark" src="${logo}" alt/>`);
  expect(page.html).toContain('<a href="https://app.example.com/privacy">Privacy policy of Grafana</a>');
  expect(page.html).toContain('<a href="https://app.example.com/terms">Terms of Grafana</a>');
  // "Use another account" comes after what the person decides about.
  expect(page.html.indexOf('Use another account')).toBeGreaterThan(page.html.indexOf('value="deny"'));
  expect(page.headers.get('content-security-policy')).toContain("img-src 'self' data:;");
});

test.each(['de', 'es', 'fr'] as const)('in the language %s, which the application can ask for', async (lang) => {
  const { client } = await signedIn(gatehouse);
  const page = await ask(client, await thirdParty(), { ui_locales: `xx ${lang}` });
  const { signIn, common } = wordsIn[lang];
  expect(page.heading).toBe(signIn.consent.title('Grafana'));
  expect(itemsOf(page)).toEqual([common.scopes.openid, common.scopes.email]);
});

test('what a person allows is remembered, and only more is asked for again', async () => {
  const app = await thirdParty();
  const { client, userId } = await signedIn(gatehouse);
  const pkce = createPkce();
  const allowed = await decide(client, await ask(client, app, { scope: 'openid email' }, pkce), 'allow');
  const { code, state } = answerIn(allowed);
  expect([allowed.status, state]).toEqual([303, 'the state']);
  expect((await redeem(gatehouse.url, app, code, pkce)).body).toMatchObject({ scope: 'openid email' });
  expect(await consentOf(userId, app)).toEqual(['email', 'openid']);
  expect(await eventsOf(userId, 'app_authorized')).toEqual([{ details: { clientId: app.id } }]);

  for (const scope of ['openid email', 'openid']) {
    expect(answerIn(await ask(client, app, { scope }))).toHaveProperty('code');
  }
  const more = await ask(client, app, { scope: 'openid phone' });
  expect(more.heading).toBe('Continue to Grafana?');
  expect(answerIn(await decide(client, more, 'allow'))).toHaveProperty('code');
  expect(await consentOf(userId, app)).toEqual(['email', 'openid', 'phone']);
  expect(answerIn(await ask(client, app, { scope: 'openid phone email' }))).toHaveProperty('code');
  // Another person, and another application, have allowed nothing.
  expect((await ask((await signedIn(gatehouse)).client, app)).heading).toBe('Continue to Grafana?');
  expect((await ask(client, await thirdParty())).heading).toBe('Continue to Grafana?');
});

test('who denies it goes back without a code', async () => {
  const app = await thirdParty();
  const { client, userId } = await signedIn(gatehouse);
  const page = await ask(client, app);
  for (const decision of ['deny', 'Allow']) {
    const denied = answerIn(await decide(client, await ask(client, app), decision));
    expect(denied).toMatchObject({ error: 'access_denied', state: 'the state', iss: 'https://id.example.com' });
  }
  expect(await consentOf(userId, app)).toBeNull();
  expect(await eventsOf(userId, 'app_denied')).toEqual(Array(2).fill({ details: { clientId: app.id } }));
  // The person has gone back in the browser.
  expect(answerIn(await decide(client, page, 'allow'))).toHaveProperty('code');
  const again = await decide(client, page, 'allow');
  expect([again.status, again.location, again.heading]).toEqual([400, null, 'This sign-in didn’t work']);
});

test('an application of the operator asks for nothing', async () => {
  const { client } = await signedIn(gatehouse);
  const answer = answerIn(await ask(client, await createApp(gatehouse), { scope: 'openid offline_access' }));
  expect(answer).toHaveProperty('code');
});

test('prompt=consent asks again, and prompt=none never', async () => {
  const app = await thirdParty();
  const { client } = await signedIn(gatehouse);
  expect(answerIn(await ask(client, app, { prompt: 'none' }))).toMatchObject({ error: 'consent_required' });
  await decide(client, await ask(client, app), 'allow');
  expect(answerIn(await ask(client, app, { prompt: 'none' }))).toHaveProperty('code');
  const asked = await ask(client, app, { prompt: 'consent' });
  expect(asked.heading).toBe('Continue to Grafana?');
  expect(answerIn(await decide(client, asked, 'allow'))).toHaveProperty('code');
});

test('only a form on the page itself allows anything', async () => {
  const app = await thirdParty();
  const { client, userId } = await signedIn(gatehouse);
  const page = await ask(client, app);
  const { fields } = formTo(page, path);
  for (const headers of [
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { 'Sec-Fetch-Site': null, Origin: 'https://app.example.com' },
  ]) {
    const sent = await client.post(path, { ...fields, decision: 'allow' }, { headers });
    expect([sent.status, sent.location]).toEqual([403, null]);
  }
  // A GET asks, whatever it says.
  const read = await client.get(`${path}?request=${fields.request}&decision=allow`);
  expect([read.status, read.location]).toEqual([200, null]);
  expect(await consentOf(userId, app)).toBeNull();
});

test('the person can use another account', async () => {
  const app = await thirdParty();
  const ada = await signedIn(gatehouse);
  const eve = await signedIn(gatehouse);
  const { client } = ada;
  const page = await ask(client, app);
  const place = `${path}?request=${formTo(page, path).fields.request}`;
  const toLogout = `/logout?return_to=${encodeURIComponent(place)}`;
  expect(page.links).toContain(toLogout);
  const signedOut = await client.submit(await client.get(toLogout), '/logout');
  expect(signedOut).toMatchObject({ status: 303, location: place });
  const login = await browse(client, place);
  expect(login.text).toContain('to continue to Grafana');
  const signing = await client.submit(login, '/login', { email: eve.email, password: pagePassword });
  const asked = await client.follow(signing);
  expect(asked.text).toContain(`You’re signed in as ${eve.email}.`);
  expect(answerIn(await decide(client, asked, 'allow'))).toHaveProperty('code');
  expect([await consentOf(ada.userId, app), await consentOf(eve.userId, app)]).toEqual([null, ['email', 'openid']]);
});

test('nobody allows anything for a person who has signed in in another tab meanwhile', async () => {
  const app = await thirdParty();
  const [ada, eve] = [await signedIn(gatehouse), await signedIn(gatehouse)];
  const page = await ask(ada.client, app);
  for (const [name, value] of eve.client.cookies) ada.client.cookies.set(name, value);
  const sent = await decide(ada.client, page, 'allow');
  expect(sent).toMatchObject({ status: 200, location: null });
  expect(sent.text).toContain(`You’re signed in as ${eve.email}.`);
  expect([await consentOf(ada.userId, app), await consentOf(eve.userId, app)]).toEqual([null, null]);
});

test('nobody allows anything for a person who has signed out', async () => {
  const app = await thirdParty();
  const { client, userId } = await signedIn(gatehouse);
  const page = await ask(client, app);
  client.cookies.clear();
  const sent = await decide(client, page, 'allow');
  expect([sent.status, sent.location?.startsWith('/login?return_to=')]).toEqual([303, true]);
  expect(await consentOf(userId, app)).toBeNull();
});

test('a session that ends at the same moment allows nothing', async () => {
  const app = await thirdParty();
  const { client, userId } = await signedIn(gatehouse);
  const page = await ask(client, app);
  meanwhile = () => gatehouse.sql(`UPDATE users SET revision = revision + 1 WHERE id = '${userId}'`);
  expect((await decide(client, page, 'allow')).status).toBe(400);
  expect(await consentOf(userId, app)).toBeNull();
});

test('a disconnected application is signed out, and asks again', async () => {
  const app = await thirdParty();
  const { client, email } = await signedIn(gatehouse);
  const scope = 'openid email offline_access';
  await decide(client, await ask(client, app, { scope }), 'allow');
  const { access_token, refresh_token } = await tokensFor(gatehouse, client, app, { scope });
  const other = await gatehouse.another();
  const statusAt = async (url: string) =>
    (await fetch(`${url}/oauth/userinfo`, { headers: { Authorization: `Bearer ${access_token}` } })).status;
  expect([await statusAt(gatehouse.url), await statusAt(other.url)]).toEqual([200, 200]);

  const pkce = createPkce();
  const { code } = answerIn(await ask(client, app, { scope }, pkce));
  const { jwt } = await api.login(gatehouse.url, { email, password: pagePassword });
  expect((await api.connectedApps(gatehouse.url, jwt)).apps).toMatchObject([
    { id: app.id, name: 'Grafana', firstParty: false, scopes: ['email', 'offline_access', 'openid'] },
  ]);
  expect((await api.disconnectApp(gatehouse.url, { clientId: app.id }, jwt)).success).toBe(true);
  expect(await statusAt(gatehouse.url)).toBe(401);
  await until(async () => (await statusAt(other.url)) === 401);
  expect((await refreshTokens(gatehouse.url, app, refresh_token)).body).toMatchObject({ error: 'invalid_grant' });
  expect((await redeem(gatehouse.url, app, code, pkce)).body).toMatchObject({ error: 'invalid_grant' });
  expect((await ask(client, app, { scope })).heading).toBe('Continue to Grafana?');
  expect(await client.get('/account')).toMatchObject({ status: 200 });
});

describe('where the redirect URI does not say who gets the code', () => {
  /** As they are registered, and as a program of the device sends them. A kind without examples does not compile. */
  const examples: Record<RedirectUriKind, readonly { registered: string; sent: string }[]> = {
    site: [{ registered: callback, sent: callback }],
    loopback: [
      { registered: 'http://127.0.0.1/callback', sent: 'http://127.0.0.1:51234/callback' },
      { registered: 'http://[::1]/callback', sent: 'http://[::1]:51234/callback' },
      { registered: 'http://localhost:3000/callback', sent: 'http://localhost:3000/callback' },
      { registered: 'https://localhost/callback', sent: 'https://localhost/callback' },
    ],
    'private-use': ['com.example.app:/callback', 'app.immich:///oauth-callback'].map((uri) => ({
      registered: uri,
      sent: uri,
    })),
  };
  const ofPeople = clientKinds.filter((kind) => kind !== 'service');
  const all = redirectUriKinds.flatMap((uriKind) =>
    ofPeople.flatMap((kind) =>
      [true, false].flatMap((firstParty) => examples[uriKind].map((uri) => ({ uriKind, kind, firstParty, ...uri }))),
    ),
  );

  test.each(all)('$sent, $kind, first-party $firstParty', async ({ uriKind, kind, firstParty, registered, sent }) => {
    const app = await createApp(gatehouse, { kind, firstParty, redirectUris: [registered] });
    const { client } = await signedIn(gatehouse);
    const parameters = { redirect_uri: sent };
    /** What a person sees who has allowed the same before. */
    const outcomeOf = async (prompt?: string) => {
      const { location, heading } = await ask(client, app, { ...parameters, ...(prompt && { prompt }) });
      if (location === null) return heading;
      const query = new URL(location).searchParams;
      return query.get('error') ?? (query.has('code') ? 'code' : location);
    };
    const page = await ask(client, app, parameters);
    if (page.location === null) await decide(client, page, 'allow');
    const isShown = uriKind !== 'site';
    expect([await outcomeOf('none'), await outcomeOf()]).toEqual(
      isShown ? ['consent_required', 'Continue to Grafana?'] : ['code', 'code'],
    );
    if (!isShown) return;
    const shown = await ask(client, app, parameters);
    expect(shown.text).toContain('Grafana runs on this device, where other programs can use its name.');
    expect(shown.text).not.toContain('you’ll go to');
    const { location } = await decide(client, shown, 'allow');
    expect(location).toContain(`${sent}?code=`);
  });
});
