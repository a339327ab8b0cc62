import { createPages } from '../../src/pages/site.routes';
import { restApi } from '../support/apis';
import { Authenticator, withTotp } from '../support/authenticator';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { stopClock } from '../support/limits';
import { answerIn, authorizePath, browse, createApp, createPkce } from '../support/openid';
import { formTo, PageClient, type PageReply, pagePassword, passkeyForm } from '../support/page-client';
import { SoftwarePasskey } from '../support/software-passkey';
import { verifyAddress } from '../support/verified-address';

// A person who came from somewhere goes on there, through every step between.

const place = 'https://app.example.com/signed-in';
const env = {
  REDIRECT_URIS: place,
  CORS_ORIGINS: 'https://app.example.com',
  EMAIL_LOGIN: 'on',
  PROVIDERS: 'google',
  PROVIDER_GOOGLE_CLIENT_ID: 'x',
  PROVIDER_GOOGLE_CLIENT_SECRET: 'x',
};
let gatehouse: Gatehouse;
afterEach(async () => {
  jest.useRealTimers();
  await gatehouse.stop();
});

const withPlace = (path: string) => `${path}?return_to=${encodeURIComponent(place)}`;

/** Between a sign-in and where it leads. */
const between = /^\/(login|register|forgot|step-up|logout|account\/security)(\/|$)/;

/** What on the page would lose the place. */
function losing({ forms, links, location, html }: PageReply): string[] {
  if (location !== null) return location === place || location.includes(encodeURIComponent(place)) ? [] : [location];
  const ofAccount = html.includes('class="nav"');
  const lostLinks = links.filter((link) => between.test(link) && !link.includes(encodeURIComponent(place)));
  return [
    ...forms.filter(({ fields }) => fields.return_to !== place).map(({ action }) => action),
    // The navigation of the account, the links to the languages, and a link that changes nothing lead elsewhere.
    ...(ofAccount ? [] : lostLinks),
  ];
}

/** What shows that everything is over, or changes it. */
const ends = /^\/(logout|account\/security\/(recovery-codes|two-step)|.*\/remove)$/;

async function walk(client: PageClient, params: Record<string, string>, from: RegExp): Promise<[string, string[]][]> {
  const { routes } = createPages(gatehouse.services, gatehouse.config);
  const paths = routes
    .filter(({ method, path }) => method === 'get' && between.test(path) && from.test(path) && !path.includes(':token'))
    .map(({ path }) => path.replace(/:(\w+)/g, (_, name) => params[name] ?? 'google'));
  const lost: [string, string[]][] = [];
  const note = (path: string, page: PageReply) => {
    const losses = losing(page);
    if (losses.length > 0) lost.push([path, losses]);
  };
  for (const path of paths) {
    const page = await client.get(withPlace(path));
    note(path, page);
    for (const { action, fields } of page.forms.filter((form) => !ends.test(form.action))) {
      note(
        `${path} → ${action}`,
        await client.post(action, { ...fields, email: 'nobody@example.com', code: '000000' }),
      );
    }
  }
  expect(paths.length).toBeGreaterThan(5);
  return lost;
}

describe('each page and each form keeps the place', () => {
  test('of somebody who is not signed in', async () => {
    gatehouse = await startGatehouse(env);
    expect(await walk(new PageClient(gatehouse), {}, /^\/(?!account|step-up)/)).toEqual([]);
  });

  test.each([true, false])('of a person, with a second factor: %s', async (hasFactor) => {
    stopClock();
    gatehouse = await startGatehouse(env);
    const client = new PageClient(gatehouse);
    const params: Record<string, string> = {};
    if (hasFactor) {
      const { email, password, authenticator } = await withTotp(restApi, gatehouse);
      const second = await client.post('/login', { email, password });
      await client.submit(second, '/login/complete', { code: authenticator.next() });
      const add = passkeyForm(await client.get('/account/security/passkeys/add'));
      const passkey = JSON.stringify(new SoftwarePasskey().create(add.passkeyOptions));
      expect((await client.post(add.action, { passkey })).status).toBe(303);
      const [{ id } = { id: '' }] = await gatehouse.sql('SELECT id FROM passkeys');
      params.id = String(id);
    } else {
      const { email } = await client.register();
      await verifyAddress(gatehouse, email);
    }
    expect(await walk(client, params, /^\/(account|step-up|logout)/)).toEqual([]);
  });
});

