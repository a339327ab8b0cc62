import { setTimeout as sleep } from 'node:timers/promises';
import { restApi } from '../support/apis';
import { Authenticator, withTotp } from '../support/authenticator';
import { type Gatehouse, type Instance, startGatehouse } from '../support/gatehouse';
import { stopClock } from '../support/limits';
import { authorizePath, browse, createApp, createPkce } from '../support/openid';
import { PageClient, type PageReply, pagePassword, passkeyForm } from '../support/page-client';
import { withPasskey } from '../support/passkeys';
import { SoftwarePasskey } from '../support/software-passkey';
import { verifyAddress } from '../support/verified-address';

// A browser without scripts whose person clicks twice sends a form twice, and shows the answer to the second.

let gatehouse: Gatehouse;
let strict: Instance;
let confirming: Instance;
const at = ({ url }: Instance) => ({ url, config: gatehouse.config });
let people = 0;

beforeAll(async () => {
  gatehouse = await startGatehouse({ EMAIL_LOGIN: 'on', RATE_LIMITS: 'off' });
  strict = await gatehouse.another({ EMAIL_VERIFICATION: 'required', RATE_LIMITS: 'off' });
  confirming = await gatehouse.another({ REGISTRATION: 'confirm', RATE_LIMITS: 'off' });
});
afterAll(async () => {
  await Promise.all([strict.stop(), confirming.stop()]);
  await gatehouse.stop();
});
beforeEach(stopClock);
afterEach(async () => {
  await gatehouse.mails();
  jest.useRealTimers();
});

interface Sent {
  client: PageClient;
  page: PageReply;
  action: string;
  values?: Record<string, string>;
}

const newPassword = 'a longer horse, with battery';
const person = () => {
  people += 1;
  const email = `twice.${people}@example.com`;
  return { first_name: 'Ada', last_name: 'Lovelace', email, password: pagePassword };
};

async function registering(served: Pick<Gatehouse, 'url' | 'config'> = gatehouse): Promise<Sent> {
  const client = new PageClient(served);
  return { client, page: await client.get('/register'), action: '/register', values: person() };
}

async function registered({ isVerified = true } = {}) {
  const client = new PageClient(gatehouse);
  const { email } = await client.register(person());
  if (isVerified) await verifyAddress(gatehouse, email);
  return { client, email };
}

/** The code and the link of the mail to an address whose link leads to this page. Mails of one moment come in any order. */
async function mailTo(address: string, page: 'confirm' | 'reset' | 'login' | 'undo') {
  const found = (await gatehouse.allMails())
    .filter(({ to }) => to === address)
    .map(({ code, links }) => ({ code: String(code), path: new URL(String(links[0])).pathname }))
    .find(({ path }) => path.startsWith(`/${page}/`));
  if (!found) throw new Error(`no mail to ${address} for ${page}`);
  return found;
}

/** A form at an address of the account. */
async function own(client: PageClient, path: string, values: Record<string, string> = {}): Promise<Sent> {
  return { client, page: await client.get(path), action: path, values };
}

async function ofLink(path: string, values: Record<string, string> = {}): Promise<Sent> {
  return own(new PageClient(gatehouse), path, values);
}

/** A browser that has sent the form of a page. */
async function after(client: PageClient, path: string, values: Record<string, string>): Promise<PageReply> {
  return client.submit(await client.get(path), path, values);
}

async function withSecondFactor() {
  const owner = await withTotp(restApi, gatehouse);
  const client = new PageClient(gatehouse);
  const second = await after(client, '/login', { email: owner.email, password: owner.password });
  return { ...owner, client, second };
}

async function raised() {
  const { client, second, authenticator } = await withSecondFactor();
  await client.submit(second, '/login/complete', { code: authenticator.next() });
  return client;
}

