import { apis } from '../support/apis';
import { withTotp } from '../support/authenticator';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { stopClock, withLimits } from '../support/limits';
import { formTo, PageClient, pagePassword } from '../support/page-client';
import { verifyAddress } from '../support/verified-address';

/** People who sign in on the pages with a code or a link by mail. */

let gatehouse: Gatehouse;
const application = 'https://app.example.com/';
const cookieName = '__Host-gatehouse_email_login';

async function start(env: Record<string, string> = {}) {
  await gatehouse?.stop();
  gatehouse = await startGatehouse({
    EMAIL_LOGIN: 'on',
    PUBLIC_URL: 'https://id.example.com',
    REDIRECT_URIS: application,
    ...env,
  });
}
afterAll(() => gatehouse.stop());
afterEach(async () => {
  // Before the clock goes back: a mail of a later time would not be due.
  await gatehouse.allMails();
  jest.useRealTimers();
});

async function person({ isVerified = true } = {}): Promise<string> {
  const { email } = await new PageClient(gatehouse).register();
  if (isVerified) await verifyAddress(gatehouse, email);
  return email;
}

/** The newest mail to an address: its code, and the path of its link, if it has one. */
async function mailTo(email: string) {
  const mail = (await gatehouse.allMails()).filter(({ to }) => to === email).at(-1);
  return { code: String(mail?.code), path: mail?.links[0] ? new URL(mail.links[0]).pathname : '' };
}

async function ask(client: PageClient, email: string, query = '') {
  const page = await client.get(`/login/email${query}`);
  return client.submit(page, '/login/email', { email });
}

const isSignedIn = async (client: PageClient) => (await client.get('/account')).status === 200;

describe('with the default limits off', () => {
  beforeAll(() => start());

  test('the sign-in leads there and back to the application, with the code', async () => {
    const [client, email] = [new PageClient(gatehouse), await person()];
    const query = `?return_to=${encodeURIComponent(application)}`;
    const login = await client.get(`/login${query}`);
    expect(login.html).toContain('formaction="/login/email"');
    expect(formTo(login, '/login').fields.return_to).toBe(application);
    const waiting = await ask(client, email, query);
    expect(waiting).toMatchObject({ status: 200, heading: 'Check your e-mail' });
    const [cookie] = waiting.cookies;
    expect(cookie).toMatchObject({
      name: cookieName,
      attributes: { 'max-age': '600', path: '/', httponly: '', secure: '', samesite: 'Lax' },
    });
    const { code } = await mailTo(email);
    const wrong = await client.submit(waiting, '/login/email/code', { code: '000000' });
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('That code isn’t right')]);
    const done = await client.submit(wrong, '/login/email/code', { code });
    expect(done).toMatchObject({ status: 303, location: application });
    expect(await isSignedIn(client)).toBe(true);
    expect(client.cookies.has(cookieName)).toBe(false);
  });

  test('the link is a button in the browser that asked, and nothing to press elsewhere', async () => {
    const [client, other, email] = [new PageClient(gatehouse), new PageClient(gatehouse), await person()];
    await ask(client, email);
    const { path } = await mailTo(email);
    // A scanner, or the phone of the person.
    for (const stranger of [other, new PageClient(gatehouse)]) {
      const page = await stranger.get(path);
      expect([page.status, page.forms, page.text]).toEqual([200, [], expect.stringContaining('Go back there')]);
      const posted = await stranger.post(path);
      expect([posted.status, posted.forms, stranger.sessionCookie]).toEqual([200, [], undefined]);
    }
    // Another browser that has asked for a mail of its own.
    await ask(other, await person());
    expect(await other.post(path)).toMatchObject({ status: 400, forms: [], heading: 'That didn’t work' });
    const page = await client.get(path);
    expect(page).toMatchObject({ status: 200, heading: 'Sign in', headers: expect.anything() });
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(await isSignedIn(client)).toBe(false);
    expect(await client.post(path)).toMatchObject({ status: 303, location: '/account' });
    expect(await isSignedIn(client)).toBe(true);
    expect((await client.get(path)).status).toBe(400);
  });

  test('after ten wrong codes of strangers, the link still signs in, and says where', async () => {
    const [client, email] = [new PageClient(gatehouse), await person()];
    for (let i = 0; i < 2; i += 1) {
      const stranger = new PageClient(gatehouse);
      const page = await ask(stranger, email);
      for (let n = 0; n < 5; n += 1) await stranger.submit(page, '/login/email/code', { code: `00000${n}` });
    }
    await ask(client, email);
    const { path, code } = await mailTo(email);
    expect(code).toBe('null');
    expect((await new PageClient(gatehouse).get(path)).text).toContain('Open it there.');
    expect(await client.post(path)).toMatchObject({ status: 303 });
  });

  test('every address gets the same pages', async () => {
    const email = await person();
    const [known, unknown] = [new PageClient(gatehouse), new PageClient(gatehouse)];
    const [ofKnown, ofUnknown] = [await ask(known, email), await ask(unknown, 'nobody@example.com')];
    expect(ofUnknown.html.replaceAll('nobody@example.com', email)).toBe(ofKnown.html);
    const wrong = { code: '000000' };
    const [rejected, decoy] = [
      await known.submit(ofKnown, '/login/email/code', wrong),
      await unknown.submit(ofUnknown, '/login/email/code', wrong),
    ];
    expect(decoy.html.replaceAll('nobody@example.com', email)).toBe(rejected.html);
    expect(decoy.status).toBe(400);
  });

  test('a person who loses the password is told so', async () => {
    const [client, email] = [new PageClient(gatehouse), await person({ isVerified: false })];
    const waiting = await ask(client, email, `?return_to=${encodeURIComponent(application)}`);
    const done = await client.submit(waiting, '/login/email/code', { code: (await mailTo(email)).code });
    expect([done.status, done.heading]).toEqual([200, 'You are signed in']);
    expect(done.text).toContain('so it was removed');
    expect(done.html).toContain(`href="${application}"`);
    expect(await isSignedIn(client)).toBe(true);
    const failed = await new PageClient(gatehouse).post('/login', { email, password: pagePassword });
    expect(failed.status).toBe(401);
  });

  test('a person without a password changes the account soon after, and later with a code by mail', async () => {
    const [client, email] = [new PageClient(gatehouse), await person({ isVerified: false })];
    const waiting = await ask(client, email);
    await client.submit(waiting, '/login/email/code', { code: (await mailTo(email)).code });
    const form = await client.get('/account/email');
    expect(Object.keys(formTo(form, '/account/email').inputs)).not.toContain('currentPassword');
    await gatehouse.sql("UPDATE sessions SET auth_ts = auth_ts - interval '301 seconds'");
    const due = await client.get('/account/email');
    expect(due).toMatchObject({ status: 303, location: `/step-up?return_to=${encodeURIComponent('/account/email')}` });
    const page = await client.follow(due);
    const sent = await client.submit(page, '/step-up/code', { intent: 'send-again' });
    expect(sent.text).toContain(email);
    const short = await client.submit(sent, '/step-up/code', { email_code: '123' });
    expect(formTo(short, '/step-up/code').inputs.email_code?.['aria-invalid']).toBe('true');
    const wrong = await client.submit(sent, '/step-up/code', { email_code: '000000' });
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('That code isn’t right')]);
    const done = await client.submit(wrong, '/step-up/code', { email_code: (await mailTo(email)).code });
    expect(done).toMatchObject({ status: 303, location: '/account/email' });
    const changed = await client.submit(await client.follow(done), '/account/email', { email: `new.${email}` });
    expect(changed.status).toBeLessThan(400);
    expect(await gatehouse.sql(`SELECT 1 AS one FROM email_changes WHERE email = 'new.${email}'`)).toHaveLength(1);
  });

  test('the second step follows', async () => {
    stopClock();
    const [client, owner] = [new PageClient(gatehouse), await withTotp(apis[0], gatehouse)];
    await ask(client, owner.email);
    const second = await client.post((await mailTo(owner.email)).path);
    expect([second.status, second.heading]).toEqual([401, 'Second step']);
    const code = owner.authenticator.next();
    expect(await client.submit(second, '/login/complete', { code })).toMatchObject({ status: 303 });
    expect(await isSignedIn(client)).toBe(true);
  });

  test('a form of another site signs nobody in', async () => {
    const [client, email] = [new PageClient(gatehouse), await person()];
    await ask(client, email);
    const { code } = await mailTo(email);
    const headers = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' };
    for (const path of ['/login/email', '/login/email/code']) {
      expect((await client.post(path, { email, code }, { headers })).status).toBe(403);
    }
    expect(await isSignedIn(client)).toBe(false);
  });

  test('the address of the code leads back without a form', async () => {
    const client = new PageClient(gatehouse);
    expect(await client.get('/login/email/code')).toMatchObject({ status: 303, location: '/login/email' });
    const page = await client.post('/login/email/code', { email: 'ada@example.com', code: '123456' });
    expect([page.status, page.text]).toEqual([400, expect.stringContaining('no longer valid')]);
  });
});

