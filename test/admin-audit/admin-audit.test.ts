import { randomUUID } from 'node:crypto';
import { authActions } from '../../src/accounts/auth/auth.audit';
import { deletionActions } from '../../src/accounts/deletion/deletion.audit';
import { sessionActions } from '../../src/accounts/sessions/sessions.audit';
import { organizationActions } from '../../src/accounts/users/organizations.audit';
import { userActions } from '../../src/accounts/users/users.audit';
import { passwordActions } from '../../src/features/password-change/password-change.audit';
import { successEvent } from '../../src/platform/audit/audit-event';
import { networksOf } from '../../src/platform/request/network';
import { apis, restApi } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { loginSuperAdmin } from '../support/super-admin';

let gatehouse: Gatehouse;
let admin: Awaited<ReturnType<typeof loginSuperAdmin>>;
const ada = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', password: 'correct horse battery' };
let adaId: string;
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute));
const from = (ip: string) => ({ ip, networks: networksOf(ip), backend: null, userAgent: null });
const byBulk = { requestId: 'a bulk request', ...from('192.0.2.8') };
/** More events than are explained. */
const bulk = Array.from({ length: 51 }, (_, n) =>
  successEvent(userActions.user_enabled, new Date(at(40).getTime() + n), byBulk as never, {}),
);
const byAdmin = { requestId: 'a request of the past', ...from('192.0.2.7') };

beforeAll(async () => {
  gatehouse = await startGatehouse();
  admin = await loginSuperAdmin(gatehouse);
  adaId = (await restApi.register(gatehouse.url, ada)).user?.id ?? '';
  const events = [1, 2, 3, 3, 3, 4].map((minute) =>
    successEvent(passwordActions.password_changed, at(minute), null, { userId: adaId }),
  );
  const acted = {
    ...successEvent(userActions.user_disabled, at(5), byAdmin as never, { userId: adaId }),
    actorId: admin.id,
  };
  await gatehouse.stores.audit.insert([...events, acted]);
  for (const event of bulk) event.userId = adaId;
  await gatehouse.stores.audit.insert(bulk);
});
afterAll(() => gatehouse.stop());

