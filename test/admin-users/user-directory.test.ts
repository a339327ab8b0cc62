import { apis, postJson, restApi } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { loginSuperAdmin } from '../support/super-admin';

let gatehouse: Gatehouse;
let admin: Awaited<ReturnType<typeof loginSuperAdmin>>;
const password = 'correct horse battery';

/** A page that has read many accounts, and found none. */
const sparse = { ts: new Date(4_000_000_000_000), id: '01a1fafd-5d47-7b3e-9a51-2f0c6f7d8e90' };

beforeAll(async () => {
  gatehouse = await startGatehouse({}, ({ userLists }) => ({
    userLists: {
      list: (request) =>
        request.filter.name === 'sparse' && !request.after
          ? Promise.resolve({ users: [], previous: null, next: sparse })
          : userLists.list({
              ...request,
              filter: { ...request.filter, name: request.filter.name?.replace('sparse', 'ada3') ?? null },
            }),
      find: (id) => userLists.find(id),
      findByEmail: (email) => userLists.findByEmail(email),
      emailsOf: (ids) => userLists.emailsOf(ids),
      estimateTotal: () => userLists.estimateTotal(),
    },
  }));
  admin = await loginSuperAdmin(gatehouse);
  for (let i = 0; i < 5; i += 1) {
    await restApi.register(gatehouse.url, {
      email: `ada${i}@example.com`,
      firstName: `Ada${i}`,
      lastName: 'Love_lace',
      password,
    });
  }
});
afterAll(() => gatehouse.stop());

/** A well-formed cursor of this time in ms. */
const cursorOf = (ms: number) => Buffer.from(`${ms} 01a1fafd-5d47-7b3e-9a51-2f0c6f7d8e90`).toString('base64url');

