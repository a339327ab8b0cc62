import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { contextAt, stopClock } from '../support/limits';
import { PageClient, pagePassword } from '../support/page-client';

let gatehouse: Gatehouse;
beforeAll(async () => {
  gatehouse = await startGatehouse({ ADMIN_MIN_ACR: 'aal2' });
});
afterAll(() => gatehouse.stop());
// The link is valid for an hour. Each test begins without a super admin.
beforeEach(async () => {
  stopClock();
  await gatehouse.sql('UPDATE users SET is_super_admin = false');
  // A test whose clock was ahead has left the newest link.
  await gatehouse.sql("DELETE FROM one_time_tokens WHERE purpose = 'setup'");
});
afterEach(() => jest.useRealTimers());

let people = 0;
function person() {
  people += 1;
  return { email: `root.${people}@example.com`, first_name: 'Ada', last_name: 'Lovelace', password: pagePassword };
}

const setupOf = ({ services }: Pick<Gatehouse, 'services'>) => {
  if (!services.administration) throw new Error('the administration is off');
  return services.administration.setup;
};
const offered = async (of: Pick<Gatehouse, 'services'> = gatehouse) => String(await setupOf(of).offer());
const visitor = () => new PageClient(gatehouse);
const statusOf = async (path: string) => (await visitor().get(path)).status;
const superAdmins = () =>
  gatehouse.sql('SELECT email, email_verified AS verified FROM users WHERE is_super_admin ORDER BY email');

test('the page creates the super admin, who adds a second factor next, and exists once', async () => {
  const path = await offered();
  const client = visitor();
  const page = await client.get(path);
  expect(page).toMatchObject({ status: 200, heading: 'Create the first super admin' });
  expect(page.headers.get('referrer-policy')).toBe('same-origin');
  const ada = person();
  const sent = await client.post(path, ada);
  expect(sent).toMatchObject({ status: 303, location: '/account/security/totp?return_to=%2Fconsole' });
  expect((await client.follow(sent)).status).toBe(200);
  expect(await superAdmins()).toEqual([{ email: ada.email, verified: true }]);
  const events = await gatehouse.sql(`SELECT action, outcome FROM audit_events
    WHERE user_id = (SELECT id FROM users WHERE email = '${ada.email}') AND action = 'user_created'`);
  expect(events).toEqual([{ action: 'user_created', outcome: 'success' }]);

  for (const again of [await visitor().get(path), await visitor().post(path, person())]) {
    expect([again.status, again.text]).toEqual([409, expect.stringContaining('There is a super admin already.')]);
    expect(again.links).toContain('/login?return_to=%2Fconsole');
  }
  expect((await client.follow(await client.get('/login?return_to=%2Fconsole'))).status).not.toBe(404);
  expect(await setupOf(gatehouse).offer()).toBeNull();
  expect(await superAdmins()).toHaveLength(1);
  expect(gatehouse.logged()).not.toContain(path.slice('/setup/'.length));
});

test('a link that was replaced says nothing, also when there is a super admin', async () => {
  const older = await offered();
  jest.setSystemTime(Date.now() + 1000);
  const newer = await offered();
  await visitor().post(newer, person());
  expect([await statusOf(older), await statusOf(newer)]).toEqual([404, 409]);
});

test('everyone else gets 404, and a form of another site changes nothing', async () => {
  const path = await offered();
  const other = `${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`;
  for (const wrong of ['/setup', '/setup/', '/setup/x', other, `${path}x`, `${path}/x`]) {
    expect([wrong, await statusOf(wrong)]).toEqual([wrong, 404]);
    expect((await visitor().post(wrong, person())).status).toBe(404);
  }
  const foreign = await visitor().post(path, person(), { headers: { 'Sec-Fetch-Site': 'cross-site' } });
  expect(foreign.status).toBe(403);
  expect(await superAdmins()).toEqual([]);
  expect(await statusOf(path)).toBe(200);
});

test('of two forms at the same time, one makes a super admin', async () => {
  const path = await offered();
  const answers = await Promise.all([visitor().post(path, person()), visitor().post(path, person())]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409]);
  expect(await superAdmins()).toHaveLength(1);
});

test('a later start voids the link, also one of another instance, and of several one is valid', async () => {
  const another = await gatehouse.another();
  try {
    const first = await offered();
    const second = await offered(another);
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);
    const paths = await Promise.all([offered(), offered(another), offered()]);
    const statuses = await Promise.all(paths.map(statusOf));
    expect(statuses.toSorted()).toEqual([200, 404, 404]);
    expect(await statusOf(second)).toBe(404);
  } finally {
    await another.stop();
  }
});

test('the link ends after an hour, and when there is a super admin', async () => {
  const path = await offered();
  jest.setSystemTime(Date.now() + 3_599_000);
  expect(await statusOf(path)).toBe(200);
  await visitor().register({ email: person().email });
  await gatehouse.sql(`UPDATE users SET is_super_admin = true WHERE email = 'root.${people}@example.com'`);
  expect(await statusOf(path)).toBe(404);
  expect((await visitor().post(path, person())).status).toBe(404);
  await gatehouse.sql('UPDATE users SET is_super_admin = false');
  jest.setSystemTime(Date.now() + 1000);
  expect(await statusOf(path)).toBe(404);
});

test('a wrong field and a taken address leave the link valid', async () => {
  const path = await offered();
  const ada = person();
  const client = visitor();
  const short = await client.post(path, { ...ada, password: 'short' });
  expect([short.status, short.html.includes(ada.email)]).toEqual([400, true]);
  await visitor().register({ email: ada.email });
  expect((await client.post(path, ada)).status).toBe(409);
  expect(await superAdmins()).toEqual([]);
  expect((await client.post(path, person())).status).toBe(303);
});

test('from a network that is not in ADMIN_NETWORKS, the link creates nobody and stays valid', async () => {
  const elsewhere = await gatehouse.another({ ADMIN_NETWORKS: '10.0.0.0/8' });
  try {
    const path = await offered();
    const client = new PageClient({ url: elsewhere.url, config: gatehouse.config });
    expect((await client.get(path)).status).toBe(403);
    expect((await client.post(path, person())).status).toBe(403);
    expect((await client.get(`${path}x`)).status).toBe(404);
    const token = path.slice('/setup/'.length);
    const input = { email: 'root@example.com', firstName: 'Ada', lastName: 'Lovelace', password: pagePassword };
    const created = setupOf(elsewhere).create(token, input, contextAt('192.0.2.7'));
    await expect(created).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await superAdmins()).toEqual([]);
    expect((await visitor().post(path, person())).status).toBe(303);
  } finally {
    await elsewhere.stop();
  }
});
