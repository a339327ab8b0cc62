import { operations } from '../../src/compose/features';
import { createOrganizationToken } from '../../src/features/organizations/organizations.operations';
import type { Operation } from '../../src/platform/operations/define-operation';
import { apis } from '../support/apis';
import { exampleInputOf, fullInputOf, operationsOfUsers } from '../support/declared-operations';
import { type Gatehouse, type Instance, startGatehouse } from '../support/gatehouse';
import { impersonate, registerPerson, registerSuperAdmin } from '../support/impersonation';
import { join } from '../support/organizations';
import { rowsOfOwnership } from '../support/ownership-rows';

// What a super admin who acts as a user can do, through both APIs.

let gatehouse: Gatehouse;
let limited: Instance;
let admin: Awaited<ReturnType<typeof registerSuperAdmin>>;
beforeAll(async () => {
  gatehouse = await startGatehouse({ ORGANIZATIONS: 'users' });
  limited = await gatehouse.another({ RATE_LIMITS: 'on' });
  admin = await registerSuperAdmin(gatehouse);
});
afterAll(() => gatehouse.stop());

const open = operationsOfUsers.filter(({ openToImpersonation }) => openToImpersonation);
const forbidden = operationsOfUsers.filter(({ openToImpersonation }) => !openToImpersonation);

test('what is open takes no secret of the user, adds no way in, and is nothing for super admins or programs', () => {
  expect(open.length).toBeGreaterThan(0);
  // A logout also works with a refresh token instead of an access token.
  const isOfOwner = ({ hashesPassword, addsWayIn, takesSecret, orBy }: Operation) =>
    hashesPassword || addsWayIn || (takesSecret && orBy !== 'refreshToken');
  expect(open.filter(isOfOwner)).toEqual([]);
  // Where the owner has to prove again who they are. A proxy asks for that with `verify`, of which it gets an answer alone.
  const asksForProof = ({ errors, traffic }: Operation) => errors.STEP_UP_REQUIRED && traffic !== 'check';
  expect(open.filter(asksForProof)).toEqual([]);
  const ofOthers = operations.filter(({ caller }) => caller === 'superAdmin' || caller === 'client');
  expect(ofOthers.filter(({ openToImpersonation }) => openToImpersonation)).toEqual([]);
});

describe.each(apis.map((api) => ({ name: api.name, api })))('through $name', ({ api }) => {
  let token: string;
  let person: Awaited<ReturnType<typeof registerPerson>>;
  beforeAll(async () => {
    person = await registerPerson(gatehouse);
    ({ jwt: token } = await impersonate(gatehouse, person.id, admin.jwt));
  });

  test.each(forbidden)('$name is FORBIDDEN', async (operation) => {
    expect(await api.call(gatehouse.url, operation.name, exampleInputOf(operation), token)).toMatchObject({
      success: false,
      code: 'FORBIDDEN',
      msg: 'A super admin acts as the user. Only the user can do this.',
    });
    await gatehouse.services.audit.close();
    const [event] = await gatehouse.stores.audit.list({ userId: person.id, limit: 1 });
    expect(event).toMatchObject({
      action: 'access_refused',
      outcome: 'FORBIDDEN',
      actorId: admin.id,
      details: { operation: operation.name, reason: 'impersonation' },
    });
  });

  test.each(['others', 'all'])('a logout of %s is FORBIDDEN', async (sessions) => {
    const { jwt } = await person.login();
    expect(await api.logout(gatehouse.url, { sessions }, token)).toMatchObject({ code: 'FORBIDDEN' });
    expect((await api.me(gatehouse.url, jwt)).success).toBe(true);
  });

  test('what is open succeeds, in the name of the super admin, and changes nothing that the person owns', async () => {
    const { id, login } = await registerPerson(gatehouse);
    await login();
    const { id: organization } = exampleInputOf(createOrganizationToken);
    await gatehouse.sql(`INSERT INTO organizations (id, slug, name, created_ts)
      VALUES ('${organization}', 'example-sons', 'Example & Sons', now()) ON CONFLICT DO NOTHING`);
    await join(gatehouse, String(organization), id, 'member');
    const { jwt } = await impersonate(gatehouse, id, admin.jwt);
    await gatehouse.allMails();
    const before = [await rowsOfOwnership(gatehouse), (await gatehouse.allMails()).length];
    for (const operation of open.filter(({ name }) => name !== 'logout')) {
      for (const input of [exampleInputOf(operation), fullInputOf(operation)]) {
        const { success, code } = await api.call(gatehouse.url, operation.name, input, jwt);
        expect([operation.name, success, code]).toEqual([operation.name, true, null]);
      }
    }
    expect([await rowsOfOwnership(gatehouse), (await gatehouse.allMails()).length]).toEqual(before);
    await gatehouse.services.audit.close();
    const events = await gatehouse.stores.audit.list({ userId: id, limit: 99 });
    const since = events.slice(
      0,
      events.findIndex(({ action }) => action === 'impersonation_started'),
    );
    expect(since.map(({ action, actorId }) => [action, actorId])).toEqual([['profile_changed', admin.id]]);
  });

  test('no password is checked, so that a wrong one never counts against the user', async () => {
    const wrong = { currentPassword: 'a wrong password' };
    for (let i = 0; i < 15; i += 1) {
      expect((await api.deleteAccount(limited.url, wrong, token)).code).toBe('FORBIDDEN');
    }
    expect((await api.login(limited.url, person.credentials)).code).toBeNull();
  });

  test('a logout ends the session of the super admin alone', async () => {
    const { id, login } = await registerPerson(gatehouse);
    const impersonation = await impersonate(gatehouse, id, admin.jwt);
    const { jwt } = await login();
    expect(await api.logout(gatehouse.url, {}, impersonation.jwt)).toMatchObject({ success: true, ended: 1 });
    expect((await api.me(gatehouse.url, impersonation.jwt)).code).toBe('UNAUTHENTICATED');
    expect((await api.me(gatehouse.url, jwt)).success).toBe(true);
    const [event] = await gatehouse.stores.audit.list({ userId: id, action: 'session_ended', limit: 1 });
    expect(event).toMatchObject({ actorId: admin.id, details: { reason: 'impersonation_ended' } });
  });
});

test.each(apis)('no operation of a super admin is open ($name)', async (api) => {
  const { id } = await registerPerson(gatehouse);
  const { jwt } = await impersonate(gatehouse, id, admin.jwt);
  const other = await registerPerson(gatehouse);
  expect((await api.users(gatehouse.url, {}, jwt)).code).toBe('FORBIDDEN');
  expect((await api.impersonate(gatehouse.url, { userId: other.id, reason: 'chained' }, jwt)).code).toBe('FORBIDDEN');
});

test('a logout leaves the refresh cookie of the browser, which belongs to another session', async () => {
  const { id } = await registerPerson(gatehouse);
  const { jwt } = await impersonate(gatehouse, id, admin.jwt);
  const response = await fetch(`${gatehouse.url}/auth/logout`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${jwt}` },
  });
  expect([response.status, response.headers.get('set-cookie')]).toEqual([200, null]);
});
