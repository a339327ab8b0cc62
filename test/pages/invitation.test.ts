import { purposes } from '../../src/compose/features';
import { restApi } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { languageLinks, PageClient, pagePassword } from '../support/page-client';
import { unproveAddress } from '../support/verified-address';

// The page says who invites whom, and acts only when the person sends its form.

let gatehouse: Gatehouse;
beforeAll(async () => {
  gatehouse = await startGatehouse({ ORGANIZATIONS: 'users', REGISTRATION: 'closed' });
});
afterAll(() => gatehouse.stop());

const name = '<b>Example</b> & Sons';
const values = { first_name: 'Grace', last_name: 'Hopper', password: pagePassword };
let people = 0;
function newAddress() {
  people += 1;
  return `invited.${people}@example.com`;
}

async function person(email = newAddress()) {
  const [row] = await gatehouse.sql(`INSERT INTO users (id, email, email_canonical, first_name, last_name, created_ts)
    SELECT gen_random_uuid(), '${email}', '${email}', 'Ada', '<i>Lovelace</i>', now() RETURNING id`);
  const { oneTimeTokens } = gatehouse.services;
  const request = { purpose: purposes.reset_password, userId: String(row?.id), address: email };
  const token = await gatehouse.stores.transaction(null, (tx) => oneTimeTokens.issue(tx, request));
  await restApi.resetPassword(gatehouse.url, { token: oneTimeTokens.tokenOf(token), password: pagePassword });
  const { jwt } = await restApi.login(gatehouse.url, { email, password: pagePassword });
  return { id: String(row?.id), email, jwt: String(jwt) };
}

/** Invites an address. Returns the path of the link. */
async function invite(email: string) {
  const owner = await person();
  const { result } = await restApi.createOrganization(gatehouse.url, { name }, owner.jwt);
  const input = { organizationId: result?.id, email, roles: ['member'] };
  await restApi.inviteMember(gatehouse.url, input, owner.jwt);
  const mail = (await gatehouse.allMails()).filter(({ to }) => to === email).at(-1);
  return { path: new URL(String(mail?.links[0])).pathname, slug: String(result?.slug), id: String(result?.id), owner };
}

const rolesIn = async (organizationId: string, email: string) =>
  (
    await gatehouse.sql(`SELECT m.roles FROM memberships m JOIN users u ON u.id = m.user_id
      WHERE organization_id = '${organizationId}' AND u.email = '${email}'`)
  )[0]?.roles;

test('a GET shows who invites whom, in each language, and changes nothing', async () => {
  const address = newAddress();
  const { path, slug, id } = await invite(address);
  const client = new PageClient(gatehouse);
  const state = () => gatehouse.sql('SELECT id, used_ts FROM one_time_tokens ORDER BY id');
  const before = await state();
  const page = await client.get(path);
  expect(page.status).toBe(200);
  expect(page.headers.get('referrer-policy')).toBe('no-referrer');
  for (const shown of [name, slug, 'Ada <i>Lovelace</i>', address]) expect(page.text).toContain(shown);
  expect(page.html).not.toContain(path.split('/').at(-1));
  expect(page.html).not.toMatch(/<b>|<i>/);
  const titles = new Set<string>();
  for (const link of languageLinks(page)) {
    const chosen = await client.get(path + link);
    titles.add((await client.follow(chosen)).title);
  }
  expect(titles.size).toBe(4);
  expect(await state()).toEqual(before);
  expect(await rolesIn(id, address)).toBeUndefined();
});

test('a person without an account registers on the page, and is signed in and a member then', async () => {
  const address = newAddress();
  const { path, id } = await invite(address);
  const client = new PageClient(gatehouse);
  const page = await client.get(path);
  const wrong = await client.submit(page, path, { ...values, password: 'short' });
  expect(wrong.status).toBe(400);
  expect(wrong.forms.at(0)?.fields).toMatchObject({ first_name: 'Grace', last_name: 'Hopper' });
  const done = await client.submit(page, path, values);
  expect(done.status).toBe(303);
  expect((await client.follow(done)).text).toContain(address);
  expect(await rolesIn(id, address)).toEqual(['member']);
  // The link has done what it was for.
  expect((await client.get(path)).status).toBe(400);
});