/** Adds an authenticator app on the page, and returns where the page with the codes leads. */
async function addApp(client: PageClient, page: PageReply): Promise<string | undefined> {
  expect(formTo(page, '/account/security/totp').inputs).not.toHaveProperty('current_password');
  const scan = await client.submit(page, '/account/security/totp');
  const authenticator = new Authenticator(String(formTo(scan, '/account/security/totp/confirm').fields.secret));
  const codes = await client.submit(scan, '/account/security/totp/confirm', { code: authenticator.next() });
  expect(codes.heading).toBe('Recovery codes');
  return /<a class="button" href="([^"]*)"/.exec(codes.html)?.[1];
}

test('the first super admin comes to the console, and types no password twice', async () => {
  stopClock();
  gatehouse = await startGatehouse({ ADMIN_MIN_ACR: 'aal2' });
  const path = String(await gatehouse.services.administration?.setup.offer());
  const client = new PageClient(gatehouse);
  const ada = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com', password: pagePassword };
  const sent = await client.submit(await client.get(path), path, ada);
  const next = String(await addApp(client, await client.follow(sent)));
  expect(next).toBe('/console');
  expect((await client.get(next)).status).toBe(200);
});

describe('an application that asks for a second factor, which the person has not', () => {
  async function asked() {
    stopClock();
    gatehouse = await startGatehouse(env);
    const app = await createApp(gatehouse);
    const client = new PageClient(gatehouse);
    const { email } = await client.register();
    await verifyAddress(gatehouse, email);
    const page = await browse(client, authorizePath(app, { acr_values: 'aal2' }, createPkce()));
    expect(page.heading).toBe('You need a second factor');
    return { client, page };
  }

  test.each([
    ['totp', async (client: PageClient, page: PageReply) => addApp(client, page)],
    [
      'passkeys/add',
      async (client: PageClient, page: PageReply) => {
        const { action, fields, passkeyOptions } = passkeyForm(page);
        const passkey = JSON.stringify(new SoftwarePasskey().create(passkeyOptions));
        return (await client.post(action, { ...fields, passkey })).location;
      },
    ],
  ])('gets it after the person has added one: %s', async (way, add) => {
    const { client, page } = await asked();
    const link = page.links.find((one) => one.startsWith(`/account/security/${way}?`));
    const next = await add(client, await client.get(String(link)));
    expect(answerIn(await client.get(String(next))).code).toBeDefined();
  });

  test('is told if the person goes back without one', async () => {
    const { client, page } = await asked();
    const back = await client.submit(page, '/oauth/continue', { decision: 'deny' });
    expect(answerIn(back)).toMatchObject({ error: 'access_denied' });
  });
});

test('the address is confirmed on the way to a second factor', async () => {
  stopClock();
  gatehouse = await startGatehouse(env);
  const client = new PageClient(gatehouse);
  const { email } = await client.register();
  const totp = withPlace('/account/security/totp');
  const rejected = await client.submit(await client.get(totp), '/account/security/totp');
  expect(rejected.text).toContain('Confirm');
  const profile = await client.submit(rejected, '/account/email/verification');
  const code = (await gatehouse.allMails()).filter(({ to }) => to === email).at(-1)?.code;
  const confirmed = await client.submit(profile, '/account/email/verification/code', { code: String(code) });
  expect(confirmed.location).toBe(totp);
});

describe('a password that was chosen just now is not asked for again', () => {
  async function registered() {
    stopClock();
    gatehouse = await startGatehouse(env);
    const client = new PageClient(gatehouse);
    const person = await client.register();
    await verifyAddress(gatehouse, person.email);
    return { client, ...person };
  }
  const asksPassword = async (client: PageClient, path: string) =>
    (await client.get(path)).html.includes('current_password');

  test('to add a factor, for five minutes', async () => {
    const { client } = await registered();
    expect(await asksPassword(client, '/account/security/totp')).toBe(false);
    // What changes or removes is asked for.
    expect(await asksPassword(client, '/account/email')).toBe(true);
    expect(await asksPassword(client, '/account/data/delete')).toBe(true);
    jest.setSystemTime(Date.now() + 301_000);
    expect(await asksPassword(client, '/account/security/totp')).toBe(true);
    expect((await client.post('/account/security/totp')).status).toBe(400);
  });

  test('but in a later session, and for another account, it is', async () => {
    const { email } = await registered();
    jest.setSystemTime(Date.now() + 901_000);
    const later = new PageClient(gatehouse);
    await later.signIn({ email });
    expect(await asksPassword(later, '/account/security/totp')).toBe(true);
    const { jwt } = await restApi.login(gatehouse.url, { email, password: pagePassword });
    expect((await restApi.enrollTotp(gatehouse.url, {}, jwt)).code).toBe('VALIDATION_FAILED');
  });
});
