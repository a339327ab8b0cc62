import { type OrganizationFilter, OrganizationStore } from '../../src/accounts/memberships/organization.store';
import { claimsOf } from '../../src/accounts/tokens/access-token';
import type { Run } from '../../src/platform/db/database';
import { type Api, apis, type Input, restApi, testInTurn } from '../support/apis';
import { createMigratedDatabase } from '../support/database';
import { type Gatehouse, type Instance, startGatehouse } from '../support/gatehouse';
import { settingFile } from '../support/setting-file';
import { loginSuperAdmin } from '../support/super-admin';
import { until } from '../support/until';

// What super admins do with organizations.

const password = 'correct horse battery';
const unknown = '01a20e51-04c4-7d0a-9d3b-52f0a1b7c6de';

let gatehouse: Gatehouse;
/** An instance that learns of a change by a notification only. */
let other: Instance;
let off: Gatehouse;
let root: Awaited<ReturnType<typeof loginSuperAdmin>>;
beforeAll(async () => {
  const claims = settingFile({ plan: '{{organization.claims.plan}}', for: '{{organization.slug}}' });
  gatehouse = await startGatehouse({ ORGANIZATIONS: 'admin', ORGANIZATION_ROLES: 'billing', TOKEN_CLAIMS: claims });
  other = await gatehouse.another();
  root = await loginSuperAdmin(gatehouse);
  off = await startGatehouse();
});
afterAll(async () => {
  await gatehouse.stop();
  await off.stop();
});

let people = 0;
async function person(api: Api) {
  people += 1;
  const email = `member.${people}@example.com`;
  const { user } = await api.register(gatehouse.url, { email, password, firstName: 'Ada', lastName: `No ${people}` });
  const { jwt } = await api.login(gatehouse.url, { email, password });
  return { id: String(user?.id), email, jwt: String(jwt) };
}

/** What the audit has of an organization, the newest first. */
async function changesOf(organizationId: string) {
  const rows = await gatehouse.sql(
    `SELECT action, user_id, actor_id, details FROM audit_events WHERE details->>'organizationId' = '${organizationId}' ORDER BY id DESC`,
  );
  return rows.map(({ action, user_id, actor_id, details }) => [action, user_id, actor_id, details]);
}

