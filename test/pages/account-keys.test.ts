import { defaultDays } from '../../src/features/api-keys/api-keys.inputs';
import { offeredDays } from '../../src/pages/account/account-keys-form';
import { restApi } from '../support/apis';
import { withTotp } from '../support/authenticator';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { stopClock } from '../support/limits';
import { createdOrganization, join, organizationsOf, signedInPerson } from '../support/organizations';
import { formTo, PageClient, type PageReply, pagePassword } from '../support/page-client';
import { settingFile } from '../support/setting-file';
import { adminPassword, loginSuperAdmin } from '../support/super-admin';
import { ageAccount, verifyAddress } from '../support/verified-address';

// The keys of a person on the pages: listed, created and shown once, and deleted, also with other changes.

const notes = 'https://notes.example.com/api';
const resources = {
  [notes]: {
    name: 'Notes',
    scopes: {
      'notes:read': { en: 'Read your notes', de: 'Ihre Notizen lesen' },
      'notes:write': { en: 'Change your notes' },
    },
    default_scopes: ['notes:read'],
  },
  'https://mails.example.com': { name: 'Mails', scopes: { 'mails:read': { en: 'Read your mails' } } },
};
const path = '/account/keys';
const newPath = `${path}/new`;

let gatehouse: Gatehouse;
let off: Gatehouse;
beforeAll(async () => {
  const env = { API_KEYS: 'on', API_KEY_DAYS: '200', PRODUCT_NAME: 'Rocket Shop', RESOURCES: settingFile(resources) };
  gatehouse = await startGatehouse({ ...env, ORGANIZATIONS: 'users' });
  off = await startGatehouse();
});
afterAll(async () => {
  await gatehouse.stop();
  await off.stop();
});

afterEach(() => jest.useRealTimers());

async function visitor({ roles = '', on = gatehouse, verified = true } = {}) {
  const client = new PageClient(on);
  const { email } = await client.register();
  if (verified) await verifyAddress(on, email);
  // Otherwise the registration is the proof.
  await ageAccount(on, email);
  await on.sql(`UPDATE users SET roles = '{${roles}}' WHERE email = '${email}'`);
  const [row] = await on.sql(`SELECT id FROM users WHERE email = '${email}'`);
  return { client, email, id: String(row?.id) };
}

/** Sends the form for a new key. */
const create = async (client: PageClient, values: Record<string, string> = {}) =>
  client.submit(await client.get(newPath), newPath, { name: 'Backup', current_password: pagePassword, ...values });

const keyIn = ({ html }: PageReply) => /<code>(gate_\w{49})<\/code>/.exec(html)?.[1] ?? '';
const deletesIn = ({ links }: PageReply) => links.filter((link) => link.endsWith('/delete'));
const invalidIn = ({ html }: PageReply) => [...html.matchAll(/<p id="(\w+)-invalid"/g)].map(([, name]) => name);
const rowsOf = (userId: string) => gatehouse.sql(`SELECT * FROM api_keys WHERE user_id = '${userId}' ORDER BY id`);
const isAccepted = async (key: string) => (await restApi.me(gatehouse.url, key)).success;

async function withKeys(count: number) {
  const person = await visitor();
  const keys: string[] = [];
  while (keys.length < count) keys.push(keyIn(await create(person.client)));
  return { ...person, keys };
}

