import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig } from '../../src/compose/config';
import { loadAssets } from '../../src/pages/kit/assets';
import { problemText } from '../../src/pages/kit/problem-text';
import { wordsIn } from '../../src/pages/words/words-in';
import { AppError } from '../../src/platform/errors/app-error';
import { type ErrorCode, errorTable } from '../../src/platform/errors/error-table';
import { graphqlApi, restApi, withHeaders } from '../support/apis';
import { Authenticator, withTotp } from '../support/authenticator';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { stopClock } from '../support/limits';
import { formTo, languageLinks, PageClient, type PageReply, pagePassword, passkeyForm } from '../support/page-client';
import { withPasskey, withTwoStepPasskey } from '../support/passkeys';
import { SoftwarePasskey } from '../support/software-passkey';
import { until } from '../support/until';
import { verifyAddress } from '../support/verified-address';

const application = 'https://app.example.com/signed-in';
const hostile = [
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  `${application}/..`,
  `${application}?x=1`,
  'https://app.example.com/signed-in#x',
  'https://app.example.com',
  'https://app.example.com.evil.example/signed-in',
  '/account/../login',
  '/account//evil.example',
  '/account\n',
  'account',
  'account?email=x',
  '/login?x=1',
  '//evil.example?/account',
  '/account/../login?x=1',
  '/account?x=1#y',
  '/account?x\\y',
  '/account?x\r\nSet-Cookie: x=1',
  '/account?ü',
  '/account?x#https://evil.example/',
];

/** Starts Gatehouse for the tests of a group. */
function started(env: Record<string, string> = {}): () => Gatehouse {
  let gatehouse: Gatehouse;
  beforeAll(async () => {
    gatehouse = await startGatehouse(env);
  });
  afterAll(() => gatehouse.stop());
  return () => gatehouse;
}

const count = async (gatehouse: Gatehouse, table: string) =>
  Number((await gatehouse.sql(`SELECT count(*) AS n FROM ${table}`))[0]?.n);

/** Sets the same change of the sessions of a person that time or an operator makes. */
const changeSessions = (gatehouse: Gatehouse, email: string, change: string) =>
  gatehouse.sql(`UPDATE sessions SET ${change} WHERE user_id = (SELECT id FROM users WHERE email = '${email}')`);

const expectForm = (reply: PageReply, status: number, text: string) => {
  expect([reply.status, reply.text]).toEqual([status, expect.stringContaining(text)]);
  expect(reply.html).not.toContain(pagePassword);
  expect(reply.html).toMatch(/<p role="alert"/);
};

