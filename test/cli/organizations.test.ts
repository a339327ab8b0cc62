import { createInstallation, type Installation } from '../support/cli';

let installation: Installation;
beforeAll(async () => {
  installation = await createInstallation();
  for (const name of ['ada', 'grace']) {
    const person = ['--email', `${name}@example.com`, '--first-name', name, '--last-name', 'Lovelace'];
    await installation.run(['users', 'create', ...person], 'correct horse battery\n');
  }
  await organizations('create', '--name', 'Team', '--slug', 'team', '--owner', 'ada@example.com');
});
afterAll(() => installation.remove());

const organizations = (...args: string[]) =>
  installation.run(['organizations', ...args], '', { ORGANIZATIONS: 'admin', ORGANIZATION_ROLES: 'billing' });
const unknownId = '01a20e51-04c4-7d0a-9d3b-52f0a1b7c6de';

test('an organization is created with an owner, listed, disabled and enabled', async () => {
  const { code, out } = await organizations('create', '--name', 'Example & Sons', '--owner', 'Ada@example.com');
  const line = /^([0-9a-f-]{36}) {2}example-sons {2}Example & Sons {2}1 member {2}created \S+Z\n$/;
  expect([code, out]).toEqual([0, expect.stringMatching(line)]);
  const [, id = ''] = line.exec(out) ?? [];
  const other = JSON.parse((await organizations('create', '--name', 'Other', '--slug', 'other', '--json')).out);
  expect(other).toMatchObject({ slug: 'other', member_count: 0, claims: {}, disabled_ts: null });
  const listed = new RegExp(`^${other.id}  other .*\n${id}  example-sons .*\n\\S+  team .*\n$`);
  expect((await organizations('list')).out).toMatch(listed);
  expect(JSON.parse((await organizations('list', '--name', 'EXAM', '--json')).out)).toMatchObject([{ id }]);
  expect((await organizations('list', '--limit', '1')).err).toMatch(/^Only the newest 1 are shown/);

  expect((await installation.run(['audit', '--organization', id])).out).toMatch(
    /organization_created .*\n.*member_added/,
  );

  expect(await organizations('disable', 'example-sons')).toMatchObject({
    code: 2,
    err: expect.stringContaining('All access tokens for example-sons, with 1 member, are rejected.'),
  });
  expect((await organizations('disable', 'example-sons', '--yes')).out).toMatch(/ {2}disabled \S+Z\n$/);
  expect(JSON.parse((await organizations('list', '--disabled', '--json')).out)).toMatchObject([{ id }]);
  expect(JSON.parse((await organizations('enable', id.toUpperCase(), '--json')).out)).toMatchObject({
    id,
    disabled_ts: null,
  });
});

test('set-member adds, changes and removes a member', async () => {
  const setMember = (...args: string[]) => organizations('set-member', 'team', 'grace@example.com', ...args);
  expect(await setMember('--role', 'billing admin')).toEqual({
    code: 0,
    out: 'grace@example.com has the roles admin, billing in team\n',
    err: '',
  });
  expect(JSON.parse((await setMember('--role', 'admin', '--role', 'billing', '--json')).out)).toMatchObject({
    roles: ['admin', 'billing'],
    changed: false,
  });
  expect((await setMember('--remove')).out).toBe('grace@example.com is no member in team\n');
  expect(await organizations('set-member', 'team', 'ada@example.com', '--role', 'member')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^error: The organization needs an owner\./),
  });
});

test.each([
  [['create'], 2, /required option '--name <name>'/],
  [['create', '--name', 'x', '--slug', 'X'], 2, /^error: slug must be 2 to 40/],
  [['create', '--name', 'x', '--owner', 'nobody'], 2, /^error: owner must be the id of a user or an e-mail address/],
  [['create', '--name', 'x', '--owner', 'nobody@example.com'], 1, /^error: There is no such user/],
  [['set-member', 'nothing', 'ada@example.com', '--remove'], 1, /^error: There is no organization with this id/],
  [['set-member', 'team', 'ada@example.com'], 2, /^error: use either --role or --remove/],
  [['set-member', 'team', 'ada@example.com', '--role', 'boss'], 2, /^error: roles must be of owner, admin, member/],
  [['enable', unknownId], 1, /^error: There is no organization with this id/],
])('%j says what is wrong', async (args, code, message) => {
  expect(await organizations(...args)).toEqual({ code, out: '', err: expect.stringMatching(message) });
});

test('with ORGANIZATIONS=off, the command says so', async () => {
  expect(await installation.run(['organizations', 'list'])).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^error: Organizations are switched off\./),
  });
});