test('a key is created, and shown once', async () => {
  const { client, id } = await visitor({ roles: 'editor,reader' });
  const empty = await client.get(path);
  expect(empty).toMatchObject({ status: 200, heading: 'API keys' });
  expect(empty.text).toContain('You don’t have any API keys yet.');
  expect(empty.links).toContain(newPath);
  expect((await client.get('/account')).links).toContain(path);

  const form = await client.get(newPath);
  const { fields, inputs } = formTo(form, newPath);
  expect(fields).toMatchObject({
    name: '',
    days: '90',
    resource: '',

    'scope_0_notes:read': 'yes',
  });
  expect(Object.keys(fields).filter((name) => name.startsWith('role_'))).toEqual([]);
  expect(Object.keys(inputs).filter((name) => /^(scope|role)_/.test(name))).toEqual([
    ...['scope_0_notes:read', 'scope_0_notes:write', 'scope_1_mails:read', 'role_editor', 'role_reader'],
  ]);
  expect(form.text).toMatch(/30 days 90 days 200 days/);

  const sent = { name: 'Nightly <b>backup</b>', days: '30', role_reader: 'yes', current_password: pagePassword };
  const shown = await client.submit(form, newPath, sent);
  expect(shown).toMatchObject({ status: 200, heading: 'Your new API key' });
  expect(shown.headers.get('cache-control')).toBe('no-store');
  const key = keyIn(shown);
  expect(await isAccepted(key)).toBe(true);
  expect(shown.links).not.toContain(`${newPath}?lang=de`);

  // The browser loads the answer again, or goes back and sends the form again.
  const again = await client.submit(form, newPath, sent);
  expect(again).toMatchObject({ status: 303, location: `${path}?done=repeated` });
  const list = await client.follow(again);
  expect(list.text).toContain('This form was already sent');
  expect(list.html).not.toContain(key);
  expect(list.html).toContain(`<bdi>Nightly &lt;b>backup&lt;/b></bdi> <code>…${key.slice(-4)}</code>`);
  expect(list.text).toContain('The services of Rocket Shop Roles: reader Created:');
  expect(deletesIn(list)).toHaveLength(1);
  const [row] = await rowsOf(id);
  expect(row).toMatchObject({ resource: null, scopes: [], roles: ['reader'] });
  expect(Number(row?.expires_ts) - Number(row?.created_ts)).toBe(30 * 86_400_000);
});

test.each([true, false])(
  'a form that is sent twice creates one key, which both answers show: at once %s',
  async (isAtOnce) => {
    const { client, id } = await visitor();
    const sent = { name: 'Backup', current_password: pagePassword };
    const { first, second } = await client.submitTwice(await client.get(newPath), newPath, sent, isAtOnce);
    expect(keyIn(second)).not.toBe('');
    expect(keyIn(second)).toBe(keyIn(first));
    expect(await rowsOf(id)).toHaveLength(1);
  },
);

test.each([
  [365, [30, 90, 365], 90],
  [90, [30, 90], 90],
  [60, [30, 60], 60],
  [30, [30], 30],
  [1, [1], 1],
])('with API_KEY_DAYS=%i, the form offers each life once, and none that is longer', (most, offered, chosen) => {
  expect([offeredDays(most), defaultDays(most)]).toEqual([offered, chosen]);
});

test('a key for an API has its scopes, and those of another API count for nothing', async () => {
  const { client, id } = await visitor();
  await create(client, { resource: notes, 'scope_0_notes:write': 'yes', 'scope_1_mails:read': 'yes' });
  expect(await rowsOf(id)).toMatchObject([{ resource: notes, scopes: ['notes:read', 'notes:write'], roles: [] }]);
  const page = await client.get(`${path}?lang=de`);
  expect(page.text).toContain('In Notes (notes.example.com): Ihre Notizen lesen Change your notes');
  await gatehouse.sql(`UPDATE api_keys SET resource = 'https://gone.example.com', last_used_ts = '2026-11-30T14:00:00Z',
    last_used_ip = '192.0.2.7' WHERE user_id = '${id}'`);
  const later = await client.get(`${path}?lang=en`);
  expect(later.text).toContain('https://gone.example.com');
  expect(later.text).toContain('Last used: Nov 30, 2026, 2:00 PM UTC from 192.0.2.7');
});

