import { en } from '../../src/pages/words/en';
import { restApi } from '../support/apis';
import { Authenticator, withTotp } from '../support/authenticator';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { claimsOf, impersonate, registerPerson, registerSuperAdmin } from '../support/impersonation';
import { stopClock } from '../support/limits';
import { newestToken } from '../support/ownership';
import { formTo, languageLinks, PageClient, type PageReply, pagePassword, passkeyForm } from '../support/page-client';
import { withPasskey } from '../support/passkeys';
import { SoftwarePasskey } from '../support/software-passkey';
import { ageAccount, verifyAddress } from '../support/verified-address';

let gatehouse: Gatehouse;
beforeAll(async () => {
  gatehouse = await startGatehouse({ PHONE_FIELD: 'on' });
});
afterAll(() => gatehouse.stop());
// The codes of an authenticator app, and the age of a proof, depend on the time.
beforeEach(stopClock);
afterEach(async () => {
  // A mail that was written ahead of the real time would be due later.
  await gatehouse.mails();
  jest.useRealTimers();
});

const newPassword = 'wrong horse, right battery';
const wrong = 'The password is wrong.';
const minutes = (count: number) => jest.setSystemTime(Date.now() + count * 60_000);

async function visitor(values: Record<string, string> = {}, { verified = true } = {}) {
  const client = new PageClient(gatehouse);
  const person = await client.register(values);
  if (verified) await verifyAddress(gatehouse, person.email);
  await ageAccount(gatehouse, person.email);
  return { client, ...person };
}

async function signedIn(email: string, password = pagePassword): Promise<PageClient> {
  const client = new PageClient(gatehouse);
  await client.signIn({ email, password });
  return client;
}

/** Signs in a person who has an authenticator app. */
async function withApplication() {
  const person = await withTotp(restApi, gatehouse);
  const client = new PageClient(gatehouse);
  const { email, password, authenticator } = person;
  const second = await client.post('/login', { email, password });
  await client.submit(second, '/login/complete', { code: authenticator.next() });
  return { client, ...person };
}

/** Signs in a person who has a passkey. */
async function withKey() {
  const person = await withPasskey(restApi, gatehouse);
  return { client: await signedInWith(person.passkey), ...person };
}

async function signedInWith(passkey: SoftwarePasskey): Promise<PageClient> {
  const client = new PageClient(gatehouse);
  await client.post('/login/passkey', { passkey: answerTo(await client.get('/login'), passkey) });
  return client;
}

const answerTo = (page: PageReply, passkey: SoftwarePasskey) =>
  JSON.stringify(passkey.get(passkeyForm(page).passkeyOptions));
const createdFor = (page: PageReply, passkey = new SoftwarePasskey()) =>
  JSON.stringify(passkey.create(passkeyForm(page).passkeyOptions));

/** Opens a page, and sends its form. */
async function sendForm(client: PageClient, path: string, values: Record<string, string> = {}, action = path) {
  return client.submit(await client.get(path), action, values);
}

const userOf = async (email: string) => (await gatehouse.sql(`SELECT * FROM users WHERE email = '${email}'`))[0] ?? {};
const stepUpTo = (path: string) => `/step-up?return_to=${encodeURIComponent(path)}&acr=aal2`;
const isSignedIn = async (client: PageClient) => (await client.get('/account')).status === 200;
const codesOf = ({ html }: PageReply) => [...html.matchAll(/<li>([0-9A-Z-]{8,})<\/li>/g)].map(([, code]) => code);
const alertOf = ({ html }: PageReply) => /<p role="alert"[^>]*>([^<]*)</.exec(html)?.[1];
const invalidOf = (page: PageReply, action: string) =>
  Object.entries(formTo(page, action).inputs).flatMap(([name, tag]) => (tag['aria-invalid'] ? [name] : []));

/** Every form of the area. */
const forms = [
  '/account',
  '/account/language',
  '/account/email',
  '/account/email/verification',
  '/account/password',
  '/account/sessions/end',
  '/account/sessions/end-others',
  '/account/apps/0190e29f-8d5c-7000-8000-000000000000/disconnect',
  '/account/security/passkeys',
  '/account/security/passkeys/add',
  '/account/security/passkeys/0190e29f-8d5c-7000-8000-000000000000',
  '/account/security/passkeys/0190e29f-8d5c-7000-8000-000000000000/remove',
  '/account/security/totp',
  '/account/security/totp/confirm',
  '/account/security/totp/remove',
  '/account/security/recovery-codes',
  '/account/data/export',
  '/account/data/delete',
];
const pages = [
  '/account',
  '/account/email',
  '/account/password',
  '/account/sessions',
  '/account/apps',
  '/account/apps/0190e29f-8d5c-7000-8000-000000000000/disconnect',
  '/account/security',
  '/account/security/passkeys/add',
  '/account/security/passkeys/0190e29f-8d5c-7000-8000-000000000000',
  '/account/security/passkeys/0190e29f-8d5c-7000-8000-000000000000/remove',
  '/account/security/totp',
  '/account/security/totp/remove',
  '/account/security/recovery-codes',
  '/account/data',
  '/account/data/delete',
];

