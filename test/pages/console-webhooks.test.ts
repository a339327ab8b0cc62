import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventTypesByName } from '../../src/compose/features';
import { wordsIn } from '../../src/pages/words/words-in';
import { locales } from '../../src/platform/request/locale';
import { keysOf } from '../../src/platform/runtime/keys-of';
import { parseWebhookSecret, signWebhook } from '../../src/platform/webhooks/standard-webhooks';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { registerPerson } from '../support/impersonation';
import { formTo, PageClient, type PageReply } from '../support/page-client';
import { adminPassword, loginSuperAdmin } from '../support/super-admin';
import { until } from '../support/until';

let gatehouse: Gatehouse;
let admin: PageClient;
let receiver: Server;
let receiverUrl: string;
let status = 204;
let answer: string | undefined;
const received: { headers: Record<string, unknown>; body: string }[] = [];

beforeAll(async () => {
  receiver = createServer(async (req, res) => {
    let body = '';
    for await (const chunk of req) body += chunk;
    received.push({ headers: req.headers, body });
    res.writeHead(status).end(answer);
  });
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/webhooks`;
  gatehouse = await startGatehouse({ WEBHOOK_NETWORKS: '127.0.0.0/8' });
  const { email } = await loginSuperAdmin(gatehouse);
  admin = new PageClient(gatehouse);
  await admin.signIn({ email, password: adminPassword });
});
afterAll(async () => {
  await gatehouse.stop();
  receiver.closeAllConnections();
  receiver.close();
});
afterEach(() => gatehouse.sql('DELETE FROM webhook_endpoints'));

const list = '/console/webhooks';
const create = `${list}/new`;
const actions = ['secret', 'enable', 'disable', 'delete'];
const endpoints = () => gatehouse.stores.webhookEndpoints.list();
/** What the page shows once. */
const secretIn = ({ html }: PageReply) => /<dd><code>(whsec_[^<]+)<\/code><\/dd>/.exec(html)?.[1] ?? '';
const isFromGatehouse = ({ headers, body }: (typeof received)[number], ...secrets: string[]) => {
  const sentAt = new Date(Number(headers['webhook-timestamp']) * 1000);
  const keys = secrets.map((secret) => parseWebhookSecret(secret) ?? Buffer.alloc(0));
  const signed = signWebhook({ id: String(headers['webhook-id']), sentAt, body }, keys);
  return signed['webhook-signature'] === headers['webhook-signature'];
};

async function createEndpoint(url = receiverUrl): Promise<{ id: string; path: string; secret: string }> {
  const made = await admin.submit(await admin.get(create), create, { url, 'type_user.created': 'yes' });
  const [endpoint] = await endpoints();
  const id = endpoint?.id ?? '';
  return { id, path: `${list}/${id}`, secret: secretIn(made) };
}

test('an endpoint is created, its secret is shown once, and the form works once', async () => {
  const page = await admin.get(create);
  const values = { url: `${receiverUrl}?a=<b>`, 'type_user.created': 'yes', 'type_session.revoked': 'yes' };
  const made = await admin.submit(page, create, values);
  const secret = secretIn(made);
  expect([made.status, made.heading]).toEqual([200, 'The endpoint is ready']);
  expect(made.headers.get('cache-control')).toBe('no-store');
  expect(secret).toMatch(/^whsec_/);
  const [endpoint] = await endpoints();
  expect(endpoint).toMatchObject({ url: values.url, types: ['session.revoked', 'user.created'] });
  const again = await admin.submit(page, create, values);
  expect([again.location, (await endpoints()).length]).toEqual([`${list}?done=repeated`, 1]);
  const [listed, shown] = [await admin.get(list), await admin.get(`${list}/${endpoint?.id}`)];
  expect(listed.links).toContain(`${list}/${endpoint?.id}`);
  expect(listed.text).toContain(
    `${values.url} 2 of ${Object.keys(eventTypesByName).length} events session.revoked user.created Working`,
  );
  expect(listed.html + shown.html).not.toContain(secret);
  expect(listed.html + shown.html).not.toContain('<b>');
});

test('what is wrong is said at its field, and what was typed stays', async () => {
  const { invalid } = wordsIn.en.console;
  const reply = await admin.submit(await admin.get(create), create, { url: 'https://10.0.0.1/' });
  expect([reply.status, await endpoints()]).toEqual([400, []]);
  expect(reply.text).toContain(invalid.types);
  const corrected = await admin.submit(reply, create, { 'type_factor.added': 'yes' });
  expect([corrected.status, formTo(corrected, create).fields.url]).toEqual([400, 'https://10.0.0.1/']);
  expect(corrected.text).toContain(invalid.url);
  expect(corrected.text).not.toContain(invalid.types);
  expect(formTo(corrected, create).fields['type_factor.added']).toBe('yes');
  expect((await admin.submit(corrected, create, { url: receiverUrl })).heading).toBe('The endpoint is ready');

  await gatehouse.sql(`INSERT INTO webhook_endpoints (id, url, types, encrypted_secret, secret_ts, created_ts)
    SELECT gen_random_uuid(), url, types, encrypted_secret, secret_ts, created_ts FROM webhook_endpoints, generate_series(1, 19)`);
  const full = await admin.submit(await admin.get(create), create, { url: receiverUrl, 'type_user.created': 'yes' });
  expect([full.status, full.text.includes('There are 20 endpoints already.')]).toEqual([409, true]);
});

test('only what was edited is changed, also after a change of another super admin', async () => {
  const { id, path } = await createEndpoint();
  const page = await admin.get(path);
  expect((await admin.submit(page, path)).location).toBe(`${path}?done=unchanged`);
  await gatehouse.sql(`UPDATE webhook_endpoints SET url = '${receiverUrl}/2' WHERE id = '${id}'`);
  const reply = await admin.submit(page, path, { 'type_user.deleted': 'yes' });
  expect(reply.location).toBe(`${path}?done=saved`);
  expect((await admin.follow(reply)).text).toContain('Saved.');
  expect(await endpoints()).toMatchObject([{ url: `${receiverUrl}/2`, types: ['user.created', 'user.deleted'] }]);
  const wrong = await admin.submit(await admin.get(path), path, { url: 'https://192.168.0.1/' });
  expect([wrong.status, wrong.heading]).toEqual([400, `${receiverUrl}/2`]);
  expect(formTo(wrong, path).fields.url).toBe('https://192.168.0.1/');
});

test('the secret is replaced, and the one before signs no more if the form says so', async () => {
  const { path, secret } = await createEndpoint();
  const sent = async () => {
    const before = received.length;
    await admin.submit(await admin.get(path), `${path}/test`);
    await until(() => received.length > before);
    return received[before] ?? { headers: {}, body: '' };
  };
  const page = await admin.get(`${path}/secret`);
  const second = secretIn(await admin.submit(page, `${path}/secret`));
  expect(isFromGatehouse(await sent(), second, secret)).toBe(true);
  expect((await admin.submit(page, `${path}/secret`)).location).toBe(`${path}?done=repeated`);
  expect((await admin.get(path)).text).toContain('The previous secret also signs until');
  const third = secretIn(await admin.submit(await admin.get(`${path}/secret`), `${path}/secret`, { at_once: 'yes' }));
  expect(isFromGatehouse(await sent(), third)).toBe(true);
});

test('a test is sent, and a delivery can be sent again', async () => {
  const { path } = await createEndpoint();
  const deliveries = `${path}/deliveries`;
  expect((await admin.get(deliveries)).text).toContain('Nothing was sent yet.');
  status = 500;
  const sent = await admin.submit(await admin.get(path), `${path}/test`);
  expect(sent.location).toBe(`${deliveries}?done=tested`);
  await until(async () => (await admin.get(deliveries)).text.includes('HTTP status 500'));
  const failed = await admin.follow(sent);
  expect(failed.text).toContain('The test is sent now.');
  expect(failed.text).toMatch(
    /Waiting The endpoint did not answer with success\. HTTP status 500 1 attempt \d+ ms Next/,
  );
  expect((await admin.get(list)).text).toContain('Failing');
  expect((await admin.get(path)).text).toContain('Failing since');

  status = 204;
  const [row] = await gatehouse.sql('SELECT id FROM webhook_deliveries');
  const retry = `${deliveries}/${row?.id}`;
  expect((await admin.get(retry)).location).toBe(deliveries);
  const retried = await admin.submit(failed, retry);
  expect((await admin.follow(retried)).text).toContain('The event is sent again now.');
  await until(async () => (await admin.get(deliveries)).text.includes('Delivered HTTP status 204 2 attempts'));
  expect((await admin.get(list)).text).toContain('Working');
});

test('deliveries have pages, and lead to their users', async () => {
  const { id, path } = await createEndpoint();
  const user = '01a1fafd-5e0c-7b1f-9c55-0d0f5f1d6c3a';
  await gatehouse.sql(`INSERT INTO webhook_deliveries (endpoint_id, type, data, created_ts, ended_ts, attempts, problem)
    SELECT '${id}', 'user.created', '{"user_id": "${user}"}', now() - interval '1 second' * n, now(), 10, 'tls'
    FROM generate_series(1, 51) AS n`);
  const first = await admin.get(`${path}/deliveries?done=retried`);
  expect(first.text).toMatch(/…0d0f5f1d|…5f1d6c3a/);
  expect(first.text).toContain('Failed The certificate of the endpoint isn’t valid. 10 attempts');
  expect(first.links).toContain(`/console/users/${user}`);
  const next = first.links.find((link) => link.includes('after=')) ?? '';
  expect(
    [first, await admin.get(next)].map(({ forms }) => forms.filter((form) => form.method === 'post').length),
  ).toEqual([50, 1]);
  expect((await admin.get(`${path}/deliveries?after=x`)).status).toBe(400);
});

test('an example of an event is sent, and its delivery shows what was sent and answered, as text', async () => {
  const { path } = await createEndpoint();
  const page = await admin.get(path);
  const { fields } = formTo(page, `${path}/test`);
  expect(fields.type).toBe('');
  for (const type of keysOf(eventTypesByName)) expect(page.html).toContain(`<option value="${type}">`);
  [status, answer] = [400, '<script>alert(1)</script>'];
  const sent = await admin.submit(page, `${path}/test`, { type: 'factor.added' });
  [status, answer] = await until(
    async () => (await admin.get(`${path}/deliveries`)).text.includes('ms') && [204, undefined],
  );
  const shown = await admin.follow(sent);
  expect(received.at(-1)?.body).toContain('"type":"factor.added"');
  expect(shown.text).toMatch(/factor\.added Test .* HTTP status 400 1 attempt \d+ ms/);
  expect(shown.text).toMatch(
    /Body of the request \{ "type": "factor\.added", "timestamp": "[^"]+", "test": true, "data"/,
  );
  expect(shown.text).toContain('Beginning of the answer <script>alert(1)</script>');
  expect(shown.html).not.toContain('<script>alert');
  expect(shown.links).toContain(`${path}/deliveries`);
  // The account of an example does not exist.
  expect(shown.links.filter((link) => link.startsWith('/console/users/'))).toEqual([]);
  const wrong = await admin.submit(page, `${path}/test`, { type: 'user.exploded' });
  expect(wrong.status).toBe(400);
});

test('an endpoint is disabled, enabled and deleted, and a disabled one gets nothing', async () => {
  const { path } = await createEndpoint();
  const run = async (action: string) =>
    admin.follow(await admin.submit(await admin.get(`${path}/${action}`), `${path}/${action}`));
  const page = await admin.get(path);
  await admin.submit(page, `${path}/test`);
  await until(async () => (await admin.get(`${path}/deliveries`)).text.includes('Delivered'));
  const shown = await admin.get(`${path}/deliveries`);
  expect((await run('disable')).text).toMatch(/Disabled The endpoint is disabled\./);
  const test = await admin.submit(page, `${path}/test`);
  expect([test.status, test.text.includes('so no test was sent')]).toEqual([409, true]);
  const [row] = await gatehouse.sql('SELECT id FROM webhook_deliveries');
  const retried = await admin.submit(shown, `${path}/deliveries/${row?.id}`);
  expect([retried.status, retried.text.includes('or the endpoint is disabled')]).toEqual([409, true]);
  expect((await run('enable')).text).toContain('The endpoint is enabled.');
  await gatehouse.sql(`UPDATE webhook_endpoints SET disabled_ts = now(), disabled_problem = 'gone'`);
  expect((await admin.get(path)).text).toContain('Gatehouse disabled it, because it answered with 410.');
  const deleted = await run('delete');
  expect(deleted.text).toContain('The endpoint is deleted.');
  expect(deleted.links).not.toContain(path);
  for (const gone of [path, `${path}/deliveries`]) expect((await admin.get(gone)).status).toBe(404);
});

test('a person who is no super admin, and a form of another site, change nothing', async () => {
  const { path } = await createEndpoint();
  const { credentials } = await registerPerson(gatehouse);
  const person = new PageClient(gatehouse);
  await person.signIn(credentials);
  const before = await endpoints();
  const pages = [list, create, path, `${path}/deliveries`, ...actions.map((action) => `${path}/${action}`)];
  for (const page of pages) expect([page, (await person.get(page)).status]).toEqual([page, 403]);
  const posts = [create, path, `${path}/test`, ...actions.map((action) => `${path}/${action}`)];
  for (const post of posts) {
    const fields = { url: receiverUrl, 'type_user.deleted': 'yes' };
    expect([post, (await person.post(post, fields)).status]).toEqual([post, 403]);
    const foreign = await admin.post(post, fields, { headers: { 'Sec-Fetch-Site': 'cross-site' } });
    expect([post, foreign.status]).toEqual([post, 403]);
  }
  expect(await endpoints()).toEqual(before);
  expect(await gatehouse.sql("SELECT 1 FROM webhook_deliveries WHERE type = 'test'")).toEqual([]);
});

test('every page of webhooks has its heading in four languages', async () => {
  const { path } = await createEndpoint();
  for (const page of [list, create, path, `${path}/deliveries`, ...actions.map((action) => `${path}/${action}`)]) {
    const pages = await Promise.all(
      locales.map((language) => admin.get(page, { headers: { 'Accept-Language': language } })),
    );
    expect([page, ...pages.map(({ status }) => status)]).toEqual([page, 200, 200, 200, 200]);
    expect(new Set(pages.map(({ text }) => text)).size).toBe(4);
  }
  for (const language of locales) {
    const { eventTypes } = wordsIn[language].console.webhooks;
    const page = await admin.get(create, { headers: { 'Accept-Language': language } });
    for (const type of keysOf(eventTypesByName)) expect(page.text).toContain(eventTypes[type]);
  }
});
