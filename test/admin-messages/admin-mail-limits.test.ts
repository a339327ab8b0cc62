import type { OperationName } from '../../src/compose/features';
import { apis, restApi } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { loginSuperAdmin } from '../support/super-admin';

let gatehouse: Gatehouse;
let url: string;
let admin: Awaited<ReturnType<typeof loginSuperAdmin>>;
let people = 0;

beforeAll(async () => {
  gatehouse = await startGatehouse();
  admin = await loginSuperAdmin(gatehouse);
  ({ url } = await gatehouse.another({ RATE_LIMITS: 'on', RATE_LIMIT_MAIL_ADDRESS: '2/3600' }));
});
afterAll(() => gatehouse.stop());

/** How often the mail was sent: its event is written in the same transaction. */
const sent = async (userId: string, action: 'password_reset_requested' | 'user_invited') =>
  (await gatehouse.stores.audit.list({ userId, action, limit: 9 })).filter(({ outcome }) => outcome === 'success')
    .length;

describe.each(apis)('$name', ({ call }) => {
  const run = <Name extends OperationName>(operation: Name, input: object) =>
    call(url, operation, { ...input }, admin.jwt);

  test('resets of the password that a super admin sends count for the address, also in bulk', async () => {
    people += 1;
    const email = `ada${people}@example.com`;
    const account = { email, firstName: 'Ada', lastName: 'Lovelace', password: 'correct horse battery' };
    const id = (await restApi.register(gatehouse.url, account)).user?.id ?? '';
    for (let n = 0; n < 2; n += 1) expect(await run('sendPasswordReset', { id })).toMatchObject({ success: true });
    expect(await run('sendPasswordReset', { id })).toMatchObject({ code: 'RATE_LIMITED', limit: 'MAIL_ADDRESS' });
    expect(await run('bulkUsers', { ids: [id], action: 'send_reset' })).toMatchObject({
      success: true,
      result: { results: [{ id, success: false, code: 'RATE_LIMITED' }] },
    });
    expect(await sent(id, 'password_reset_requested')).toBe(2);
  });

  test('invitations that are mailed count for the address', async () => {
    people += 1;
    const email = `grace${people}@example.com`;
    const created = await run('createUser', { email });
    const id = created.result?.user.id ?? '';
    expect(await run('sendInvitation', { id })).toMatchObject({ success: true });
    expect(await run('sendInvitation', { id })).toMatchObject({ code: 'RATE_LIMITED', limit: 'MAIL_ADDRESS' });
    expect(await sent(id, 'user_invited')).toBe(2);
  });
});