describe.each(apis.map((api) => ({ name: api.name, api })))('through $name', ({ api }) => {
  const rule = testInTurn(api);
  const create = async (input: object) => {
    const answer = await api.adminCreateOrganization(gatehouse.url, { name: 'Example & Sons', ...input }, root.jwt);
    if (!answer.result) throw new Error(`no organization: ${answer.msg}`);
    return answer.result;
  };
  const update = (id: string, changes: object) =>
    api.adminUpdateOrganization(gatehouse.url, { id, ...changes }, root.jwt);
  const setMember = (organizationId: string, userId: string, roles: string[]) =>
    api.adminSetMember(gatehouse.url, { organizationId, userId, roles }, root.jwt);
  const tokenFor = async (id: string, { email }: { email: string }) => {
    const { jwt } = await api.login(gatehouse.url, { email, password });
    return String((await api.createOrganizationToken(gatehouse.url, { id }, jwt)).result?.jwt);
  };
  /** What both instances say to the token. */
  const statusOf = async (jwt: string) =>
    Promise.all(
      [gatehouse, other].map(
        async ({ url }) => (await fetch(`${url}/auth/verify`, { headers: { Authorization: `Bearer ${jwt}` } })).status,
      ),
    );

  rule('a super admin creates an organization for an owner, by id or by address, or for nobody', async () => {
    const ada = await person(api);
    const { result: created } = await api.adminCreateOrganization(
      gatehouse.url,
      { name: 'Example', slug: `example-${people}`, owner: ada.email.toUpperCase() },
      root.jwt,
    );
    expect(created).toMatchObject({ slug: `example-${people}`, claims: {}, memberCount: 1, disabledTs: null });
    const id = String(created?.id);
    expect(await changesOf(id)).toEqual([
      ['member_added', ada.id, root.id, { organizationId: id, roles: ['owner'] }],
      ['organization_created', null, root.id, { organizationId: id }],
    ]);
    expect((await create({ owner: ada.id })).memberCount).toBe(1);
    expect((await create({})).memberCount).toBe(0);
    expect((await api.organizations(gatehouse.url, ada.jwt)).result).toHaveLength(2);
    const rejected = async (owner: string) =>
      (await api.adminCreateOrganization(gatehouse.url, { name: 'X', owner }, root.jwt)).code;
    expect([await rejected('nobody@example.com'), await rejected(unknown), await rejected('nobody')]).toEqual([
      'NOT_FOUND',
      'NOT_FOUND',
      'VALIDATION_FAILED',
    ]);
    // Users create none here.
    await gatehouse.sql(`UPDATE users SET email_verified = true WHERE id = '${ada.id}'`);
    expect((await api.createOrganization(gatehouse.url, { name: 'X' }, ada.jwt)).code).toBe('FORBIDDEN');
  });

  rule('the list has pages and filters, and each organization is found', async () => {
    const names = ['Zebra one', 'zebra two', 'Zebra 100%'].map((name) => `${name} ${api.name}`);
    const ids: string[] = [];
    for (const name of names) ids.unshift(String((await create({ name })).id));
    await update(String(ids[0]), { disabled: true });
    const list = (input: Input) => api.adminOrganizations(gatehouse.url, input, root.jwt);
    const idsOf = async (input: Input) => (await list(input)).result?.nodes.map(({ id }) => id);
    // Both APIs see those of the other.
    const own = async (input: Input) => (await idsOf(input))?.filter((id) => ids.includes(String(id)));
    expect(await own({ name: 'ZEBRA' })).toEqual(ids);
    expect(await idsOf({ name: `Zebra 100% ${api.name}` })).toEqual([ids[0]]);
    expect(await idsOf({ name: 'Zebra%' })).toEqual([]);
    expect(await own({ name: 'zebra', disabled: true })).toEqual([ids[0]]);
    expect(await own({ disabled: false, name: 'zebra' })).toEqual(ids.slice(1));
    const size = { [api.name === 'REST' ? 'limit' : 'first']: 1 };
    const first = await list(size);
    expect(first.result?.nodes).toMatchObject([{ id: ids[0] }]);
    const after = first.result?.next;
    expect(await idsOf({ ...size, after })).toEqual([ids[1]]);
    const { result: one } = await api.adminOrganization(gatehouse.url, { id: ids[1] }, root.jwt);
    expect(one).toMatchObject({ id: ids[1], name: names[1] });
    expect(await idsOf({ slug: one?.slug })).toEqual([ids[1]]);
    for (const id of [unknown, 'no id'])
      expect(await api.adminOrganization(gatehouse.url, { id }, root.jwt)).toMatchObject({
        code: 'NOT_FOUND',
        msg: 'There is no organization with this id.',
      });
  });

  rule('a super admin adds, changes and removes members, also the last one', async () => {
    const [ada, grace] = [await person(api), await person(api)];
    const { id } = await create({ owner: ada.id });
    expect((await setMember(id, grace.id, ['boss'])).fields).toMatchObject([{ field: 'roles' }]);
    expect((await setMember(id, grace.id, ['billing'])).success).toBe(true);
    const members = await api.adminOrganizationMembers(gatehouse.url, { id }, root.jwt);
    expect(members.result?.nodes).toMatchObject([
      { userId: ada.id, email: ada.email, roles: ['owner'] },
      { userId: grace.id, email: grace.email, roles: ['billing'] },
    ]);
    const jwt = await tokenFor(id, grace);
    expect((await setMember(id, grace.id, ['admin', 'billing'])).success).toBe(true);
    await until(async () => (await statusOf(jwt)).every((status) => status === 401));
    expect((await setMember(id, ada.id, [])).code).toBe('CONFLICT');
    for (const roles of [[], []]) expect((await setMember(id, grace.id, roles)).success).toBe(true);
    expect((await setMember(id, ada.id, ['member'])).code).toBe('CONFLICT');
    expect((await setMember(id, ada.id, [])).success).toBe(true);
    expect((await changesOf(id)).map(([action, userId, by]) => [action, userId, by]).slice(0, 5)).toEqual([
      ['member_removed', ada.id, root.id],
      ['admin_read', null, root.id],
      ['member_removed', grace.id, root.id],
      ['member_changed', grace.id, root.id],
      ['member_added', grace.id, root.id],
    ]);
    expect((await setMember(unknown, ada.id, ['owner'])).code).toBe('NOT_FOUND');
    expect((await setMember(id, unknown, ['owner'])).code).toBe('NOT_FOUND');
    const { jwt: fresh } = await api.login(gatehouse.url, { email: ada.email, password });
    expect((await api.deleteAccount(gatehouse.url, { currentPassword: password }, fresh)).success).toBe(true);
    expect((await setMember(id, ada.id, ['owner'])).code).toBe('CONFLICT');
  });

  rule('other claims, and being disabled or deleted, reject the tokens on both instances', async () => {
    const ada = await person(api);
    const { id } = await create({ owner: ada.id });
    const first = await tokenFor(id, ada);
    expect(claimsOf(first)).not.toHaveProperty('plan');
    const both = (status: number) => (jwt: string) =>
      until(async () => (await statusOf(jwt)).every((one) => one === status));
    await both(200)(first);
    expect((await update(id, { claims: { plan: 'pro' } })).result).toMatchObject({ claims: { plan: 'pro' } });
    await both(401)(first);
    const second = await tokenFor(id, ada);
    expect(claimsOf(second)).toMatchObject({ plan: 'pro' });
    // The same claims, and another name, change nothing of a token.
    await update(id, { claims: { plan: 'pro' }, name: 'Other' });
    await both(200)(second);
    await update(id, { disabled: true });
    await both(401)(second);
    const { jwt } = await api.login(gatehouse.url, { email: ada.email, password });
    expect((await api.createOrganizationToken(gatehouse.url, { id }, jwt)).code).toBe('FORBIDDEN');
    await update(id, { disabled: false, claims: null });
    const third = await tokenFor(id, ada);
    expect(claimsOf(third)).not.toHaveProperty('plan');
    expect((await api.adminDeleteOrganization(gatehouse.url, { id }, root.jwt)).success).toBe(true);
    await both(401)(third);
    expect((await api.adminDeleteOrganization(gatehouse.url, { id }, root.jwt)).code).toBe('NOT_FOUND');
    expect(await changesOf(id)).toMatchObject([
      ['organization_deleted', null, root.id, {}],
      ['organization_updated', null, root.id, { fields: ['claims', 'disabled'] }],
      ['organization_updated', null, root.id, { fields: ['disabled'] }],
      ['organization_updated', null, root.id, { fields: ['name'] }],
      ['organization_updated', null, root.id, { fields: ['claims'] }],
      ['member_added', ada.id, root.id, {}],
      ['organization_created', null, root.id, {}],
    ]);
  });

  rule('a change with a rule that is broken changes nothing', async () => {
    const { id } = await create({});
    const wrong: [field: string, value: unknown][] = [
      ['name', ' '],
      ['claims', { text: 'x'.repeat(1024) }],
    ];
    for (const [field, value] of wrong)
      expect(await update(id, { name: 'Other', [field]: value })).toMatchObject({
        code: 'VALIDATION_FAILED',
        fields: [{ field }],
      });
    expect((await update(id, {})).result).toMatchObject({ name: 'Example & Sons' });
    expect((await update(unknown, { name: 'X' })).code).toBe('NOT_FOUND');
  });

  rule('the account of a user has the memberships', async () => {
    const ada = await person(api);
    const { id, slug, name } = await create({ owner: ada.id });
    const { result } = await api.user(gatehouse.url, { id: ada.id }, root.jwt);
    expect(result?.memberships).toMatchObject([{ organization: { id, slug, name }, roles: ['owner'] }]);
  });

  rule('with ORGANIZATIONS=off, no account has memberships, and each operation answers FORBIDDEN', async () => {
    const { id, jwt } = await loginSuperAdmin(off, `root.${api.name.toLowerCase()}@example.com`);
    expect((await api.user(off.url, { id }, jwt)).result?.memberships).toEqual([]);
    const answers = await Promise.all([
      api.adminOrganizations(off.url, {}, jwt),
      api.adminOrganization(off.url, { id: unknown }, jwt),
      api.adminOrganizationMembers(off.url, { id: unknown }, jwt),
      api.adminCreateOrganization(off.url, { name: 'X' }, jwt),
      api.adminUpdateOrganization(off.url, { id: unknown, name: 'X' }, jwt),
      api.adminDeleteOrganization(off.url, { id: unknown }, jwt),
      api.adminSetMember(off.url, { organizationId: unknown, userId: id, roles: [] }, jwt),
    ]);
    for (const answer of answers)
      expect(answer).toMatchObject({ code: 'FORBIDDEN', msg: 'Organizations are switched off.' });
  });
});

