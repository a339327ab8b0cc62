import { once } from 'node:events';
import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import { restApi } from '../support/apis';
import { parseCsv } from '../support/csv';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { loginSuperAdmin } from '../support/super-admin';
import { until } from '../support/until';

let gatehouse: Gatehouse;
let admin: Awaited<ReturnType<typeof loginSuperAdmin>>;
/** The store fails after this number of pages. */
let pagesLeft = Number.POSITIVE_INFINITY;
let pagesRead = 0;
/** Called before each page is read. */
let beforePage: () => Promise<unknown> = async () => {};
/** The first page has no users, and a next page. */
let isSparse = false;

const startExporting = () =>
  startGatehouse({}, ({ userLists }) => ({
    userLists: {
      list: async (request) => {
        pagesRead += 1;
        await beforePage();
        pagesLeft -= 1;
        if (isSparse && !request.after) {
          return Promise.resolve({
            users: [],
            previous: null,
            next: { ts: new Date(4_000_000_000_000), id: admin.id },
          });
        }
        return pagesLeft < 0 ? Promise.reject(new Error('the connection was lost')) : userLists.list(request);
      },
      find: (id) => userLists.find(id),
      findByEmail: (email) => userLists.findByEmail(email),
      estimateTotal: () => userLists.estimateTotal(),
    },
  }));

beforeAll(async () => {
  gatehouse = await startExporting();
  admin = await loginSuperAdmin(gatehouse);
  await restApi.register(gatehouse.url, {
    email: '=cmd@example.com',
    firstName: '=HYPERLINK("https://evil.example.com","x")',
    lastName: '@SUM(A1:A9)',
    tel: '+44 20 7946 0958',
    password: 'correct horse battery',
  });
  await insert(1200);
  await gatehouse.sql('CREATE TABLE first_users AS SELECT id FROM users');
});
afterAll(() => gatehouse.stop());
beforeEach(async () => {
  await gatehouse.sql('DELETE FROM users WHERE id NOT IN (SELECT id FROM first_users)');
  await gatehouse.sql('DELETE FROM audit_events');
  pagesLeft = Number.POSITIVE_INFINITY;
  pagesRead = 0;
  isSparse = false;
  beforePage = async () => {};
});

/** In batches, because a statement may only take two seconds. */
async function insert(users: number): Promise<void> {
  for (let first = 1; first <= users; first += 400) await insertFrom(first, first + 399);
}

const insertFrom = (first: number, last: number) =>
  gatehouse.sql(`INSERT INTO users (id, email, email_canonical, first_name, last_name, created_ts, disabled)
    SELECT gen_random_uuid(), 'u' || n || '@example.com', 'u' || n || '@example.com', 'First', '-' || n,
      now() - interval '1 day', n % 100 = 0 FROM generate_series(${first}, ${last}) AS n`);

const download = (query = '') =>
  fetch(`${gatehouse.url}/admin/users.csv${query}`, { headers: { Authorization: `Bearer ${admin.jwt}` } });

const events = ({ sql } = gatehouse) =>
  sql(`SELECT actor_id, details->>'ended' AS ended, (details->>'accounts')::int AS accounts
    FROM audit_events WHERE action = 'users_exported' ORDER BY first_ts, id`);