test('a person with organizations chooses one, which the list names', async () => {
  const { client, id } = await visitor();
  const boss = await signedInPerson(gatehouse);
  const organizationOf = async (name: string) => {
    const organization = await createdOrganization(gatehouse, restApi, boss.jwt, name);
    await join(gatehouse, organization.id, id, 'member');
    return organization;
  };
  expect((await client.get(newPath)).html).not.toContain('organization_id');
  const [first, second] = [await organizationOf('Sons <b>'), await organizationOf('Closed')];
  await organizationsOf(gatehouse).disable(second.id);
  const form = await client.get(newPath);
  expect(form.text).toContain(`The program acts for the organization None Sons <b> (${first.slug})`);
  expect(form.html).not.toContain(second.id);
  const sent = { name: 'Backup', organization_id: first.id, current_password: pagePassword };
  const wrong = await client.submit(form, newPath, { ...sent, current_password: 'wrong horse battery' });
  expect(wrong.html).toContain(`<option value="${first.id}" selected>`);
  expect(keyIn(await client.submit(wrong, newPath, { current_password: pagePassword }))).not.toBe('');
  expect((await client.get(path)).text).toContain('Organization: Sons <b> Created:');
  expect(keyIn(await create(client, { organization_id: '' }))).not.toBe('');
  expect((await rowsOf(id)).map((row) => row.organization_id)).toEqual([first.id, null]);
  // Another tab was open when the membership ended.
  const open = await client.get(newPath);
  await gatehouse.sql(`DELETE FROM memberships WHERE user_id = '${id}'`);
  const late = await client.submit(open, newPath, sent);
  expect([late.status, late.heading]).toEqual([404, 'Create an API key']);
  expect(late.html).not.toContain('organization_id');
});

test('what is wrong stands at its field, and the rest of the form stays', async () => {
  const { client, id } = await visitor({ roles: 'editor' });
  const typed = { days: '200', resource: notes, 'scope_0_notes:write': 'yes', role_editor: 'yes' };
  for (const [sent, invalid] of [
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ days: '201' }, 'days'],
    [{ resource: 'https://unknown.example.com' }, 'resource'],
    [{ scope_0_other: 'yes' }, 'scopes'],
    [{ role_admin: 'yes' }, 'roles'],
    [{ current_password: '' }, 'current_password'],
  ] as const) {
    const reply = await create(client, { ...typed, ...sent });
    expect([reply.status, invalidIn(reply)]).toEqual([400, [invalid]]);
  }
  const wrong = await create(client, { ...typed, name: 'Backup', current_password: 'wrong horse battery' });
  expect(wrong.status).toBe(401);
  expect(wrong.text).toContain('The password is wrong.');
  const { fields } = formTo(wrong, newPath);
  expect(fields).toMatchObject({ ...typed, name: 'Backup', 'scope_0_notes:read': 'yes', current_password: '' });
  expect(await rowsOf(id)).toEqual([]);
  // The form that was wrong can be sent again.
  expect(keyIn(await client.submit(wrong, newPath, { current_password: pagePassword }))).not.toBe('');
});

test('a key is deleted after a question', async () => {
  const { client, keys } = await withKeys(1);
  const [question = ''] = deletesIn(await client.get(path));
  const asked = await client.get(question);
  expect(asked).toMatchObject({ status: 200, heading: 'Backup' });
  expect(asked.text).toContain('Programs that use the key “Backup” will be rejected from now on.');
  expect(await isAccepted(String(keys[0]))).toBe(true);
  const sent = await client.submit(asked, question);
  expect(sent.location).toBe(`${path}?done=deleted`);
  expect((await client.follow(sent)).text).toContain('The API key is deleted.');
  expect(await isAccepted(String(keys[0]))).toBe(false);
  // A form in another tab.
  expect((await client.follow(await client.submit(asked, question))).text).toContain(
    'This API key was already deleted.',
  );
  expect((await client.get(question)).status).toBe(404);
});