describe.each(apis)('$name', (api) => {
  const users = (input: object) => api.users(gatehouse.url, { ...input }, admin.jwt);
  const emailsOf = ({ result }: Awaited<ReturnType<typeof users>>) => result?.nodes.map(({ email }) => email);

  test('a super admin reads all pages, the newest user first', async () => {
    const found: string[] = [];
    let after: string | null = null;
    do {
      const page = await users({ first: 2, after });
      expect(page).toMatchObject({ success: true, msg: 'Users returned.' });
      found.push(...(emailsOf(page) ?? []));
      after = page.result?.next ?? null;
    } while (after !== null);
    expect(found).toEqual([4, 3, 2, 1, 0].map((i) => `ada${i}@example.com`).concat('root@example.com'));
  });

  test.each([
    ['newest', ['ada4', 'ada3', 'ada2', 'ada1', 'ada0', 'root']],
    ['oldest', ['root', 'ada0', 'ada1', 'ada2', 'ada3', 'ada4']],
    ['email', ['ada0', 'ada1', 'ada2', 'ada3', 'ada4', 'root']],
  ])('sorted by %s, the list is read forwards and backwards, with the number of all users', async (sort, names) => {
    const emails = names.map((name) => `${name}@example.com`);
    const first = (await users({ first: 4, sort })).result;
    expect(first).toMatchObject({ previous: null, estimatedTotal: 6 });
    const last = (await users({ first: 4, sort, after: first?.next })).result;
    expect(last?.next).toBeNull();
    const back = (await users({ first: 4, sort, before: last?.previous })).result;
    expect([first, last, back].map((page) => page?.nodes.map(({ email }) => email))).toEqual([
      emails.slice(0, 4),
      emails.slice(4),
      emails.slice(0, 4),
    ]);
    expect(back).toMatchObject({ previous: null, next: first?.next });
  });

  test('an account says how its user can sign in', async () => {
    const [{ id = '' } = {}] = (await users({ email: 'ada1' })).result?.nodes ?? [];
    await gatehouse.sql(`INSERT INTO identities (id, user_id, provider, issuer, subject, created_ts)
      VALUES (gen_random_uuid(), '${id}', 'google', 'https://accounts.google.com', 'ada1', now())`);
    expect((await users({ name: 'ada1' })).result?.nodes).toMatchObject([{ hasPassword: true, providers: ['google'] }]);
    expect((await users({ name: 'ada2' })).result?.nodes).toMatchObject([{ providers: [] }]);
    await gatehouse.sql('DELETE FROM identities');
  });

  test.each([
    [{ text: 'DA1@ex' }, ['ada1@example.com']],
    [{ text: ' love_l', first: 1 }, ['ada4@example.com']],
    [{ text: 'da3 Lo', disabled: false }, ['ada3@example.com']],
    [{ email: 'ADA1' }, ['ada1@example.com']],
    [{ email: ' ada1@Example.com ' }, ['ada1@example.com']],
    [{ email: 'da1' }, []],
    [{ email: 'ada%' }, []],
    [{ name: 'ada3' }, ['ada3@example.com']],
    [{ name: 'love_l', first: 1 }, ['ada4@example.com']],
    [{ name: 'love%' }, []],
    [{ contains: 'DA1@ex' }, ['ada1@example.com']],
    [{ contains: 'da3 Lo' }, ['ada3@example.com']],
    [{ contains: 'a_1' }, []],
    [{ contains: 'da', email: 'root' }, []],
    [{ contains: '', superAdmin: true }, ['root@example.com']],
    [{ superAdmin: true }, ['root@example.com']],
    [{ superAdmin: true, email: 'ada' }, []],
    [{ disabled: true }, []],
    [{ emailVerified: true }, []],
    [{ createdAfter: '2999-01-01T00:00:00.000Z' }, []],
    [{ createdBefore: '2000-01-01T00:00:00.000Z' }, []],
    [{ createdAfter: '2000-01-01T00:00:00.000Z', superAdmin: true }, ['root@example.com']],
  ])('the filter %j', async (filter, emails) => {
    expect(emailsOf(await users(filter))).toEqual(emails);
  });

  test('a page without users can have a next page', async () => {
    const { result } = await users({ name: 'sparse' });
    expect(result).toEqual({ nodes: [], previous: null, next: expect.any(String), estimatedTotal: null });
    expect(emailsOf(await users({ name: 'sparse', after: result?.next }))).toEqual(['ada3@example.com']);
  });

  test('an account has no secret', async () => {
    const { result } = await users({ superAdmin: true });
    expect(result?.nodes).toEqual([
      expect.objectContaining({
        id: admin.id,
        isSuperAdmin: true,
        hasPassword: true,
        factors: [],
        twoStep: false,
        deletionDueTs: null,
      }),
    ]);
    expect(JSON.stringify(result)).not.toMatch(/argon2|password_hash|passwordHash/);
  });

  test.each(['2999-01-01T00:00:00.123456+00:00', '2999-01-01T09:30:00+09:30', '2998-12-31t14:30:00.5-09:30'])(
    '%s is a time',
    async (createdAfter) => {
      expect((await users({ createdAfter })).result?.nodes).toEqual([]);
      expect((await users({ createdBefore: createdAfter, superAdmin: true })).result?.nodes).toHaveLength(1);
    },
  );

  test.each([
    [{ first: 0 }, 'first'],
    [{ first: 101 }, 'first'],
    [{ after: 'no cursor' }, 'after'],
    [{ before: 'no cursor' }, 'before'],
    [{ after: cursorOf(1), before: cursorOf(1) }, 'before'],
    [{ after: cursorOf(1), sort: 'email' }, 'after'],
    [{ before: cursorOf(1), sort: 'email' }, 'before'],
    [{ text: 'ada', name: 'ada' }, 'text'],
    [{ after: cursorOf(253_402_300_800_000) }, 'after'],
    [{ createdAfter: '2026-02-30T00:00:00.000Z' }, 'createdAfter'],
    [{ createdBefore: '0000-01-01T00:00:00.000Z' }, 'createdBefore'],
    [{ createdBefore: '9999-12-31T23:59:59-01:00' }, 'createdBefore'],
    [{ createdBefore: '2026-11-20T17:30:15+25:00' }, 'createdBefore'],
    [{ createdBefore: '2026-11-20' }, 'createdBefore'],
    [{ email: 'a'.repeat(255) }, 'email'],
    [{ name: 'a\u0000' }, 'name'],
    [{ contains: 'a'.repeat(101) }, 'contains'],
  ])('the input %j is not valid', async (input, field) => {
    expect(await users(input)).toMatchObject({ code: 'VALIDATION_FAILED', fields: [{ field }] });
  });
});

test('both APIs return the same', async () => {
  const [rest, graphql] = await Promise.all(
    apis.map(async (api) => (await api.users(gatehouse.url, { first: 3 }, admin.jwt)).result),
  );
  // GraphQL has them in the type of a list, too.
  const parts = { identities: null, sessions: null, sessionCount: null, apiKeys: null, memberships: null };
  const onlyOfOne = { ...parts, signIn: null };
  expect(graphql).toEqual({ ...rest, nodes: rest?.nodes.map((user) => ({ ...user, ...onlyOfOne })) });
});

// Relay's rule for connections. REST has one name for both, `limit`.
test.each([
  ['first with before', { first: 2, before: cursorOf(1) }, 'first'],
  ['last without before', { last: 2 }, 'last'],
])('GraphQL rejects %s', async (_name, input, field) => {
  const query = `query ($first: Int, $last: Int, $before: String) {
    users(first: $first, last: $last, before: $before) { nodes { id } }
  }`;
  const headers = { Authorization: `Bearer ${admin.jwt}` };
  const response = await postJson(`${gatehouse.url}/admin/graphql`, { query, variables: input }, headers);
  const { errors } = (await response.json()) as { errors: { extensions: object }[] };
  expect(errors[0]?.extensions).toMatchObject({ code: 'VALIDATION_FAILED', fields: [{ field }] });
});
