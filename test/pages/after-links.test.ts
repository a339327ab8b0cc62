import { userPurposes } from '../../src/accounts/users/users.purposes';
import { restApi } from '../support/apis';
import { withTotp } from '../support/authenticator';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { stopClock } from '../support/limits';
import { formTo, PageClient, type PageReply, pagePassword } from '../support/page-client';

const application = 'https://app.example.com/signed-in';
const newPassword = 'a longer horse battery';
const person = { first_name: 'Ada', last_name: 'Lovelace', password: pagePassword };
let gatehouse: Gatehouse;
let people = 0;
const newAddress = () => {
  people += 1;
  return `ada.${people}@example.com`;
};

async function newestMail(email: string) {
  const mail = (await gatehouse.allMails()).filter(({ to }) => to === email).at(-1);
  return { link: new URL(String(mail?.links[0])).pathname, code: String(mail?.code) };
}

/** Opens the link of the newest mail, and sends its form. */
async function useLink(client: PageClient, email: string, values: Record<string, string> = {}): Promise<PageReply> {
  const { link } = await newestMail(email);
  return client.submit(await client.get(link), link, values);
}

const isSignedIn = async (client: PageClient) => (await client.get('/account')).status === 200;

async function forgot(client: PageClient, email: string, path = '/forgot') {
  return client.submit(await client.get(path), '/forgot', { email });
}

async function register(client: PageClient, path = '/register') {
  const email = newAddress();
  const page = await client.submit(await client.get(path), '/register', { ...person, email });
  return { email, page };
}

async function start(env: Record<string, string> = {}) {
  await gatehouse?.stop();
  gatehouse = await startGatehouse({ REDIRECT_URIS: application, CORS_ORIGINS: 'https://app.example.com', ...env });
}
afterAll(() => gatehouse.stop());

describe('after a reset', () => {
  beforeAll(() => start());

  test('the person is signed in, and goes to the application from which the sign-in began', async () => {
    const { email } = await new PageClient(gatehouse).register();
    const client = new PageClient(gatehouse);
    const login = await client.get(`/login?return_to=${encodeURIComponent(application)}`);
    // With the address that the person has typed there.
    const asked = await client.post('/forgot', { ...formTo(login, '/login').fields, email, intent: 'ask' });
    await client.submit(asked, '/forgot');
    // On another device.
    const other = new PageClient(gatehouse);
    expect(await useLink(other, email, { password: newPassword })).toMatchObject({
      status: 303,
      location: application,
    });
    expect([await isSignedIn(other), await isSignedIn(client)]).toEqual([true, false]);
  });

  test('an invited person is welcomed, and reads nothing of a change', async () => {
    const client = new PageClient(gatehouse);
    const email = 'ivy@example.com';
    await gatehouse.sql(`INSERT INTO users (id, email, email_canonical, first_name, last_name, created_ts)
      VALUES (gen_random_uuid(), '${email}', '${email}', 'Ivy', 'Ivory', now())`);
    const [user] = await gatehouse.sql(`SELECT id FROM users WHERE email = '${email}'`);
    const { oneTimeTokens } = gatehouse.services;
    const invitation = await gatehouse.stores.transaction(null, (tx) =>
      oneTimeTokens.issue(tx, { purpose: userPurposes.invite, userId: String(user?.id), address: email }),
    );
    const link = `/reset/${oneTimeTokens.tokenOf(invitation)}`;
    const welcome = await client.follow(await client.submit(await client.get(link), link, { password: newPassword }));
    expect(welcome.text).toContain('Welcome! Your account is ready.');
  });

  test('a foreign place is forgotten', async () => {
    const { email } = await new PageClient(gatehouse).register();
    const client = new PageClient(gatehouse);
    await forgot(client, email, `/forgot?return_to=${encodeURIComponent('https://evil.example/')}`);
    expect((await useLink(client, email, { password: newPassword })).location).toBe('/account?done=password');
  });

  test('with two-step sign-in, the second step follows', async () => {
    stopClock();
    const { email, authenticator } = await withTotp(restApi, gatehouse);
    const client = new PageClient(gatehouse);
    await forgot(client, email);
    const second = await useLink(client, email, { password: newPassword });
    expect(second).toMatchObject({ status: 401, heading: 'Second step' });
    expect(await isSignedIn(client)).toBe(false);
    expect(second.headers.get('referrer-policy')).toBe('same-origin');
    await client.submit(second, '/login/complete', { code: authenticator.next() });
    expect(await isSignedIn(client)).toBe(true);
    jest.useRealTimers();
  });

  test('a form of another site sets the password, and signs nobody in', async () => {
    const { email } = await new PageClient(gatehouse).register();
    const client = new PageClient(gatehouse);
    await forgot(client, email);
    const { link } = await newestMail(email);
    for (const headers of [{ 'Sec-Fetch-Site': 'cross-site' }, { 'Sec-Fetch-Site': null, Origin: 'null' }]) {
      const reply = await client.post(link, { password: newPassword }, { headers });
      expect([reply.status, client.sessionCookie]).toEqual([expect.any(Number), undefined]);
    }
    await client.signIn({ email, password: newPassword });
  });
});

