import { type UserListFilter, type UserListPage, UserListStore } from '../../src/accounts/users/user-list.store';
import type { Run } from '../../src/platform/db/database';
import type { PagePosition } from '../../src/platform/request/page-cursor';
import { createMigratedDatabase } from '../support/database';

type Client = Awaited<ReturnType<Awaited<ReturnType<typeof createMigratedDatabase>>['open']>>;
let database: Awaited<ReturnType<typeof createMigratedDatabase>>;
let client: Client;
beforeAll(async () => {
  database = await createMigratedDatabase();
  client = await database.open();
  // The users 1 and 2, and so on, were created at the same time.
  await client.query(`INSERT INTO users (id, email, email_canonical, first_name, last_name, created_ts, disabled, is_super_admin, email_verified)
    SELECT gen_random_uuid(), address, address, CASE WHEN n % 3 = 0 THEN 'Ada' ELSE 'Grace' END,
      CASE WHEN n > 38 THEN 'Adams' ELSE 'Hopper' END, '2026-01-01'::timestamptz - interval '1 day' * (n / 2), n % 2 = 0, n % 10 = 0, n > 30
    FROM (SELECT n, CASE WHEN n > 30 THEN 'old' ELSE 'user' END || n || '@example.com' AS address FROM generate_series(1, 40) AS n) AS named`);
});
afterAll(async () => {
  await client.close();
  await database.drop();
});

const noFilter: UserListFilter = {
  email: null,
  name: null,
  contains: null,
  disabled: null,
  isSuperAdmin: null,
  emailVerified: null,
  createdAfter: null,
  createdBefore: null,
};
const day = (n: number) => new Date(Date.UTC(2026, 0, 1 - n));

const cases: [filter: Partial<UserListFilter>, condition: string][] = [
  [{}, 'true'],
  [{ email: 'old' }, "email LIKE 'old%'"],
  [{ email: 'user1@' }, "email LIKE 'user1@%'"],
  [{ name: 'ada' }, "first_name = 'Ada' OR last_name = 'Adams'"],
  [{ name: 'adams' }, "last_name = 'Adams'"],
  [{ name: 'unknown' }, 'false'],
  [{ email: 'old', name: 'ada' }, "email LIKE 'old%' AND (first_name = 'Ada' OR last_name = 'Adams')"],
  [{ email: 'user', name: 'adams' }, 'false'],
  [{ contains: 'R1' }, "email LIKE '%r1%'"],
  [{ contains: 'grace ad' }, "first_name = 'Grace' AND last_name = 'Adams'"],
  [{ contains: '%' }, 'false'],
  [{ contains: '4', email: 'user' }, "email LIKE 'user%4%'"],
  [{ disabled: true }, 'disabled'],
  [{ disabled: false, name: 'grace' }, "NOT disabled AND first_name = 'Grace'"],
  [{ isSuperAdmin: true, disabled: false }, 'false'],
  [{ isSuperAdmin: false, disabled: true }, 'disabled AND NOT is_super_admin'],
  [{ emailVerified: true, disabled: true }, 'email_verified AND disabled'],
  [{ emailVerified: false, isSuperAdmin: true }, 'is_super_admin AND NOT email_verified'],
  [{ createdBefore: day(10) }, "created_ts < '2025-12-22'"],
  [{ createdAfter: day(15), name: 'ada' }, "created_ts > '2025-12-17' AND first_name = 'Ada'"],
  [
    { createdAfter: day(15), createdBefore: day(5), email: 'user' },
    "created_ts > '2025-12-17' AND created_ts < '2025-12-27'",
  ],
];

/** The limits of accounts, far below the number of users, and the limits of the product. */
const limits = [{ candidates: 2, newest: 1 }, { candidates: 4, newest: 3 }, { candidates: 0, newest: 1000 }, undefined];

describe.each(limits)('with the limits %j', (limit) => {
  test.each(cases)('the pages with the filter %j have each user once, the newest first', async (filter, condition) => {
    const store = new UserListStore(client, limit);
    const found: string[] = [];
    let after: PagePosition | null = null;
    do {
      const page = await store.list({ first: 2, after, filter: { ...noFilter, ...filter } });
      expect(page.users.length).toBeLessThanOrEqual(2);
      // A page that has no user and starts where it ends would be read for ever.
      expect(page.next).not.toEqual(after ?? {});
      found.push(...page.users.map(({ id }) => id));
      after = page.next;
    } while (after);
    const all = await client.query(`SELECT id FROM users WHERE ${condition} ORDER BY created_ts DESC, id DESC`);
    expect(found).toEqual(all.map(({ id }) => id));
  });
});

const sorts = [
  ['newest', 'created_ts DESC, id DESC'],
  ['oldest', 'created_ts, id'],
  ['email', 'email_canonical'],
] as const;

