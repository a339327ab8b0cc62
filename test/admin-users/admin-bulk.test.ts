import { randomUUID } from 'node:crypto';
import { apis, restApi } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { loginSuperAdmin } from '../support/super-admin';

let gatehouse: Gatehouse;
let admin: Awaited<ReturnType<typeof loginSuperAdmin>>;
let made = 0;

beforeAll(async () => {
  gatehouse = await startGatehouse();
  admin = await loginSuperAdmin(gatehouse);
});
afterAll(() => gatehouse.stop());

async function register(): Promise<string> {
  made += 1;
  const account = {
    email: `u${made}@example.com`,
    firstName: 'Ada',
    lastName: 'Love',
    password: 'correct horse battery',
  };
  return (await restApi.register(gatehouse.url, account)).user?.id ?? '';
}

describe.each(apis)('$name', ({ call }) => {
  const bulk = (ids: string[], action: string) => call(gatehouse.url, 'bulkUsers', { ids, action }, admin.jwt);

  test('each id has its result in the order of the input, and each change its event', async () => {
    const [a, b, unknown] = [await register(), await register(), randomUUID()];
    const answer = await bulk([a, unknown, b, 'no id', a.toUpperCase(), admin.id], 'disable');
    expect(answer).toMatchObject({ success: true, msg: 'Each account has a result.', result: { isComplete: true } });
    expect(answer.result?.results.map(({ id, code }) => [id, code])).toEqual([
      [a, null],
      [unknown, 'NOT_FOUND'],
      [b, null],
      ['no id', 'NOT_FOUND'],
      [a.toUpperCase(), null],
      [admin.id, 'CONFLICT'],
    ]);
    for (const userId of [a, b]) {
      const events = await gatehouse.stores.audit.list({ userId, action: 'user_disabled', limit: 9 });
      expect(events).toMatchObject([{ actorId: admin.id }]);
    }
    expect((await bulk([a, b], 'enable')).result?.results.every(({ success }) => success)).toBe(true);
  });

  test.each([
    ['disable', 'user_disabled'],
    ['enable', 'user_enabled'],
    ['end_sessions', 'session_ended'],
    ['send_reset', 'password_reset_requested'],
    ['delete', 'account_deleted'],
  ] as const)('%s with a reason, which is in each event and in the one with the numbers', async (action, event) => {
    const id = await register();
    await restApi.login(gatehouse.url, { email: `u${made}@example.com`, password: 'correct horse battery' });
    if (action === 'enable') await gatehouse.sql(`UPDATE users SET disabled = true WHERE id = '${id}'`);
    const reason = `Ticket 4711, ${action}`;
    const { result } = await call(gatehouse.url, 'bulkUsers', { ids: [id], action, reason }, admin.jwt);
    expect(result).toMatchObject({ results: [{ success: true, code: null }] });
    const [changed] = await gatehouse.stores.audit.list({ userId: id, action: event, limit: 1 });
    expect(changed?.details).toMatchObject({ statedReason: reason });
    const [read] = await gatehouse.stores.audit.list({ action: 'admin_read', limit: 1 });
    expect(read?.details).toMatchObject({ bulkAction: action, statedReason: reason });
  });

  test('only those who are disabled can get a mail', async () => {
    const id = await register();
    await gatehouse.sql(`UPDATE users SET email_verified = true WHERE id = '${id}'`);
    const input = { ids: [id], notify: true };
    const other = await call(gatehouse.url, 'bulkUsers', { ...input, action: 'enable' }, admin.jwt);
    expect(other).toMatchObject({ code: 'VALIDATION_FAILED', fields: [{ field: 'notify' }] });
    await call(gatehouse.url, 'bulkUsers', { ...input, action: 'disable' }, admin.jwt);
    const mails = (await gatehouse.mails()).filter(({ to }) => to === `u${made}@example.com`);
    expect(mails.map(({ subject }) => subject)).toContain('Your account was disabled – Gatehouse');
  });

  test('one event has the numbers, also of accounts that are unknown or need no change', async () => {
    await bulk([await register(), randomUUID(), randomUUID()], 'enable');
    const [event] = await gatehouse.stores.audit.list({ action: 'admin_read', limit: 1 });
    expect(event).toMatchObject({ actorId: admin.id, userId: null, requestIds: [expect.any(String)] });
    expect(event?.details).toEqual({
      operation: 'bulkUsers',
      bulkAction: 'enable',
      accounts: 3,
      changed: 0,
      failed: 2,
      ended: 'complete',
    });
  });
});

// Both APIs call the same service, which reads each account.
test('a thousand ids, and no more', async () => {
  const ids = Array.from({ length: 1000 }, () => randomUUID());
  const [rest] = apis;
  const { result } = await rest.call(gatehouse.url, 'bulkUsers', { ids, action: 'enable' }, admin.jwt);
  expect(result?.results.map(({ id }) => id)).toEqual(ids);
  expect(new Set(result?.results.map(({ code }) => code))).toEqual(new Set(['NOT_FOUND']));
  expect(result?.isComplete).toBe(true);
  for (const { call } of apis) {
    const input = { ids: [...ids, randomUUID()], action: 'enable' };
    expect(await call(gatehouse.url, 'bulkUsers', input, admin.jwt)).toMatchObject({
      code: 'VALIDATION_FAILED',
      fields: [{ field: 'ids' }],
    });
  }
});