test('a page of many organizations reads an index for what it filters', async () => {
  const database = await createMigratedDatabase();
  const client = await database.open();
  for (let first = 1; first < 6000; first += 1000)
    await client.query(`INSERT INTO organizations (id, slug, name, created_ts, disabled_ts)
      SELECT gen_random_uuid(), 'org-' || n, 'Org ' || n, now() - interval '1 minute' * n, CASE WHEN n % 1000 = 0 THEN now() END
      FROM generate_series(${first}, ${first + 999}) AS n`);
  await client.query('ANALYZE organizations');
  let plan = '';
  const explaining: Run = async (statement, values) => {
    const { name, text } = statement;
    const explained = { ...statement, name: `explain_${name}`, text: `EXPLAIN (FORMAT JSON) ${text}` };
    plan = JSON.stringify(await client.run(explained, values));
    return client.run(statement, values);
  };
  const store = new OrganizationStore({ ...client, run: explaining });
  const after = { ts: new Date(), id: '00000000-0000-4000-8000-000000000000' };
  const pages: [index: string, filter: Partial<OrganizationFilter>, after?: typeof after][] = [
    ['organizations_created_ts_id_idx', {}],
    ['organizations_created_ts_id_idx', {}, after],
    ['organizations_created_ts_id_idx', { name: 'ORG' }],
    ['organizations_created_ts_id_idx', { disabled: false }],
    ['organizations_name_beginning_idx', { name: 'Org 1234' }],
    ['organizations_disabled_idx', { disabled: true }],
    ['organizations_slug_key', { slug: 'org-1234' }],
  ];
  for (const [index, filter, from = null] of pages) {
    await store.list({ slug: null, name: null, disabled: null, ...filter }, { first: 50, after: from });
    expect([filter, plan]).toEqual([filter, expect.stringContaining(index)]);
    // The members of each organization of the page are counted, and no others.
    expect(plan).not.toContain('Seq Scan');
  }
  await client.close();
  await database.drop();
});

