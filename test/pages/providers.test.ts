import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { stopClock } from '../support/limits';
import { authorizePath, browse, createApp, createPkce } from '../support/openid';
import { formTo, PageClient, type PageReply, pagePassword } from '../support/page-client';
import { follow } from '../support/providers/follow';
import { ada, type HostileProvider, startHostileProvider } from '../support/providers/hostile-provider';
import { appUrl, settingsOf } from '../support/providers/provider-logins';
import { ageAccount, verifyAddress } from '../support/verified-address';

/** People who sign in on the pages with a provider, and connect it with their accounts. */
let gatehouse: Gatehouse;
let provider: HostileProvider;

beforeAll(async () => {
  provider = await startHostileProvider();
  // So that the label is written as the operator has written it.
  gatehouse = await startGatehouse({ ...settingsOf(provider), PROVIDER_ACME_LABEL: 'Acme & Co', PRODUCT_NAME: 'Shop' });
});
afterEach(() => jest.useRealTimers());
afterAll(async () => {
  await gatehouse.stop();
  await provider.close();
});

let people = 0;
/** The next person at the provider. */
function newPerson(claims: object = {}): string {
  people += 1;
  const email = `grace.${people}@example.com`;
  provider.claims = { ...ada, sub: `page-${people}`, email, ...claims };
  return email;
}

async function registered(email: string, { isVerified = true } = {}) {
  const client = new PageClient(gatehouse);
  await client.register({ email });
  if (isVerified) await verifyAddress(gatehouse, email);
  await ageAccount(gatehouse, email);
  return client;
}

/** A browser that comes from another site. */
const headers = { 'Sec-Fetch-Site': 'cross-site' };

/** Presses the button of the provider, goes there, and returns where the provider sends the browser. */
async function callbackOf(client: PageClient, page: PageReply, action: string): Promise<URL> {
  const going = await client.submit(page, action);
  expect(going.status).toBe(200);
  const [, url = ''] = /<meta http-equiv="refresh" content="0; url=([^"]*)"/.exec(going.html) ?? [];
  return follow(url.replaceAll('&amp;', '&'));
}

/** Also comes back: the answer of the last page. */
async function pressed(client: PageClient, page: PageReply, action = '/login/provider/acme'): Promise<PageReply> {
  const callback = await callbackOf(client, page, action);
  const back = await client.get(callback.pathname + callback.search, { headers });
  expect(back.status).toBe(303);
  return client.get(String(back.location), { headers });
}

const signIn = async (client: PageClient, query = '') => pressed(client, await client.get(`/login${query}`));
const isSignedIn = async (client: PageClient) => (await client.get('/account')).status === 200;
const codeTo = async (email: string) => {
  const mail = (await gatehouse.allMails()).filter(({ to }) => to === email).at(-1);
  return { code: String(mail?.code), path: new URL(String(mail?.links[0] ?? 'https://x/')).pathname };
};

