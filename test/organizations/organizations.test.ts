import { claimsOf } from '../../src/accounts/tokens/access-token';
import { type Api, apis, graphqlApi, restApi, testInTurn } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import {
  createdOrganization,
  memberPassword,
  organizationToken,
  signedInPerson,
  teamOf,
} from '../support/organizations';

// The organization belongs to a token, never to a session. Rights inside Gatehouse come from two names: owner and admin.

const password = memberPassword;
const unknown = '01a20e51-04c4-7d0a-9d3b-52f0a1b7c6de';

let gatehouse: Gatehouse;
let off: Gatehouse;
beforeAll(async () => {
  gatehouse = await startGatehouse({ ORGANIZATIONS: 'users', ORGANIZATION_ROLES: 'billing, viewer' });
  off = await startGatehouse();
});
afterAll(async () => {
  await gatehouse.stop();
  await off.stop();
});

const person = (api: Api, on = gatehouse) => signedInPerson(on, api);
const organizationOf = (api: Api, jwt: string, name?: string) => createdOrganization(gatehouse, api, jwt, name);
const tokenFor = (api: Api, id: string, jwt: string) => organizationToken(gatehouse, id, jwt, api);

/** What the audit has of an organization, the newest first. */
async function changesOf(organizationId: string) {
  const rows = await gatehouse.sql(
    `SELECT action, user_id, details FROM audit_events WHERE details->>'organizationId' = '${organizationId}' ORDER BY id DESC`,
  );
  return rows.map(({ action, user_id, details }) => [action, user_id, details]);
}

