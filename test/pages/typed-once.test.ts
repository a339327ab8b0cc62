import { apis, restApi } from '../support/apis';
import { withTotp } from '../support/authenticator';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { stopClock } from '../support/limits';
import { formTo, PageClient, type PageReply, pagePassword } from '../support/page-client';
import { verifyAddress } from '../support/verified-address';

// What a person has typed, and what they have in their hand, is not asked for in another way.

let gatehouse: Gatehouse;
beforeAll(async () => {
  gatehouse = await startGatehouse({ EMAIL_LOGIN: 'on', TERMS_URL: 'https://example.com/terms' });
});
afterAll(() => gatehouse.stop());
afterEach(() => void jest.useRealTimers());

const place = 'https://evil.example/';
/** The pages to which the buttons of a form lead that take its address along. */
const waysOf = ({ html }: PageReply, form: string) =>
  [...html.matchAll(/<button[^>]*formaction="[^>]*>/gi)]
    .map(([tag]) => [/formaction="([^"]*)"/i.exec(tag)?.[1], /form="([^"]*)"/.exec(tag)?.[1] ?? form])
    .filter(([, owner]) => owner === form)
    .map(([action]) => action);

describe('the address goes along from the sign-in', () => {
  test.each(['/forgot', '/login/email'])('to %s, and nothing is sent yet', async (path) => {
    const client = new PageClient(gatehouse);
    const { email } = await new PageClient(gatehouse).register();
    const before = (await gatehouse.allMails()).length;
    const login = await client.get('/login');
    expect(waysOf(login, 'login')).toEqual(['/forgot', '/login/email']);
    const { fields } = formTo(login, '/login');
    const page = await client.post(path, { ...fields, email, password: pagePassword, return_to: place, intent: 'ask' });
    expect([page.status, formTo(page, path).fields]).toEqual([200, { email }]);
    expect(page.html).not.toContain(pagePassword);
    expect((await gatehouse.allMails()).length).toBe(before);
    expect(gatehouse.logged()).not.toContain(pagePassword);
    await client.submit(page, path);
    expect((await gatehouse.allMails()).length).toBe(before + 1);
  });

  test('and the Enter key signs in', async () => {
    const { html } = await new PageClient(gatehouse).get('/login');
    const [first] = html.slice(html.indexOf('id="login"')).match(/<button type="submit"[^>]*>/) ?? [];
    expect(first).toBe('<button type="submit" class="wide-button">');
  });
});

test('a registration with a taken address leads to its account, and keeps the address', async () => {
  const { email } = await new PageClient(gatehouse).register();
  const client = new PageClient(gatehouse);
  const person = { first_name: 'Ada', last_name: 'Lovelace', email, password: pagePassword };
  const taken = await client.submit(await client.get('/register'), '/register', person);
  const { inputs } = formTo(taken, '/register');
  expect([taken.status, inputs.email]).toMatchObject([409, { value: email, 'aria-invalid': 'true' }]);
  expect(taken.html).toMatch(/<p id="email-invalid" class="invalid">This e-mail address already has an account\./);
  expect(waysOf(taken, 'known')).toEqual(['/login', '/forgot']);
  for (const path of ['/login', '/forgot']) {
    const { fields } = taken.forms.find((form) => form.action === '/login') ?? { fields: {} };
    const page = await client.post(path, { ...fields, intent: 'ask' });
    expect([page.status, formTo(page, path).fields.email]).toEqual([200, email]);
  }
});

test('the second step takes digits, and a recovery code in another form', async () => {
  stopClock();
  const { email, password, authenticator, recoveryCodes } = await withTotp(restApi, gatehouse);
  const formsOf = ({ forms }: PageReply) => forms.filter(({ action }) => /complete$|step-up$/.test(action));
  const client = new PageClient(gatehouse);
  const page = await client.post('/login', { email, password });
  const expected = [
    { code: { inputmode: 'numeric', autocomplete: 'one-time-code' } },
    { recovery_code: { inputmode: 'text', autocomplete: 'off' } },
  ];
  expect(formsOf(page).map(({ inputs }) => inputs)).toMatchObject(expected);
  expect(page.html).toContain('<details><summary>Use a recovery code instead</summary>');
  const wrong = await client.post('/login/complete', { ...formsOf(page)[1]?.fields, recovery_code: 'AAAAA-AAAAA' });
  expect([wrong.status, wrong.html.includes('<details open>')]).toEqual([400, true]);
  const recovery = { ...formsOf(wrong)[1]?.fields, recovery_code: String(recoveryCodes[0]) };
  expect((await client.post('/login/complete', recovery)).status).toBe(303);
  expect(formsOf(await client.get('/step-up')).map(({ inputs }) => inputs)).toMatchObject(expected);
  const stepUp = await client.post('/step-up', { recovery_code: String(recoveryCodes[1]) });
  expect([stepUp.status, stepUp.location]).toEqual([303, '/account']);
  const other = new PageClient(gatehouse);
  const second = await other.post('/login', { email, password });
  expect((await other.submit(second, '/login/complete', { code: authenticator.next() })).status).toBe(303);
});

test('the key of an app can be opened on the same device, and copied', async () => {
  const client = new PageClient(gatehouse);
  const { email } = await client.register();
  await verifyAddress(gatehouse, email);
  const page = await client.submit(await client.get('/account/security/totp'), '/account/security/totp');
  const { secret, uri } = formTo(page, '/account/security/totp/confirm').fields;
  expect(page.links).toContain(uri);
  expect(page.html).toContain(`data-copy="${secret}"`);
  // A form that somebody has changed.
  const sent = { secret: String(secret), uri: 'javascript:alert(1)', code: '000000' };
  const changed = await client.post('/account/security/totp/confirm', sent);
  expect(changed.links.join()).not.toContain('javascript:');
});

test.each([
  [{ TERMS_URL: 'https://example.com/terms' }, 'By continuing, you agree to the terms .'],
  [
    { TERMS_URL: 'https://example.com/terms', PRIVACY_URL: 'https://example.com/privacy' },
    'By continuing, you agree to the terms and the privacy policy .',
  ],
  [{ PRIVACY_URL: 'https://example.com/privacy' }, null],
])('with %j, a registration says what the person agrees to', async (env, text) => {
  const served = await startGatehouse(env);
  try {
    const page = await new PageClient(served).get('/register');
    expect(/By continuing[^.]*\./.exec(page.text)?.[0] ?? null).toBe(text);
    if (text) expect(page.html.indexOf('By continuing')).toBeLessThan(page.html.indexOf('>Create the account<'));
  } finally {
    await served.stop();
  }
});

describe('an account that is being deleted', () => {
  async function deleted() {
    const client = new PageClient(gatehouse);
    const person = await new PageClient(gatehouse).register();
    const { jwt } = await restApi.login(gatehouse.url, person);
    await restApi.deleteAccount(gatehouse.url, { currentPassword: person.password }, jwt);
    const mailsTo = async () => (await gatehouse.allMails()).filter(({ to }) => to === person.email);
    return { client, mailsTo, ...person };
  }

  test('sends the mail again that restores it, to the browser with the right password', async () => {
    const { client, email, password, mailsTo } = await deleted();
    const page = await client.post('/login', { email, password });
    expect([page.status, page.heading]).toEqual([403, 'This account is being deleted']);
    const before = (await mailsTo()).length;
    const again = await client.submit(page, '/login/restore');
    expect([again.status, again.heading]).toEqual([403, 'This account is being deleted']);
    const mails = await mailsTo();
    expect(mails.length).toBe(before + 1);
    const { pathname } = new URL(String(mails.at(-1)?.links[0]));
    await client.submit(await client.get(pathname), pathname);
    // The account is back, but the form opens no session.
    expect(await client.submit(again, '/login/restore')).toMatchObject({ status: 303, location: '/login' });
    expect(client.sessionCookie).toBeUndefined();
    await client.signIn({ email });
  });

  test('sends strangers nothing, and does not tell them that it exists', async () => {
    const { client, email, mailsTo } = await deleted();
    const wrong = await client.post('/login', { email, password: 'not the password' });
    expect([wrong.status, wrong.text.includes('deleted')]).toEqual([401, false]);
    const before = (await mailsTo()).length;
    expect(await client.post('/login/restore', { email })).toMatchObject({ status: 303, location: '/login' });
    expect((await mailsTo()).length).toBe(before);
  });

  test.each(apis)('so does a login through $name', async (api) => {
    const { email, password, mailsTo } = await deleted();
    const before = (await mailsTo()).length;
    expect((await api.login(gatehouse.url, { email, password: 'not the password' })).code).toBe('INVALID_CREDENTIALS');
    expect((await mailsTo()).length).toBe(before);
    expect((await api.login(gatehouse.url, { email, password })).code).toBe('ACCOUNT_DISABLED');
    expect((await mailsTo()).length).toBe(before + 1);
  });

  test('gets one mail a minute', async () => {
    const served = await gatehouse.another({ RATE_LIMITS: 'on' });
    const { client, email, password, mailsTo } = await deleted();
    const there = new PageClient({ url: served.url, config: gatehouse.config });
    const page = await there.post('/login', { email, password });
    const before = (await mailsTo()).length;
    await there.submit(page, '/login/restore');
    expect((await mailsTo()).length).toBe(before);
    expect(client.sessionCookie).toBeUndefined();
    await served.stop();
  });
});