describe.each(apis)('$name', (api) => {
  const events = (input: object) => api.auditEvents(gatehouse.url, { ...input }, admin.jwt);
  const seen = async (input: object) => (await events(input)).result?.nodes ?? [];

  test('a super admin reads all pages, the newest event first, also if events have the same time', async () => {
    const found: string[] = [];
    const filter = { user: adaId, until: at(30).toISOString(), first: 2 };
    let after: string | null = null;
    do {
      const page = await events({ ...filter, after });
      expect(page).toMatchObject({ success: true, msg: 'Audit events returned.' });
      found.push(...(page.result?.nodes.map(({ id }) => id) ?? []));
      after = page.result?.next ?? null;
    } while (after !== null);
    const all = await gatehouse.stores.audit.list({ userId: adaId, until: at(30), limit: 100 });
    expect(found).toHaveLength(7);
    expect(found).toEqual(all.map(({ id }) => id));
  });

  test('an event has the account that it is about and the super admin who acted, as they are now', async () => {
    const [event] = await seen({ action: 'user_disabled', user: adaId, until: at(30).toISOString() });
    const root = { id: admin.id, email: 'root@example.com' };
    expect(event).toMatchObject({
      user: { id: adaId, email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' },
      actor: root,
    });
    const [alone] = await seen({ action: 'password_changed', user: adaId });
    expect(alone).toMatchObject({ user: { id: adaId }, actor: null });
    const { result } = await api.explain(gatehouse.url, { requestId: 'a request of the past' }, admin.jwt);
    expect(result?.events).toMatchObject([{ user: { id: adaId }, actor: root }]);
    const erased = successEvent(deletionActions.account_deleted, at(50), null, { userId: randomUUID() });
    await gatehouse.stores.audit.insert([erased]);
    expect(await seen({ user: erased.userId })).toMatchObject([{ userId: erased.userId, user: null }]);
  });

  test('what super admins read is in the list, unless the filter leaves it out', async () => {
    const actionsOf = async (input: object) => new Set((await seen(input)).map(({ action }) => action));
    await seen({ user: adaId });
    for (const filter of [{}, { user: adaId }]) {
      expect(await actionsOf(filter)).toContain('admin_read');
      expect(await actionsOf({ ...filter, reads: true })).toContain('admin_read');
      const without = await actionsOf({ ...filter, reads: false });
      expect(without).not.toContain('admin_read');
      expect(without.size).toBeGreaterThan(1);
    }
  });

  test('filters', async () => {
    const actionsOf = async (input: object) => [...new Set((await seen(input)).map(({ action }) => action))];
    expect(await actionsOf({ user: 'ADA@example.com', until: at(4).toISOString() })).toEqual(['password_changed']);
    expect(await actionsOf({ actor: admin.id, user: adaId, until: at(30).toISOString() })).toEqual(['user_disabled']);
    expect(await actionsOf({ actor: 'root@example.com', action: 'user_disabled' })).toEqual(['user_disabled']);
    expect(await actionsOf({ actor: 'unknown@example.com' })).toEqual([]);
    expect(await actionsOf({ network: '192.0.2.7' })).toEqual(['user_disabled']);
    expect(await actionsOf({ network: '192.0.2.7', action: 'password_changed' })).toEqual([]);
    expect(await seen({ since: at(4).toISOString(), until: at(5).toISOString() })).toHaveLength(2);
    expect(await actionsOf({ action: 'registered', user: adaId })).toEqual(['registered']);
    expect(await actionsOf({ outcome: 'success', action: 'registered', user: adaId })).toEqual(['registered']);
    expect(await actionsOf({ outcome: 'CONFLICT', user: adaId })).toEqual([]);
  });

  test('an organization finds only its events', async () => {
    const organizationId = randomUUID();
    const created = successEvent(organizationActions.organization_created, at(40), null, {
      details: { organizationId },
    });
    await gatehouse.stores.audit.insert([created]);
    const found = await seen({ organizationId: organizationId.toUpperCase() });
    expect(found).toMatchObject([{ id: created.id, action: 'organization_created' }]);
    expect(await seen({ organizationId, user: adaId })).toEqual([]);
    expect(await events({ organizationId: 'example' })).toMatchObject({ fields: [{ field: 'organizationId' }] });
  });

  test('an outcome finds only its events, alone and with an account', async () => {
    await restApi.login(gatehouse.url, { ...ada, password: 'wrong horse battery' });
    await restApi.register(gatehouse.url, ada);
    await gatehouse.services.audit.close();
    const outcomesOf = async (input: object) => [...new Set((await seen(input)).map(({ outcome }) => outcome))];
    for (const outcome of ['INVALID_CREDENTIALS', 'EMAIL_TAKEN', 'success']) {
      expect(await outcomesOf({ outcome })).toEqual([outcome]);
      expect(await outcomesOf({ outcome, user: ada.email })).toEqual([outcome]);
    }
    expect(await outcomesOf({ user: ada.email })).toEqual(expect.arrayContaining(['EMAIL_TAKEN', 'success']));
  });

  test('an address without an account finds the attempts with it', async () => {
    const email = `${api.name.toLowerCase()}@example.com`;
    await restApi.login(gatehouse.url, { email, password: 'wrong horse battery' });
    await gatehouse.services.audit.close();
    const found = await seen({ user: email });
    expect(found).toMatchObject([{ action: 'login_failed', userId: null, details: { operation: 'login' } }]);
    expect(JSON.stringify(found)).not.toContain(email);
  });

  test('an event has the account that a super admin read', async () => {
    await events({ user: adaId, first: 1 });
    const [read] = await seen({ action: 'admin_read', user: adaId, first: 1 });
    expect(read).toMatchObject({ userId: adaId, actorId: admin.id, details: { operation: 'auditEvents' } });
  });

  test.each([
    [{ first: 0 }, 'first'],
    [{ first: 201 }, 'first'],
    [{ after: 'no cursor' }, 'after'],
    [{ user: 'ada' }, 'user'],
    [{ actor: `${'a'.repeat(300)}@example.com` }, 'actor'],
    [{ action: 'no action' }, 'action'],
    [{ outcome: 'no outcome' }, 'outcome'],
    [{ outcome: '' }, 'outcome'],
    [{ network: 'a\u0000' }, 'network'],
  ])('the input %j is not valid', async (input, field) => {
    expect(await events(input)).toMatchObject({ code: 'VALIDATION_FAILED', fields: [{ field }] });
  });

  test('explains a request with the lines of the command', async () => {
    const explained = await api.explain(gatehouse.url, { requestId: 'a request of the past' }, admin.jwt);
    expect(explained).toMatchObject({
      success: true,
      msg: 'Request explained.',
      result: {
        requestId: 'a request of the past',
        cause: 'An account was disabled.',
        advice: null,
        lines: [
          'An account was disabled.',
          '2026-01-01T12:05:00.000Z  user_disabled, from 192.0.2.7',
          '(user_disabled, success)',
          `The super admin ${admin.id} did this, on the account ${adaId}.`,
          `The account ${adaId} is now enabled. Its live sessions: 0.`,
        ],
        events: [{ action: 'user_disabled', userId: adaId, actorId: admin.id }],
        hasMore: false,
      },
    });
  });

  test('an explanation begins with the one cause, and the advice follows', async () => {
    const event = successEvent(authActions.login_failed, new Date(), null, {
      userId: adaId,
      details: { operation: 'login', reason: 'wrong password' },
    });
    const requestId = `a wrong password through ${api.name}`;
    const earlier = {
      ...successEvent(sessionActions.session_ended, new Date(Date.now() - 1000), null, { userId: adaId }),
      requestIds: [requestId],
    };
    await gatehouse.stores.audit.insert([
      { ...event, outcome: 'INVALID_CREDENTIALS', requestIds: [requestId] },
      earlier,
    ]);
    const { result } = await api.explain(gatehouse.url, { requestId }, admin.jwt);
    expect(result).toMatchObject({
      cause: 'The password is wrong.',
      advice: 'Let the user reset the password if it is lost.',
    });
    // The rejection is the cause, although another event of the request is older.
    expect(result?.lines.slice(0, 2)).toEqual([result?.cause, `Advice: ${result?.advice}`]);
    expect(result?.events.map(({ action }) => action)).toEqual(['session_ended', 'login_failed']);
  });

  test('a request with many events has the newest explained, and says that there are more', async () => {
    const count = jest.spyOn(gatehouse.stores.sessions, 'countLive');
    const { result } = await api.explain(gatehouse.url, { requestId: 'a bulk request' }, admin.jwt);
    expect(result?.events.map(({ firstTs }) => firstTs)).toEqual(
      bulk.slice(1).map(({ firstTs }) => firstTs.toISOString()),
    );
    expect(result).toMatchObject({ hasMore: true });
    expect(result?.lines.at(-1)).toContain('The request has more events.');
    expect(count).toHaveBeenCalledTimes(1);
    count.mockRestore();
  });

  test('an unknown request', async () => {
    expect(await api.explain(gatehouse.url, { requestId: 'unknown' }, admin.jwt)).toMatchObject({ code: 'NOT_FOUND' });
  });
});

test('both APIs return the same', async () => {
  const filter = { user: adaId, until: at(30).toISOString(), first: 3 };
  const [rest, graphql] = await Promise.all(
    apis.map(async (api) => (await api.auditEvents(gatehouse.url, filter, admin.jwt)).result),
  );
  expect(rest).toEqual(graphql);
});
