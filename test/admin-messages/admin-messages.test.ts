import { randomUUID } from 'node:crypto';
import { uuidv7 } from '../../src/platform/runtime/uuid';
import { apis } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { loginSuperAdmin } from '../support/super-admin';

let gatehouse: Gatehouse;
let admin: Awaited<ReturnType<typeof loginSuperAdmin>>;

// Without a mail server and without a mailbox, mails wait.
beforeAll(async () => {
  gatehouse = await startGatehouse({
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://id.example.com',
    ADMIN_MIN_ACR: 'aal1',
  });
  admin = await loginSuperAdmin(gatehouse);
});
beforeEach(() => gatehouse.sql('DELETE FROM messages'));
afterAll(() => gatehouse.stop());

const createdTs = new Date('2026-11-20T12:00:00.000Z');
let made = 0;

async function write(state: 'waiting' | 'failed' | 'sent' | 'new', tokenId: string | null = null): Promise<string> {
  made += 1;
  const id = uuidv7(new Date(createdTs.getTime() + made));
  await gatehouse.stores.messages.insert({
    id,
    channel: 'email',
    template: tokenId === null ? 'password_changed' : 'reset_password',
    userId: admin.id,
    recipient: 'ada@example.com',
    locale: 'en',
    tokenId,
    createdTs,
    expiresTs: new Date('2999-01-01T00:00:00.000Z'),
    isDecoy: false,
    spacingS: null,
  });
  const problem = 'unreachable' as const;
  if (state === 'waiting')
    await gatehouse.stores.messages.postpone({ id, attempts: 0, dueTs: new Date('2999-01-01T00:00:00.000Z'), problem });
  if (state === 'failed') await gatehouse.stores.messages.end({ id, at: createdTs, problem });
  if (state === 'sent') await gatehouse.stores.messages.end({ id, at: createdTs, problem: null });
  return id;
}

describe.each(apis)('$name', (api) => {
  const messages = (input: object = {}) => api.messages(gatehouse.url, { ...input }, admin.jwt);
  const retry = (id: string) => api.retryMessage(gatehouse.url, { id }, admin.jwt);
  const idsOf = async (input: object = {}) => (await messages(input)).result?.nodes.map(({ id }) => id);

  test('lists the mails that wait or have failed, the newest first, in pages', async () => {
    const [failed, waiting, , fresh] = [
      await write('failed'),
      await write('waiting'),
      await write('sent'),
      await write('new'),
    ];
    expect(await idsOf()).toEqual([fresh, waiting, failed]);
    expect(await idsOf({ state: 'failed' })).toEqual([failed]);
    expect(await idsOf({ state: 'waiting' })).toEqual([fresh, waiting]);
    const page = await messages({ first: 2 });
    expect(page).toMatchObject({ success: true, msg: 'Mails returned.' });
    expect(await idsOf({ first: 2, after: page.result?.next })).toEqual([failed]);
    expect((await messages({ first: 3 })).result?.next).toBeNull();
  });

  test('a mail has its address, and no link or code', async () => {
    const id = await write('failed', randomUUID());
    expect((await messages()).result?.nodes).toEqual([
      {
        id,
        channel: 'email',
        template: 'reset_password',
        state: 'failed',
        userId: admin.id,
        recipient: 'ada@example.com',
        locale: 'en',
        createdTs: '2026-11-20T12:00:00.000Z',
        expiresTs: '2999-01-01T00:00:00.000Z',
        attempts: 0,
        dueTs: null,
        endedTs: '2026-11-20T12:00:00.000Z',
        problem: 'unreachable',
      },
    ]);
  });

  test('a failed mail is due again, and the audit says who did it', async () => {
    const id = await write('failed');
    expect(await retry(id)).toMatchObject({
      success: true,
      msg: 'The mail is sent again now.',
      result: { id, state: 'waiting' },
    });
    const [event] = await gatehouse.stores.audit.list({ action: 'message_retried', limit: 1 });
    expect(event).toMatchObject({
      userId: admin.id,
      actorId: admin.id,
      details: { messageId: id, template: 'password_changed' },
    });
  });

  test.each([
    ['sent', () => write('sent'), 'CONFLICT'],
    ['with a link that is not valid', () => write('failed', randomUUID()), 'CONFLICT'],
    ['unknown', async () => randomUUID(), 'NOT_FOUND'],
    ['without an id', async () => 'no-id', 'NOT_FOUND'],
  ])('a mail that is %s is not sent again', async (_what, make, code) => {
    const before = await gatehouse.stores.audit.list({ action: 'message_retried', limit: 10 });
    expect(await retry(await make())).toMatchObject({ success: false, code });
    expect(await gatehouse.stores.audit.list({ action: 'message_retried', limit: 10 })).toEqual(before);
  });

  test.each([
    [{ first: 101 }, 'first'],
    [{ after: 'no cursor' }, 'after'],
    [{ state: 'sent' }, 'state'],
  ])('the input %j is not valid', async (input, field) => {
    expect(await messages(input)).toMatchObject({ code: 'VALIDATION_FAILED', fields: [{ field }] });
  });
});