describe('with the default settings', () => {
  const gatehouse = started({ RATE_LIMITS: 'off' });
  const visitor = () => new PageClient(gatehouse());

  test('a person registers, signs out and signs in', async () => {
    const client = visitor();
    const { email } = await client.register({ tel: '' });
    expect(client.sessionCookie).toMatch(/^[\w-]{43}$/);
    const page = await client.get('/logout');
    expect(page.heading).toBe('Sign out');
    const out = await client.submit(page, '/logout');
    expect(out).toMatchObject({ status: 303, location: '/login?done=signed-out' });
    expect(client.sessionCookie).toBeUndefined();
    const login = await client.follow(out);
    expect(login.text).toContain('You are signed out.');
    const { inputs } = formTo(login, '/login');
    expect(inputs.email).toMatchObject({ autocomplete: 'username webauthn', type: 'email', required: '' });
    expect(inputs.password).toMatchObject({ autocomplete: 'current-password', type: 'password', required: '' });
    expect(await client.signIn({ email })).toMatchObject({ status: 303, location: '/account' });
    expect(await client.get('/login')).toMatchObject({ status: 303, location: '/account' });
  });

  test('a wrong password, an unknown address and missing fields show the form again', async () => {
    const client = visitor();
    const { email } = await visitor().register();
    const page = await client.get('/login');
    for (const [values, status, text] of [
      [{ email, password: 'wrong horse battery' }, 401, 'The e-mail address or the password is wrong.'],
      [{ email: 'unknown@example.com', password: pagePassword }, 401, 'The e-mail address or the password is wrong.'],
      [{ email: 'no address', password: pagePassword }, 400, 'Enter one e-mail address'],
      [{ email }, 400, 'The e-mail address or the password is wrong.'],
      [{ email, password: 'short' }, 400, 'The e-mail address or the password is wrong.'],
      [{}, 400, 'Enter one e-mail address'],
    ] as const) {
      const reply = await client.submit(page, '/login', values);
      expectForm(reply, status, text);
      expect(formTo(reply, '/login').fields).toMatchObject({
        email: 'email' in values ? values.email : '',
        password: '',
      });
      expect(client.sessionCookie).toBeUndefined();
    }
    const invalid = await client.submit(page, '/login', {
      email: '"><script>alert(1)</script>',
      password: pagePassword,
    });
    expect(invalid.html).not.toContain('<script>');
    expect(formTo(invalid, '/login').inputs.email).toMatchObject({
      'aria-invalid': 'true',
      'aria-describedby': 'email-invalid',
      value: '"><script>alert(1)</script>',
    });
  });

  test('the form of a registration says what is wrong, and keeps what was typed', async () => {
    const { email } = await visitor().register();
    const client = visitor();
    const page = await client.get('/register');
    expect(
      Object.fromEntries(
        Object.entries(formTo(page, '/register').inputs).map(([name, tag]) => [name, tag.autocomplete]),
      ),
    ).toEqual({
      first_name: 'given-name',
      last_name: 'family-name',
      email: 'username',
      password: 'new-password',
    });
    const person = { first_name: 'Ada', last_name: 'Lovelace', email: 'new@example.com', password: pagePassword };
    const taken = await client.submit(page, '/register', { ...person, email });
    expectForm(taken, 409, 'Please check the marked fields.');
    expect(formTo(taken, '/register').fields).toEqual({ ...person, email, password: '' });
    const empty = await client.submit(page, '/register');
    expectForm(empty, 400, 'Please check the marked fields.');
    const { inputs } = formTo(empty, '/register');
    const invalid = Object.keys(inputs).filter((name) => inputs[name]?.['aria-invalid'] === 'true');
    expect(invalid).toEqual(['first_name', 'last_name', 'email', 'password']);
    for (const name of invalid)
      expect(empty.html).toMatch(new RegExp(`id="${name}".*aria-describedby="[^"]*${name}-invalid`));
    const short = await client.submit(page, '/register', { ...person, password: 'short' });
    expectForm(short, 400, 'too short');
    expect(short.html).not.toContain('value="short"');
    expect(await count(gatehouse(), `users WHERE email = 'new@example.com'`)).toBe(0);
  });

  test('a person who forgot the password gets an e-mail, and every address the same answer', async () => {
    const client = visitor();
    const { email } = await visitor().register();
    const page = await client.get('/forgot');
    const known = await client.submit(page, '/forgot', { email });
    const unknown = await client.submit(page, '/forgot', { email: 'unknown@example.com' });
    expect(known).toMatchObject({ status: 200, heading: 'Check your e-mail' });
    expect(unknown.text.replace('unknown@example.com', email)).toBe(known.text);
    expectForm(await client.submit(page, '/forgot', { email: 'x' }), 400, 'Enter one e-mail address');
    const mail = (await gatehouse().allMails()).filter(({ to }) => to === email).at(-1);
    const link = new URL(String(mail?.links[0])).pathname;
    expect(link).toMatch(/^\/reset\//);
    const reset = await client.submit(await client.get(link), link, { password: 'a longer horse' });
    expect(reset).toMatchObject({ status: 303, location: '/account?done=password' });
    await new PageClient(gatehouse()).signIn({ email, password: 'a longer horse' });
  });

  test('the cookie opens no page without its session, and no API', async () => {
    const client = visitor();
    await client.register();
    const headers = { Cookie: `__Host-gatehouse_session=${client.sessionCookie}`, Origin: 'https://id.example.com' };
    await withHeaders(headers, async () => {
      for (const api of [restApi, graphqlApi]) {
        expect((await api.me(gatehouse().url, null)).code).toBe('UNAUTHENTICATED');
        expect((await api.logout(gatehouse().url, { sessions: 'current' }, null)).code).toBe('UNAUTHENTICATED');
        expect((await api.me(gatehouse().url, client.sessionCookie ?? null)).code).toBe('UNAUTHENTICATED');
        expect((await api.refresh(gatehouse().url, {})).code).toBe('UNAUTHENTICATED');
        expect((await api.refresh(gatehouse().url, { refreshToken: client.sessionCookie })).code).toBe(
          'UNAUTHENTICATED',
        );
      }
      const verify = await fetch(`${gatehouse().url}/auth/verify`, { headers });
      expect(verify.status).toBe(401);
    });
    expect((await client.get('/step-up')).status).toBe(200);
  });

  test('an access token opens no page', async () => {
    const { email, password } = await visitor().register();
    const { jwt } = await restApi.login(gatehouse().url, { email, password });
    const client = visitor();
    const reply = await client.get('/step-up', { headers: { Authorization: `Bearer ${jwt}` } });
    expect(reply).toMatchObject({ status: 303, location: '/login' });
    client.cookies.set('__Host-gatehouse_session', String(jwt));
    expect((await client.get('/step-up')).location).toBe('/login');
    client.cookies.set('__Host-gatehouse_session', 'x'.repeat(43));
    expect((await client.get('/step-up')).location).toBe('/login');
  });

  test('the attributes of the cookies', async () => {
    const client = visitor();
    const { email } = await client.register();
    const signedIn = await client.signIn({ email });
    expect(signedIn.cookies).toEqual([
      {
        name: '__Host-gatehouse_session',
        value: expect.stringMatching(/^[\w-]{43}$/),
        attributes: { path: '/', expires: expect.any(String), httponly: '', secure: '', samesite: 'Lax' },
      },
    ]);
    const [session] = await gatehouse().sql(
      'SELECT expires_ts FROM sessions ORDER BY created_ts DESC, id DESC LIMIT 1',
    );
    const end = new Date(signedIn.cookies[0]?.attributes.expires ?? '').getTime();
    expect(Math.abs(end - new Date(`${session?.expires_ts}`).getTime())).toBeLessThan(1000);
    const { cookies } = await client.get('/login?lang=fr');
    expect(cookies).toMatchObject([
      { name: '__Host-gatehouse_language', value: 'fr', attributes: { httponly: '', secure: '', samesite: 'Lax' } },
    ]);
    // Only the hash is stored.
    const stored = JSON.stringify(await gatehouse().sql('SELECT * FROM page_cookies'));
    expect(stored).not.toContain(String(client.sessionCookie));
    expect(gatehouse().logged()).not.toContain(String(client.sessionCookie));
  });

  test.each<[string, Record<string, string | null>]>([
    ['another site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }],
    ['another site that leaves out Sec-Fetch-Site', { 'Sec-Fetch-Site': null, Origin: 'https://evil.example' }],
    ['another origin of the site', { 'Sec-Fetch-Site': 'same-site', Origin: 'https://app.example.com' }],
    ['another origin of the site with the right Origin', { 'Sec-Fetch-Site': 'same-site' }],
    ['no page', { 'Sec-Fetch-Site': 'none' }],
    ['a sandboxed frame', { 'Sec-Fetch-Site': null, Origin: 'null' }],
    ['an unknown place', { 'Sec-Fetch-Site': null, Origin: null }],
    ['another port', { 'Sec-Fetch-Site': null, Origin: 'https://id.example.com:444' }],
    ['the origin without TLS', { 'Sec-Fetch-Site': null, Origin: 'http://id.example.com' }],
  ])('a form of %s changes nothing', async (_name, headers) => {
    const client = visitor();
    const { email, password } = await client.register();
    const events = `audit_events WHERE user_id = (SELECT id FROM users WHERE email = '${email}')`;
    const [before, cookie] = [await count(gatehouse(), events), client.sessionCookie];
    const person = { first_name: 'Eve', last_name: 'Foreign', email: 'foreign@example.com', password };
    for (const [action, fields] of [
      ['/login', { email, password }],
      ['/register', person],
      ['/logout', {}],
      ['/step-up', { password }],
      ['/forgot', { email }],
      ['/login/complete', { token: 'x', code: '123456' }],
      ['/login/passkey', { passkey: '{}' }],
    ] as const) {
      const reply = await client.post(action, fields, { headers });
      expect([action, reply.status]).toEqual([action, 403]);
      expect(reply.text).toContain('The form didn’t come from this page.');
      expect(reply.cookies).toEqual([]);
    }
    expect(client.sessionCookie).toBe(cookie);
    expect((await client.get('/step-up')).status).toBe(200);
    expect(await count(gatehouse(), events)).toBe(before);
    expect(await count(gatehouse(), `users WHERE email = 'foreign@example.com'`)).toBe(0);
  });

  test.each<[string, Record<string, string | null>]>([
    ['Sec-Fetch-Site alone', { Origin: null }],
    ['Origin alone', { 'Sec-Fetch-Site': null }],
  ])('a form with %s is accepted', async (_name, headers) => {
    const client = visitor();
    const { email, password } = await visitor().register();
    expect((await client.post('/login', { email, password }, { headers })).status).toBe(303);
  });

  test('a step-up gives a new cookie, and the old one is dead', async () => {
    const client = visitor();
    const { email } = await client.register();
    const before = String(client.sessionCookie);
    const page = await client.get('/step-up?return_to=/account/security');
    expect(formTo(page, '/step-up').inputs.password?.autocomplete).toBe('current-password');
    // The page that asked for the proof would ask for it again.
    expect(/<a href="([^"]*)"[^>]*>Cancel</.exec(page.html)?.[1]).toBe('/account');
    const wrong = await client.submit(page, '/step-up', { password: 'wrong horse battery' });
    expectForm(wrong, 401, 'The password is wrong.');
    expect(client.sessionCookie).toBe(before);
    const done = await client.submit(wrong, '/step-up', { password: pagePassword });
    expect(done).toMatchObject({ status: 303, location: '/account/security' });
    expect(client.sessionCookie).not.toBe(before);
    expect((await client.get('/step-up')).status).toBe(200);
    const thief = visitor();
    thief.cookies.set('__Host-gatehouse_session', before);
    expect((await thief.get('/step-up')).location).toBe('/login');
    // A login gives a new session, and ends the one that the browser had.
    const second = String(client.sessionCookie);
    const login = await client.post('/login', { email, password: pagePassword });
    expect(login.status).toBe(303);
    thief.cookies.set('__Host-gatehouse_session', second);
    expect((await thief.get('/step-up')).location).toBe('/login');
    const live = `sessions WHERE revoked_ts IS NULL AND user_id = (SELECT id FROM users WHERE email = '${email}')`;
    expect(await count(gatehouse(), live)).toBe(1);
  });

  test.each([
    ['ended', 'revoked_ts = now()'],
    ['expired', "expires_ts = now() - interval '1 second'"],
    ['idle', "last_used_ts = now() - interval '8 days'"],
    ['of an earlier revision', 'revision = revision - 1'],
  ])('a session that is %s opens no page', async (_name, change) => {
    const client = visitor();
    const { email } = await client.register();
    await changeSessions(gatehouse(), email, change);
    expect(await client.get('/step-up')).toMatchObject({ status: 303, location: '/login' });
    expect(await client.post('/step-up', { password: pagePassword })).toMatchObject({
      status: 303,
      location: '/login',
    });
    expect((await client.get('/login')).status).toBe(200);
    await client.signIn({ email });
  });

  test('a disabled and a deleted account get a text of their own', async () => {
    const [disabled, deleted] = [await visitor().register(), await visitor().register()];
    const client = visitor();
    await client.signIn(disabled);
    await gatehouse().sql(`UPDATE users SET disabled = true WHERE email = '${disabled.email}'`);
    expect((await client.get('/step-up')).location).toBe('/login');
    const login = await client.get('/login');
    expectForm(await client.submit(login, '/login', disabled), 403, 'This account is disabled.');
    const { jwt } = await restApi.login(gatehouse().url, deleted);
    await restApi.deleteAccount(gatehouse().url, { currentPassword: deleted.password }, jwt);
    const way = await client.submit(login, '/login', deleted);
    expect([way.status, way.text]).toEqual([403, expect.stringContaining('This account is being deleted To keep it,')]);
    expect(way.html).not.toContain(pagePassword);
    const reasons = async () => {
      const failures = "action = 'login_failed' AND outcome = 'ACCOUNT_DISABLED'";
      const ofDeleted = `user_id = (SELECT id FROM users WHERE email = '${deleted.email}')`;
      const rows = await gatehouse().sql(
        `SELECT details->>'reason' AS reason FROM audit_events WHERE ${failures} AND ${ofDeleted}`,
      );
      return rows.map(({ reason }) => reason);
    };
    await until(async () => (await reasons()).length > 0);
    expect(await reasons()).toEqual(['deleted account']);
  });

  test('the pages use the operations of both APIs: the audit has the same events', async () => {
    const expected = [
      'registered success',
      'logged_in success',
      'session_ended success',
      'login_failed INVALID_CREDENTIALS',
      'logged_in success',
      'stepped_up success',
      'password_reset_requested success',
    ];
    const read = async (email: string) =>
      (
        await gatehouse().sql(
          `SELECT action, outcome FROM audit_events WHERE user_id = (SELECT id FROM users WHERE email = '${email}') ORDER BY first_ts, id`,
        )
      ).map(({ action, outcome }) => `${action} ${outcome}`);
    // Failures are recorded in the background.
    const events = async (email: string) => {
      await until(async () => (await read(email)).length >= expected.length);
      return read(email);
    };
    const client = visitor();
    const person = await client.register();
    await client.submit(await client.get('/logout'), '/logout');
    await client.post('/login', { email: person.email, password: 'wrong horse battery' });
    await client.signIn(person);
    await client.submit(await client.get('/step-up'), '/step-up', { password: person.password });
    await client.submit(await client.get('/forgot'), '/forgot', { email: person.email });
    expect(await events(person.email)).toEqual(expected);
    for (const api of [restApi, graphqlApi]) {
      const email = `same.${api.name.toLowerCase()}@example.com`;
      const own = { email, password: pagePassword };
      const { url } = gatehouse();
      await api.register(url, { ...own, firstName: 'Ada', lastName: 'Lovelace' });
      const { jwt } = await api.login(url, own);
      await api.logout(url, { sessions: 'current' }, jwt);
      await api.login(url, { ...own, password: 'wrong horse battery' });
      const again = await api.login(url, own);
      await api.stepUp(url, { password: pagePassword }, again.jwt);
      await api.requestPasswordReset(url, { email });
      expect(await events(email)).toEqual(expected);
    }
  });

  test('return_to leads only to a page of Gatehouse', async () => {
    const { email, password } = await visitor().register();
    for (const target of hostile) {
      const client = visitor();
      const page = await client.get(`/login?return_to=${encodeURIComponent(target)}`);
      expect(page.text).toContain('The app you came from isn’t known here');
      expect(page.html).not.toContain('name="return_to"');
      const reply = await client.post('/login', { email, password, return_to: target });
      expect([target, reply.location]).toEqual([target, '/account']);
    }
    for (const target of ['/account', '/account/security', '/console/people/0190-a_b']) {
      const client = visitor();
      const page = await client.get(`/login?return_to=${encodeURIComponent(target)}`);
      expect((await client.submit(page, '/login', { email, password })).location).toBe(target);
    }
    const long = 'x'.repeat(999);
    for (const [target, place] of [
      ['/console/users?email=ada%40&disabled=', '/console/users?email=ada%40&disabled='],
      ['/console/audit?user=a+b&%0A=%E9', '/console/audit?user=a+b&%0A=%EF%BF%BD'],
      ['/account?next=https://evil.example/&@x', `/account?next=${encodeURIComponent('https://evil.example/')}&%40x=`],
      ['/account/security?return_to=https://evil.example/', '/account/security'],
      [
        '/account/security?return_to=/account/sessions?after=x',
        `/account/security?return_to=${encodeURIComponent('/account/sessions?after=x')}`,
      ],
      ['/account/security?return_to=//evil.example&a=1&return_to=/login', '/account/security?a=1'],
      // What belongs to one visit is not repeated.
      ['/console/users/0190?done=disable&lang=fr', '/console/users/0190'],
      [`/account?${long.slice(1)}`, `/account?${long.slice(1)}=`],
      [`/account?${long}x`, `/account`],
      [`/account?${'%'.repeat(500)}`, '/account'],
    ] as const) {
      const client = visitor();
      const page = await client.get(`/login?return_to=${encodeURIComponent(target)}`);
      const reply = await client.submit(page, '/login', { email, password });
      expect([target, reply.location]).toEqual([target, place]);
    }
    // The links to the other pages keep it.
    const page = await visitor().get('/login?return_to=/account/security');
    expect(page.links).toContain('/register?return_to=%2Faccount%2Fsecurity');
    expect(page.links).toContain('/login?return_to=%2Faccount%2Fsecurity&lang=de');
  });

  test('a page that needs a login keeps where it leads', async () => {
    const client = visitor();
    for (const [path, location] of [
      ['/step-up?return_to=/account/security', '/login?return_to=%2Faccount%2Fsecurity'],
      ['/account/sessions?after=x&done=ended', `/login?return_to=${encodeURIComponent('/account/sessions?after=x')}`],
      [`/account?${'x'.repeat(5000)}`, '/login?return_to=%2Faccount'],
    ] as const)
      expect(await client.get(path)).toMatchObject({ status: 303, location });
    const sent = await client.post('/step-up', { password: pagePassword, return_to: '/account/security' });
    expect(sent.location).toBe('/login?return_to=%2Faccount%2Fsecurity');
  });

  test('a passkey signs in, and a wrong answer is explained', async () => {
    const { passkey } = await withPasskey(restApi, gatehouse());
    const client = visitor();
    const page = await client.get('/login?return_to=/account/security');
    const form = passkeyForm(page);
    const answer = JSON.stringify(passkey.get(form.passkeyOptions));
    const login = await client.post(form.action, { ...form.fields, passkey: answer });
    expect(login).toMatchObject({ status: 303, location: '/account/security' });
    const again = await visitor().post(form.action, { ...form.fields, passkey: answer });
    expectForm(again, 400, 'Please sign in again.');
    for (const malformed of ['', 'x', '[]', 'null', '{}', '{"id":1}']) {
      expectForm(await visitor().post(form.action, { passkey: malformed }), 400, 'The passkey didn’t work.');
    }
    expect((await visitor().get('/login/passkey?return_to=/account')).location).toBe('/login?return_to=%2Faccount');
  });

  test('a passkey is a second factor, and a proof in the step-up', async () => {
    const { email, password, passkey, recoveryCodes } = await withTwoStepPasskey(restApi, gatehouse());
    const client = visitor();
    const second = await client.submit(await client.get('/login'), '/login', { email, password });
    expect(second).toMatchObject({ status: 401, heading: 'Second step' });
    expect(second.text).toContain('Use your passkey, or enter one of your recovery codes.');
    expect(client.sessionCookie).toBeUndefined();
    const form = passkeyForm(second);
    const stranger = new SoftwarePasskey();
    stranger.create(form.passkeyOptions);
    const wrong = await client.post(form.action, {
      ...form.fields,
      passkey: JSON.stringify(stranger.get(form.passkeyOptions)),
    });
    expectForm(wrong, 400, 'The passkey didn’t work.');
    const answer = JSON.stringify(passkey.get(passkeyForm(wrong).passkeyOptions));
    const login = await client.post(form.action, { ...passkeyForm(wrong).fields, passkey: answer });
    expect(login).toMatchObject({ status: 303, location: '/account' });

    const before = client.sessionCookie;
    const page = await client.get('/step-up');
    const proof = passkeyForm(page);
    expect(formTo(page, '/step-up').inputs.recovery_code?.autocomplete).toBe('off');
    const stepped = await client.post(proof.action, {
      ...proof.fields,
      passkey: JSON.stringify(passkey.get(proof.passkeyOptions)),
    });
    expect(stepped.status).toBe(303);
    expect(client.sessionCookie).not.toBe(before);

    const byCode = await client.submit(await client.get('/step-up'), '/step-up', { code: recoveryCodes[0] ?? '' });
    expect(byCode.status).toBe(303);
    const used = await client.submit(await client.get('/step-up'), '/step-up', { code: recoveryCodes[0] ?? '' });
    expectForm(used, 400, 'That code isn’t right');
    // A password is not enough while two-step sign-in is on.
    const weak = await client.post('/step-up', { password });
    expectForm(weak, 401, 'Enter the code from your authenticator app');
  });

  test('HEAD, other methods and unknown pages', async () => {
    const client = visitor();
    for (const page of ['/login', '/register', '/forgot', '/logout']) {
      const head = await client.head(page);
      const get = await client.get(page);
      expect([page, head.status, head.html]).toEqual([page, 200, '']);
      if (page !== '/login') expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
    }
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const response = await fetch(`${gatehouse().url}/login`, { method });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
      expect(await response.text()).toContain('This page or entry doesn’t exist.');
    }
    for (const unknown of ['/login/', '/Login', '/login/unknown']) {
      expect((await fetch(gatehouse().url + unknown)).status).toBe(404);
    }
  });

  test('a form that is too large, malformed or not a form gets a page', async () => {
    const client = visitor();
    const large = await client.post('/login', { email: 'x'.repeat(17_000) });
    expect([large.status, large.heading]).toEqual([413, 'That didn’t work']);
    expect(large.text).toContain('The form contains too much text.');
    const headers = { Origin: 'https://id.example.com' };
    for (const [type, body, status] of [
      ['application/x-www-form-urlencoded', 'email=a&email=b', 400],
      ['application/x-www-form-urlencoded', 'email=%FF', 400],
      ['application/json', '{}', 415],
      ['multipart/form-data; boundary=x', '--x--', 415],
    ] as const) {
      const response = await fetch(`${gatehouse().url}/login`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': type },
        body,
      });
      expect([type, body, response.status]).toEqual([type, body, status]);
      expect(await response.text()).toContain('We couldn’t read the form.');
    }
    const withQuery = await client.post('/login?lang=de', { email: 'ada@example.com' });
    expect(withQuery.status).toBe(400);
    // Such a text fits into no QR code.
    const uri = `otpauth://${'x'.repeat(10_000)}`;
    const enroll = await client.post('/login/complete', { token: 'x', secret: 'x', uri, code: '123456' });
    expect(enroll.status).toBe(400);
  });

  test('the headers of a page', async () => {
    const { headers, html } = await visitor().get('/login');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'none';style-src 'self';script-src 'self';img-src 'self' data:;require-trusted-types-for 'script';trusted-types 'none'",
    );
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('permissions-policy')).toBe(
      'publickey-credentials-get=(self), publickey-credentials-create=(self)',
    );
    expect(headers.get('vary')).toBe('Accept-Language, Cookie');
    expect(html).not.toMatch(/ style=|<style|<script(?! src="\/pages\/)| on\w+=|javascript:/);
    for (const [, file] of html.matchAll(/(?:href|src)="(\/pages\/[^"]+)"/g)) {
      const asset = await fetch(gatehouse().url + file);
      expect(asset.status).toBe(200);
      expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      await asset.text();
    }
  });

  test('the language of a page', async () => {
    const client = visitor();
    const inGerman = await client.get('/login', { headers: { 'Accept-Language': 'de-AT,en;q=0.5' } });
    expect(inGerman).toMatchObject({ heading: 'Bei Gatehouse anmelden' });
    expect(inGerman.headers.get('content-language')).toBe('de');
    expect(inGerman.html).toContain('<html lang="de">');
    expect((await client.get('/login?lang=fr')).heading).toBe('Se connecter à Gatehouse');
    // The choice is kept, also in a form with a problem.
    expect((await client.get('/login', { headers: { 'Accept-Language': 'de' } })).heading).toBe(
      'Se connecter à Gatehouse',
    );
    const problem = await client.submit(await client.get('/login'), '/login', {
      email: 'no address',
      password: pagePassword,
    });
    expect(problem.text).toContain('Veuillez vérifier les champs marqués');
    expect((await client.get('/login?lang=xx')).heading).toBe('Se connecter à Gatehouse');
    client.cookies.set('__Host-gatehouse_language', '"><script>');
    expect((await client.get('/login')).heading).toBe('Sign in to Gatehouse');
    expect((await client.get(`/login?lang=${'x'.repeat(5000)}`)).status).toBe(200);
  });
});