const forms = {
  registration: () => registering(),
  'registration, which must be confirmed': () => registering(at(strict)),
  'registration, which waits': () => registering(at(confirming)),
  'sign-in': async () => {
    const { email } = await registered();
    return own(new PageClient(gatehouse), '/login', { email, password: pagePassword });
  },
  'second step': async () => {
    const { client, second, authenticator } = await withSecondFactor();
    return { client, page: second, action: '/login/complete', values: { code: authenticator.next() } };
  },
  'sign-in with a code by mail': async () => {
    const { email } = await registered();
    const client = new PageClient(gatehouse);
    const page = await after(client, '/login/email', { email });
    return { client, page, action: '/login/email/code', values: { code: (await mailTo(email, 'login')).code } };
  },
  'reset by link': async () => {
    const { email } = await registered();
    await after(new PageClient(gatehouse), '/forgot', { email });
    return ofLink((await mailTo(email, 'reset')).path, { password: newPassword });
  },
  'reset by code': async () => {
    const { email } = await registered();
    const client = new PageClient(gatehouse);
    const page = await after(client, '/forgot', { email });
    const { code } = await mailTo(email, 'reset');
    return { client, page, action: '/forgot/code', values: { code, password: newPassword } };
  },
  'confirmation by link': async () =>
    ofLink((await mailTo((await registered({ isVerified: false })).email, 'confirm')).path),
  'confirmation by link of a registration that waits': async () => {
    const { client, page, values } = await registering(at(confirming));
    await client.submit(page, '/register', values);
    const { path } = await mailTo(String(values?.email), 'confirm');
    return own(client, path, { password: pagePassword });
  },
  'confirmation by code': async () => {
    const { client, page, values } = await registering(at(strict));
    const waiting = await client.submit(page, '/register', values);
    const { code } = await mailTo(String(values?.email), 'confirm');
    return { client, page: waiting, action: '/register/code', values: { code } };
  },
  'confirmation by code in the account': async () => {
    const { client, email } = await registered({ isVerified: false });
    const action = '/account/email/verification/code';
    return {
      client,
      page: await client.get('/account'),
      action,
      values: { code: (await mailTo(email, 'confirm')).code },
    };
  },
  'undo of a deletion': async () => {
    const { client, email } = await registered();
    await after(client, '/account/data/delete', { current_password: pagePassword });
    return ofLink((await mailTo(email, 'undo')).path);
  },
  password: async () => {
    const { client } = await registered();
    return own(client, '/account/password', { current_password: pagePassword, new_password: newPassword });
  },
  'e-mail address': async () => {
    const { client, email } = await registered();
    return own(client, '/account/email', { current_password: pagePassword, email: `new.${email}` });
  },
  'code of the new e-mail address': async () => {
    const { client, email } = await registered({ isVerified: false });
    const values = { current_password: pagePassword, email: `new.${email}` };
    const page = await after(client, '/account/email', values);
    return {
      client,
      page,
      action: '/account/email/code',
      values: { code: (await mailTo(values.email, 'confirm')).code },
    };
  },
  'authenticator app': async () => {
    const { client } = await registered();
    const page = await after(client, '/account/security/totp', { current_password: pagePassword });
    const action = '/account/security/totp/confirm';
    const secret = page.forms.find((form) => form.action === action)?.fields.secret;
    return { client, page, action, values: { code: new Authenticator(String(secret)).next() } };
  },
  'removal of the authenticator app': async () => own(await raised(), '/account/security/totp/remove'),
  'two-step sign-in': async () => own(await raised(), '/account/security/two-step'),
  'recovery codes': async () => own(await raised(), '/account/security/recovery-codes'),
  passkey: async () => {
    const { client } = await registered();
    const page = await client.get('/account/security/passkeys/add');
    const form = passkeyForm(page);
    const created = JSON.stringify(new SoftwarePasskey().create(form.passkeyOptions));
    return {
      client,
      page: { ...page, forms: [{ ...form, passkeyOptions: null }] },
      action: form.action,
      values: { passkey: created },
    };
  },
  'name of a passkey': async () => {
    const owner = await withPasskey(restApi, gatehouse);
    const client = new PageClient(gatehouse);
    await client.signIn(owner);
    return own(client, `/account/security/passkeys/${owner.id}`, { name: 'My phone' });
  },
  profile: async () => own((await registered()).client, '/account', { first_name: 'Augusta' }),
  'step-up': async () => own((await registered()).client, '/step-up', { password: pagePassword }),
  'sign-out': async () => own((await registered()).client, '/logout'),
  deletion: async () => own((await registered()).client, '/account/data/delete', { current_password: pagePassword }),
  'consent to an application': async () => {
    const { client } = await registered();
    const app = await createApp(gatehouse, { firstParty: false });
    const page = await browse(client, authorizePath(app, {}, createPkce()));
    return { client, page, action: '/oauth/continue', values: { decision: 'allow' } };
  },
};