test('the file has every user once, and no cell is a formula', async () => {
  const response = await download();
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="users.csv"');
  const text = await response.text();
  const [names = [], ...rows] = parseCsv(text);
  expect(names.slice(0, 3)).toEqual(['id', 'email', 'email_verified']);
  // A new column is the last one, so that a program that counts columns goes on.
  expect(names.slice(-2)).toEqual(['two_step', 'claims']);
  expect(rows).toHaveLength(1202);
  expect(new Set(rows.map(([id]) => id)).size).toBe(1202);
  for (const row of rows) expect(row).toHaveLength(names.length);
  expect(rows.flat().filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
  const evil = rows.find((row) => row.includes("'=cmd@example.com")) ?? [];
  expect(evil).toEqual(
    expect.arrayContaining(['\'=HYPERLINK("https://evil.example.com","x")', "'@SUM(A1:A9)", "'+44 20 7946 0958"]),
  );
  expect(text).not.toContain('argon2');
  expect(await events()).toEqual([
    { actor_id: admin.id, ended: 'started', accounts: null },
    { actor_id: admin.id, ended: 'complete', accounts: 1202 },
  ]);
});

test('the filters are those of the list', async () => {
  const rows = parseCsv(await (await download('?disabled=true')).text());
  expect(rows).toHaveLength(1 + 12);
  expect(await (await download('?disabled=perhaps')).json()).toMatchObject({
    code: 'VALIDATION_FAILED',
    errors: [{ field: 'disabled' }],
  });
});

test('a file that cannot be completed ends with an error, not as if it were whole', async () => {
  pagesLeft = 2;
  const response = await download();
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow();
  expect((await events()).at(-1)).toEqual({ actor_id: admin.id, ended: 'failed', accounts: 1000 });
});

test.each([
  ['demoted', 'is_super_admin = false'],
  ['disabled', 'disabled = true'],
])('no further page is read after the super admin was %s', async (how, change) => {
  const other = await loginSuperAdmin(gatehouse, `${how}@example.com`);
  beforePage = () =>
    pagesRead === 2 ? gatehouse.sql(`UPDATE users SET ${change} WHERE id = '${other.id}'`) : Promise.resolve();
  const response = await fetch(`${gatehouse.url}/admin/users.csv`, {
    headers: { Authorization: `Bearer ${other.jwt}` },
  });
  await expect(response.text()).rejects.toThrow();
  expect(pagesRead).toBe(2);
  expect((await events()).at(-1)).toEqual({ actor_id: other.id, ended: 'failed', accounts: 1000 });
});

test('a super admin has two exports at the same time, and a third after one of them has ended', async () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  beforePage = () => opened;
  const start = async () => {
    const request = get(`${gatehouse.url}/admin/users.csv`, { headers: { Authorization: `Bearer ${admin.jwt}` } });
    const [response] = await once(request, 'response');
    return response;
  };
  const [first, second] = [await start(), await start()];
  expect(await (await download()).json()).toMatchObject({ success: false, code: 'CONFLICT' });
  open();
  await Promise.all([text(first), text(second)]);
  expect((await download('?disabled=true')).status).toBe(200);
});

test('if the client disconnects, no further page is read', async () => {
  const big = await startExporting();
  const { jwt } = await loginSuperAdmin(big);
  await insertMany(big);
  const request = get(`${big.url}/admin/users.csv`, { headers: { Authorization: `Bearer ${jwt}` } });
  const [response] = await once(request, 'response');
  // Nothing is read from the connection, so the server stops when the buffers are full.
  response.pause();
  await until(async () => (await events(big)).at(-1)?.ended === 'started');
  request.destroy();
  await until(async () => (await events(big)).at(-1)?.ended === 'stopped');
  expect(pagesRead).toBeLessThan(10);
  await big.stop();
});

/** So many users that the buffers of a connection cannot hold the file: 10 pages of 500 lines of 8 kB. */
async function insertMany({ sql }: Gatehouse): Promise<void> {
  for (let batch = 0; batch < 10; batch += 1) {
    await sql(`INSERT INTO users (id, email, email_canonical, first_name, last_name, company, created_ts)
      SELECT gen_random_uuid(), 'm${batch}.' || n || '@example.com', 'm${batch}.' || n || '@example.com', 'F', 'L',
        repeat('x', 8000), now() - interval '2 days' FROM generate_series(1, 500) AS n`);
  }
}

test('HEAD has the headers of GET, and exports nothing', async () => {
  const headers = { Authorization: `Bearer ${admin.jwt}` };
  const response = await fetch(`${gatehouse.url}/admin/users.csv`, { method: 'HEAD', headers });
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(pagesRead).toBe(0);
});

test('a page without users does not end the file', async () => {
  const whole = await (await download()).text();
  isSparse = true;
  expect(await (await download()).text()).toBe(whole);
});