describe('signing in', () => {
  test('a new person has an account with one button, and comes back to the application', async () => {
    const email = newPerson();
    const client = new PageClient(gatehouse);
    const page = await client.get(`/register?return_to=${encodeURIComponent(appUrl)}`);
    expect(page.text).toContain('Continue with Acme & Co');
    const done = await pressed(client, page);
    expect(done).toMatchObject({ status: 303, location: appUrl });
    expect((await client.get('/account')).text).toContain(email);
    expect([...client.cookies.keys()]).not.toContain('__Host-gatehouse_provider_login');
    // The next time, in another browser.
    const other = new PageClient(gatehouse);
    expect(await signIn(other)).toMatchObject({ status: 303, location: '/account' });
  });

  test('the cookie is for this browser alone, and no policy of a page allows another site', async () => {
    newPerson();
    const client = new PageClient(gatehouse);
    const page = await client.get('/login');
    const going = await client.submit(page, '/login/provider/acme');
    expect(going.cookies).toMatchObject([
      {
        name: '__Host-gatehouse_provider_login',
        attributes: { 'max-age': '600', path: '/', httponly: '', secure: '', samesite: 'Lax' },
      },
      // It opens nothing: it marks the button.
      { name: '__Host-gatehouse_last_provider', value: 'acme' },
    ]);
    expect(going.headers.get('content-security-policy')).toContain("form-action 'self' http://localhost:3999;");
    const foreign = await client.post('/login/provider/acme', {}, { headers: { 'Sec-Fetch-Site': 'cross-site' } });
    expect(foreign.status).toBe(403);
    expect((await client.post('/login/provider/nobody')).status).toBe(404);
  });

  test('the answer that an attacker has got signs nobody else in', async () => {
    newPerson();
    const [attacker, victim] = [new PageClient(gatehouse), new PageClient(gatehouse)];
    const going = await attacker.submit(await attacker.get('/login'), '/login/provider/acme');
    const [, url = ''] = /url=([^"]*)"/.exec(going.html) ?? [];
    const callback = await follow(url.replaceAll('&amp;', '&'));
    const back = await victim.get(callback.pathname + callback.search);
    expect(await victim.get(String(back.location))).toMatchObject({ status: 400 });
    // Also if the victim has started a login.
    await victim.submit(await victim.get('/login'), '/login/provider/acme');
    expect((await victim.get(String(back.location))).text).toContain('didn’t work');
    expect(await isSignedIn(victim)).toBe(false);
  });

  test('a rejected answer, a page that is loaded again, and a provider that is down', async () => {
    newPerson();
    const client = new PageClient(gatehouse);
    provider.mode = 'wrong nonce';
    const rejected = await signIn(client);
    provider.mode = 'honest';
    expect([rejected.status, rejected.text]).toEqual([400, expect.stringContaining('didn’t confirm who you are')]);
    expect((await client.get('/login/provider?code=x')).status).toBe(400);
    expect(await client.get('/login/provider')).toMatchObject({ status: 400, heading: 'Sign in to Shop' });
    expect(await client.get('/login/provider/acme')).toMatchObject({ status: 303, location: '/login' });
    const another = await gatehouse.another();
    provider.mode = 'discovery fails';
    const elsewhere = new PageClient({ ...another, config: gatehouse.config });
    const down = await elsewhere.submit(await elsewhere.get('/login'), '/login/provider/acme');
    provider.mode = 'honest';
    expect([down.status, down.text]).toEqual([503, expect.stringContaining('isn’t available right now')]);
  });

  test('a person who has cancelled reads so, and still goes to the application from where the sign-in came', async () => {
    newPerson();
    const app = await createApp(gatehouse, { name: 'Wiki' });
    const { challenge } = createPkce();
    const request = authorizePath(app, { code_challenge: challenge, code_challenge_method: 'S256' });
    for (const [begin, end] of [
      [`/login?return_to=${encodeURIComponent(appUrl)}`, appUrl],
      [`/register?return_to=${encodeURIComponent(appUrl)}`, appUrl],
      [request, /^\/oauth\/continue\?request=[\w-]{64}$/],
    ] as const) {
      const client = new PageClient(gatehouse);
      provider.only = { inCallback: { code: undefined, error: 'consent_required' } };
      const cancelled = await pressed(client, await browse(client, begin));
      expect(cancelled).toMatchObject({ status: 400, heading: expect.stringMatching(/^Sign in/) });
      expect(cancelled.text).toContain('The sign-in with the provider was cancelled.');
      expect(cancelled.text).not.toContain('took too long');
      expect(cancelled.links.some((link) => /^\/register\?return_to=/.test(link))).toBe(true);
      provider.only = {};
      const done = await pressed(client, cancelled);
      expect(done).toMatchObject({ status: 303, location: expect.stringMatching(end) });
    }
  });

  test('a person who goes back and cancels again reads so, with a link', async () => {
    const client = new PageClient(gatehouse);
    provider.only = { inCallback: { code: undefined, error: 'access_denied' } };
    const { pathname, search } = await callbackOf(client, await client.get('/login'), '/login/provider/acme');
    provider.only = {};
    await client.get(pathname + search, { headers });
    const again = await client.get(pathname + search, { headers });
    expect(again).toMatchObject({ status: 400, links: expect.arrayContaining(['/account']) });
    expect(again.text).toContain('was cancelled');
    // What cannot be attributed.
    const lost = await client.get(`${pathname}?code=x&state=x`, { headers });
    expect(lost).toMatchObject({ status: 400, links: expect.arrayContaining(['/account']) });
    expect(lost.text).toContain('took too long');
  });

  test('a provider that says that it is down is told so', async () => {
    provider.only = { inCallback: { code: undefined, error: 'temporarily_unavailable' } };
    const down = await signIn(new PageClient(gatehouse));
    provider.only = {};
    expect([down.status, down.text]).toEqual([503, expect.stringContaining('isn’t available right now')]);
  });

  test('what is missing is asked for, and what is wrong is marked', async () => {
    newPerson({ given_name: undefined, family_name: undefined, name: undefined });
    const client = new PageClient(gatehouse);
    const asking = await signIn(client);
    expect(asking).toMatchObject({ status: 200, heading: 'Almost done' });
    expect(Object.keys(formTo(asking, '/login/provider').inputs)).not.toContain('email');
    const wrong = await client.submit(asking, '/login/provider', { first_name: 'Grace', last_name: ' ' });
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('Enter a last name')]);
    const done = await client.submit(wrong, '/login/provider', { last_name: 'Hopper' });
    expect(done).toMatchObject({ status: 303, location: '/account' });
  });

  test('an address that the provider does not vouch for is proved with the code, or with the link', async () => {
    const byCode = newPerson({ email_verified: false });
    const client = new PageClient(gatehouse);
    const waiting = await signIn(client);
    expect(waiting).toMatchObject({ status: 403, heading: 'Check your e-mail' });
    // Another mail needs another sign-in with the provider.
    expect(waiting.text).not.toContain('Send again');
    const wrong = await client.submit(waiting, '/login/connect/code', { code: '000000' });
    expect(wrong.status).toBe(400);
    expect(await client.submit(wrong, '/login/connect/code', { code: (await codeTo(byCode)).code })).toMatchObject({
      status: 303,
      location: '/account',
    });
    const byLink = newPerson({ email_verified: false });
    const other = new PageClient(gatehouse);
    await signIn(other);
    const { path } = await codeTo(byLink);
    expect((await new PageClient(gatehouse).get(path)).forms).toEqual([]);
    expect((await other.get(path)).forms).toHaveLength(1);
    expect(await other.post(path)).toMatchObject({ status: 303 });
    expect(await isSignedIn(other)).toBe(true);
  });

  test('registration is closed', async () => {
    newPerson();
    const closed = await gatehouse.another({ REGISTRATION: 'closed' });
    const page = await signIn(new PageClient({ ...closed, config: gatehouse.config }));
    expect(page).toMatchObject({ status: 403, heading: 'Registration is closed' });
  });
});

