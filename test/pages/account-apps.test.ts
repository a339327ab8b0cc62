import { insertApp, insertAppSession, insertConsent } from '../support/apps';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { formTo, PageClient } from '../support/page-client';
import { adminPassword, loginSuperAdmin } from '../support/super-admin';

let gatehouse: Gatehouse;
beforeAll(async () => {
  gatehouse = await startGatehouse();
});
afterAll(() => gatehouse.stop());

async function visitor() {
  const client = new PageClient(gatehouse);
  const { email } = await client.register();
  const [row] = await gatehouse.sql(`SELECT id FROM users WHERE email = '${email}'`);
  return { client, userId: String(row?.id), email };
}

async function connected(name = '<b>Grafana</b> & Co') {
  const { client, userId, email } = await visitor();
  const clientId = await insertApp(gatehouse, { name });
  await insertConsent(gatehouse, userId, clientId, ['openid', 'email', 'phone', 'toString']);
  const sessionId = await insertAppSession(gatehouse, { userId, clientId, scopes: ['openid', 'roles'] });
  return { client, userId, email, clientId, sessionId, disconnect: `/account/apps/${clientId}/disconnect` };
}

const isLive = async (sessionId: string) =>
  (await gatehouse.sql(`SELECT 1 FROM sessions WHERE id = '${sessionId}' AND revoked_ts IS NULL`)).length === 1;

test('the page says which applications there are, and what each can do', async () => {
  const none = await visitor();
  const empty = await none.client.get('/account/apps');
  expect(empty).toMatchObject({ status: 200, heading: 'Connected apps' });
  expect(empty.text).toContain('You don’t use any apps with your account yet.');

  const { client, disconnect } = await connected();
  const page = await client.get('/account/apps');
  expect(page.html).toContain('<bdi>&lt;b>Grafana&lt;/b> &amp; Co</bdi>');
  const items = [...page.html.matchAll(/<li><svg.*?<\/svg><span>([^<]+)<\/span><\/li>/g)].map(([, item]) => item);
  expect(items).toEqual(['Recognize you', 'See your e-mail address', 'See your phone number', 'See your roles']);
  expect(page.text).toContain('Connected:');
  expect(page.links).toContain(disconnect);
  expect((await client.get('/account')).links).toContain('/account/apps');
});

test.each([
  ['de', 'Verbundene Apps', 'Ihre E-Mail-Adresse sehen'],
  ['es', 'Aplicaciones conectadas', 'Ver su correo electrónico'],
  ['fr', 'Applications connectées', 'Voir votre adresse e-mail'],
])('in the language %s', async (lang, heading, item) => {
  const { client } = await connected('Grafana');
  const page = await client.get(`/account/apps?lang=${lang}`);
  expect(page.heading).toBe(heading);
  expect(page.text).toContain(item);
});

test('an application is disconnected after a question', async () => {
  const { client, sessionId, disconnect } = await connected('Grafana');
  const question = await client.get(disconnect);
  expect(question).toMatchObject({ status: 200, heading: 'Grafana' });
  expect(question.text).toContain('You’ll be signed out of Grafana on all devices.');
  expect(question.links).toContain('/account/apps');
  expect(await isLive(sessionId)).toBe(true);

  const sent = await client.submit(question, disconnect);
  expect(sent).toMatchObject({ status: 303, location: '/account/apps?done=disconnected' });
  const after = await client.follow(sent);
  expect(after.text).toContain('The app is disconnected.');
  expect(after.text).not.toContain('Grafana');
  expect(await isLive(sessionId)).toBe(false);
  // A form in another tab.
  const late = await client.submit(question, disconnect);
  expect((await client.follow(late)).text).toContain('This app was already disconnected.');
  expect((await client.get(disconnect)).status).toBe(404);
});

test('only a form on an own page disconnects, and only what is one’s own', async () => {
  const ada = await connected();
  const eve = await visitor();
  const foreign = await ada.client.post(ada.disconnect, {}, { headers: { 'Sec-Fetch-Site': 'cross-site' } });
  expect(foreign.status).toBe(403);
  expect((await eve.client.get(ada.disconnect)).status).toBe(404);
  expect((await eve.client.post(ada.disconnect)).location).toBe('/account/apps?done=gone');
  expect((await eve.client.get('/account/apps/nothing/disconnect')).status).toBe(404);
  expect(await isLive(ada.sessionId)).toBe(true);
});

test('the list of devices names the application of a session, which ends alone', async () => {
  const { client, sessionId } = await connected('Grafana');
  const page = await client.get('/account/sessions');
  expect(page.html).toContain('<bdi>Grafana</bdi>');
  const ids = page.forms.flatMap(({ action, fields }) => (action === '/account/sessions/end' ? [fields.id] : []));
  expect(ids).toEqual([sessionId]);
  expect(formTo(page, '/account/sessions/end').fields).toEqual({ id: sessionId });
  const ended = await client.submit(page, '/account/sessions/end');
  expect(ended.location).toBe('/account/sessions?done=ended');
  expect(await isLive(sessionId)).toBe(false);
});

test('a super admin sees the application of a session, and while acting as the user none', async () => {
  const { userId, sessionId, disconnect } = await connected('Grafana');
  const { email } = await loginSuperAdmin(gatehouse, 'root.of.apps@example.com');
  const admin = new PageClient(gatehouse);
  await admin.signIn({ email, password: adminPassword });
  const path = `/console/users/${userId}`;
  expect((await admin.get(path)).html).toContain('aria-label="End: Grafana"');

  await admin.submit(await admin.get(`${path}/impersonate`), `${path}/impersonate`, { reason: 'Ticket 4711' });
  const page = await admin.get('/account/sessions');
  expect(page.html).toContain('<bdi>Grafana</bdi>');
  expect(page.links).not.toContain('/account/apps');
  for (const reply of [
    await admin.get('/account/apps'),
    await admin.get(disconnect),
    await admin.post(disconnect, { acting_as: userId }),
  ]) {
    expect(reply.status).toBe(403);
  }
  expect(await isLive(sessionId)).toBe(true);
});
