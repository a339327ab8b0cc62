import { restApi } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { registerPerson } from '../support/impersonation';
import { PageClient, type PageReply } from '../support/page-client';
import { adminPassword, loginSuperAdmin } from '../support/super-admin';

// The organizations in the console.

let gatehouse: Gatehouse;
let admin: PageClient;
let jwt: string;
beforeAll(async () => {
  gatehouse = await startGatehouse({ ORGANIZATIONS: 'admin', ORGANIZATION_ROLES: 'billing' });
  const root = await loginSuperAdmin(gatehouse);
  jwt = root.jwt;
  admin = new PageClient(gatehouse);
  await admin.signIn({ email: root.email, password: adminPassword });
});
afterAll(() => gatehouse.stop());

const list = '/console/organizations';
const membersOf = async (id: string) =>
  (await restApi.adminOrganizationMembers(gatehouse.url, { id }, jwt)).result?.nodes.map(({ email, roles }) => ({
    email,
    roles,
  }));
const created = async (input: object) =>
  String((await restApi.adminCreateOrganization(gatehouse.url, { name: 'Example & Sons', ...input }, jwt)).result?.id);

/** Sends a form, and opens the page that it leads to. */
async function sent(path: string, fields: Record<string, string> = {}) {
  const { location } = await admin.post(path, fields);
  if (location === null) throw new Error(`${path} led to no page`);
  return { location, text: (await admin.get(location)).text };
}

async function person() {
  const { id, credentials } = await registerPerson(gatehouse);
  return { id, email: credentials.email, credentials };
}

test('an organization is created for an owner, and the form works once', async () => {
  const { email } = await person();
  const values = { name: 'Café <b> & Sons', slug: '', owner: email };
  const form = await admin.get(`${list}/new`);
  const wrong = await admin.submit(form, `${list}/new`, { ...values, owner: 'nobody' });
  expect(wrong.text).toContain('Enter an e-mail address or an id.');
  const unknown = await admin.submit(wrong, `${list}/new`, { ...values, owner: 'nobody@example.com' });
  expect(unknown.text).toContain('There is no such user.');
  const done = await admin.submit(unknown, `${list}/new`, values);
  expect(done.location).toMatch(/^\/console\/organizations\/[0-9a-f-]{36}\?done=saved$/);
  const page = await admin.follow(done);
  expect([page.heading, page.text]).toEqual(['Café <b> & Sons', expect.stringContaining(email)]);
  expect((await admin.submit(unknown, `${list}/new`, values)).location).toBe(`${list}?done=repeated`);
  const found = await admin.get(`${list}?name=CAF%C3%A9&disabled=false`);
  expect(found.links.filter((link) => /organizations\/[0-9a-f-]{36}$/.test(link))).toHaveLength(1);
  expect((await admin.get(`${list}?disabled=true`)).text).toContain('No organization was found.');
});

test('it is renamed, disabled, enabled and deleted', async () => {
  const id = await created({});
  const path = `${list}/${id}`;
  expect((await admin.get(path)).text).toContain('There is no member yet.');
  expect((await admin.post(path, { name: ' ' })).text).toContain('Enter a name of at most 100 characters.');
  expect((await sent(path, { name: 'Renamed' })).location).toBe(`${path}?done=saved`);
  expect((await admin.get(path)).heading).toBe('Renamed');
  for (const [action, state] of [
    ['disable', 'Disabled since'],
    ['enable', 'The organization is enabled.'],
  ] as const) {
    const asked = await admin.get(`${path}/${action}`);
    expect((await admin.follow(await admin.submit(asked, `${path}/${action}`))).text).toContain(state);
  }
  const gone = await sent(`${path}/delete`);
  expect(gone).toEqual({
    location: `${list}?done=delete`,
    text: expect.stringContaining('The organization is deleted.'),
  });
  expect((await admin.get(path)).status).toBe(404);
});