describe('an account with the address', () => {
  test('is connected with a code to its mailbox', async () => {
    const email = newPerson();
    await registered(email);
    const client = new PageClient(gatehouse);
    const connecting = await signIn(client);
    expect(connecting).toMatchObject({ status: 409, heading: 'Connect Acme & Co' });
    const waiting = await client.submit(connecting, '/login/connect');
    expect(waiting.text).toContain('Send again');
    const { code } = await codeTo(email);
    expect(await client.submit(waiting, '/login/connect/code', { code })).toMatchObject({ status: 303 });
    expect((await client.get('/account/security')).text).toContain(`Acme & Co ${email}`);
    expect(await signIn(new PageClient(gatehouse))).toMatchObject({ location: '/account' });
  });

  test('is connected after a sign-in with the password, which a page asks to confirm', async () => {
    const email = newPerson();
    await registered(email);
    const client = new PageClient(gatehouse);
    const connecting = await signIn(client);
    const login = connecting.links.find((link) => link.includes('connect')) ?? '';
    const page = await client.get(login);
    const signedIn = await client.submit(page, '/login', { email, password: pagePassword });
    expect(signedIn.location).toBe('/account/security/connect');
    const confirm = await client.follow(signedIn);
    expect(confirm).toMatchObject({ status: 200, heading: 'Connect a provider' });
    const wrong = await client.submit(confirm, '/account/security/connect', { current_password: 'not the password' });
    expect([wrong.status, wrong.heading]).toEqual([401, 'Connect a provider']);
    const right = { current_password: pagePassword };
    const done = await client.follow(await client.submit(wrong, '/account/security/connect', right));
    expect(done.text).toContain('The provider is connected.');
    expect(await client.get('/account/security/connect')).toMatchObject({ status: 303, location: '/account/security' });
  });

  test('of another person is not connected', async () => {
    const email = newPerson();
    await registered(email);
    await registered(`stranger.${email}`);
    const client = new PageClient(gatehouse);
    await signIn(client);
    await client.signIn({ email: `stranger.${email}`, password: pagePassword });
    const confirm = await client.get('/account/security/connect');
    const failed = await client.submit(confirm, '/account/security/connect', { current_password: pagePassword });
    expect([failed.status, failed.text]).toEqual([400, expect.stringContaining('That didn’t work')]);
  });

  test('that was never verified loses its password, and the page says so', async () => {
    const email = newPerson();
    await registered(email, { isVerified: false });
    const client = new PageClient(gatehouse);
    const waiting = await client.submit(await signIn(client), '/login/connect');
    const done = await client.submit(waiting, '/login/connect/code', { code: (await codeTo(email)).code });
    expect(done.text).toContain('Anyone could have set your password before');
    expect(await isSignedIn(client)).toBe(true);
  });
});

