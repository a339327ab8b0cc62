import { restApi } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { join, organizationsOf, signedInPerson } from '../support/organizations';
import { formTo, PageClient, type PageReply, pagePassword } from '../support/page-client';
import { adminPassword, loginSuperAdmin } from '../support/super-admin';

// The organizations of a person on the pages. What each role may do is tested with the operations: here, that the pages offer no more.

const list = '/account/organizations';
const unknown = '01a20e51-04c4-7d0a-9d3b-52f0a1b7c6de';

let gatehouse: Gatehouse;
beforeAll(async () => {
  gatehouse = await startGatehouse({ ORGANIZATIONS: 'users', ORGANIZATION_ROLES: 'billing' });
});
afterAll(() => gatehouse.stop());

/** A person with a verified address, on the pages. */
async function visitor(on = gatehouse) {
  const person = await signedInPerson(on);
  const client = new PageClient(on);
  await client.signIn({ email: person.email });
  return { ...person, client };
}

/** An organization of this person, and the path of its page. */
async function organizationOf({ jwt }: { jwt: string }, name = 'Example & Sons') {
  const { result } = await restApi.createOrganization(gatehouse.url, { name }, jwt);
  const id = String(result?.id);
  return { id, slug: String(result?.slug), path: `${list}/${id}` };
}

async function memberOf(id: string, roles: string) {
  const person = await visitor();
  await join(gatehouse, id, person.id, roles);
  return person;
}

/** An organization with an owner, and with a member who has these roles. */
async function pair(roles: string) {
  const owner = await visitor();
  const organization = await organizationOf(owner);
  const other = await memberOf(organization.id, roles);
  return { owner, other, ...organization, pathOf: ({ id }: { id: string }) => `${organization.path}/members/${id}` };
}

const rolesIn = (id: string, userId: string) =>
  gatehouse
    .sql(`SELECT roles FROM memberships WHERE organization_id = '${id}' AND user_id = '${userId}'`)
    .then(([row]) => row?.roles ?? null);
const invalidIn = ({ html }: PageReply) => [...html.matchAll(/<p id="(\w+)-invalid"/g)].map(([, name]) => name);
const actionsOf = ({ forms }: PageReply) => forms.map(({ action }) => action);
const boxesIn = (page: PageReply, action: string) =>
  Object.keys(formTo(page, action).inputs).filter((name) => name.startsWith('role_'));

/** Sends a form, and opens the page that it leads to. */
async function sent(client: PageClient, page: PageReply, action: string, values: Record<string, string> = {}) {
  const reply = await client.submit(page, action, values);
  return reply.location === null ? reply : { ...(await client.follow(reply)), location: reply.location };
}

test('a person creates an organization, and the form works once', async () => {
  const { client } = await visitor();
  const empty = await client.get(list);
  expect(empty).toMatchObject({ status: 200, heading: 'Organizations' });
  expect(empty.text).toContain('You aren’t a member of any organization yet.');
  expect((await client.get('/account')).links).toContain(list);

  const values = { name: 'Café <b>& Sons</b>', slug: '' };
  const done = await client.submit(empty, list, values);
  expect(done.location).toMatch(/^\/account\/organizations\/[0-9a-f-]{36}\?done=saved$/);
  const page = await client.follow(done);
  expect(page.heading).toBe(values.name);
  expect(page.html).toContain('Café &lt;b>&amp; Sons&lt;/b>');
  expect(page.text).toMatch(/Short name: cafe-b-sons-b/);

  // The browser goes back and sends the form again.
  const again = await sent(client, empty, list, values);
  expect(again.location).toBe(`${list}?done=repeated`);
  expect(again.text).toContain('This form was already sent');
  expect(again.html).not.toContain('<b>&');
  expect(again.links.filter((link) => /^\/account\/organizations\/[0-9a-f-]{36}$/.test(link))).toHaveLength(1);
});

test.each([true, false])('a form that is sent twice creates one organization: at once %s', async (isAtOnce) => {
  const { client, jwt } = await visitor();
  const { first, second } = await client.submitTwice(await client.get(list), list, { name: 'Example' }, isAtOnce);
  expect(second.location).toBe(first.location);
  expect((await restApi.organizations(gatehouse.url, jwt)).result).toHaveLength(1);
});

test('what is wrong with a new organization stands at its field, and what was typed stays', async () => {
  const { client, jwt } = await visitor();
  const { slug } = await organizationOf({ jwt });
  const page = await client.get(list);
  for (const [values, invalid] of [
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ name: 'Example', slug: 'No slug' }, 'slug'],
    [{ name: 'Example', slug }, 'slug'],
  ] as const) {
    const reply = await client.submit(page, list, values);
    expect([reply.status, invalidIn(reply)]).toEqual([400, [invalid]]);
    expect(formTo(reply, list).fields).toMatchObject(values);
  }
  expect((await restApi.organizations(gatehouse.url, jwt)).result).toHaveLength(1);
});

