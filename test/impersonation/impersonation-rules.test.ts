import { operations } from '../../src/features';
import { adminApis } from '../support/admin-apis';
import { apis } from '../support/apis';
import { type Gatehouse, type Instance, startGatehouse } from '../support/gatehouse';
import { impersonate, registerPerson, registerSuperAdmin } from '../support/impersonation';
import { callsOfUsers } from '../support/user-calls';

// What a super admin who acts as a user can do, through both APIs.

let gatehouse: Gatehouse;
let limited: Instance;
let admin: Awaited<ReturnType<typeof registerSuperAdmin>>;
beforeAll(async () => {
  gatehouse = await startGatehouse();
  limited = await gatehouse.another({ RATE_LIMITS: 'on' });
  admin = await registerSuperAdmin(gatehouse);
});
afterAll(() => gatehouse.stop());

/** What the super admin can do. Written here, so that the declarations are compared with it. */
const open = ['me', 'sessions', 'factors', 'identities', 'updateProfile', 'logout'];
const forbidden = operations.flatMap(({ name, caller }) => {
  const isOpen = open.includes(name) || name === 'verify';
  return (caller === 'user' || caller === 'application') && !isOpen ? [name] : [];
});

test('a super admin who acts as a user can call no other operation', () => {
  const others = operations.filter(({ name, openToImpersonation }) => openToImpersonation && !open.includes(name));
  // The first two do not show or change what is only for the user. The third sends a mail for any address to anyone.
  expect(others.map(({ name }) => name).toSorted()).toEqual(['_entities', 'sendEmailVerification', 'verify']);
});

describe.each(apis.map((api) => ({ name: api.name, api })))('through $name', ({ api }) => {
  let token: string;
  let person: Awaited<ReturnType<typeof registerPerson>>;
  beforeAll(async () => {
    person = await registerPerson(gatehouse);
    ({ jwt: token } = await impersonate(gatehouse, person.id, admin.jwt));
  });

  test.each(forbidden)('%s is FORBIDDEN', async (operation) => {
    expect(await callsOfUsers[operation]?.(api, gatehouse.url, token)).toMatchObject({
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
      details: { operation, reason: 'impersonation' },
    });
  });

  test.each(['others', 'all'])('a logout of %s is FORBIDDEN', async (sessions) => {
    const { jwt } = await person.login();
    expect(await api.logout(gatehouse.url, { sessions }, token)).toMatchObject({ code: 'FORBIDDEN' });
    expect((await api.me(gatehouse.url, jwt)).success).toBe(true);
  });

  test.each(open.filter((operation) => operation !== 'logout'))('%s is open', async (operation) => {
    expect(await callsOfUsers[operation]?.(api, gatehouse.url, token)).toMatchObject({ success: true, code: null });
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

test.each(adminApis)('no operation of a super admin is open ($name)', async (api) => {
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