describe.each(apis.map((api) => ({ name: api.name, api })))('through $name', ({ api }) => {
  const rule = testInTurn(api);

  rule('a user creates an organization, whose owner they are', async () => {
    const ada = await person(api);
    const created = await api.createOrganization(gatehouse.url, { name: 'Café & Sons, Ltd.' }, ada.jwt);
    expect(created).toMatchObject({ success: true, result: { name: 'Café & Sons, Ltd.', roles: ['owner'] } });
    expect(created.result?.slug).toMatch(/^cafe-sons-ltd(-[0-9a-z]{6})?$/);
    const id = String(created.result?.id);
    const { result: mine } = await api.organizations(gatehouse.url, ada.jwt);
    expect(mine).toMatchObject([{ organization: { id, slug: created.result?.slug }, roles: ['owner'] }]);
    expect((await api.organization(gatehouse.url, { id }, ada.jwt)).result).toEqual(created.result);
    const members = await api.organizationMembers(gatehouse.url, { id }, ada.jwt);
    expect(members.result?.nodes).toMatchObject([{ userId: ada.id, email: ada.email, roles: ['owner'] }]);
    expect(await changesOf(id)).toEqual([
      ['member_added', ada.id, { organizationId: id, roles: ['owner'] }],
      ['organization_created', null, { organizationId: id }],
    ]);
  });

  rule('a rule that is broken is named', async () => {
    const { jwt } = await person(api);
    const { id, slug } = await organizationOf(api, jwt);
    for (const sent of [{ name: ' ' }, { name: 'x'.repeat(101) }])
      expect(await api.createOrganization(gatehouse.url, sent, jwt)).toMatchObject({ fields: [{ field: 'name' }] });
    for (const wrong of ['x', '1a', 'a-', 'A', 'ü', 'a'.repeat(41), slug])
      expect(await api.createOrganization(gatehouse.url, { name: 'X', slug: wrong }, jwt)).toMatchObject({
        code: 'VALIDATION_FAILED',
        fields: [{ field: 'slug' }],
      });
    const roles = [['boss'], ['owner', 'owner'], ['admin', 'billing', 'member', 'owner', 'viewer', 'x']];
    for (const wrong of roles)
      expect(
        await api.setMember(gatehouse.url, { organizationId: id, userId: unknown, roles: wrong }, jwt),
      ).toMatchObject({ code: 'VALIDATION_FAILED', fields: [{ field: 'roles' }] });
    expect((await api.organizations(gatehouse.url, jwt)).result).toHaveLength(1);
  });

  rule('an address that nobody has proved creates none', async () => {
    const ada = await person(api);
    await gatehouse.sql(`UPDATE users SET email_verified = false WHERE id = '${ada.id}'`);
    expect((await api.createOrganization(gatehouse.url, { name: 'X' }, ada.jwt)).code).toBe('EMAIL_NOT_VERIFIED');
  });

  rule('of 13 parallel requests, 10 create an organization', async () => {
    const ada = await person(api);
    const answers = await Promise.all(
      Array.from({ length: 13 }, (_, i) =>
        api.createOrganization(gatehouse.url, { name: `${ada.email} ${i}` }, ada.jwt),
      ),
    );
    const codes = answers.map(({ code }) => code);
    expect(codes.filter((code) => code === null)).toHaveLength(10);
    expect(codes.filter((code) => code === 'CONFLICT')).toHaveLength(3);
  });

  rule('an organization of others and an unknown one get the same answer', async () => {
    const { id } = await teamOf(gatehouse, api);
    const eve = await person(api);
    const answers = async (organizationId: string) => {
      const one = { id: organizationId };
      const member = { organizationId, userId: eve.id, roles: [] };
      const calls = [
        api.organization(gatehouse.url, one, eve.jwt),
        api.organizationMembers(gatehouse.url, one, eve.jwt),
        api.updateOrganization(gatehouse.url, { ...one, name: 'Mine' }, eve.jwt),
        api.deleteOrganization(gatehouse.url, { ...one, currentPassword: password }, eve.jwt),
        api.setMember(gatehouse.url, member, eve.jwt),
        api.createOrganizationToken(gatehouse.url, one, eve.jwt),
      ];
      return (await Promise.all(calls)).map(({ code, msg }) => ({ code, msg }));
    };
    const foreign = await answers(id);
    expect(new Set(foreign.map(({ code }) => code))).toEqual(new Set(['NOT_FOUND']));
    expect(await answers(unknown)).toEqual(foreign);
    expect(await answers('no id')).toEqual(foreign);
  });

  rule('owners change everyone, admins everyone but owners, and members only leave', async () => {
    const { id, owner, admin, member, viewer: second, set } = await teamOf(gatehouse, api);
    expect((await set(member.jwt, second.id, ['billing'])).code).toBe('FORBIDDEN');
    expect((await set(admin.jwt, owner.id, ['member'])).code).toBe('FORBIDDEN');
    expect((await set(admin.jwt, second.id, ['owner'])).code).toBe('FORBIDDEN');
    expect((await set(admin.jwt, unknown, ['member'])).code).toBe('NOT_FOUND');
    expect((await set(admin.jwt, second.id, ['viewer', 'billing'])).success).toBe(true);
    expect((await changesOf(id)).at(0)).toEqual([
      'member_changed',
      second.id,
      { organizationId: id, roles: ['billing', 'viewer'], byUserId: admin.id },
    ]);
    expect((await api.updateOrganization(gatehouse.url, { id, name: 'Mine' }, member.jwt)).code).toBe('FORBIDDEN');
    const renamed = await api.updateOrganization(gatehouse.url, { id, name: 'Ours' }, admin.jwt);
    expect(renamed).toMatchObject({ success: true, result: { name: 'Ours', roles: ['admin'] } });
    const asMember = await api.organizationMembers(gatehouse.url, { id }, member.jwt);
    expect(asMember.result?.nodes.map(({ email }) => email)).toEqual([null, null, null, null]);
    expect((await set(member.jwt, member.id, [])).success).toBe(true);
    expect(
      (await api.organizations(gatehouse.url, (await api.login(gatehouse.url, { email: member.email, password })).jwt))
        .result,
    ).toEqual([]);
  });

  rule('the last owner stays', async () => {
    const { owner, admin, set, slug } = await teamOf(gatehouse, api);
    expect(await set(owner.jwt, owner.id, [])).toMatchObject({ code: 'CONFLICT' });
    expect((await set(owner.jwt, owner.id, ['admin'])).code).toBe('CONFLICT');
    const deletion = await api.deleteAccount(gatehouse.url, { currentPassword: password }, owner.jwt);
    expect(deletion).toMatchObject({ code: 'CONFLICT', msg: expect.stringContaining(slug) });
    expect((await set(owner.jwt, admin.id, ['owner'])).success).toBe(true);
    const { jwt } = await api.refresh(gatehouse.url, { refreshToken: owner.refreshToken });
    expect((await set(String(jwt ?? owner.jwt), owner.id, [])).success).toBe(true);
  });

  rule('of two owners who demote each other at once, one stays', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, owner, admin, set } = await teamOf(gatehouse, api);
      await gatehouse.sql(`UPDATE memberships SET roles = '{owner}' WHERE user_id = '${admin.id}'`);
      const codes = await Promise.all([set(owner.jwt, admin.id, ['member']), set(admin.jwt, owner.id, ['member'])]);
      expect(codes.filter(({ success }) => success)).toHaveLength(1);
      const owners = await gatehouse.sql(
        `SELECT count(*)::int AS n FROM memberships WHERE organization_id = '${id}' AND 'owner' = ANY (roles)`,
      );
      expect(owners[0]?.n).toBe(1);
    }
  });

  rule('a token names the organization, and the session does not', async () => {
    const { id, slug, owner } = await teamOf(gatehouse, api);
    const other = await organizationOf(api, owner.jwt, 'Another one');
    const [first, second] = [await tokenFor(api, id, owner.jwt), await tokenFor(api, other.id, owner.jwt)];
    const { sid, acr, auth_time } = claimsOf(owner.jwt);
    expect(claimsOf(first)).toMatchObject({ org_id: id, org_slug: slug, org_roles: ['owner'], sid, acr, auth_time });
    expect(claimsOf(second)).toMatchObject({ org_id: other.id, sid });
    expect(claimsOf(owner.jwt)).not.toHaveProperty('org_id');
    for (const jwt of [owner.jwt, first, second]) expect((await api.me(gatehouse.url, jwt)).success).toBe(true);
    // A token for one organization gets one for another.
    expect(claimsOf(await tokenFor(api, other.id, first))).toMatchObject({ org_id: other.id });
  });

  rule('a demotion and a removal reject the tokens from before, and the user stays signed in', async () => {
    const { id, owner, member, set } = await teamOf(gatehouse, api);
    const jwt = await tokenFor(api, id, member.jwt);
    expect((await set(owner.jwt, member.id, ['billing'])).success).toBe(true);
    for (const old of [jwt, member.jwt]) expect((await api.me(gatehouse.url, old)).code).toBe('UNAUTHENTICATED');
    const { jwt: fresh } = await api.login(gatehouse.url, { email: member.email, password });
    expect(claimsOf(await tokenFor(api, id, String(fresh)))).toMatchObject({ org_roles: ['billing'] });
  });

  rule('an owner deletes an organization with a proof, and its tokens end', async () => {
    const { id, owner, admin, member } = await teamOf(gatehouse, api);
    const jwt = await tokenFor(api, id, member.jwt);
    const remove = (token: string, currentPassword?: string) =>
      api.deleteOrganization(gatehouse.url, { id, currentPassword }, token);
    expect((await remove(owner.jwt)).code).toBe('VALIDATION_FAILED');
    expect((await remove(owner.jwt, 'wrong horse battery')).code).toBe('INVALID_CREDENTIALS');
    expect((await remove(admin.jwt, password)).code).toBe('FORBIDDEN');
    expect((await remove(owner.jwt, password)).success).toBe(true);
    expect((await api.me(gatehouse.url, jwt)).code).toBe('UNAUTHENTICATED');
    // The session stays, without the organization.
    expect((await api.me(gatehouse.url, member.jwt)).success).toBe(true);
    expect((await api.organizations(gatehouse.url, member.jwt)).result).toEqual([]);
    expect((await changesOf(id)).at(0)).toEqual(['organization_deleted', null, { organizationId: id }]);
  });

  rule('a disabled organization is only read, and left', async () => {
    const { id, owner, member, set } = await teamOf(gatehouse, api);
    await gatehouse.sql(`UPDATE organizations SET disabled_ts = now() WHERE id = '${id}'`);
    expect((await api.createOrganizationToken(gatehouse.url, { id }, owner.jwt)).code).toBe('FORBIDDEN');
    expect((await api.updateOrganization(gatehouse.url, { id, name: 'X' }, owner.jwt)).code).toBe('FORBIDDEN');
    expect((await api.organization(gatehouse.url, { id }, owner.jwt)).success).toBe(true);
    expect((await set(member.jwt, member.id, [])).success).toBe(true);
  });

  rule('switched off, every operation answers FORBIDDEN', async () => {
    const ada = await person(api, off);
    const calls = [
      api.organizations(off.url, ada.jwt),
      api.organization(off.url, { id: unknown }, ada.jwt),
      api.createOrganization(off.url, { name: 'X' }, ada.jwt),
      api.createOrganizationToken(off.url, { id: unknown }, ada.jwt),
    ];
    for (const answer of await Promise.all(calls))
      expect(answer).toMatchObject({ code: 'FORBIDDEN', msg: 'Organizations are switched off.' });
    expect((await api.organizations(off.url)).code).toBe('UNAUTHENTICATED');
  });
});