test('a person who has created ten is told so', async () => {
  const { client, id } = await visitor();
  await gatehouse.sql(`INSERT INTO organizations (id, slug, name, created_ts, created_by_id)
    SELECT gen_random_uuid(), 'o-' || gen_random_uuid(), 'X', now(), '${id}' FROM generate_series(1, 10)`);
  const reply = await client.submit(await client.get(list), list, { name: 'Example' });
  expect(reply.status).toBe(409);
  expect(reply.text).toContain('You can create at most 10 organizations');
});

test('a person confirms the address first', async () => {
  const { client, email } = await visitor();
  const form = await client.get(list);
  await gatehouse.sql(`UPDATE users SET email_verified = false WHERE email = '${email}'`);
  const page = await client.get(list);
  expect(page.text).toContain('Only then can you create an organization.');
  expect(actionsOf(page)).not.toContain(list);
  const reply = await client.submit(form, list, { name: 'Example' });
  expect(reply.status).toBe(403);
  expect(reply.text).toContain('Only then can you create an organization.');
});

test('an owner renames it', async () => {
  const owner = await visitor();
  const { path } = await organizationOf(owner);
  const page = await owner.client.get(path);
  const wrong = await owner.client.submit(page, path, { name: '' });
  expect([wrong.status, invalidIn(wrong)]).toEqual([400, ['name']]);
  const done = await sent(owner.client, wrong, path, { name: 'Renamed' });
  expect([done.location, done.heading]).toEqual([`${path}?done=saved`, 'Renamed']);
  expect(done.text).toContain('Your changes are saved.');
});

test('people are invited, and an invitation is withdrawn', async () => {
  const { owner, other, path } = await pair('member');
  const action = `${path}/invitations`;
  const page = await owner.client.get(path);
  expect(boxesIn(page, action)).toEqual(['role_owner', 'role_admin', 'role_member', 'role_billing']);
  expect(formTo(page, action).fields).toEqual({ email: '', role_member: 'yes' });
  const email = `grace.${other.id}@example.com`;
  const wrong = await owner.client.submit(page, action, { email: 'grace', role_billing: 'yes' });
  expect([wrong.status, invalidIn(wrong)]).toEqual([400, ['email']]);
  expect(formTo(wrong, action).fields).toMatchObject({ email: 'grace', role_billing: 'yes' });
  const without = await owner.client.post(action, { email });
  expect([without.status, invalidIn(without)]).toEqual([400, ['roles']]);
  expect(without.text).toContain('Choose 1 to 5 roles.');
  const member = await owner.client.submit(page, action, { email: other.email });
  expect(member.status).toBe(409);
  expect(member.text).toContain('This person is already a member');

  const done = await sent(owner.client, page, action, { email, role_billing: 'yes' });
  expect(done.location).toBe(`${path}?done=invited`);
  expect(done.text).toContain(`${email} billing member Invited, valid until`);
  const withdraw = actionsOf(done).find((one) => one.endsWith('/withdraw')) ?? '';
  const withdrawn = await sent(owner.client, done, withdraw);
  expect(withdrawn.text).toContain('The invitation is withdrawn.');
  expect(withdrawn.text).not.toContain(email);
  expect((await sent(owner.client, done, withdraw)).text).toContain('already accepted or withdrawn');
  // A person who loads the address of a form.
  for (const address of [action, withdraw]) expect((await owner.client.get(address)).location).toBe(path);
});

test('an owner changes and removes members, but an owner stays', async () => {
  const { owner, other, id, path, pathOf } = await pair('member');
  const page = await owner.client.get(path);
  expect(page.text).toContain(other.email);
  const [own, theirs] = [pathOf(owner), pathOf(other)];
  expect(page.links).toEqual(expect.arrayContaining([own, theirs]));
  const form = await owner.client.get(theirs);
  expect(form.heading).toMatch(/^Ada No \d+$/);
  expect(formTo(form, theirs).fields).toEqual({ role_member: 'yes' });
  const none = await owner.client.post(theirs);
  expect([none.status, invalidIn(none)]).toEqual([400, ['roles']]);
  const done = await sent(owner.client, form, theirs, { role_admin: 'yes' });
  expect(done.location).toBe(`${path}?done=saved`);
  expect(await rolesIn(id, other.id)).toEqual(['admin', 'member']);

  const last = await owner.client.post(own, { role_member: 'yes' });
  expect(last.status).toBe(409);
  expect(last.text).toContain('An organization needs an owner.');
  expect(boxesIn(last, own)).toContain('role_owner');

  const removed = await owner.client.post(theirs, { intent: 'remove' });
  expect(removed.location).toBe(`${path}?done=saved`);
  expect(await rolesIn(id, other.id)).toBeNull();
  expect((await owner.client.get(theirs)).status).toBe(404);
});