test('a person with an account signs in, comes back without the token in an address, and joins', async () => {
  const grace = await person();
  const { path, id } = await invite(grace.email);
  const client = new PageClient(gatehouse);
  const page = await client.get(path);
  expect(page.forms).toEqual([]);
  expect(page.links).toContain('/login?return_to=%2Finvitation');
  // The form of another browser does nothing.
  expect((await client.post(path, values)).status).toBe(200);
  expect(await rolesIn(id, grace.email)).toBeUndefined();
  const signIn = await client.get('/login?return_to=%2Finvitation');
  const signedIn = await client.submit(signIn, '/login', { email: grace.email, password: pagePassword });
  expect(signedIn.location).toBe('/invitation');
  const back = await client.follow(signedIn);
  expect(back.location).toBe(path);
  const joined = await client.submit(await client.follow(back), path);
  expect(joined).toMatchObject({ status: 200, title: expect.stringContaining(name) });
  expect(await rolesIn(id, grace.email)).toEqual(['member']);
  expect((await client.get('/invitation')).status).toBe(400);
});

test('somebody else who is signed in sees as whom, and can change', async () => {
  const [grace, eve] = [await person(), await person()];
  const { path, id } = await invite(grace.email);
  const client = new PageClient(gatehouse);
  await client.signIn(eve);
  const page = await client.get(path);
  expect(page.text).toContain(eve.email);
  expect(page.text).toContain(grace.email);
  expect(page.forms.filter(({ action }) => action === path)).toEqual([]);
  expect(page.links).toContain('/logout?return_to=%2Finvitation');
  await client.post(path);
  expect(await rolesIn(id, eve.email)).toBeUndefined();
  const out = await client.submit(await client.get('/logout?return_to=%2Finvitation'), '/logout');
  expect(out.location).toBe('/invitation');
  const back = await client.follow(await client.follow(out));
  expect(back.links).toContain('/login?return_to=%2Finvitation');
});

test('a stranger who has registered the address loses the account to who has the mailbox', async () => {
  const grace = await person();
  await unproveAddress(gatehouse, grace.email);
  const { path, id } = await invite(grace.email);
  const stranger = new PageClient(gatehouse);
  await stranger.signIn(grace);
  const client = new PageClient(gatehouse);
  const done = await client.submit(await client.get(path), path, { ...values, password: 'a much longer horse' });
  expect(done.status).toBe(303);
  expect(await rolesIn(id, grace.email)).toEqual(['member']);
  expect((await stranger.get('/account')).location).toContain('/login');
});

test('a disabled or full organization is said on the page, and the link stays valid', async () => {
  const grace = await person();
  const { path, id } = await invite(grace.email);
  const client = new PageClient(gatehouse);
  await client.signIn(grace);
  await gatehouse.sql(`UPDATE organizations SET disabled_ts = now() WHERE id = '${id}'`);
  expect(await client.get(path)).toMatchObject({ status: 403, text: expect.stringContaining('is disabled') });
  await gatehouse.sql(`UPDATE organizations SET disabled_ts = NULL WHERE id = '${id}'`);
  await gatehouse.sql(`INSERT INTO organizations (id, slug, name, created_ts)
    SELECT gen_random_uuid(), 'many-' || n, 'N', now() FROM generate_series(1, 50) AS n`);
  await gatehouse.sql(`INSERT INTO memberships SELECT id, '${grace.id}', '{member}', now()
    FROM organizations WHERE slug ~ '^many-'`);
  const full = await client.submit(await client.get(path), path);
  expect(full).toMatchObject({ status: 409, text: expect.stringContaining('too many organizations') });
  await gatehouse.sql(`DELETE FROM memberships WHERE user_id = '${grace.id}'`);
  expect((await client.submit(await client.get(path), path)).status).toBe(200);
  expect(await rolesIn(id, grace.email)).toEqual(['member']);
});

test('a text that is no link shows that it is not valid, and no cookie leads elsewhere', async () => {
  const client = new PageClient(gatehouse);
  for (const path of ['/invitation', '/invitation/x', '/invitation/%00'])
    expect((await client.get(path)).status).toBe(400);
  client.cookies.set('__Host-gatehouse_invitation', '//evil.example');
  expect((await client.get('/invitation')).location).toBeNull();
});