test('nobody sees or deletes the key of somebody else, and only a form on an own page changes something', async () => {
  const ada = await withKeys(1);
  const eve = await visitor();
  const [question = ''] = deletesIn(await ada.client.get(path));
  expect((await eve.client.get(question)).status).toBe(404);
  expect((await eve.client.post(question)).location).toBe(`${path}?done=gone`);
  const headers = { 'Sec-Fetch-Site': 'cross-site' };
  for (const form of [question, newPath]) expect((await ada.client.post(form, {}, { headers })).status).toBe(403);
  for (const page of [path, newPath, question])
    expect((await new PageClient(gatehouse).get(page)).location).toBe(`/login?return_to=${encodeURIComponent(page)}`);
  expect(await isAccepted(String(ada.keys[0]))).toBe(true);
});

test('with 20 keys, the page says so', async () => {
  const { client, id } = await withKeys(1);
  const form = await client.get(newPath);
  await gatehouse.sql(`INSERT INTO api_keys (id, user_id, hash, last_characters, name, created_ts, expires_ts)
    SELECT gen_random_uuid(), user_id, uuid_send(gen_random_uuid()), last_characters, name, created_ts, expires_ts
    FROM api_keys, generate_series(2, 20) WHERE user_id = '${id}'`);
  const page = await client.get(path);
  expect(deletesIn(page)).toHaveLength(20);
  expect(page.text).toContain('You have 20 API keys, which is the maximum.');
  expect(page.links).not.toContain(newPath);
  const reply = await client.submit(form, newPath, { name: 'Backup', current_password: pagePassword });
  expect(reply.status).toBe(409);
  expect(reply.text).toContain('You have 20 API keys, which is the maximum.');
});

test('a person confirms the address first', async () => {
  const { client } = await visitor({ verified: false });
  const page = await client.get(path);
  expect(page.text).toContain('Only then can you create an API key.');
  expect(page.links).not.toContain(newPath);
  const reply = await create(client);
  expect(reply).toMatchObject({ status: 403, heading: 'Create an API key' });
  expect(reply.text).toContain('Only then can you create an API key.');
});

test('a person who has just signed up is asked for no password', async () => {
  const client = new PageClient(gatehouse);
  const { email } = await client.register();
  await verifyAddress(gatehouse, email);
  const form = await client.get(newPath);
  expect(formTo(form, newPath).inputs).not.toHaveProperty('current_password');
  expect(keyIn(await client.submit(form, newPath, { name: 'Backup' }))).not.toBe('');
});

test('a person with a second factor uses it instead of the password, and again after five minutes', async () => {
  stopClock();
  const { email, authenticator } = await withTotp(restApi, gatehouse);
  await verifyAddress(gatehouse, email);
  const client = new PageClient(gatehouse);
  const second = await client.post('/login', { email, password: pagePassword });
  await client.submit(second, '/login/complete', { code: authenticator.next() });
  const form = await client.get(newPath);
  expect(formTo(form, newPath).inputs).not.toHaveProperty('current_password');
  expect(keyIn(await client.submit(form, newPath, { name: 'Backup' }))).not.toBe('');
  const open = await client.get(newPath);
  jest.setSystemTime(Date.now() + 6 * 60_000);
  const stepUp = `/step-up?return_to=${encodeURIComponent(newPath)}&acr=aal2`;
  expect((await client.get(newPath)).location).toBe(stepUp);
  expect((await client.submit(open, newPath, { name: 'Backup' })).location).toBe(stepUp);
});