test('REST answers with the names of the other routes', async () => {
  await restApi.adminCreateOrganization(gatehouse.url, { name: 'Newest' }, root.jwt);
  const url = `${gatehouse.url}/admin/organizations?limit=1`;
  const answer = await (await fetch(url, { headers: { Authorization: `Bearer ${root.jwt}` } })).json();
  expect(answer).toMatchObject({
    success: true,
    result: { organizations: [{ member_count: expect.any(Number), created_ts: expect.any(String) }] },
  });
  expect((await restApi.adminOrganizations(gatehouse.url, {})).code).toBe('UNAUTHENTICATED');
});

test('in GraphQL, memberships that are not asked for cost no query', async () => {
  const { id } = await person(restApi);
  const read = jest.spyOn(gatehouse.stores.organizations, 'listOf');
  const ask = async (fields: string) => {
    const response = await fetch(`${gatehouse.url}/admin/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${root.jwt}` },
      body: JSON.stringify({ query: `{ user(id: "${id}") { ${fields} } }` }),
    });
    return (await response.json()).data;
  };
  expect(await ask('id')).toEqual({ user: { id } });
  expect(read).not.toHaveBeenCalled();
  expect(await ask('memberships { roles }')).toEqual({ user: { memberships: [] } });
  expect(read).toHaveBeenCalledTimes(1);
  read.mockRestore();
});
