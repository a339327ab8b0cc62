import { randomUUID } from 'node:crypto';
import { userMails } from '../../src/accounts/users/users.mails';
import { passwordMails } from '../../src/features/password-change/password-change.mails';
import { Outbox } from '../../src/platform/messages/outbox';
import { systemClock } from '../../src/platform/runtime/clock';
import { createInstallation, type Installation, runCli } from '../support/cli';
import { startSmtp } from '../support/smtp';

let installation: Installation;
beforeAll(async () => {
  installation = await createInstallation();
});
afterAll(() => installation.remove());

const gatehouse = (...args: string[]) => installation.run(args);

test('mail test sends a mail, and prints the answer of a mail server that rejects it', async () => {
  const smtp = await startSmtp({ login: { user: 'gatehouse', password: 'hunter2' } });
  const env = { SMTP_URL: smtp.url, MAIL_FROM: 'Example <no-reply@example.com>', PRODUCT_NAME: 'Acme' };
  const { code, out, err } = await runCli(env, ['mail', 'test', 'Ada@Example.com', '--json']);
  expect([code, err]).toEqual([0, '']);
  const { to, messageId } = JSON.parse(out);
  expect(to).toBe('ada@example.com');
  expect(smtp.accepted).toMatchObject([{ to: ['ada@example.com'], user: 'gatehouse' }]);
  expect(smtp.accepted[0]?.mail).toMatchObject({
    messageId: `<${messageId}@example.com>`,
    text: expect.stringContaining('Acme'),
  });

  smtp.behave({ rcptTo: 550 });
  const rejected = await runCli(env, ['mail', 'test', 'ada@example.com']);
  expect(rejected).toEqual({
    code: 1,
    out: '',
    err: 'error: The mail server rejected the address of the recipient. (550) It answered: 550 rejected\n',
  });
  const wrong = { ...env, SMTP_URL: smtp.url.replace('hunter2', 'hunter3') };
  const notLoggedIn = await runCli(wrong, ['mail', 'test', 'ada@example.com']);
  expect(notLoggedIn).toMatchObject({ code: 1, err: expect.stringContaining('rejected the user or the password') });
  await smtp.stop();
});

test.each([
  [['mail', 'test', 'ada'], /It must be an e-mail address/],
  [['mail', 'test', 'ada@example.com', '--locale', 'xx'], /Allowed choices are en, de, fr, es/],
  [['mail', 'test', 'ada@example.com'], /SMTP_URL is not set/],
  [['mail', 'retry', '1'], /It must be the id of a mail/],
])('%j is a wrong command line', async (args, problem) => {
  expect(await gatehouse(...args)).toMatchObject({ code: 2, err: expect.stringMatching(problem) });
});

test('mail list and mail retry', async () => {
  expect(await gatehouse('mail', 'list')).toMatchObject({ code: 0, out: '' });
  const ids = await writeMails();
  const list = async (...args: string[]) =>
    JSON.parse((await gatehouse('mail', 'list', '--json', ...args)).out) as { id: string; problem: string }[];
  expect((await list()).map(({ id }) => id)).toEqual([ids.waits]);
  expect(await list('--failed')).toMatchObject([
    { id: ids.expired, problem: 'expired' },
    { id: ids.failed, problem: 'recipient_rejected' },
  ]);
  expect((await gatehouse('mail', 'list', '--failed', '--limit', '1')).out).toMatch(
    new RegExp(`^\\S+Z {2}${ids.expired} {2}reset_password {2}grace@example\\.com {2}attempts 0 {2}expired\\n$`),
  );

  expect(await gatehouse('mail', 'retry', ids.failed)).toEqual({
    code: 0,
    out: `the server will send the mail ${ids.failed} to ada@example.com now\n`,
    err: '',
  });
  expect((await list()).map(({ id }) => id)).toEqual([ids.waits, ids.failed]);
  const problemOf = async (id: string) => (await gatehouse('mail', 'retry', id)).err;
  expect(await problemOf(ids.expired)).toContain('The link of this mail is no longer valid');
  expect(await problemOf(ids.sent)).toContain('This mail was already sent');
  expect(await problemOf(ids.waits)).toContain('waiting for its first attempt');
  expect(await problemOf(randomUUID())).toContain(
    'There is no mail with this id. List mails with: gatehouse mail list --failed',
  );
});

/** Writes mails in every state, as the server does. Their ids have the order of the names. */
async function writeMails() {
  const { stores } = installation;
  let now = new Date('2026-11-22T10:00:00.000Z');
  const outbox = new Outbox(() => now, null);
  const write = async (to: string, tokenId: string | null = null) => {
    now = new Date(now.getTime() + 1000);
    let id = '';
    await stores.transaction(null, async (tx) => {
      const messages = {
        insert: (message: Parameters<typeof tx.messages.insert>[0]) => {
          id = message.id;
          return tx.messages.insert({ ...message, tokenId });
        },
      };
      const template = tokenId === null ? passwordMails.password_changed : userMails.reset_password;
      await outbox.write({ messages }, { template, userId: null, to, locale: 'en' });
    });
    return id;
  };
  const end = (id: string, problem: 'recipient_rejected' | 'expired' | null) =>
    stores.messages.end({ id, at: systemClock(), problem });
  const failed = await write('ada@example.com');
  await end(failed, 'recipient_rejected');
  const sent = await write('ada@example.com');
  await end(sent, null);
  const expired = await write('grace@example.com', randomUUID());
  await end(expired, 'expired');
  const waits = await write('waits@example.com');
  return { failed, sent, expired, waits };
}