describe('who is not signed in', () => {
  test.each(pages)('%s leads to the sign-in, and back', async (path) => {
    const reply = await new PageClient(gatehouse).get(path);
    expect(reply).toMatchObject({ status: 303, location: `/login?return_to=${encodeURIComponent(path)}` });
  });

  test.each(forms)('a form to %s changes nothing', async (path) => {
    const reply = await new PageClient(gatehouse).post(path, { first_name: 'Eve', last_name: 'Eve' });
    const location = `/login?return_to=${encodeURIComponent(path)}&done=not-saved`;
    expect(reply).toMatchObject({ status: 303, location });
  });

  test('a path that only has a form leads to its page', async () => {
    const { client } = await visitor();
    for (const [path, location] of [
      ['/account/language', '/account'],
      ['/account/email/verification', '/account'],
      ['/account/sessions/end', '/account/sessions'],
      ['/account/sessions/end-others', '/account/sessions'],
      ['/account/security/passkeys', '/account/security/passkeys/add'],
      ['/account/security/totp/confirm', '/account/security/totp'],
    ] as const)
      expect(await client.get(path)).toMatchObject({ status: 303, location });
  });
});

test('a form of another site changes nothing', async () => {
  const { client, email } = await visitor();
  const before = await userOf(email);
  for (const path of forms) {
    const values = { first_name: 'Eve', last_name: 'Eve', current_password: pagePassword, locale: 'de' };
    const headers = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' };
    expect(await client.post(path, values, { headers })).toMatchObject({ status: 403 });
  }
  expect(await userOf(email)).toEqual(before);
  expect(await isSignedIn(client)).toBe(true);
});

