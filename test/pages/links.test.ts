import { apis } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { ownerWithPasskey } from '../support/ownership';

const [api] = apis;
const password = 'correct horse battery';
let gatehouse: Gatehouse;
let people = 0;

beforeAll(async () => {
  gatehouse = await startGatehouse({ PRODUCT_NAME: '<b>Rocket</b>' });
});
afterAll(() => gatehouse.stop());

async function register() {
  people += 1;
  const account = { email: `ada.${people}@example.com`, password, firstName: 'Ada', lastName: 'Lovelace' };
  await api.register(gatehouse.url, account);
  return account;
}

/** Returns the path of the newest link to an address. */
async function linkTo(address: string): Promise<string> {
  const mail = (await gatehouse.allMails()).filter(({ to }) => to === address).at(-1);
  return new URL(String(mail?.links[0])).pathname;
}

const open = (path: string, init: RequestInit = {}) => fetch(gatehouse.url + path, init);
const submit = (path: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  open(path, { method: 'POST', body: new URLSearchParams(fields), headers });

/** The address for which a password manager keeps the password of the page. */
const userNameOn = async (page: Response): Promise<string | undefined> =>
  /<input type="email" autocomplete="username" value="([^"]*)" readonly hidden\/>/.exec(await page.text())?.[1];

const state = async () =>
  JSON.stringify([
    await gatehouse.sql('SELECT id, email, email_verified, password_hash, disabled FROM users ORDER BY id'),
    await gatehouse.sql('SELECT id, used_ts, attempts_left FROM one_time_tokens ORDER BY id'),
    await gatehouse.sql('SELECT count(*) FROM sessions'),
  ]);

async function everyLink() {
  const links: Record<string, string> = {};
  const verified = await register();
  links.verify = await linkTo(verified.email);
  const forgetful = await register();
  await api.requestPasswordReset(gatehouse.url, { email: forgetful.email });
  links.reset = await linkTo(forgetful.email);
  const mover = await register();
  const { jwt } = await api.login(gatehouse.url, { email: mover.email, password });
  const newEmail = `new.${mover.email}`;
  await api.changeEmail(gatehouse.url, { email: newEmail, currentPassword: password }, jwt);
  links.change = await linkTo(newEmail);
  const moved = await ownerWithPasskey(api, gatehouse, { days: 8 });
  await api.changeEmail(gatehouse.url, { email: `new.${moved.email}` }, moved.jwt);
  const confirm = (await linkTo(`new.${moved.email}`)).split('/').at(-1);
  await api.confirmEmailChange(gatehouse.url, { token: confirm });
  links.undo = await linkTo(moved.email);
  const leaver = await register();
  const leaving = await api.login(gatehouse.url, { email: leaver.email, password });
  await api.deleteAccount(gatehouse.url, { currentPassword: password }, leaving.jwt);
  links.cancel = await linkTo(leaver.email);
  return links;
}

test('a GET or a HEAD of any link shows a form and changes nothing', async () => {
  const links = await everyLink();
  const before = await state();
  for (const path of Object.values(links)) {
    for (const method of ['HEAD', 'GET', 'GET']) {
      const response = await open(path, { method });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      if (method === 'GET') expect(await response.text()).toContain('<form method="post" class="stack">');
    }
  }
  expect(await state()).toBe(before);
});