test('an admin neither makes nor changes owners', async () => {
  const { owner, other: admin, id, path, pathOf } = await pair('admin');
  const member = await memberOf(id, 'member');
  const page = await admin.client.get(path);
  expect(page.links).toEqual(expect.arrayContaining([pathOf(admin), pathOf(member)]));
  expect(page.links).not.toContain(pathOf(owner));
  expect(page.links).not.toContain(`${path}/delete`);
  const boxes = ['role_admin', 'role_member', 'role_billing'];
  expect(boxesIn(page, `${path}/invitations`)).toEqual(boxes);
  expect(boxesIn(await admin.client.get(pathOf(member)), pathOf(member))).toEqual(boxes);
  expect((await admin.client.get(pathOf(owner))).status).toBe(404);
  expect((await admin.client.get(`${path}/delete`)).location).toBe(path);
  const email = `grace.${admin.id}@example.com`;
  for (const [action, values] of [
    [pathOf(member), { role_owner: 'yes' }],
    [pathOf(owner), { role_member: 'yes' }],
    [pathOf(owner), { intent: 'remove' }],
    [`${path}/invitations`, { email, role_owner: 'yes' }],
    [`${path}/delete`, { current_password: pagePassword }],
  ] as const)
    expect([action, (await admin.client.post(action, values)).status]).toEqual([action, 403]);
  expect([await rolesIn(id, owner.id), await rolesIn(id, member.id)]).toEqual([['owner'], ['member']]);
});

test('a member without rights sees the others without addresses, and no form', async () => {
  const { owner, other: member, path, pathOf } = await pair('member');
  const page = await member.client.get(path);
  expect(page.status).toBe(200);
  expect(page.text).not.toContain(owner.email);
  expect(actionsOf(page)).toEqual([]);
  expect(page.links.filter((link) => link.startsWith(`${path}/`))).toEqual([pathOf(member)]);
  expect((await member.client.get(pathOf(owner))).status).toBe(404);
  expect((await member.client.get(`${path}/delete`)).location).toBe(path);
  expect(boxesIn(await member.client.get(pathOf(member)), pathOf(member))).toEqual([]);
  for (const [action, values] of [
    [path, { name: 'Mine' }],
    [pathOf(member), { role_admin: 'yes' }],
    [`${path}/invitations`, { email: 'x@example.com', role_member: 'yes' }],
    [`${path}/invitations/${unknown}/withdraw`, {}],
  ] as const)
    expect([action, (await member.client.post(action, values)).status]).toEqual([action, 403]);
});

test('people leave, but not the last owner', async () => {
  const { owner, other: member, id, pathOf } = await pair('member');
  const [own, theirs] = [pathOf(owner), pathOf(member)];
  expect((await member.client.get(list)).links).toContain(theirs);
  const asked = await member.client.get(theirs);
  expect(asked.heading).toBe('Example & Sons');
  expect(asked.text).toContain('You’ll no longer be a member of “Example & Sons”.');
  const gone = await sent(member.client, asked, theirs);
  expect(gone.location).toBe(`${list}?done=left`);
  expect(gone.text).toContain('You have left the organization.');
  expect(await rolesIn(id, member.id)).toBeNull();
  expect((await member.client.submit(asked, theirs)).status).toBe(404);
  const last = await owner.client.post(own, { intent: 'remove' });
  expect(last.status).toBe(409);
  expect(formTo(last, own).fields).toEqual({ role_owner: 'yes' });
  expect(last.text).toContain('An organization needs an owner.');
  expect(await rolesIn(id, owner.id)).toEqual(['owner']);
});

test('an owner deletes it with the password', async () => {
  const { owner, other, id, path } = await pair('admin');
  const action = `${path}/delete`;
  const asked = await owner.client.get(action);
  expect(asked.heading).toBe('Example & Sons');
  const missing = await owner.client.submit(asked, action, { current_password: '' });
  expect([missing.status, invalidIn(missing)]).toEqual([400, ['current_password']]);
  const wrong = await owner.client.submit(asked, action, { current_password: 'wrong horse battery' });
  expect(wrong.status).toBe(401);
  expect(wrong.text).toContain('The password is wrong.');
  const done = await sent(owner.client, wrong, action, { current_password: pagePassword });
  expect(done.location).toBe(`${list}?done=deleted`);
  expect(done.text).toContain('The organization is deleted.');
  expect(await gatehouse.sql(`SELECT 1 FROM organizations WHERE id = '${id}'`)).toEqual([]);
  expect((await other.client.get(path)).status).toBe(404);
});