test('a proxy gets the organization of the token, and empty headers without one', async () => {
  const { id, slug, owner } = await teamOf(gatehouse);
  const headersOf = async (url: string, jwt: string) => {
    const { headers } = await fetch(`${url}/auth/verify`, { headers: { Authorization: `Bearer ${jwt}` } });
    return ['x-auth-org-id', 'x-auth-org-slug', 'x-auth-org-roles'].map((name) => headers.get(name));
  };
  expect(await headersOf(gatehouse.url, await tokenFor(restApi, id, owner.jwt))).toEqual([id, slug, 'owner']);
  expect(await headersOf(gatehouse.url, owner.jwt)).toEqual(['', '', '']);
  expect(await headersOf(off.url, (await person(restApi, off)).jwt)).toEqual([null, null, null]);
});

test('an account that is erased takes the organizations with it of which it was the only member', async () => {
  const { id, owner, member, set } = await teamOf(gatehouse);
  const alone = await organizationOf(restApi, member.jwt, 'Alone');
  const jwt = await tokenFor(restApi, alone.id, member.jwt);
  await restApi.deleteAccount(gatehouse.url, { currentPassword: password }, member.jwt);
  await gatehouse.sql(`UPDATE users SET deletion_due_ts = now() - interval '1 day' WHERE id = '${member.id}'`);
  await gatehouse.services.eraser.erase(member.id);
  expect(await gatehouse.sql(`SELECT id FROM organizations WHERE id IN ('${alone.id}', '${id}')`)).toEqual([{ id }]);
  expect((await changesOf(alone.id)).at(0)).toEqual(['organization_deleted', null, { organizationId: alone.id }]);
  expect((await restApi.me(gatehouse.url, jwt)).code).toBe('UNAUTHENTICATED');
  expect((await set(owner.jwt, member.id, ['admin'])).code).toBe('NOT_FOUND');
});

test.each([restApi, graphqlApi])(
  'no operation is open to an organization token that the token before does not open ($name)',
  async (api) => {
    const { id, owner } = await teamOf(gatehouse, api);
    const jwt = await tokenFor(api, id, owner.jwt);
    expect((await api.sessions(gatehouse.url, {}, jwt)).success).toBe(true);
  },
);