describe('with a second factor', () => {
  const gatehouse = started();
  beforeEach(stopClock);
  afterEach(async () => {
    await gatehouse().allMails();
    jest.useRealTimers();
  });

  test('the code of the application, or a recovery code, completes the login, once', async () => {
    const { email, password, authenticator, recoveryCodes } = await withTotp(restApi, gatehouse());
    for (const code of [authenticator.next(), recoveryCodes[0] ?? '']) {
      const client = new PageClient(gatehouse());
      const page = await client.get('/login?return_to=/account/security');
      const second = await client.submit(page, '/login', { email, password });
      expect(second).toMatchObject({ status: 401, heading: 'Second step' });
      expect(second.html).not.toContain(password);
      expect(formTo(second, '/login/complete').inputs.code).toMatchObject({
        autocomplete: 'one-time-code',
        required: '',
      });
      const wrong = await client.submit(second, '/login/complete', { code: authenticator.wrong() });
      expectForm(wrong, 400, 'That code isn’t right');
      expect(client.sessionCookie).toBeUndefined();
      const login = await client.submit(wrong, '/login/complete', { code });
      expect(login).toMatchObject({ status: 303, location: '/account/security' });
      expect((await client.get('/step-up')).status).toBe(200);
      // The challenge is used up: the person starts again.
      const again = await client.submit(second, '/login/complete', { code: recoveryCodes[1] ?? '' });
      expectForm(again, 400, 'Please sign in again.');
      expect(formTo(again, '/login').fields.return_to).toBe('/account/security');
    }
  });

  test('a login that took too long starts again', async () => {
    const { email, password, authenticator } = await withTotp(restApi, gatehouse());
    const client = new PageClient(gatehouse());
    const second = await client.submit(await client.get('/login'), '/login', { email, password });
    jest.setSystemTime(Date.now() + 301_000);
    const late = await client.submit(second, '/login/complete', { code: authenticator.next() });
    expectForm(late, 400, 'Please sign in again.');
    expect(await client.get('/login/complete')).toMatchObject({ status: 303, location: '/login' });
  });
});