test('its claims are changed alone, and an error stands at the field', async () => {
  const id = await created({});
  const path = `${list}/${id}`;
  const claimsOn = ({ forms }: PageReply) => forms.find(({ fields }) => 'claims' in fields)?.fields.claims;
  const stored = async () => (await restApi.adminOrganization(gatehouse.url, { id }, jwt)).result?.claims;
  for (const claims of ['{"plan":', '[1]', 'null', JSON.stringify({ plan: 'x'.repeat(1100) })]) {
    const wrong = await admin.post(path, { intent: 'claims', claims });
    expect(wrong.status).toBe(400);
    expect(wrong.html).toContain('<p id="claims-invalid" class="invalid">Enter a JSON object of at most 1 kB');
    expect(claimsOn(wrong)).toBe(claims);
  }
  expect(await stored()).toEqual({});
  expect((await sent(path, { intent: 'claims', claims: ' {"plan": "gold"}' })).location).toBe(`${path}?done=saved`);
  expect(await stored()).toEqual({ plan: 'gold' });
  // A page from before does not undo it.
  await sent(path, { name: 'Renamed' });
  const page = await admin.get(path);
  expect(page.heading).toBe('Renamed');
  expect(JSON.parse(String(claimsOn(page)))).toEqual({ plan: 'gold' });
  await sent(path, { intent: 'claims', claims: '' });
  expect(await stored()).toEqual({});
});

test('members are added, changed and removed, and the page of the person has them', async () => {
  const [ada, grace] = [await person(), await person()];
  const id = await created({ owner: ada.email });
  const path = `${list}/${id}`;
  const add = (fields: Record<string, string>) => admin.post(`${path}/members`, fields);
  expect((await add({ user: grace.email })).text).toContain('Choose 1 to 5 roles.');
  expect((await add({ user: 'grace', role_member: 'yes' })).text).toContain('Enter one e-mail address');
  expect((await add({ user: 'nobody@example.com', role_member: 'yes' })).text).toContain('There is no such user.');
  const added = await sent(`${path}/members`, { user: grace.email, role_member: 'yes', role_billing: 'yes' });
  expect(added.text).toContain('The member was added.');
  expect(await membersOf(id)).toContainEqual({ email: grace.email, roles: ['billing', 'member'] });

  const ofGrace = `${path}/members/${grace.id}`;
  expect((await admin.get(`/console/users/${grace.id}`)).links).toContain(ofGrace);
  const { html } = await admin.get(ofGrace);
  const boxes = [...html.matchAll(/name="role_(\w+)" type="checkbox" value="yes"( checked)?/g)].map(([, role, on]) => [
    role,
    on,
  ]);
  expect(boxes).toEqual([
    ['owner', undefined],
    ['admin', undefined],
    ['member', ' checked'],
    ['billing', ' checked'],
  ]);
  expect((await admin.post(ofGrace)).text).toContain('Choose 1 to 5 roles.');
  expect((await sent(ofGrace, { role_admin: 'yes' })).location).toBe(`${path}?done=changed`);
  expect(await membersOf(id)).toContainEqual({ email: grace.email, roles: ['admin'] });
  const last = await admin.post(`${path}/members/${ada.id}`, { intent: 'remove' });
  expect(last.text).toContain('keeps an owner');
  expect((await sent(ofGrace, { intent: 'remove' })).location).toBe(`${path}?done=removed`);
  expect(await membersOf(id)).toEqual([{ email: ada.email, roles: ['owner'] }]);
  // A person who is no member has no such page.
  expect((await admin.get(ofGrace)).location).toBe(path);
});

test('nobody else sees or changes them', async () => {
  const eve = await person();
  const client = new PageClient(gatehouse);
  await client.signIn(eve.credentials);
  const id = await created({ owner: eve.email });
  const member = `${list}/${id}/members/${eve.id}`;
  for (const path of [list, `${list}/new`, `${list}/${id}`, `${list}/${id}/delete`, member])
    expect([path, (await client.get(path)).status]).toEqual([path, 403]);
  const posts: [string, Record<string, string>][] = [
    [`${list}/${id}`, { name: 'Mine' }],
    [`${list}/${id}/delete`, {}],
    [`${list}/${id}/members`, { user: eve.id, role_owner: 'yes' }],
    [member, { role_admin: 'yes' }],
  ];
  for (const [path, fields] of posts) expect([path, (await client.post(path, fields)).status]).toEqual([path, 403]);
  expect((await restApi.adminOrganization(gatehouse.url, { id }, jwt)).result).toMatchObject({
    name: 'Example & Sons',
  });
  expect(await membersOf(id)).toEqual([{ email: eve.email, roles: ['owner'] }]);
});

test('with ORGANIZATIONS=off, the console has none', async () => {
  const off = await startGatehouse();
  const root = await loginSuperAdmin(off);
  const there = new PageClient(off);
  await there.signIn({ email: root.email, password: adminPassword });
  expect((await there.get('/console')).links).not.toContain(list);
  expect((await admin.get('/console')).links).toContain(list);
  expect((await there.get(list)).status).toBe(404);
  await off.stop();
});