test('a second request within a minute keeps the first code', async () => {
  await start(withLimits());
  const [client, email] = [new PageClient(gatehouse), await person()];
  const waiting = await ask(client, email);
  const { code } = await mailTo(email);
  const tooSoon = await client.submit(waiting, '/login/email/code', { intent: 'send-again' });
  expect([tooSoon.status, tooSoon.text]).toEqual([200, expect.stringContaining('We sent an e-mail a moment ago')]);
  // Also from the beginning, in another window.
  const again = await ask(client, email);
  expect(again.text).toContain('We sent an e-mail a moment ago');
  // Its code is of no use on another device.
  const other = await ask(new PageClient(gatehouse), email);
  expect([other.status, other.heading]).toEqual([429, 'Sign in with a code']);
  expect(await client.submit(again, '/login/email/code', { code })).toMatchObject({ status: 303 });
});

test.each([{ EMAIL_LOGIN: 'off' }, { NODE_ENV: 'production', EMAIL_LOGIN: 'on' }])(
  'the pages do not exist with %j, where nothing can be mailed',
  async (env) => {
    await start({ ...env, DATA_DIR: '/unused' });
    const client = new PageClient(gatehouse);
    expect((await client.get('/login')).html).not.toContain('/login/email');
    expect((await client.get('/login/email')).status).toBe(404);
  },
);

test('without the other pages, the link says where it belongs', async () => {
  await start({ PAGES: 'off' });
  const email = 'ada@example.com';
  await apis[0].register(gatehouse.url, { email, password: pagePassword, firstName: 'Ada', lastName: 'Lovelace' });
  await apis[0].requestEmailLogin(gatehouse.url, { email });
  const page = await new PageClient(gatehouse).get((await mailTo(email)).path);
  expect([page.status, page.text]).toEqual([200, expect.stringContaining('Go back there')]);
});
