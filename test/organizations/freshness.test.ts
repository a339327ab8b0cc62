import { restApi } from '../support/apis';
import { type Gatehouse, type Instance, startGatehouse } from '../support/gatehouse';
import { organizationToken, teamOf } from '../support/organizations';
import { until } from '../support/until';

// What ends the access tokens for an organization: on the instance that does it, on another one, and on one without the feed of
// revocations.

let gatehouse: Gatehouse;
let others: Instance[];
beforeAll(async () => {
  gatehouse = await startGatehouse({ ORGANIZATIONS: 'users', ORGANIZATION_ROLES: 'viewer' });
  const deaf = () => ({ listen: () => ({ close: async () => {} }) });
  others = [await gatehouse.another(), await gatehouse.another({}, deaf)];
});
afterAll(() => gatehouse.stop());

type Team = Awaited<ReturnType<typeof teamOf>>;

const answersTo = (jwt: string) =>
  Promise.all([gatehouse, ...others].map(async ({ url }) => (await restApi.me(url, jwt)).code));
const everywhere = (code: string | null) => [code, code, code];

const changes: Record<string, (team: Team) => Promise<unknown>> = {
  'a demotion': ({ owner, member, set }) => set(owner.jwt, member.id, ['viewer']),
  'a removal': ({ owner, member, set }) => set(owner.jwt, member.id, []),
  'that the member leaves': ({ member, set }) => set(member.jwt, member.id, []),
  'the end of the organization': ({ id, owner }) =>
    restApi.deleteOrganization(gatehouse.url, { id, currentPassword: 'correct horse battery' }, owner.jwt),
};

test.each(Object.keys(changes))('%s ends the tokens of the member', async (name) => {
  const team = await teamOf(gatehouse);
  const jwt = await organizationToken(gatehouse, team.id, team.member.jwt);
  expect(await answersTo(jwt)).toEqual(everywhere(null));
  expect(await changes[name]?.(team)).toMatchObject({ success: true });
  expect((await restApi.me(gatehouse.url, jwt)).code).toBe('UNAUTHENTICATED');
  await until(async () => !(await answersTo(jwt)).includes(null));
  expect(await answersTo(jwt)).toEqual(everywhere('UNAUTHENTICATED'));
  // Those of another member stay, unless the organization ends.
  const other = await organizationToken(gatehouse, team.id, team.viewer.jwt);
  expect(await answersTo(other)).toEqual(everywhere(name.startsWith('the end') ? 'UNAUTHENTICATED' : null));
});

test('the end of an organization with 10,000 members is one notification, and the feed for services has it', async () => {
  const { id, owner } = await teamOf(gatehouse);
  const password = `(SELECT password_hash FROM users WHERE id = '${owner.id}')`;
  await gatehouse.sql(`
    WITH people AS (
      INSERT INTO users (id, email, email_canonical, password_hash, first_name, last_name, created_ts)
      SELECT gen_random_uuid(), 'many.' || n || '@example.com', 'many.' || n || '@example.com', ${password}, 'Ada', 'Lovelace', now()
      FROM generate_series(1, 9996) n RETURNING id)
    INSERT INTO memberships SELECT '${id}', id, '{member}', now() FROM people`);
  const jwt = await organizationToken(gatehouse, id, owner.jwt);
  const { revocations } = gatehouse.services;
  const added = jest.spyOn(revocations, 'add');
  await restApi.deleteOrganization(gatehouse.url, { id, currentPassword: 'correct horse battery' }, owner.jwt);
  await until(async () => !(await answersTo(jwt)).includes(null));
  // Once by the instance itself, and once by the notification.
  const revocation = { organizationId: id, revision: 1 };
  expect(added.mock.calls).toMatchObject([[revocation], [revocation]]);
  added.mockRestore();
  const entries = await gatehouse.stores.revocationFeed.list(
    { revokedTs: new Date(0), id: '00000000-0000-0000-0000-000000000000' },
    1000,
  );
  expect(entries).toContainEqual({ revokedTs: expect.any(Date), id, account: null, organization: revocation });
});