describe('with MFA=required', () => {
  const gatehouse = started({ MFA: 'required', REDIRECT_URIS: application, CORS_ORIGINS: 'https://app.example.com' });
  beforeEach(stopClock);
  afterEach(() => jest.useRealTimers());

  const recoveryCodesPath = '/account/security/recovery-codes';
  const codesIn = ({ html }: PageReply) => [...html.matchAll(/<li>([0-9A-Z-]{8,})<\/li>/g)].map(([, code]) => code);
  const hrefOf = ({ html }: PageReply, text: string) => new RegExp(`href="([^"]*)"[^>]*>${text}<`).exec(html)?.[1];

  /** Signs in a person who must add a second factor, up to the page with the key. */
  async function enrolling(served: Gatehouse, values: Record<string, string>) {
    const client = new PageClient(served);
    const { email = '' } = values;
    const person = { first_name: 'Ada', last_name: 'Lovelace', password: pagePassword, ...values };
    await client.post('/register', person);
    await verifyAddress(served, email);
    const page = await client.post('/login', { email, password: pagePassword, return_to: values.return_to ?? '' });
    const authenticator = new Authenticator(String(formTo(page, '/login/complete').fields.secret));
    return { client, email, page, authenticator };
  }

  test('a person without a second factor adds one', async () => {
    const client = new PageClient(gatehouse());
    const person = { first_name: 'Ada', last_name: 'Lovelace', email: 'enrol@example.com', password: pagePassword };
    const registered = await client.submit(await client.get('/register'), '/register', person);
    expect([registered.status, registered.text]).toEqual([403, expect.stringContaining('isn’t confirmed yet')]);
    await verifyAddress(gatehouse(), person.email);
    const page = await client.post('/login', { email: person.email, password: person.password });
    expect(page).toMatchObject({ status: 401, heading: 'Add a second factor' });
    expect(page.html).toMatch(/<svg class="qr" viewBox="0 0 \d+ \d+" role="img" aria-label="QR code[^"]*"/);
    const { secret, uri } = formTo(page, '/login/complete').fields;
    expect(uri).toContain(`secret=${secret}`);
    expect(page.text.replaceAll(' ', '')).toContain(secret);
    const authenticator = new Authenticator(String(secret));
    const wrong = await client.submit(page, '/login/complete', { code: authenticator.wrong() });
    expectForm(wrong, 400, 'That code isn’t right');
    expect(wrong.heading).toBe('Add a second factor');
    expect([page, wrong].map(languageLinks)).toEqual([[], []]);
    expect(formTo(wrong, '/login/complete').fields).toMatchObject({ secret, uri });
    const login = await client.submit(wrong, '/login/complete', { code: authenticator.next() });
    expect(login).toMatchObject({ status: 303, location: recoveryCodesPath });
    expect(client.sessionCookie).toBeDefined();
    const next = await client.post('/login', { email: person.email, password: person.password });
    expect(next.heading).toBe('Second step');
  });

  test('the login leads to the recovery codes, and then to the application', async () => {
    const values = { email: 'codes@example.com', return_to: application };
    const { client, email, page, authenticator } = await enrolling(gatehouse(), values);
    const login = await client.submit(page, '/login/complete', { code: authenticator.next() });
    const location = `${recoveryCodesPath}?return_to=${encodeURIComponent(application)}`;
    expect(login).toMatchObject({ status: 303, location });
    const offer = await client.follow(login);
    expect([offer.status, hrefOf(offer, 'Cancel')]).toEqual([200, application]);
    const shown = await client.submit(offer, recoveryCodesPath);
    expect([shown.status, hrefOf(shown, 'I’ve saved the codes')]).toEqual([200, application]);
    const codes = codesIn(shown);
    expect(codes).toHaveLength(10);

    // The application is signed in.
    const headers = {
      Origin: 'https://app.example.com',
      'Sec-Fetch-Site': 'same-site',
      'Sec-Fetch-Mode': 'cors',
      'Sec-Fetch-Dest': 'empty',
      Cookie: `__Host-gatehouse_refresh=${client.cookies.get('__Host-gatehouse_refresh')}`,
    };
    const tokens = await withHeaders(headers, () => restApi.refresh(gatehouse().url, {}));
    expect((await restApi.me(gatehouse().url, tokens.jwt)).user?.email).toBe(email);

    // A person who has a second factor goes straight back.
    const other = new PageClient(gatehouse());
    const second = await other.post('/login', { email, password: pagePassword, return_to: application });
    const again = await other.submit(second, '/login/complete', { code: String(codes[0]) });
    expect(again).toMatchObject({ status: 303, location: application });
  });

  test('without the pages of the account, the login leads back', async () => {
    const served = await startGatehouse({ MFA: 'required', PAGES: 'sign-in' });
    try {
      const { client, page, authenticator } = await enrolling(served, { email: 'codes@example.com' });
      const login = await client.submit(page, '/login/complete', { code: authenticator.next() });
      expect(login).toMatchObject({ status: 303, location: '/login' });
    } finally {
      await served.stop();
    }
  });

  test('a step-up on the page of the recovery codes keeps the way back to the application', async () => {
    const values = { email: 'late@example.com', return_to: application };
    const { client, page, authenticator } = await enrolling(gatehouse(), values);
    const offered = await client.follow(await client.submit(page, '/login/complete', { code: authenticator.next() }));
    const codes = codesIn(await client.submit(offered, recoveryCodesPath));
    jest.setSystemTime(Date.now() + 360_000);
    const here = `${recoveryCodesPath}?return_to=${encodeURIComponent(application)}`;
    const due = `/step-up?return_to=${encodeURIComponent(here)}&acr=aal2`;
    const late = [await client.get(here), await client.submit(offered, recoveryCodesPath)];
    expect(late.map(({ location }) => location)).toEqual([due, due]);
    const done = await client.submit(await client.get(due), '/step-up', { code: String(codes[0]) });
    expect(done.location).toBe(here);
    expect(hrefOf(await client.follow(done), 'Cancel')).toBe(application);
    jest.setSystemTime(Date.now() + 360_000);
    for (const target of hostile) {
      const { location } = await client.get(`${recoveryCodesPath}?return_to=${encodeURIComponent(target)}`);
      expect([target, location]).toEqual([
        target,
        `/step-up?return_to=${encodeURIComponent(recoveryCodesPath)}&acr=aal2`,
      ]);
    }
  });

  test('the links of the recovery codes lead only to known places', async () => {
    const { client, page, authenticator } = await enrolling(gatehouse(), { email: 'known@example.com' });
    await client.submit(page, '/login/complete', { code: authenticator.next() });
    for (const target of hostile) {
      const offer = await client.get(`${recoveryCodesPath}?return_to=${encodeURIComponent(target)}`);
      expect([target, hrefOf(offer, 'Cancel')]).toEqual([target, '/account/security']);
    }
    const shown = await client.post(recoveryCodesPath, { return_to: 'https://evil.example/' });
    expect(hrefOf(shown, 'I’ve saved the codes')).toBe('/account/security');
  });
});