test('a page is in the language of the browser, and has no script of others, no token and no other host', async () => {
  const { email } = await register();
  const path = await linkTo(email);
  const titles = new Set<string>();
  for (const [language, locale] of [
    ['de-AT,en;q=0.5', 'de'],
    ['fr', 'fr'],
    ['es-MX', 'es'],
    ['ja', 'en'],
  ] as const) {
    const response = await open(path, { headers: { 'Accept-Language': language } });
    const html = await response.text();
    expect(html).toContain(`<html lang="${locale}">`);
    expect(response.headers.get('content-language')).toBe(locale);
    expect(html).not.toMatch(/<script(?! src="\/pages\/)|<img|<style|https?:\/\/|javascript:/);
    expect(html).not.toContain(path.split('/').at(-1));
    expect(html).toContain('&lt;b>Rocket&lt;/b>');
    titles.add(/<h1>(.*?)<\/h1>/.exec(html)?.[1] ?? '');
  }
  expect(titles.size).toBe(4);
});

test('a page has a strict policy, and its address is not sent on', async () => {
  const { headers } = await open(await linkTo((await register()).email));
  expect(headers.get('content-security-policy')).toMatch(
    /^default-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'none';style-src 'self';/,
  );
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-frame-options')).toMatch(/deny/i);
});

test('the form verifies an address, once', async () => {
  const account = await register();
  const path = await linkTo(account.email);
  const done = await submit(path);
  expect(done.status).toBe(200);
  expect(await done.text()).toContain('role="status"');
  expect((await api.login(gatehouse.url, { email: account.email, password })).user?.emailVerified).toBe(true);
  const isVerified = async () =>
    (await api.login(gatehouse.url, { email: account.email, password })).user?.emailVerified;
  for (const again of [await submit(path), await open(path)]) {
    expect(again.status).toBe(200);
    expect(await again.text()).toContain('Your e-mail address is already confirmed.');
  }
  // An operator has said since then that it is not.
  await gatehouse.sql(`UPDATE users SET email_verified = false WHERE email = '${account.email}'`);
  for (const again of [await submit(path), await open(path)]) {
    expect([again.status, await isVerified()]).toEqual([400, false]);
    expect(await again.text()).toContain('role="alert"');
  }
});

test('the form of a registration that waits sets the password, and asks again for a bad one', async () => {
  const account = { email: 'eve@example.com', password: 'the password of Eve', firstName: 'Eve', lastName: 'Stranger' };
  const confirming = await gatehouse.another({ REGISTRATION: 'confirm' });
  await api.register(confirming.url, account);
  const path = await linkTo(account.email);
  expect(await (await open(path)).text()).toContain('autocomplete="new-password"');
  for (const bad of [{}, { password: 'short' }, { password: 'password1234' }]) {
    const rejected = await submit(path, bad);
    expect(rejected.status).toBe(400);
    expect(await rejected.text()).toMatch(/role="alert".*aria-describedby="password-hint password-invalid"/s);
  }
  const done = await submit(path, { password });
  expect(done.status).toBe(200);
  expect(await done.text()).toContain('href="/login"');
  const login = (secret: string) => api.login(gatehouse.url, { email: account.email, password: secret });
  expect((await login(account.password)).code).toBe('INVALID_CREDENTIALS');
  expect((await login(password)).user).toMatchObject({ emailVerified: true });
  await confirming.stop();
});

test('a registration that waits can be removed without a password', async () => {
  const account = { email: 'zoe@example.com', password, firstName: 'Zoe', lastName: 'Stranger' };
  const confirming = await gatehouse.another({ REGISTRATION: 'confirm' });
  await api.register(confirming.url, account);
  const path = await linkTo(account.email);
  expect((await submit(path, { intent: 'disown' })).status).toBe(200);
  expect((await open(path)).status).toBe(400);
  const waiting = await gatehouse.sql(`SELECT 1 FROM pending_registrations WHERE email = '${account.email}'`);
  expect(waiting).toEqual([]);
  await confirming.stop();
});

test('the second button removes an account that is not one’s own', async () => {
  const account = await register();
  const done = await submit(await linkTo(account.email), { intent: 'disown' });
  expect(done.status).toBe(200);
  expect((await api.login(gatehouse.url, { email: account.email, password })).code).toBe('INVALID_CREDENTIALS');
});

test('the form resets a password, and asks again for a bad one', async () => {
  const account = await register();
  await api.requestPasswordReset(gatehouse.url, { email: account.email });
  const path = await linkTo(account.email);
  for (const bad of [{}, { password: 'short' }, { password: 'password1234' }]) {
    const rejected = await submit(path, bad);
    expect(rejected.status).toBe(400);
    expect(await rejected.text()).toMatch(/role="alert".*aria-describedby="password-hint password-invalid"/s);
  }
  const newPassword = 'a longer horse & 100 %+ ü';
  expect((await submit(path, { password: newPassword })).status).toBe(200);
  expect((await api.login(gatehouse.url, { email: account.email, password: newPassword })).code).toBeNull();
});

test('the page of a link that sets a password names its account, as the user wrote the address', async () => {
  const account = { email: 'Grace.Hopper@Bücher.example', password, firstName: 'Grace', lastName: 'Hopper' };
  await api.register(gatehouse.url, account);
  const canonical = 'grace.hopper@xn--bcher-kva.example';
  await api.requestPasswordReset(gatehouse.url, { email: canonical });
  const path = await linkTo(canonical);
  for (const page of [await open(path), await submit(path, { password: 'short' })]) {
    expect(await userNameOn(page)).toBe(account.email);
  }
  expect((await submit(path, { password: 'a longer horse' })).status).toBe(200);
  for (const page of [await open(path), await submit(path, { password: 'short' })]) {
    const html = await page.text();
    expect([page.status, html.includes('username'), html.includes('@')]).toEqual([400, false, false]);
  }
});

test('the mailbox of an earlier address does not learn the present one from its link', async () => {
  const account = await register();
  await api.requestPasswordReset(gatehouse.url, { email: account.email });
  const path = await linkTo(account.email);
  await gatehouse.sql(
    `UPDATE users SET email = 'present@example.com', email_canonical = 'present@example.com' WHERE email = '${account.email}'`,
  );
  expect(await userNameOn(await open(path))).toBe(account.email);
});

test('the forms confirm and undo a change of address, and cancel a deletion', async () => {
  const links = await everyLink();
  for (const name of ['change', 'undo', 'cancel'] as const) {
    const done = await submit(links[name] ?? '');
    expect([name, done.status]).toEqual([name, 200]);
    expect(await done.text()).toContain('role="status"');
  }
});

test.each([
  '/confirm/x',
  '/reset/x',
  '/undo/x',
  `/confirm/${'x'.repeat(64)}`,
  `/reset/${'x'.repeat(4000)}`,
  '/undo/%00',
  '/confirm/%E0%A4%A',
])('%s is no valid link', async (path) => {
  for (const response of [await open(path), await submit(path)]) {
    expect([400, 404]).toContain(response.status);
    expect(await response.text()).not.toContain('<form');
  }
});

test('a token opens only the page of its purpose', async () => {
  const token = (await linkTo((await register()).email)).split('/').at(-1);
  for (const path of [`/reset/${token}`, `/undo/${token}`]) expect((await open(path)).status).toBe(400);
});

test.each([
  ['JSON', { 'Content-Type': 'application/json' }, '{}'],
  ['text', { 'Content-Type': 'text/plain' }, 'intent=disown'],
  ['a file upload', { 'Content-Type': 'multipart/form-data; boundary=x' }, '--x--'],
])('%s is no form', async (_name, headers, body) => {
  const path = await linkTo((await register()).email);
  const before = await state();
  expect((await open(path, { method: 'POST', headers, body })).status).toBe(415);
  expect(await state()).toBe(before);
});

test('a form that is too large is rejected', async () => {
  const path = await linkTo((await register()).email);
  expect((await submit(path, { password: 'x'.repeat(20_000) })).status).toBe(413);
});

test('a form is not accepted by the APIs', async () => {
  for (const path of ['/auth/login', '/auth/password/reset', '/graphql']) {
    expect((await submit(path, { email: 'ada@example.com' })).status).toBe(415);
  }
});

test('links begin with PUBLIC_URL, with any headers of a request', async () => {
  const hostile = {
    Host: 'evil.example',
    'X-Forwarded-Host': 'evil.example',
    'X-Forwarded-Proto': 'http',
    Forwarded: 'host=evil.example;proto=http',
    Origin: 'https://evil.example',
  };
  const { email } = await register();
  for (const path of ['/auth/password/forgot', '/auth/email/verification']) {
    await open(path, {
      method: 'POST',
      headers: { ...hostile, 'Content-Type': 'application/json' },
      body: JSON.stringify({ email }),
    });
  }
  const links = (await gatehouse.allMails()).flatMap((mail) => mail.links);
  expect(links.length).toBeGreaterThan(0);
  for (const link of links) expect(link).toMatch(/^https:\/\/id\.example\.com\//);
});

test('the log has no token', async () => {
  const tokens = (await gatehouse.allMails()).flatMap(({ links, code }) => [
    ...links.map((link) => String(link.split('/').at(-1))),
    ...(code ? [code] : []),
  ]);
  const log = gatehouse.logged();
  expect(tokens.filter((token) => token.length === 64 && log.includes(token))).toEqual([]);
});

test('a page says in how many seconds another mail can be sent', async () => {
  const limited = await startGatehouse({ RATE_LIMITS: 'on', RATE_LIMIT_MAIL_NETWORK: '1/100' });
  try {
    const account = { email: 'ada@example.com', password, firstName: 'Ada', lastName: 'Lovelace' };
    await api.register(limited.url, account);
    await api.requestPasswordReset(limited.url, { email: account.email });
    const mail = (await limited.allMails()).at(-1);
    await limited.sql('UPDATE one_time_tokens SET expires_ts = created_ts');
    const sendAgain = (language: string) =>
      fetch(limited.url + new URL(String(mail?.links[0])).pathname, {
        method: 'POST',
        body: new URLSearchParams({ intent: 'send-again' }),
        headers: { 'Accept-Language': language },
      });
    for (const [language, seconds] of [
      ['en', /Too many attempts\. Please try again in (100|9\d) seconds\./],
      ['de', /in (100|9\d) Sekunden/],
      ['es', /dentro de (100|9\d) segundos/],
      ['fr', /dans (100|9\d) secondes/],
    ] as const) {
      const reply = await sendAgain(language);
      expect([reply.status, Number(reply.headers.get('retry-after')) > 0]).toEqual([429, true]);
      const html = await reply.text();
      expect(html).toMatch(seconds);
      expect(html).toContain('<a href>');
    }
  } finally {
    await limited.stop();
  }
});