describe.each([{ EMAIL_VERIFICATION: 'required' }, { REGISTRATION: 'confirm' }])(
  'after a confirmation with %j',
  (env) => {
    beforeAll(() => start(env));
    const values = 'REGISTRATION' in env ? { password: newPassword } : {};
    const query = `?return_to=${encodeURIComponent(application)}`;

    test('the person is signed in where they have registered, and goes back to the application', async () => {
      const client = new PageClient(gatehouse);
      const { email } = await register(client, `/register${query}`);
      expect(await isSignedIn(client)).toBe(false);
      expect(await useLink(client, email, values)).toMatchObject({ status: 303, location: application });
      expect(await isSignedIn(client)).toBe(true);
    });

    test('in another browser, the link signs nobody in, and leads to the sign-in', async () => {
      const [client, other] = [new PageClient(gatehouse), new PageClient(gatehouse)];
      const { email } = await register(client, `/register${query}`);
      await register(other);
      const done = await useLink(other, email, values);
      expect([done.status, done.heading]).toEqual([200, 'Done']);
      expect(done.links).toContain(`/login${query}`);
      expect([await isSignedIn(other), await isSignedIn(client)]).toEqual([false, false]);
    });

    test('a forged or an old text of the browser signs nobody in', async () => {
      const [client, other] = [new PageClient(gatehouse), new PageClient(gatehouse)];
      const { email } = await register(client);
      const name = '__Host-gatehouse_started_login';
      const [id, , mac] = String(client.cookies.get(name)).split('.');
      client.cookies.set(name, `${id}.${Date.now() + 9_000_000}.${mac}`);
      expect((await useLink(client, email, values)).status).toBe(200);
      expect(await isSignedIn(client)).toBe(false);
      const late = await register(other);
      stopClock();
      jest.setSystemTime(Date.now() + 3_601_000);
      expect((await useLink(other, late.email, values)).status).toBe(200);
      jest.useRealTimers();
      expect(await isSignedIn(other)).toBe(false);
    });
  },
);

describe('somebody who has shown the password, whose address is not confirmed', () => {
  beforeAll(() => start({ EMAIL_VERIFICATION: 'required' }));
  const query = `?return_to=${encodeURIComponent(application)}`;

  async function unconfirmed(password = pagePassword) {
    const { email } = await register(new PageClient(gatehouse));
    const client = new PageClient(gatehouse);
    const page = await client.submit(await client.get(`/login${query}`), '/login', { email, password });
    return { client, email, page };
  }

  test('is signed in with the code, and goes back to the application', async () => {
    const { client, email, page } = await unconfirmed();
    const { code } = await newestMail(email);
    expect(await client.submit(page, '/login/code', { code })).toMatchObject({ status: 303, location: application });
    expect(await isSignedIn(client)).toBe(true);
  });

  test('and with the link in the same browser only', async () => {
    const { client, email } = await unconfirmed();
    const other = new PageClient(gatehouse);
    const { link } = await newestMail(email);
    const page = await client.get(link);
    expect((await other.submit(page, link)).heading).toBe('Done');
    expect(await isSignedIn(other)).toBe(false);
    const { client: second, email: secondEmail } = await unconfirmed();
    expect(await useLink(second, secondEmail)).toMatchObject({ status: 303, location: application });
    expect([await isSignedIn(client), await isSignedIn(second)]).toEqual([false, true]);
  });

  test('a wrong password begins nothing', async () => {
    const { client, email, page } = await unconfirmed('not the password');
    expect(page.heading).toContain('Sign in');
    const { code } = await newestMail(email);
    const confirmed = await client.post('/login/code', { email, code });
    expect(confirmed.heading).toBe('Address confirmed');
    expect(await isSignedIn(client)).toBe(false);
  });
});

describe('a link that has expired', () => {
  beforeAll(() => start({ EMAIL_VERIFICATION: 'required' }));
  const expire = () => gatehouse.sql(`UPDATE one_time_tokens SET expires_ts = created_ts`);

  test('of a reset sends a new mail to the same address, which leads to the same place', async () => {
    const { email } = await register(new PageClient(gatehouse));
    const client = new PageClient(gatehouse);
    await forgot(client, email, `/forgot?return_to=${encodeURIComponent(application)}`);
    const { link } = await newestMail(email);
    await expire();
    const over = await client.get(link);
    expect([over.status, over.text]).toEqual([400, expect.stringContaining('no longer valid')]);
    expect(over.html).not.toContain(email);
    const sent = await client.post(link, { intent: 'send-again' });
    expect([sent.status, sent.heading]).toEqual([200, 'Check your e-mail']);
    expect((await newestMail(email)).link).not.toBe(link);
    expect(await useLink(client, email, { password: newPassword })).toMatchObject({ location: application });
  });

  test('of a confirmation sends a new mail, and one that was used says so', async () => {
    const client = new PageClient(gatehouse);
    const { email } = await register(client);
    const { link } = await newestMail(email);
    await expire();
    expect((await client.get(link)).forms).toHaveLength(1);
    await client.post(link, { intent: 'send-again' });
    expect((await useLink(client, email)).status).toBe(303);
    const used = await client.get((await newestMail(email)).link);
    expect([used.status, used.forms, used.links]).toEqual([200, [], expect.arrayContaining(['/account'])]);
    expect(used.text).toContain('Your e-mail address is already confirmed.');
    const other = await new PageClient(gatehouse).get((await newestMail(email)).link);
    expect([other.status, other.links]).toEqual([200, expect.arrayContaining(['/login'])]);
    // Not if the address is no longer confirmed.
    await gatehouse.sql(`UPDATE users SET email_verified = false WHERE email = '${email}'`);
    expect((await client.get((await newestMail(email)).link)).status).toBe(400);
  });

  test('and one that is unknown leads to the page that sends a mail', async () => {
    const client = new PageClient(gatehouse);
    expect((await client.get('/reset/x')).links).toContain('/forgot');
    expect((await client.get('/confirm/x')).links).toContain('/login');
    expect((await client.post('/reset/x', { intent: 'send-again' })).status).toBe(400);
  });
});