describe.each(limits)('with the limits %j', (limit) => {
  const store = () => new UserListStore(client, limit);

  test.each(sorts)('sorted by %s, the pages have each user once, forwards and backwards', async (sort, order) => {
    for (const [given, condition] of cases) {
      const filter = { ...noFilter, ...given };
      const forwards: string[] = [];
      const backwards: string[] = [];
      let after: PagePosition | null = null;
      do {
        const page = await store().list({ first: 3, after, sort, filter });
        forwards.push(...page.users.map(({ id }) => id));
        after = page.next;
      } while (after);
      const all = (await client.query(`SELECT id FROM users WHERE ${condition} ORDER BY ${order}`)).map(({ id }) => id);
      expect([given, forwards]).toEqual([given, all]);
      if (all.length === 0) continue;
      const [last] = (await client.query(
        `SELECT created_ts AS ts, id FROM users WHERE id = '${all.at(-1)}'`,
      )) as unknown as PagePosition[];
      let before: PagePosition | null = last ?? null;
      while (before) {
        const page: UserListPage = await store().list({ first: 3, after: null, before, sort, filter });
        backwards.unshift(...page.users.map(({ id }) => id));
        before = page.previous;
      }
      expect([given, backwards]).toEqual([given, all.slice(0, -1)]);
    }
  });
});

test.each([
  // All accounts are read: anywhere.
  [{ candidates: 2, newest: 1000 }, 'r1', "email LIKE '%r1%'"],
  // At the beginning, which has an index: also those that are not among the newest.
  [{ candidates: 50, newest: 3 }, 'old', "email LIKE 'old%'"],
  [{ candidates: 50, newest: 3 }, 'ada', "first_name = 'Ada' OR last_name = 'Adams'"],
  // At the beginning of none, or of many.
  [{ candidates: 50, newest: 3 }, 'r1', "email LIKE '%r1%'"],
  [{ candidates: 2, newest: 3 }, 'ada', "first_name = 'Ada' OR last_name = 'Adams'"],
])('with the limits %j, a search for the text %s finds', async (limit, text, condition) => {
  const found: string[] = [];
  let after: PagePosition | null = null;
  do {
    const page: UserListPage = await new UserListStore(client, limit).list({
      first: 5,
      after,
      filter: { ...noFilter, text },
    });
    found.push(...page.users.map(({ id }) => id));
    after = page.next;
  } while (after);
  const all = await client.query(`SELECT id FROM users WHERE ${condition} ORDER BY created_ts DESC, id DESC`);
  expect(found).toEqual(all.map(({ id }) => id));
});

test.each<[filter: Partial<UserListFilter>, order: string]>([
  [{ email: 'old', isSuperAdmin: false }, 'SELECT created_ts AS ts, id FROM users'],
  [{ contains: 'old' }, 'SELECT created_ts AS ts, id FROM users'],
  [{ disabled: true, emailVerified: true }, 'SELECT created_ts AS ts, id FROM users WHERE disabled'],
])(
  'a page with the filter %j reads no more accounts than its limit, and the next page starts after them',
  async (filter, all) => {
    const read: number[] = [];
    const explaining: Run = async (statement, values) => {
      if (statement.name === 'users_list') {
        const text = `EXPLAIN (ANALYZE, FORMAT JSON) ${statement.text}`;
        read.push(...rowsOf(await client.run({ ...statement, text }, values)));
      }
      return client.run(statement, values);
    };
    const store = new UserListStore({ ...client, run: explaining }, { candidates: 2, newest: 7 });
    const { users, next } = await store.list({ first: 50, after: null, filter: { ...noFilter, ...filter } });
    expect(users).toEqual([]);
    const [seventh] = await client.query(`${all} ORDER BY created_ts DESC, id DESC OFFSET 6 LIMIT 1`);
    expect(next).toEqual(seventh);
    expect(Math.max(...read)).toBe(7);
  },
);

test('an account that is removed while a page is read makes the list skip no other account', async () => {
  await client.query(`INSERT INTO users (id, email, email_canonical, first_name, last_name, created_ts)
    SELECT gen_random_uuid(), 'new' || n || '@example.com', 'new' || n || '@example.com', CASE WHEN n = 4 THEN 'Zoe' ELSE 'Ada' END, 'Last',
      '2027-01-01'::timestamptz - interval '1 day' * n FROM generate_series(1, 6) AS n`);
  const removing: Run = async (statement, values) => {
    const rows = await client.run(statement, values);
    if (statement.name === 'users_list') await client.query("DELETE FROM users WHERE email = 'new1@example.com'");
    return rows as never;
  };
  const filter = { ...noFilter, name: 'zoe', createdAfter: new Date(Date.UTC(2026, 6, 1)) };
  const limit = { candidates: 0, newest: 3 };
  const first = await new UserListStore({ ...client, run: removing }, limit).list({
    first: 2,
    after: null,
    filter,
  });
  expect(first.users).toEqual([]);
  const next = await new UserListStore(client, limit).list({ first: 2, after: first.next, filter });
  expect(next.users.map(({ email }) => email)).toEqual(['new4@example.com']);
  await client.query("DELETE FROM users WHERE email LIKE 'new%'");
});

/** Returns how many rows each step of a plan returned or removed. */
function rowsOf(plan: unknown): number[] {
  return [...JSON.stringify(plan).matchAll(/"(?:Actual Rows|Rows Removed by Filter)":(\d+)/g)].map(([, n]) =>
    Number(n),
  );
}