describe('all keys are deleted with another change, if the person says so', () => {
  const newPassword = 'wrong horse, right battery';

  test.each([true, false])('with a change of the password: %s', async (isChosen) => {
    const { client, keys } = await withKeys(2);
    const page = await client.get('/account/password');
    expect(page.text).toContain('Also delete my 2 API keys');
    expect(formTo(page, '/account/password').fields).not.toHaveProperty('delete_keys');
    const chosen = isChosen ? { delete_keys: 'yes' } : {};
    const wrong = await client.submit(page, '/account/password', {
      current_password: 'x',
      new_password: newPassword,
      ...chosen,
    });
    expect('delete_keys' in formTo(wrong, '/account/password').fields).toBe(isChosen);
    expect(await isAccepted(String(keys[0]))).toBe(true);
    const values = { current_password: pagePassword, new_password: newPassword };
    const done = await client.follow(await client.submit(wrong, '/account/password', values));
    expect(done.text.includes('All other devices are signed out, and your API keys are deleted.')).toBe(isChosen);
    for (const key of keys) expect(await isAccepted(key)).toBe(!isChosen);
    expect((await client.get('/account/password')).text.includes('delete my')).toBe(!isChosen);
  });

  test.each([true, false])('with the end of the other sessions: %s', async (isChosen) => {
    const { client, email, keys } = await withKeys(1);
    await new PageClient(gatehouse).signIn({ email });
    const page = await client.get('/account/sessions');
    expect(page.text).toContain('Also delete my API key');
    const sent = await client.submit(page, '/account/sessions/end-others', isChosen ? { delete_keys: 'yes' } : {});
    const done = await client.follow(sent);
    expect(done.text.includes('All other devices are signed out, and your API keys are deleted.')).toBe(isChosen);
    expect(await isAccepted(String(keys[0]))).toBe(!isChosen);
  });

  test('who has none is not asked', async () => {
    const { client, email } = await visitor();
    await new PageClient(gatehouse).signIn({ email });
    for (const page of ['/account/password', '/account/sessions'])
      expect((await client.get(page)).html).not.toContain('delete_keys');
  });

  test.each([
    ['de', 'Auch meinen API-Schlüssel löschen', 'Auch meine 2 API-Schlüssel löschen'],
    ['es', 'Eliminar también mi clave de API', 'Eliminar también mis 2 claves de API'],
    ['fr', 'Supprimer aussi ma clé d’API', 'Supprimer aussi mes 2 clés d’API'],
  ])('in the language %s', async (lang, one, two) => {
    const { client } = await withKeys(1);
    expect((await client.get(`/account/password?lang=${lang}`)).text).toContain(one);
    await create(client);
    expect((await client.get('/account/password')).text).toContain(two);
  });
});

test('a super admin who acts as the user sees no keys, and creates and deletes none', async () => {
  const { client, id, keys } = await withKeys(1);
  const [question = ''] = deletesIn(await client.get(path));
  const { email } = await loginSuperAdmin(gatehouse, 'root.of.keys@example.com');
  const admin = new PageClient(gatehouse);
  await admin.signIn({ email, password: adminPassword });
  const user = `/console/users/${id}`;
  await admin.submit(await admin.get(`${user}/impersonate`), `${user}/impersonate`, { reason: 'Ticket 4711' });
  const sessions = await admin.get('/account/sessions');
  expect(sessions.links).not.toContain(path);
  expect(sessions.html).not.toContain('delete_keys');
  for (const page of [path, newPath, question]) expect((await admin.get(page)).status).toBe(403);
  expect((await admin.post(question, { acting_as: id })).status).toBe(403);
  expect(await rowsOf(id)).toHaveLength(1);
  expect(await isAccepted(String(keys[0]))).toBe(true);
});

describe('with API_KEYS=off', () => {
  test('there is no page, no link and no query', async () => {
    const { client } = await visitor({ on: off });
    const list = jest.spyOn(off.stores.apiKeys, 'list');
    for (const page of [path, newPath]) expect((await client.get(page)).status).toBe(404);
    expect((await client.post(newPath, { name: 'Backup' })).status).toBe(404);
    for (const page of ['/account', '/account/password', '/account/sessions']) {
      const { links, html } = await client.get(page);
      expect(links).not.toContain(path);
      expect(html).not.toContain('delete_keys');
    }
    expect(list).not.toHaveBeenCalled();
  });
});