test('the pages do the same as the REST API, and leave the same events', async () => {
  const { client, email } = await visitor({}, { verified: false });
  const other = await signedIn(email);
  const rest = { email: 'rest@example.com' };
  const person = { ...rest, password: pagePassword, firstName: 'Ada', lastName: 'Lovelace' };
  await restApi.register(gatehouse.url, person);
  const restOther = await restApi.login(gatehouse.url, { email: rest.email, password: pagePassword });
  const { jwt } = await restApi.login(gatehouse.url, { email: rest.email, password: pagePassword });
  const { url } = gatehouse;
  await sendForm(client, '/account', { first_name: 'Grace', last_name: 'Hopper', tel: '+43 1 23' });
  await restApi.updateProfile(url, { firstName: 'Grace', lastName: 'Hopper', tel: '+43 1 23' }, jwt);
  await sendForm(client, '/account', { locale: 'fr' }, '/account/language');
  await restApi.updateProfile(url, { locale: 'fr' }, jwt);
  await sendForm(client, '/account', {}, '/account/email/verification');
  await restApi.sendEmailVerification(url, { email: rest.email });
  const change = { email: 'changed@example.com', current_password: pagePassword };
  await sendForm(client, '/account/email', change);
  await restApi.changeEmail(url, { email: 'changed@example.com', currentPassword: pagePassword }, jwt);
  await sendForm(client, '/account/sessions', {}, '/account/sessions/end');
  await restApi.revokeSession(url, { id: claimsOf(restOther.jwt).sid }, jwt);
  expect(await isSignedIn(other)).toBe(false);
  await sendForm(client, '/account/password', { current_password: 'no', new_password: newPassword });
  await restApi.changePassword(url, { currentPassword: 'no', password: newPassword }, jwt);
  await sendForm(client, '/account/password', { current_password: pagePassword, new_password: newPassword });
  await restApi.changePassword(url, { currentPassword: pagePassword, password: newPassword }, jwt);
  for (const address of [email, rest.email]) await verifyAddress(gatehouse, address);
  await sendForm(client, '/account/security/totp', { current_password: newPassword });
  await restApi.enrollTotp(url, { currentPassword: newPassword }, jwt);
  await client.post('/account/security/totp/confirm', { code: '000000' });
  await restApi.confirmTotp(url, { code: '000000' }, jwt);
  const key = await sendForm(client, '/account/security/passkeys/add', { current_password: newPassword });
  await client.post('/account/security/passkeys', { passkey: createdFor(key) });
  const { options } = await restApi.addPasskeyOptions(url, { currentPassword: newPassword }, jwt);
  const passkey = new SoftwarePasskey().create(options ?? {});
  const { jwt: raised } = await restApi.addPasskey(url, { passkey }, jwt);
  await client.get('/account/data/delete');
  await client.post('/account/data/delete', { current_password: newPassword });
  await restApi.deleteAccount(url, { currentPassword: newPassword }, raised);

  await gatehouse.services.audit.close();
  const eventsOf = async (address: string) => {
    const { id } = await userOf(address);
    const rows = await gatehouse.sql(`SELECT action, outcome, details->>'reason' AS reason, details->>'factor' AS factor
      FROM audit_events WHERE user_id = '${id}' ORDER BY action, outcome, reason, factor`);
    // The sign-in that opened the pages, and the two logins of the API.
    return rows.filter(({ action }) => action !== 'logged_in' && action !== 'registered');
  };
  const events = await eventsOf(email);
  expect(events).toEqual(await eventsOf(rest.email));
  expect(events.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual(
    expect.arrayContaining(['profile_changed success', 'password_changed success', 'factor_added success']),
  );
});

describe('the profile', () => {
  test('names, phone and their problems', async () => {
    const { client, email } = await visitor({ first_name: 'محمد', last_name: 'الخوارزمي' });
    const page = await client.get('/account');
    expect(page).toMatchObject({ status: 200, heading: 'Profile' });
    const form = formTo(page, '/account');
    expect(form.fields).toEqual({ with_tel: 'yes', first_name: 'محمد', last_name: 'الخوارزمي', tel: '' });
    expect(form.inputs.first_name).toMatchObject({ dir: 'auto', autocomplete: 'given-name' });
    const saved = await client.submit(page, '/account', { first_name: 'Grace', last_name: 'O’"&<b', tel: '+43 1 23' });
    expect(saved).toMatchObject({ status: 303, location: '/account?done=profile' });
    const after = await client.follow(saved);
    expect(after.text).toContain('Your changes are saved.');
    expect(formTo(after, '/account').fields).toEqual({
      with_tel: 'yes',
      first_name: 'Grace',
      last_name: 'O’"&<b',
      tel: '+43 1 23',
    });
    expect(await userOf(email)).toMatchObject({ first_name: 'Grace', tel: '+43 1 23' });

    const invalid = await client.submit(page, '/account', { first_name: '', last_name: ' ', tel: '1'.repeat(33) });
    expect(invalid.status).toBe(400);
    expect(invalidOf(invalid, '/account')).toEqual(['first_name', 'last_name', 'tel']);
    expect(formTo(invalid, '/account').fields).toEqual({
      with_tel: 'yes',
      first_name: '',
      last_name: ' ',
      tel: '1'.repeat(33),
    });
    expect(await userOf(email)).toMatchObject({ first_name: 'Grace', tel: '+43 1 23' });

    const empty = await client.submit(page, '/account', { first_name: 'Grace', last_name: '' });
    expect([empty.status, invalidOf(empty, '/account')]).toEqual([400, ['last_name']]);

    await client.submit(page, '/account', { first_name: 'Grace', last_name: 'Hopper', tel: '' });
    expect(await userOf(email)).toMatchObject({ last_name: 'Hopper', tel: null });
  });

  test('a word in the address is shown only if it is known', async () => {
    const { client } = await visitor();
    for (const word of ['<b>', 'constructor', 'toString', ''])
      expect((await client.get(`/account?done=${encodeURIComponent(word)}`)).html).not.toContain('role="status"');
  });

  test('the language of the pages and of the mails', async () => {
    const { client, email } = await visitor();
    const saved = await sendForm(client, '/account', { locale: 'de' }, '/account/language');
    expect(saved).toMatchObject({ status: 303, location: '/account?lang=de&done=language' });
    expect((await client.follow(saved)).text).toContain('Die Sprache wurde geändert.');
    expect((await client.get('/account/sessions')).heading).toBe('Geräte');
    expect(await userOf(email)).toMatchObject({ locale: 'de' });
    expect(formTo(await client.get('/account'), '/account/language').fields).toEqual({ locale: 'de' });
    const unknown = await client.post('/account/language', { locale: 'xx' });
    expect(unknown.status).toBe(400);
    expect(await userOf(email)).toMatchObject({ locale: 'de' });
  });

  test.each([
    ['de', 'Profil', 'Geräte', 'Sicherheit', 'Konto löschen'],
    ['fr', 'Profil', 'Appareils', 'Sécurité', 'Supprimer le compte'],
    ['es', 'Perfil', 'Dispositivos', 'Seguridad', 'Eliminar la cuenta'],
  ])('in the language %s', async (lang, ...titles) => {
    const { client } = await visitor();
    const paths = ['/account', '/account/sessions', '/account/security', '/account/data/delete'];
    const headers = { 'Accept-Language': lang };
    const replies = await Promise.all(paths.map((path) => client.get(path, { headers })));
    expect(replies.map(({ heading }) => heading)).toEqual(titles);
  });

  test('the e-mail for an address that is not confirmed is sent again', async () => {
    const { client, email } = await visitor({}, { verified: false });
    expect((await client.get('/account')).text).toContain('Not confirmed');
    const before = (await gatehouse.mails()).filter(({ to }) => String(to).includes(email)).length;
    const sent = await sendForm(client, '/account', {}, '/account/email/verification');
    expect([sent.status, sent.text]).toEqual([200, expect.stringContaining(en.common.code.sentAgain)]);
    expect((await gatehouse.mails()).filter(({ to }) => String(to).includes(email))).toHaveLength(before + 1);
    await gatehouse.sql(`UPDATE users SET email_verified = true WHERE email = '${email}'`);
    const page = await client.get('/account');
    expect(page.text).toContain('Confirmed');
    expect(page.forms.map(({ action }) => action)).toEqual(['/account', '/account/language']);
  });
});

describe('the e-mail address', () => {
  test('a change sends an e-mail, and says so', async () => {
    const { client, email } = await visitor();
    const page = await client.get('/account/email');
    expect(page.text).toContain(email);
    expect(formTo(page, '/account/email').inputs.current_password).toMatchObject({ autocomplete: 'current-password' });
    const values = { email: `new.${email}`, current_password: pagePassword };
    const sent = await client.submit(page, '/account/email', values);
    expect([sent.status, sent.text]).toEqual([
      200,
      expect.stringContaining(`We’ve sent an e-mail to ${values.email}.`),
    ]);
    expect((await gatehouse.mails()).some(({ to }) => String(to).includes(values.email))).toBe(true);
    expect(await userOf(email)).toMatchObject({ email });
  });

  test('a wrong password, a wrong address and empty fields', async () => {
    const { client, email } = await visitor();
    for (const [values, status, alert, invalid] of [
      [{ email: 'new@example.com', current_password: newPassword }, 401, wrong, []],
      [{ email: 'ada', current_password: pagePassword }, 400, en.common.summary, ['email']],
      [{ email, current_password: pagePassword }, 400, en.common.summary, ['email']],
      [{ email: 'new@example.com' }, 400, en.common.summary, ['current_password']],
    ] as const) {
      const reply = await sendForm(client, '/account/email', values);
      expect([reply.status, alertOf(reply), invalidOf(reply, '/account/email')]).toEqual([status, alert, invalid]);
      expect(formTo(reply, '/account/email').fields).toEqual({ email: values.email, current_password: '' });
    }
  });
});

describe('the password', () => {
  test('a change ends the other sessions, and renews the cookie', async () => {
    const { client, email } = await visitor();
    const other = await signedIn(email);
    const copy = new PageClient(gatehouse);
    for (const [name, value] of client.cookies) copy.cookies.set(name, value);
    const page = await client.get('/account/password');
    expect(formTo(page, '/account/password').inputs).toMatchObject({
      current_password: { autocomplete: 'current-password' },
      new_password: { autocomplete: 'new-password', 'aria-describedby': 'new_password-hint' },
    });
    const values = { current_password: pagePassword, new_password: newPassword };
    const changed = await client.submit(page, '/account/password', values);
    expect(changed).toMatchObject({ status: 303, location: '/account?done=password' });
    expect((await client.follow(changed)).text).toContain('Your password is changed.');
    expect(await isSignedIn(other)).toBe(false);
    // ASVS 5.0, 7.2.4: the earlier cookie of the same session has ended.
    expect(await isSignedIn(copy)).toBe(false);
    expect(await isSignedIn(await signedIn(email, newPassword))).toBe(true);
  });

  test('wrong, weak and missing passwords change nothing', async () => {
    const { client, email } = await visitor();
    const { password_hash: before } = await userOf(email);
    for (const [current_password, new_password, status, alert, invalid] of [
      [newPassword, newPassword, 401, wrong, []],
      [pagePassword, 'short', 400, en.common.summary, ['new_password']],
      [pagePassword, 'password123', 400, en.common.summary, ['new_password']],
      ['', '', 400, en.common.summary, ['current_password', 'new_password']],
    ] as const) {
      const reply = await sendForm(client, '/account/password', { current_password, new_password });
      expect([reply.status, alertOf(reply), invalidOf(reply, '/account/password')]).toEqual([status, alert, invalid]);
      expect(formTo(reply, '/account/password').fields).toEqual({ current_password: '', new_password: '' });
    }
    expect(await userOf(email)).toMatchObject({ password_hash: before });
  });

  test('too many wrong passwords', async () => {
    const limited = await startGatehouse({ RATE_LIMITS: 'on' });
    try {
      const client = new PageClient(limited);
      await client.register();
      const page = await client.get('/account/password');
      const values = { current_password: newPassword, new_password: newPassword };
      let reply = await client.submit(page, '/account/password', values);
      for (let i = 0; i < 50 && reply.status === 401; i += 1)
        reply = await client.submit(page, '/account/password', values);
      expect(reply.status).toBe(429);
      expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(alertOf(reply)).toContain('Too many attempts.');
    } finally {
      await limited.stop();
    }
  });
});

describe('the devices', () => {
  const chrome =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';

  test('devices are listed, and one of them is signed out', async () => {
    const { client, email } = await visitor();
    expect((await client.get('/account/sessions')).text).toContain('Only this device is signed in.');
    const other = new PageClient(gatehouse);
    await other.post('/login', { email, password: pagePassword }, { headers: { 'User-Agent': chrome } });
    const page = await client.get('/account/sessions');
    expect(page.text).toMatch(/Chrome on Linux 127\.0\.0\.1 · Last used: .* UTC/);
    expect(page.text).toMatch(/Unknown device This device/);
    expect(page.html).toContain('aria-label="Sign out: Chrome on Linux"');
    const ended = await client.submit(page, '/account/sessions/end');
    expect(ended).toMatchObject({ status: 303, location: '/account/sessions?done=ended' });
    expect((await client.follow(ended)).text).toContain('The device is signed out.');
    expect([await isSignedIn(client), await isSignedIn(other)]).toEqual([true, false]);
    const again = await client.submit(page, '/account/sessions/end');
    expect([again.status, alertOf(again)]).toEqual([404, 'This device was already signed out.']);
  });

  test('a device of another person is not signed out', async () => {
    const ada = await visitor();
    const { client } = await visitor();
    const rows = await gatehouse.sql(
      `SELECT s.id FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.email = '${ada.email}'`,
    );
    for (const id of [String(rows[0]?.id), 'no id']) {
      const reply = await client.post('/account/sessions/end', { id });
      expect([reply.status, alertOf(reply)]).toEqual([404, 'This device was already signed out.']);
    }
    expect((await client.post('/account/sessions/end')).status).toBe(404);
    expect(await isSignedIn(ada.client)).toBe(true);
  });

  test('300 sessions are paged, and end together', async () => {
    const { client, email } = await visitor();
    const { id } = await userOf(email);
    await gatehouse.sql(`INSERT INTO sessions (id, user_id, created_ts, last_used_ts, expires_ts)
      SELECT gen_random_uuid(), '${id}', now(), now() - i * interval '1 second', now() + interval '1 day'
      FROM generate_series(1, 300) i`);
    const idsOf = (page: PageReply) =>
      page.forms.flatMap(({ action, fields }) => (action === '/account/sessions/end' ? [fields.id] : []));
    const first = await client.get('/account/sessions');
    expect(first.html.length).toBeLessThan(30_000);
    const next = (page: PageReply) => page.links.find((link) => link.includes('after=')) ?? '';
    const second = await client.get(next(first));
    const third = await client.get(next(second));
    const ids = [first, second, third].flatMap(idsOf);
    expect([ids.length, new Set(ids).size]).toEqual([59, 59]);
    expect(second.links).toContain('/account/sessions');
    expect(await client.get('/account/sessions?after=nonsense')).toMatchObject({ status: 400 });
    const ended = await client.submit(first, '/account/sessions/end-others');
    expect(ended).toMatchObject({ status: 303, location: '/account/sessions?done=others' });
    const after = await client.follow(ended);
    expect(after.text).toContain('All other devices are signed out.');
    expect(after.text).toContain('Only this device is signed in.');
    expect((await client.get(next(first))).text).toContain('There are no more devices.');
  });
});

test.each(['/account/security/passkeys/add', '/account/security/totp'])(
  '%s asks a person to confirm the address first, and sends the e-mail again',
  async (path) => {
    const { client, email } = await visitor({}, { verified: false });
    const asked = await sendForm(client, path, { current_password: pagePassword });
    expect([asked.status, alertOf(asked)]).toEqual([403, en.account.security.confirmFirst]);
    const sent = await client.submit(asked, '/account/email/verification');
    expect([sent.status, sent.text]).toEqual([200, expect.stringContaining(en.common.code.sentAgain)]);
    expect((await gatehouse.mails()).filter(({ to }) => String(to).includes(email)).length).toBeGreaterThan(0);
  },
);

describe('passkeys', () => {
  test('the first one is added with the password, which works as before', async () => {
    const { client, email } = await visitor();
    const other = await signedIn(email);
    expect((await client.get('/account/security')).links).toContain('/account/security/passkeys/add');
    const path = '/account/security/passkeys/add';
    for (const [password, status, alert] of [
      [newPassword, 401, wrong],
      ['', 400, en.common.summary],
    ] as const) {
      const reply = await sendForm(client, path, { current_password: password });
      expect([reply.status, alertOf(reply)]).toEqual([status, alert]);
    }
    const ready = await sendForm(client, path, { current_password: pagePassword });
    expect(passkeyForm(ready)).toMatchObject({ action: '/account/security/passkeys' });
    expect(ready.text).toContain('This browser can’t create a passkey here.');
    const passkey = new SoftwarePasskey();
    const added = await client.post('/account/security/passkeys', { passkey: createdFor(ready, passkey) });
    expect(added).toMatchObject({ status: 303, location: '/account/security?done=passkey-added' });
    const page = await client.follow(added);
    expect(page.text).toContain('The passkey is added. You can sign in with it.');
    expect(page.text).toMatch(/Passkeys .* Added: .* UTC/);
    expect(page.text).toContain(
      'Two-step sign-in Off You sign in with your password or your passkey, and nothing more is asked.',
    );
    expect(page.text).not.toContain('Recovery codes');
    for (const elsewhere of [other, await signedIn(email)]) expect(await isSignedIn(elsewhere)).toBe(true);
    expect(await isSignedIn(await signedInWith(passkey))).toBe(true);
  });

  test('a passkey that is not valid is not added', async () => {
    const { client } = await visitor();
    const ready = await sendForm(client, '/account/security/passkeys/add', { current_password: pagePassword });
    const foreign = JSON.stringify(
      new SoftwarePasskey('ES256', { origin: 'https://evil.example' }).create(passkeyForm(ready).passkeyOptions),
    );
    const rejected = await client.post('/account/security/passkeys', { passkey: foreign });
    expect([rejected.status, alertOf(rejected)]).toEqual([400, 'The passkey was not accepted. Please try again.']);
    for (const passkey of ['', '[]', 'null', '{}', '{"id":1}'])
      expect((await client.post('/account/security/passkeys', { passkey })).status).toBe(400);
    expect((await client.get('/account/security')).text).not.toContain('Added:');
  });

  test('a further one needs no password, but a recent use of the first', async () => {
    const { client, passkey } = await withKey();
    const ready = await client.get('/account/security/passkeys/add');
    expect(ready.html).not.toContain('current_password');
    const added = await client.post('/account/security/passkeys', { passkey: createdFor(ready) });
    expect(added).toMatchObject({ status: 303, location: '/account/security?done=passkey-added' });
    expect((await client.follow(added)).text).toContain('The passkey is added.');
    minutes(6);
    const path = '/account/security/passkeys/add';
    const due = await client.get(path);
    expect(due).toMatchObject({ status: 303, location: stepUpTo(path) });
    expect(await client.post(path)).toMatchObject({ status: 303, location: due.location });
    const stepUp = await client.follow(due);
    const done = await client.post('/step-up', { passkey: answerTo(stepUp, passkey), return_to: path });
    expect(done).toMatchObject({ status: 303, location: path });
    expect(passkeyForm(await client.follow(done)).passkeyOptions).toBeDefined();
  });

  test('rename and remove', async () => {
    const { client, id, passkey } = await withKey();
    const other = await signedInWith(passkey);
    const path = `/account/security/passkeys/${id}`;
    const page = await client.get(path);
    const renamed = await client.submit(page, path, { name: 'مفتاح <b>' });
    expect(renamed).toMatchObject({ status: 303, location: '/account/security?done=passkey-renamed' });
    const list = await client.follow(renamed);
    expect(list.html).toContain('<h3><bdi>مفتاح &lt;b');
    for (const name of ['', ' ', 'x'.repeat(101)]) {
      const invalid = await client.submit(page, path, { name });
      expect([invalid.status, invalidOf(invalid, path)]).toEqual([400, ['name']]);
      expect(formTo(invalid, path).fields.name).toBe(name);
    }
    expect(await isSignedIn(other)).toBe(true);
    expect(page.links).toContain(`${path}/remove`);
    const removed = await sendForm(client, `${path}/remove`);
    expect(removed).toMatchObject({ status: 303, location: '/account/security?done=passkey-removed' });
    expect((await client.follow(removed)).text).not.toContain('Added:');
    expect(await isSignedIn(other)).toBe(false);
    for (const gone of [path, `${path}/remove`])
      expect([(await client.get(gone)).status, (await client.post(gone, { name: 'x' })).status]).toEqual([404, 404]);
  });

  test('a passkey of another person does not exist', async () => {
    const { id } = await withKey();
    const { client } = await withKey();
    const path = `/account/security/passkeys/${id}`;
    for (const own of [path, `${path}/remove`])
      expect([(await client.get(own)).status, (await client.post(own, { name: 'x' })).status]).toEqual([404, 404]);
  });

  test('100 passkeys are listed, and no further one is added', async () => {
    const { client, email } = await visitor();
    const { id } = await userOf(email);
    await gatehouse.sql(`INSERT INTO passkeys (id, credential_id, user_id, public_key, sign_count, transports, aaguid,
        device_type, backed_up, name, created_ts)
      SELECT gen_random_uuid(), decode(md5(i::text), 'hex'), '${id}', decode('00', 'hex'), 0, '{}',
        '00000000-0000-0000-0000-000000000000', 'singleDevice', false, 'Sicherheitsschlüssel ' || i, now()
      FROM generate_series(1, 100) i`);
    const page = await client.get('/account/security');
    expect(page.links.filter((link) => /passkeys\/[\da-f-]{36}$/.test(link))).toHaveLength(100);
    const reply = await sendForm(client, '/account/security/passkeys/add', { current_password: pagePassword });
    expect([reply.status, alertOf(reply)]).toEqual([409, 'You have the maximum number of passkeys. Remove one first.']);
  });
});

describe('the authenticator app', () => {
  test('it is added with the password, and removed', async () => {
    const { client, email } = await visitor();
    const other = await signedIn(email);
    const wrongly = await sendForm(client, '/account/security/totp', { current_password: newPassword });
    expect([wrongly.status, alertOf(wrongly)]).toEqual([401, wrong]);
    const scan = await sendForm(client, '/account/security/totp', { current_password: pagePassword });
    const { secret = '', uri = '' } = formTo(scan, '/account/security/totp/confirm').fields;
    expect(uri).toContain(`secret=${secret}`);
    expect(scan.html).toMatch(/<svg class="qr"[^>]*role="img"/);
    expect(scan.text.replaceAll(' ', '')).toContain(secret);
    const authenticator = new Authenticator(secret);
    const rejected = await client.submit(scan, '/account/security/totp/confirm', { code: authenticator.wrong() });
    expect([rejected.status, alertOf(rejected)]).toEqual([
      400,
      'That code isn’t right, or it was already used. Wait for the next one, then try again.',
    ]);
    expect(rejected.text.replaceAll(' ', '')).toContain(secret);
    expect([scan, rejected].map(languageLinks)).toEqual([[], []]);
    const empty = await client.submit(rejected, '/account/security/totp/confirm', { code: '' });
    expect(invalidOf(empty, '/account/security/totp/confirm')).toEqual(['code']);
    const codes = await client.submit(empty, '/account/security/totp/confirm', { code: authenticator.next() });
    expect(codes).toMatchObject({ status: 200, heading: 'Recovery codes' });
    expect(codesOf(codes)).toHaveLength(10);
    expect(languageLinks(codes)).toEqual([]);
    expect(await isSignedIn(other)).toBe(true);
    const security = await client.get('/account/security');
    expect(security.text).toContain('Authenticator app On');
    expect(security.text).toContain('Two-step sign-in On');
    expect(languageLinks(security)).toHaveLength(4);

    // The first code has raised the session, so nothing more is asked for five minutes.
    minutes(6);
    const path = '/account/security/totp/remove';
    const due = await client.get(path);
    expect(due.location).toBe(stepUpTo(path));
    expect(await client.post(path)).toMatchObject({ status: 303, location: due.location });
    const stepUp = await client.follow(due);
    const done = await client.submit(stepUp, '/step-up', { code: authenticator.next() });
    expect(done.location).toBe(path);
    const removed = await client.submit(await client.follow(done), path);
    expect(removed.location).toBe('/account/security?done=totp-removed');
    const after = await client.follow(removed);
    expect(after.text).toContain('Authenticator app Off');
    expect(after.text).not.toContain('Recovery codes');
    expect(await client.get(path)).toMatchObject({ status: 303, location: '/account/security' });
  });

  test('a second application is not added', async () => {
    const { client } = await withApplication();
    const reply = await sendForm(client, '/account/security/totp');
    expect([reply.status, alertOf(reply)]).toEqual([409, 'Your account already has an authenticator app.']);
  });

  test('a person with a passkey adds the application without a password', async () => {
    const { client } = await withKey();
    const scan = await sendForm(client, '/account/security/totp');
    const { secret = '' } = formTo(scan, '/account/security/totp/confirm').fields;
    const code = new Authenticator(secret).next();
    const added = await client.submit(scan, '/account/security/totp/confirm', { code });
    expect(added).toMatchObject({ status: 200, heading: 'Recovery codes' });
    expect(codesOf(added)).toHaveLength(10);
  });

  test('a form without the key of the application starts again, and a long text makes no picture', async () => {
    const { client } = await visitor();
    expect(await client.post('/account/security/totp/confirm', { code: '000000' })).toMatchObject({
      status: 400,
      heading: 'Set up an authenticator app',
    });
    const values = { code: '000000', secret: 'A', uri: 'x'.repeat(15_000) };
    expect((await client.post('/account/security/totp/confirm', values)).status).toBe(400);
  });
});

describe('two-step sign-in', () => {
  const path = '/account/security/two-step';

  test('is switched on with ten codes, and off again', async () => {
    const { client, email, password, passkey } = await withKey();
    const other = await signedInWith(passkey);
    expect((await client.get('/account/security')).links).toContain(path);
    const question = await client.get(path);
    expect(question.text).toContain('You get ten new recovery codes.');
    const on = await client.submit(question, path);
    expect(on).toMatchObject({ status: 200, heading: 'Recovery codes' });
    expect(codesOf(on)).toHaveLength(10);
    const security = await client.get('/account/security');
    expect(security.text).toContain(
      'Two-step sign-in On When you sign in with your password, you also need your passkey or a recovery code.',
    );
    expect(security.text).toContain('10 codes left');
    expect((await new PageClient(gatehouse).post('/login', { email, password })).heading).toBe('Second step');
    expect(await isSignedIn(other)).toBe(true);
    // The page was open on two tabs.
    expect(await client.submit(question, path)).toMatchObject({ status: 303, location: '/account/security' });

    const off = await sendForm(client, path);
    expect(off).toMatchObject({ status: 303, location: '/account/security?done=two-step-off' });
    const after = await client.follow(off);
    expect(after.text).toContain('Two-step sign-in is off. All other devices are signed out.');
    expect(after.text).not.toContain('codes left');
    expect(await isSignedIn(other)).toBe(false);
    expect(await isSignedIn(await signedIn(email, password))).toBe(true);
  });

  test('needs a factor, and its recent use', async () => {
    const { client } = await visitor();
    const security = await client.get('/account/security');
    expect(security.text).toContain('Add a passkey or an authenticator app first.');
    expect(security.links).not.toContain(path);
    expect(await client.get(path)).toMatchObject({ status: 303, location: '/account/security' });
    const { client: owner } = await withKey();
    minutes(6);
    const due = await owner.get(path);
    expect(due).toMatchObject({ status: 303, location: stepUpTo(path) });
    expect(await owner.post(path, { enabled: 'true' })).toMatchObject({ status: 303, location: due.location });
  });

  test('the step-up of a person with a passkey shows no password field, but a way on without the passkey', async () => {
    const { email, id, password } = await withKey();
    const client = await signedIn(email, password);
    const stepUp = await client.follow(await client.get(`/account/security/passkeys/${id}/remove`));
    expect(stepUp.html).not.toContain('type="password"');
    expect(stepUp.text).toContain('sign in with it within 15 minutes');
    expect(stepUp.links.some((link) => link.startsWith('/forgot?return_to='))).toBe(true);
    // A passkey that is not right leads to the same page.
    const { action, fields } = passkeyForm(stepUp);
    const again = await client.post(action, { ...fields, passkey: '{}' });
    expect([again.status, again.html.includes('type="password"')]).toEqual([400, false]);
    // Without the need of a factor, the password is enough.
    expect((await client.get('/step-up')).html).toContain('type="password"');
  });

  test('a person who has lost the passkey resets the password, and removes the passkey', async () => {
    const { email, id } = await withKey();
    await gatehouse.allMails();
    await new PageClient(gatehouse).post('/forgot', { email });
    const token = await newestToken(gatehouse, email);
    expect((await restApi.resetPassword(gatehouse.url, { token, password: newPassword })).code).toBeNull();
    const client = new PageClient(gatehouse);
    await client.post('/login', { email, password: newPassword });
    const removed = await sendForm(client, `/account/security/passkeys/${id}/remove`);
    expect(removed).toMatchObject({ status: 303, location: '/account/security?done=passkey-removed' });
  });
});

test('recovery codes are replaced, and shown once', async () => {
  const { client, recoveryCodes } = await withApplication();
  expect((await client.get('/account/security')).text).toContain('10 codes left');
  const shown = await sendForm(client, '/account/security/recovery-codes');
  const codes = codesOf(shown);
  expect(new Set([...codes, ...recoveryCodes]).size).toBe(20);
  expect((await client.get('/account/security/recovery-codes')).html).not.toContain(codes[0]);
  minutes(6);
  const due = stepUpTo('/account/security/recovery-codes');
  expect(await client.get('/account/security/recovery-codes')).toMatchObject({ status: 303, location: due });
  expect(await client.post('/account/security/recovery-codes')).toMatchObject({ status: 303, location: due });
  const stepUp = await client.get(due);
  expect((await client.submit(stepUp, '/step-up', { code: String(codes[0]) })).status).toBe(303);
  expect((await client.get('/account/security')).text).toContain('9 codes left');
});

describe('accounts without a password', () => {
  const withoutPassword = (email: string) =>
    gatehouse.sql(`UPDATE users SET password_hash = NULL WHERE email = '${email}'`);

  test('a passkey is enough for everything except the password', async () => {
    const { client, email } = await withKey();
    await withoutPassword(email);
    const change = await client.get('/account/email');
    expect(formTo(change, '/account/email').inputs).not.toHaveProperty('current_password');
    const sent = await client.submit(change, '/account/email', { email: `new.${email}` });
    expect([sent.status, sent.text]).toEqual([200, expect.stringContaining(`new.${email}`)]);
    const password = await client.get('/account/password');
    expect(password.text).toContain('Your account has no password yet.');
    expect([password.forms, password.links.includes('/forgot')]).toEqual([[], true]);
    expect(await sendForm(client, '/account/data/delete')).toMatchObject({ location: '/login?done=deleted' });
  });

  test('a recent sign-in is enough for everything except the password, and later the pages ask for a new one', async () => {
    const { client, email } = await visitor();
    await withoutPassword(email);
    for (const path of ['email', 'security/totp', 'data/delete']) {
      const page = await client.get(`/account/${path}`);
      expect(formTo(page, `/account/${path}`).inputs).not.toHaveProperty('current_password');
    }
    const password = await client.get('/account/password');
    expect([password.forms, password.text]).toEqual([[], expect.stringContaining('Your account has no password yet.')]);
    await gatehouse.sql(`UPDATE sessions SET auth_ts = auth_ts - interval '301 seconds'
      WHERE user_id = (SELECT id FROM users WHERE email = '${email}')`);
    expect((await client.get('/account/password')).text).toContain('Your account has no password yet.');
    for (const path of ['email', 'security/passkeys/add', 'security/totp', 'data/delete']) {
      const due = await client.get(`/account/${path}`);
      expect(due.location).toBe(`/step-up?return_to=${encodeURIComponent(`/account/${path}`)}`);
      const page = await client.follow(due);
      expect(page.forms.map(({ action }) => action)).toEqual(['/step-up/code']);
    }
    expect(await client.post('/account/data/delete')).toMatchObject({ status: 303 });
    expect(await userOf(email)).toMatchObject({ disabled: false, deletion_due_ts: null });
  });
});

test('a person downloads their data after a recent proof', async () => {
  const { client, email, password } = await visitor();
  const page = await client.get('/account/data');
  const file = await client.submit(page, '/account/data/export');
  expect([file.status, file.headers.get('content-disposition')]).toEqual([200, 'attachment; filename="my-data.json"']);
  expect(JSON.parse(file.html)).toMatchObject({ success: true, result: { users: [{ email }], incomplete: [] } });
  await gatehouse.sql(`UPDATE sessions SET auth_ts = created_ts - interval '301 seconds'
    WHERE user_id = (SELECT id FROM users WHERE email = '${email}')`);
  const stepUp = { status: 303, location: `/step-up?return_to=${encodeURIComponent('/account/data/export')}` };
  expect(await client.submit(page, '/account/data/export')).toMatchObject(stepUp);
  const due = await client.get(stepUp.location);
  const proven = await client.follow(await client.submit(due, '/step-up', { password }));
  expect(proven).toMatchObject({ status: 303, location: '/account/data' });
  const again = await client.submit(await client.follow(proven), '/account/data/export');
  expect(again.headers.get('content-disposition')).toContain('my-data.json');
});

describe('the deletion', () => {
  test('the page says what happens, asks for the password, and signs out', async () => {
    const { client, email } = await visitor();
    const other = await signedIn(email);
    expect((await client.get('/account/data')).links).toContain('/account/data/delete');
    const page = await client.get('/account/data/delete');
    expect(page.text).toContain(email);
    expect(page.text).toContain('restore your account within 14 days');
    for (const [password, status, alert] of [
      [newPassword, 401, wrong],
      ['', 400, en.common.summary],
    ] as const) {
      const reply = await client.submit(page, '/account/data/delete', { current_password: password });
      expect([reply.status, alertOf(reply)]).toEqual([status, alert]);
    }
    const deleted = await client.submit(page, '/account/data/delete', { current_password: pagePassword });
    expect(deleted).toMatchObject({ status: 303, location: '/login?done=deleted' });
    expect(client.sessionCookie).toBeUndefined();
    expect((await client.follow(deleted)).text).toContain('Your account is being deleted.');
    expect(await isSignedIn(other)).toBe(false);
  });

  test('the last super admin stays', async () => {
    const own = await startGatehouse();
    try {
      const client = new PageClient(own);
      const { email } = await client.register();
      await own.sql(`UPDATE users SET is_super_admin = true WHERE email = '${email}'`);
      const page = await client.get('/account/data/delete');
      const reply = await client.submit(page, '/account/data/delete', { current_password: pagePassword });
      expect([reply.status, alertOf(reply)]).toEqual([
        409,
        'You are the last super admin. Make another person a super admin first.',
      ]);
    } finally {
      await own.stop();
    }
  });
});

/** Opens the pages with a session that was opened otherwise. */
async function withCookieOf(sessionId: string): Promise<PageClient> {
  const client = new PageClient(gatehouse);
  client.cookies.set('__Host-gatehouse_session', await gatehouse.services.pageSessions.giveCookie(sessionId));
  return client;
}

test('a super admin who acts as a person sees the account, but changes nothing that could lock the person out', async () => {
  const { id } = await registerPerson(gatehouse);
  const admin = await registerSuperAdmin(gatehouse);
  const { sessionId } = await impersonate(gatehouse, id, admin.jwt);
  const client = await withCookieOf(claimsOf(admin.jwt).sid);
  client.cookies.set('__Host-gatehouse_acting', await gatehouse.services.pageSessions.giveCookie(sessionId));
  for (const path of ['/account', '/account/sessions', '/account/security', '/account/data'])
    expect((await client.get(path)).status).toBe(200);
  expect((await client.get('/account/sessions')).text).toContain('Operator');
  expect((await sendForm(client, '/account', { first_name: 'Grace' })).location).toBe('/account?done=profile');
  for (const path of ['email', 'password', 'security/passkeys/add', 'security/totp', 'data/delete'])
    expect(await client.get(`/account/${path}`)).toMatchObject({ status: 403, heading: 'That didn’t work' });
  for (const path of ['sessions/end-others', 'security/totp/remove', 'security/recovery-codes'])
    expect(await client.post(`/account/${path}`, { acting_as: id })).toMatchObject({
      status: 403,
      heading: 'That didn’t work',
    });
});

describe('the navigation', () => {
  test('it marks the page, and leads to the sign-out', async () => {
    const { client } = await visitor();
    const currentOf = ({ html }: PageReply) =>
      /<a href="([^"]*)" aria-current="(page|true)"/.exec(html.slice(html.indexOf('class="nav"')))?.slice(1);
    expect(currentOf(await client.get('/account/security'))).toEqual(['/account/security', 'page']);
    expect(currentOf(await client.get('/account/password'))).toEqual(['/account', 'true']);
    expect((await client.get('/account/data')).links).toContain('/logout');
  });

  test('a super admin finds the console', async () => {
    const admin = await registerSuperAdmin(gatehouse);
    expect((await (await withCookieOf(claimsOf(admin.jwt).sid)).get('/account')).links).toContain('/console');
    expect((await (await visitor()).client.get('/account')).links).not.toContain('/console');
  });
});

test('without the area, the pages do not exist', async () => {
  const own = await startGatehouse({ PAGES: 'sign-in' });
  try {
    for (const path of pages) expect((await new PageClient(own).get(path)).status).toBe(404);
  } finally {
    await own.stop();
  }
});