test('an organization of others is not found, and only a form on an own page changes something', async () => {
  const { owner, other, id, path, pathOf } = await pair('member');
  const eve = await visitor();
  const forms: [string, Record<string, string>][] = [
    [path, { name: 'Mine' }],
    [`${path}/delete`, { current_password: pagePassword }],
    [pathOf(other), { intent: 'remove' }],
    [`${path}/invitations`, { email: 'x@example.com', role_member: 'yes' }],
  ];
  for (const page of [path, `${path}/delete`, pathOf(owner), `${list}/unknown`, `${path}/members/unknown`])
    expect([page, (await eve.client.get(page)).status]).toEqual([page, 404]);
  for (const [action, values] of forms)
    expect([action, (await eve.client.post(action, values)).status]).toEqual([action, 404]);
  const headers = { 'Sec-Fetch-Site': 'cross-site' };
  for (const [action, values] of [...forms, [list, { name: 'Example' }] as const])
    expect((await owner.client.post(action, values, { headers })).status).toBe(403);
  for (const page of [list, path, pathOf(owner)])
    expect((await new PageClient(gatehouse).get(page)).location).toBe(`/login?return_to=${encodeURIComponent(page)}`);
  expect(await rolesIn(id, other.id)).toEqual(['member']);
});

test('many members are on several pages', async () => {
  const owner = await visitor();
  const { id, path } = await organizationOf(owner);
  await gatehouse.sql(`WITH made AS (
      INSERT INTO users (id, email, email_canonical, first_name, last_name, created_ts)
      SELECT gen_random_uuid(), 'many.' || n || '.${id}@example.com', 'many.' || n || '.${id}@example.com', 'Many', n::text, now()
      FROM generate_series(1, 50) n RETURNING id)
    INSERT INTO memberships SELECT '${id}', id, '{member}', now() FROM made`);
  const first = await owner.client.get(path);
  const next = first.links.find((link) => link.startsWith(`${path}?after=`)) ?? '';
  const second = await owner.client.get(next);
  expect(first.text).toContain(owner.email);
  expect(second.text).not.toContain(owner.email);
  expect(second.text).toContain('Many');
  expect(second.links).toContain(path);
});

test('a disabled one can only be seen, and left', async () => {
  const { owner, other: admin, id, path, pathOf } = await pair('admin');
  await organizationsOf(gatehouse).disable(id);
  for (const { client } of [owner, admin]) {
    const page = await client.get(path);
    expect(page.text).toContain('This organization is disabled.');
    expect(actionsOf(page)).toEqual([]);
  }
  expect((await owner.client.get(`${path}/delete`)).location).toBe(path);
  expect((await owner.client.get(pathOf(admin))).status).toBe(404);
  expect((await owner.client.post(path, { name: 'X' })).status).toBe(403);
  expect((await admin.client.post(pathOf(admin), { intent: 'remove' })).location).toBe(`${list}?done=left`);
});

test('a super admin who acts as the user sees them, and changes nothing', async () => {
  const { owner, other, id, path, pathOf } = await pair('member');
  const { email } = await loginSuperAdmin(gatehouse, `root.${id}@example.com`);
  const admin = new PageClient(gatehouse);
  await admin.signIn({ email, password: adminPassword });
  const user = `/console/users/${owner.id}`;
  await admin.submit(await admin.get(`${user}/impersonate`), `${user}/impersonate`, { reason: 'Ticket 4711' });
  for (const address of [list, path]) {
    const page = await admin.get(address);
    expect([page.status, page.links.includes(list)]).toEqual([200, true]);
    expect(actionsOf(page).filter((action) => action.startsWith(list))).toEqual([]);
    expect(page.links.filter((link) => link.startsWith(`${path}/`))).toEqual([]);
  }
  for (const page of [`${path}/delete`, pathOf(other)]) expect((await admin.get(page)).location).toBe(path);
  expect((await admin.post(pathOf(other), { intent: 'remove', acting_as: owner.id })).status).toBe(403);
  expect(await rolesIn(id, other.id)).toEqual(['member']);
});

test('with ORGANIZATIONS=admin, nobody creates one here', async () => {
  const on = await startGatehouse({ ORGANIZATIONS: 'admin' });
  const { client } = await visitor(on);
  const page = await client.get(list);
  expect([page.status, actionsOf(page)]).toEqual([200, []]);
  expect(page.text).not.toContain('Create an organization');
  await on.stop();
});

test('with ORGANIZATIONS=off, there is no page, no link and no query', async () => {
  const off = await startGatehouse();
  const { client } = await visitor(off);
  const listOf = jest.spyOn(off.stores.organizations, 'listOf');
  for (const page of [list, `${list}/${unknown}`]) {
    expect((await client.get(page)).status).toBe(404);
    expect((await client.post(page, { name: 'Example' })).status).toBe(404);
  }
  expect((await client.get('/account')).links).not.toContain(list);
  expect(listOf).not.toHaveBeenCalled();
  await off.stop();
});