describe.each([
  ['at once', true],
  ['one after the other', false],
])('%s', (_when, isAtOnce) => {
  test.each(Object.entries<() => Promise<Sent>>(forms))('%s', async (_name, open) => {
    const { client, page, action, values = {} } = await open();
    const { first, second } = await client.submitTwice(page, action, values, isAtOnce);
    expect([first.status, first.html.includes('role="alert" class="note')]).toEqual([expect.any(Number), false]);
    expect([200, 303]).toContain(first.status);
    const shown = ({ status, location, text, cookies }: PageReply) => ({ status, location, text, cookies });
    expect(shown(second)).toEqual(shown(first));
    if (second.location?.startsWith('/')) expect((await client.follow(second)).status).toBe(200);
  });
});

test('a registration opens one session, and its browser is signed in', async () => {
  const { client, page, action, values = {} } = await registering();
  await client.submitTwice(page, action, values, true);
  expect((await client.get('/account')).text).toContain(values.email);
  const sessions = await gatehouse.sql(
    `SELECT 1 FROM sessions WHERE user_id = (SELECT id FROM users WHERE email = '${values.email}')`,
  );
  expect(sessions).toHaveLength(1);
});

describe('what is no second click gets its own answer', () => {
  const taken = { status: 409, heading: expect.stringContaining('Create your') };

  /** The same browser on the same page. */
  function copyOf({ browserCookie }: PageClient): PageClient {
    return Object.assign(new PageClient(gatehouse), { browserCookie, clicksTwice: true });
  }

  test('another browser, another password, and a program without cookies', async () => {
    const { client, page, action, values = {} } = await registering();
    const copied = copyOf(client);
    client.clicksTwice = true;
    expect((await client.submit(page, action, values)).status).toBe(303);
    const other = new PageClient(gatehouse);
    await other.get('/register');
    expect(await copyOf(other).submit(page, action, values)).toMatchObject(taken);
    expect(await new PageClient(gatehouse).post(action, values)).toMatchObject(taken);
    expect(await copied.submit(page, action, { ...values, password: newPassword })).toMatchObject(taken);
    expect([other.sessionCookie, copied.sessionCookie]).toEqual([undefined, undefined]);
  });

  test('a form of another site', async () => {
    const { client, page, action, values = {} } = await registering();
    client.clicksTwice = true;
    const first = client.submit(page, action, values);
    const copy = copyOf(client);
    const headers = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
    const foreign = await copy.post(action, values, { headers });
    expect([(await first).status, foreign.status, copy.sessionCookie]).toEqual([303, 403, undefined]);
  });

  test('a form that was not accepted', async () => {
    const { email, password } = person();
    const browser = new PageClient(gatehouse);
    await browser.get('/login');
    const [first, again] = [copyOf(browser), copyOf(browser)];
    expect((await first.post('/login', { email, password })).status).toBe(401);
    await restApi.register(gatehouse.url, { email, password, firstName: 'Ada', lastName: 'Lovelace' });
    expect((await again.post('/login', { email, password })).status).toBe(303);
  });

  test('a form that is sent later', async () => {
    jest.useRealTimers();
    const { client, page, action, values = {} } = await registering();
    client.clicksTwice = true;
    const [now, later] = [copyOf(client), copyOf(client)];
    expect((await client.submit(page, action, values)).status).toBe(303);
    expect((await now.submit(page, action, values)).status).toBe(303);
    await sleep(2100);
    expect(await later.submit(page, action, values)).toMatchObject(taken);
  });
});