describe('the security page', () => {
  const security = '/account/security';

  test('connects and disconnects', async () => {
    const email = newPerson();
    const client = await registered(`own.${email}`);
    const page = await client.get(security);
    const asked = await pressed(client, page, `${security}/providers/acme`);
    const right = { current_password: pagePassword };
    const connected = await client.submit(asked, `${security}/connect`, right);
    expect((await client.follow(connected)).text).toContain('The provider is connected.');
    const listed = await client.get(security);
    expect(listed.forms.map(({ action }) => action)).not.toContain(`${security}/providers/acme`);
    const remove = listed.links.find((link) => link.endsWith('/remove') && link.includes('/identities/')) ?? '';
    const confirm = await client.get(remove);
    expect(confirm).toMatchObject({ status: 200, heading: 'Acme & Co' });
    const done = await client.follow(await client.submit(confirm, remove));
    expect(done.text).toContain('The provider is disconnected.');
    expect((await client.get(`${security}/identities/x/remove`)).status).toBe(404);
  });

  test('says that the person has cancelled, or that the provider is down', async () => {
    const client = await registered(`own.${newPerson()}`);
    for (const [error, text] of [
      ['access_denied', 'was cancelled'],
      ['server_error', 'isn’t available right now'],
      ['invalid_scope', 'didn’t confirm who you are'],
    ] as const) {
      provider.only = { inCallback: { code: undefined, error } };
      const failed = await pressed(client, await client.get(security), `${security}/providers/acme`);
      provider.only = {};
      expect([failed.text, failed.links]).toEqual([expect.stringContaining(text), expect.arrayContaining([security])]);
    }
  });

  test('keeps the only way in, and says why', async () => {
    newPerson();
    const client = new PageClient(gatehouse);
    await signIn(client);
    const listed = await client.get(security);
    const why = expect.stringContaining('couldn’t sign in without this provider');
    expect(listed.links.filter((link) => link.includes('/identities/'))).toEqual([]);
    expect([listed.text, listed.links]).toEqual([
      why,
      expect.arrayContaining(['/forgot', '/account/security/passkeys/add']),
    ]);
    // A page that was open before.
    const [identity] = await gatehouse.sql(`SELECT i.id FROM identities i ORDER BY created_ts DESC LIMIT 1`);
    const kept = await client.post(`${security}/identities/${identity?.id}/remove`);
    expect([kept.status, kept.text, kept.links]).toEqual([409, why, expect.arrayContaining(['/forgot'])]);
  });

  test('only if this person has begun, also in a browser that others use', async () => {
    const client = await registered(newPerson());
    const eve = { ...ada, sub: 'eve', email: 'eve@example.com' };
    const identityOfEve = () => gatehouse.sql(`SELECT * FROM identities WHERE subject = 'eve'`);
    for (const begin of ['/account/security', '/login']) {
      provider.claims = eve;
      const action = begin === '/login' ? '/login/provider/acme' : '/account/security/providers/acme';
      if (begin === '/login') await client.post('/logout');
      const callback = await callbackOf(client, await client.get(begin), action);
      if (begin !== '/login') await client.post('/logout');
      const email = newPerson();
      await client.register({ email });
      await verifyAddress(gatehouse, email);
      const back = await client.get(callback.pathname + callback.search, { headers });
      const code = new URL(String(back.location), gatehouse.url).searchParams.get('code');
      const answer = await client.get(`/account/security/connect?code=${code}`);
      expect(answer.text).not.toContain('Acme & Co is connected');
      expect(await identityOfEve()).toEqual([]);
    }
  });

  test('asks for the password, also long after the sign-in, and an identity of somebody else is not connected', async () => {
    newPerson();
    await signIn(new PageClient(gatehouse));
    const client = await registered(`late.${people}@example.com`);
    stopClock();
    jest.advanceTimersByTime(600_000);
    const asked = await pressed(client, await client.get(security), `${security}/providers/acme`);
    expect(Object.keys(formTo(asked, `${security}/connect`).inputs)).toContain('current_password');
    const taken = await client.submit(asked, `${security}/connect`, { current_password: pagePassword });
    expect([taken.status, taken.text]).toEqual([409, expect.stringContaining('already connected')]);
  });
});
