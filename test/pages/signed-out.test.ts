import { endsByName } from '../../src/compose/features';
import { endTextOf } from '../../src/pages/sign-in/session-ends';
import { wordsIn } from '../../src/pages/words/words-in';
import { locales } from '../../src/platform/request/locale';
import { graphqlApi } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { PageClient, pagePassword } from '../support/page-client';

const { ended, login } = wordsIn.en.signIn;
const notSaved = login.notSaved;
let gatehouse: Gatehouse;

beforeAll(async () => {
  gatehouse = await startGatehouse();
});
afterAll(() => gatehouse.stop());

async function registered() {
  const client = new PageClient(gatehouse);
  const person = await client.register();
  return { client, ...person };
}

/** A second device of the person. */
async function elsewhere(email: string) {
  const client = new PageClient(gatehouse);
  await client.signIn({ email });
  return client;
}

const setSessions = (email: string, change: string) =>
  gatehouse.sql(`UPDATE sessions SET ${change} WHERE user_id = (SELECT id FROM users WHERE email = '${email}')`);

test('the sign-in page says why the session is over, in each language, and only in its browser', async () => {
  const { client, email } = await registered();
  const other = await elsewhere(email);
  const { jwt } = await graphqlApi.login(gatehouse.url, { email, password: pagePassword });
  const change = { currentPassword: pagePassword, password: 'a longer horse battery' };
  await graphqlApi.changePassword(gatehouse.url, change, jwt);
  const away = await client.get('/account/security');
  expect(away).toMatchObject({ status: 303, location: '/login?return_to=%2Faccount%2Fsecurity' });
  expect((await client.follow(away)).text).toContain(ended.passwordChanged);
  for (const locale of locales) {
    const page = await other.get(`/login?lang=${locale}`);
    expect(page.text).toContain(wordsIn[locale].signIn.ended.passwordChanged);
  }
  const stranger = new PageClient(gatehouse);
  for (const cookie of ['', 'x'.repeat(43)]) {
    stranger.cookies.set('__Host-gatehouse_session', cookie);
    expect((await stranger.get('/login')).html).not.toContain('role="status"');
  }
  // With the new password, all is as before.
  await client.signIn({ email, password: change.password });
  expect((await client.get('/account')).status).toBe(200);
});

test.each<[string, string]>([
  ["revoked_ts = now(), revoked_reason = 'factors_changed'", ended.factorsChanged],
  ["revoked_ts = now(), revoked_reason = 'email_verified'", ended.emailConfirmed],
  ["revoked_ts = now(), revoked_reason = 'of a later version'", ended.other],
  ["expires_ts = now() - interval '1 second'", ended.expired],
  ["last_used_ts = now() - interval '400 days'", ended.expired],
  ['revision = revision - 1', ended.other],
])('a session with %s', async (change, text) => {
  const { client, email } = await registered();
  await setSessions(email, change);
  expect((await client.follow(await client.get('/account'))).text).toContain(text);
});

test('a person who signs out is not told that something ended the session', async () => {
  const { client } = await registered();
  const out = await client.submit(await client.get('/logout'), '/logout');
  expect((await client.follow(out)).text).toContain(login.signedOut);
  expect((await client.get('/login')).html).not.toContain('role="status"');
});

test('a form that is sent after the end says that it was not saved', async () => {
  const { client, email } = await registered();
  const page = await client.get('/account');
  await setSessions(email, "revoked_ts = now(), revoked_reason = 'revoked_by_user'");
  const sent = await client.submit(page, '/account', { first_name: 'Grace' });
  expect(sent.location).toBe('/login?return_to=%2Faccount&done=not-saved');
  const asked = await client.follow(sent);
  expect(asked.text).toContain(`${ended.otherDevice} ${notSaved}`);
  // A wrong password is what the form is about then.
  const wrong = await client.submit(asked, '/login', { email, password: 'a wrong horse battery' });
  expect(wrong.text).toContain('The e-mail address or the password is wrong.');
  expect(wrong.text).not.toContain(ended.otherDevice);
});

test('every end has a text, and those of one person have their own', () => {
  const unnamed = Object.values(endsByName).filter((end) => endTextOf(end) === 'other');
  // These end sessions of applications, or those in which a super admin acts as the person: neither opens a page of theirs.
  expect(unnamed.map(({ name }) => name)).toEqual([
    'app_disconnected',
    'client_changed',
    'client_disabled',
    'code_reuse',
    'impersonation_ended',
    'revoked_by_client',
  ]);
});

test('a browser that blocks cookies is told so after the right password', async () => {
  const { email } = await registered();
  const client = new PageClient(gatehouse);
  client.blocksCookies = true;
  const page = await client.get('/login?return_to=/account/security');
  const sent = await client.submit(page, '/login', { email, password: pagePassword });
  const shown = await client.follow(sent);
  expect([sent.status, shown.status, shown.text]).toEqual([303, 200, expect.stringContaining(login.noCookies)]);
  const again = await client.submit(shown, '/login', { email, password: pagePassword });
  expect((await client.follow(again)).text).toContain(login.noCookies);
  const wrong = await client.submit(page, '/login', { email, password: 'a wrong horse battery' });
  expect(wrong.text).not.toContain(login.noCookies);

  // With cookies, the same address leads on.
  const other = new PageClient(gatehouse);
  await other.signIn({ email });
  expect((await other.get(String(sent.location))).location).toBe('/account/security');
});