describe('with an application in REDIRECT_URIS', () => {
  const gatehouse = started({
    REDIRECT_URIS: `${application},https://app.example.com/`,
    CORS_ORIGINS: 'https://app.example.com',
  });
  const refreshCookie = '__Host-gatehouse_refresh';
  const fromApplication = (client: PageClient) => ({
    Origin: 'https://app.example.com',
    'Sec-Fetch-Site': 'same-site',
    'Sec-Fetch-Mode': 'cors',
    'Sec-Fetch-Dest': 'empty',
    Cookie: `${refreshCookie}=${client.cookies.get(refreshCookie)}`,
  });
  const loginAt = `/login?return_to=${encodeURIComponent(application)}`;
  const otherApplication = 'https://app.example.com/';
  const otherLoginAt = `/login?return_to=${encodeURIComponent(otherApplication)}`;

  test('a person goes back to the application, which can get an access token', async () => {
    const client = new PageClient(gatehouse());
    const { email, password } = await new PageClient(gatehouse()).register();
    const page = await client.get(loginAt);
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' https://app.example.com;");
    const login = await client.submit(page, '/login', { email, password });
    expect(login).toMatchObject({ status: 303, location: application });
    expect(login.cookies.map(({ name }) => name).sort()).toEqual([refreshCookie, '__Host-gatehouse_session']);
    expect(login.cookies.find(({ name }) => name === refreshCookie)?.attributes).toMatchObject({
      httponly: '',
      secure: '',
      samesite: 'Strict',
      path: '/',
    });
    const tokens = await withHeaders(fromApplication(client), () => restApi.refresh(gatehouse().url, {}));
    expect(tokens).toMatchObject({ success: true, refreshToken: null });
    expect((await restApi.me(gatehouse().url, tokens.jwt)).user?.email).toBe(email);
    expect(await count(gatehouse(), `sessions WHERE user_id = (SELECT id FROM users WHERE email = '${email}')`)).toBe(
      2,
    );
  });

  test('a script of the application cannot read a page with the cookies of the person', async () => {
    const client = new PageClient(gatehouse());
    await client.register();
    const script = { Origin: 'https://app.example.com', 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'cors' };
    const read = await client.get('/account', { headers: script });
    expect(read.location).toBe('/login?return_to=%2Faccount');
    expect(read.headers.get('access-control-allow-origin')).toBeNull();
    // An old browser.
    const without = { ...script, 'Sec-Fetch-Site': null, 'Sec-Fetch-Mode': null };
    const opened = await client.get('/account', { headers: without });
    expect(opened.status).toBe(200);
    expect(opened.headers.get('access-control-allow-origin')).toBeNull();
  });

  /** A person on the pages, whose application has a session of its own in the same browser. */
  async function withTwoSessions() {
    const client = new PageClient(gatehouse());
    const { email, password } = await client.register();
    const login = await fetch(`${gatehouse().url}/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email, password, refresh_token_in: 'cookie' }),
    });
    const [cookie = ''] = login.headers.getSetCookie();
    client.cookies.set(refreshCookie, cookie.slice(refreshCookie.length + 1, cookie.indexOf(';')));
    const live = () =>
      count(
        gatehouse(),
        `sessions WHERE revoked_ts IS NULL AND user_id = (SELECT id FROM users WHERE email = '${email}')`,
      );
    expect(await live()).toBe(2);
    return { client, email, password, live };
  }

  test('a sign-out also ends a session of the application that is another one', async () => {
    const { client, live } = await withTwoSessions();
    expect((await client.post('/logout')).status).toBe(303);
    expect(await live()).toBe(0);
  });

  test('a login also ends a session of the application that is another one', async () => {
    const { client, email, password, live } = await withTwoSessions();
    expect((await client.post('/login', { email, password })).status).toBe(303);
    expect(await live()).toBe(1);
  });

  test('the cookie of the application ends no other sessions', async () => {
    const { client, live } = await withTwoSessions();
    client.cookies.delete('__Host-gatehouse_session');
    expect((await client.post('/account/sessions/end-others')).location).toContain('/login');
    expect(await live()).toBe(2);
  });

  test('hostile addresses are still not used', async () => {
    const { email, password } = await new PageClient(gatehouse()).register();
    for (const target of hostile) {
      const reply = await new PageClient(gatehouse()).post('/login', { email, password, return_to: target });
      expect([target, reply.location]).toEqual([target, '/account']);
    }
  });

  test('a person who is signed in goes straight back only with a refresh cookie of the session', async () => {
    const client = new PageClient(gatehouse());
    const { email, password } = await client.register();
    expect(await client.get(loginAt)).toMatchObject({ status: 303, location: application });
    const own = String(client.cookies.get(refreshCookie));

    client.cookies.delete(refreshCookie);
    expect(await client.get(loginAt)).toMatchObject({ status: 200, heading: 'Sign in to Gatehouse' });
    // A page of Gatehouse needs no refresh cookie.
    expect((await client.get('/login')).location).toBe('/account');

    const other = new PageClient(gatehouse());
    await other.register();
    for (const foreign of [String(other.cookies.get(refreshCookie)), 'x', `${own}x`]) {
      client.cookies.set(refreshCookie, foreign);
      expect((await client.get(loginAt)).status).toBe(200);
    }
    const again = await client.submit(await client.get(loginAt), '/login', { email, password });
    expect(again).toMatchObject({ status: 303, location: application });
    expect(await client.get(loginAt)).toMatchObject({ status: 303, location: application });
  });

  test('an application that sends a person here again and again gets a page with a link', async () => {
    const client = new PageClient(gatehouse());
    const person = await client.register();
    const marker = '__Host-gatehouse_sent_back';
    const first = await client.get(loginAt);
    expect(first).toMatchObject({ status: 303, location: application });
    const attributes = { httponly: '', secure: '', samesite: 'Lax', path: '/', 'max-age': '30' };
    expect(first.cookies).toMatchObject([{ name: marker, attributes }]);
    for (let i = 0; i < 3; i += 1) {
      const again = await client.get(loginAt);
      expect(again).toMatchObject({ status: 200, heading: 'You are signed in', cookies: [] });
      expect(again.links).toEqual(expect.arrayContaining([application, '/logout']));
      expect(again.text).toContain('Back to app.example.com');
    }
    // Another application has not sent the person here before.
    expect(await client.get(otherLoginAt)).toMatchObject({ status: 303, location: otherApplication });
    expect((await client.get(otherLoginAt)).status).toBe(200);
    // A page of Gatehouse does not send a person here without a reason.
    for (let i = 0; i < 2; i += 1) expect((await client.get('/login')).location).toBe('/account');
    // After 30 seconds the browser has no longer the cookie.
    client.cookies.delete(marker);
    expect((await client.get(loginAt)).location).toBe(application);
    await client.signIn(person);
    expect(client.cookies.has(marker)).toBe(false);
    expect((await client.get(loginAt)).location).toBe(application);
  });

  test('a used refresh token is no way back', async () => {
    const client = new PageClient(gatehouse());
    await client.register();
    const tokens = await withHeaders(fromApplication(client), () => restApi.refresh(gatehouse().url, {}));
    expect(tokens.success).toBe(true);
    expect((await client.get(loginAt)).status).toBe(200);
  });

  test('the sign-out ends the session for both, and returns to the application', async () => {
    const client = new PageClient(gatehouse());
    await client.register();
    const stolen = fromApplication(client);
    const page = await client.get(`/logout?return_to=${encodeURIComponent(application)}`);
    const out = await client.submit(page, '/logout');
    expect(out).toMatchObject({ status: 303, location: application });
    expect([...client.cookies.keys()]).toEqual([]);
    expect((await withHeaders(stolen, () => restApi.refresh(gatehouse().url, {}))).code).toBe('UNAUTHENTICATED');
  });

  test('the sign-out also ends the session of a refresh cookie alone', async () => {
    const client = new PageClient(gatehouse());
    await client.register();
    const stolen = fromApplication(client);
    client.cookies.delete('__Host-gatehouse_session');
    expect((await client.post('/logout')).status).toBe(303);
    expect((await withHeaders(stolen, () => restApi.refresh(gatehouse().url, {}))).code).toBe('UNAUTHENTICATED');
  });
});

describe('with other settings', () => {
  test('without a mail server, no page promises an e-mail', async () => {
    const gatehouse = await startGatehouse({ MAILBOX: 'false', REGISTRATION: 'confirm' });
    const text = 'This service can’t send e-mails right now.';
    const client = new PageClient(gatehouse);
    const forgot = await client.get('/forgot');
    expect([forgot.status, forgot.forms.filter(({ action }) => action === '/forgot')]).toEqual([200, []]);
    expect(forgot.text).toContain(text);
    expect((await client.get('/register')).heading).toBe('Registration is closed');
    expect((await client.get('/login')).links).not.toContain('/register');
    await gatehouse.stop();
    const open = await startGatehouse({ MAILBOX: 'false' });
    const person = new PageClient(open);
    const { email } = await person.register();
    const account = await person.get('/account');
    expect(account.text).toContain(email);
    expect(account.html).not.toContain('/account/email/verification');
    expect((await person.get('/account/email')).text).toContain(text);
    await open.stop();
  });

  test.each([
    ['off', []],
    ['sign-in', ['/login', '/register', '/forgot', '/logout']],
  ] as const)('PAGES=%s', async (areas, found) => {
    const gatehouse = await startGatehouse({ PAGES: areas });
    const client = new PageClient(gatehouse);
    for (const page of ['/login', '/register', '/forgot', '/logout', '/account', '/console']) {
      const isFound = (found as readonly string[]).includes(page);
      expect([page, (await client.get(page)).status]).toEqual([page, isFound ? 200 : 404]);
    }
    const link = await client.get('/reset/x');
    expect([link.status, link.heading]).toEqual([400, 'That didn’t work']);
    const [, style] = /href="(\/pages\/style-[^"]+)"/.exec(link.html) ?? [];
    expect((await fetch(gatehouse.url + style)).status).toBe(200);
    if (areas === 'sign-in') {
      const login = await client.signIn(await client.register());
      expect(login.location).toBe('/login');
      const signedIn = await client.follow(login);
      expect([signedIn.status, signedIn.heading]).toEqual([200, 'You are signed in']);
      expect(signedIn.links).toContain('/logout');
      expect(signedIn.links).not.toContain('/account');
    }
    await gatehouse.stop();
  });

  test('PAGES=sign-in leads to no other page', async () => {
    const gatehouse = await startGatehouse({ PAGES: 'sign-in', REGISTRATION: 'closed', PASSKEYS: 'off' });
    const client = new PageClient(gatehouse);
    const login = await client.get('/login');
    expect(login.links).not.toContain('/register');
    expect(login.html).not.toContain('data-passkey');
    expect(formTo(login, '/login').inputs.email?.autocomplete).toBe('username');
    expect(await client.get('/register')).toMatchObject({ status: 200, heading: 'Registration is closed' });
    const person = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com', password: pagePassword };
    expect((await client.post('/register', person)).status).toBe(403);
    expect(await count(gatehouse, 'users')).toBe(0);
    await gatehouse.stop();
  });

  test.each([{ REGISTRATION: 'confirm' }, { EMAIL_VERIFICATION: 'required' }])(
    'with %j a registration waits for the e-mail',
    async (env) => {
      const gatehouse = await startGatehouse(env);
      const client = new PageClient(gatehouse);
      const person = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com', password: pagePassword };
      const sent = await client.submit(await client.get('/register'), '/register', person);
      expect(sent).toMatchObject({ status: 200, heading: 'Check your e-mail' });
      expect(client.sessionCookie).toBeUndefined();
      if (env.REGISTRATION) {
        // An address with an account gets the same answer.
        const again = await client.submit(await client.get('/register'), '/register', person);
        expect(again.text).toBe(sent.text);
      } else {
        const login = await client.submit(await client.get('/login'), '/login', person);
        expect([login.status, login.text]).toEqual([403, expect.stringContaining('isn’t confirmed yet')]);
      }
      // The login has sent a second mail. The link of the first one is dead, even if it was sent before the login.
      const mail = (await gatehouse.allMails()).filter(({ to }) => to === person.email).at(-1);
      const link = new URL(String(mail?.links[0])).pathname;
      const done = await client.submit(
        await client.get(link),
        link,
        env.REGISTRATION ? { password: pagePassword } : {},
      );
      expect(done).toMatchObject({ status: 303, location: '/account?done=verified' });
      await gatehouse.stop();
    },
  );

  test('PUBLIC_URL with a path and without TLS', async () => {
    const gatehouse = await startGatehouse({ PUBLIC_URL: 'http://localhost:4000/id' });
    const client = new PageClient(gatehouse);
    const page = await client.get('/login');
    for (const [, address] of page.html.matchAll(/(?:href|src|action)="([^"#]+)"/g)) {
      expect(address).toMatch(/^(?:\/id\/|data:)/);
    }
    const { email } = await client.register();
    const login = await client.signIn({ email });
    expect(login.headers.get('location')).toBe('/id/account');
    expect(login.cookies).toMatchObject([{ name: 'gatehouse_session', attributes: { path: '/', samesite: 'Lax' } }]);
    expect(login.cookies[0]?.attributes).not.toHaveProperty('secure');
    await gatehouse.stop();
  });

  test('too many attempts are explained, with the time', async () => {
    const gatehouse = await startGatehouse({ RATE_LIMITS: 'on', RATE_LIMIT_LOGIN_NETWORK: '3/900' });
    const client = new PageClient(gatehouse);
    const page = await client.get('/login');
    const replies: PageReply[] = [];
    for (let i = 0; i < 4; i += 1) {
      replies.push(await client.submit(page, '/login', { email: `a${i}@example.com`, password: pagePassword }));
    }
    const last = replies.at(-1);
    expect(replies.map(({ status }) => status)).toEqual([401, 401, 401, 429]);
    expect(last?.text).toMatch(/Please try again in \d+ minutes\./);
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
    await gatehouse.stop();
  });

  test('a short wait is said in seconds, for the script to count down', async () => {
    const gatehouse = await startGatehouse({ RATE_LIMITS: 'on' });
    const { email } = await new PageClient(gatehouse).register();
    const client = new PageClient(gatehouse);
    let last = await client.get('/login');
    for (let i = 0; i < 12 && last.status !== 429; i += 1)
      last = await client.submit(last, '/login', { email, password: 'a wrong horse battery' });
    const seconds = last.headers.get('retry-after');
    expect(last.text).toContain(`Too many attempts. Please try again in ${seconds} second`);
    expect(last.html).toMatch(new RegExp(`<p role="alert"[^>]* data-wait="${seconds}"`));
    await gatehouse.stop();
  });

  test('a theme and a logo', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-theme-'));
    const [theme, logo] = [path.join(folder, 'theme.css'), path.join(folder, 'logo.svg')];
    writeFileSync(theme, ':root { --accent: #0050a0; }');
    writeFileSync(logo, '<svg xmlns="http://www.w3.org/2000/svg"/>');
    const gatehouse = await startGatehouse({ THEME_CSS: theme, LOGO: logo, PRODUCT_NAME: 'Rocket & "Co"' });
    const page = await new PageClient(gatehouse).get('/login');
    expect(page.title).toBe('Sign in – Rocket & "Co"');
    const [style, own] = [...page.html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href]) => href);
    expect(style).toMatch(/^\/pages\/style-[\w-]{11}\.css$/);
    expect(own).toMatch(/^\/pages\/theme-[\w-]{11}\.css$/);
    const css = await fetch(gatehouse.url + own);
    expect([css.headers.get('content-type'), await css.text()]).toEqual([
      'text/css; charset=utf-8',
      ':root { --accent: #0050a0; }',
    ]);
    const [, image] = /<img src="([^"]+)" alt="Rocket &amp; &quot;Co&quot;"/.exec(page.html) ?? [];
    const svg = await fetch(gatehouse.url + image);
    expect(svg.headers.get('content-type')).toBe('image/svg+xml');
    // Opened alone, the image runs no script.
    expect(svg.headers.get('content-security-policy')).toContain("default-src 'none'");
    await svg.text();
    await gatehouse.stop();
  });

  test.each([
    [{ THEME_CSS: '/nowhere/theme.css' }, 'THEME_CSS names a file that cannot be read (ENOENT)'],
    [{ LOGO: '/nowhere/logo.svg' }, 'LOGO names a file that cannot be read (ENOENT)'],
    [{ LOGO: '/nowhere/logo.gif' }, 'LOGO must be a file that ends with .svg, .png or .webp'],
    [{ THEME_CSS: tmpdir() }, 'THEME_CSS names a file that cannot be read (EISDIR)'],
  ])('%j stops the start', (env, text) => {
    expect(() => loadAssets(readConfig(env).pages, [])).toThrow(text);
  });
});

test.each(Object.keys(errorTable) as ErrorCode[])('the error %s has a text in every language', (code) => {
  const texts = Object.values(wordsIn).map((words) => problemText(new AppError(code), words));
  expect(new Set(texts).size).toBe(4);
  for (const text of texts) expect(text).not.toBe('');
});
