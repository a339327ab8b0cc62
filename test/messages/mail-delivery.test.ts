import { setImmediate as turn } from 'node:timers/promises';
import { userMails } from '../../src/accounts/users/users.mails';
import { userPurposes } from '../../src/accounts/users/users.purposes';
import { createBase } from '../../src/compose/base';
import { createMailComposer } from '../../src/compose/messages';
import type { TableStores } from '../../src/compose/stores';
import { passwordMails } from '../../src/features/password-change/password-change.mails';
import type { MailTemplate } from '../../src/platform/email/mail-template';
import { messageCleanUp } from '../../src/platform/messages/message-clean-up';
import { MessageDelivery, mailSettleMs, mailTransport } from '../../src/platform/messages/message-delivery';
import { Outbox } from '../../src/platform/messages/outbox';
import { createLog } from '../../src/platform/observability/log';
import type { OneTimeToken } from '../../src/platform/one-time-tokens/one-time-token';
import { systemClock } from '../../src/platform/runtime/clock';
import { uuidv7 } from '../../src/platform/runtime/uuid';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { stopTimers } from '../support/limits';
import { startProxy } from '../support/proxy';
import { type SmtpServer, startSmtp } from '../support/smtp';
import { until } from '../support/until';

const outbox = new Outbox(systemClock, null);
let smtp: SmtpServer;
let gatehouse: Gatehouse;
let core: ReturnType<typeof createBase>;

async function start(env: Record<string, string> = {}): Promise<void> {
  smtp = await startSmtp();
  gatehouse = await startGatehouse({ SMTP_URL: smtp.url, MAIL_FROM: 'Example <no-reply@example.com>', ...env });
  core = createBase(gatehouse.config, gatehouse.stores, createLog('silent'));
  await core.derivationKey.load();
}
afterEach(async () => {
  await gatehouse.stop();
  await smtp.stop();
});

interface Wish {
  to?: string;
  template?: MailTemplate;
  isDecoy?: boolean;
}

/** Writes a mail with a link and a code in a transaction, as an operation does. */
const writeReset = ({ to = 'ada@example.com', isDecoy = false }: Wish = {}): Promise<OneTimeToken> =>
  gatehouse.stores.transaction(null, (tx) => writeResetIn(tx, to, isDecoy));

async function writeResetIn(tx: TableStores, to: string, isDecoy: boolean): Promise<OneTimeToken> {
  const token = await core.oneTimeTokens.issue(tx, {
    purpose: userPurposes.reset_password,
    userId: null,
    address: to,
    isDecoy,
  });
  await outbox.write(tx, { template: userMails.reset_password, userId: null, to, locale: 'en', token });
  return token;
}

/** Writes a mail without a link. */
const writeNotice = ({ to = 'ada@example.com', template = passwordMails.password_changed }: Wish = {}) =>
  gatehouse.stores.transaction(null, (tx) => outbox.write(tx, { template, userId: null, to, locale: 'en' }));

/** Writes many mails in few statements. */
async function writeNotices(count: number): Promise<string[]> {
  const recipients = Array.from({ length: count }, (_, i) => `user${i}@example.com`);
  await gatehouse.stores.transaction(null, async (tx) => {
    for (const to of recipients) {
      await outbox.write(tx, { template: passwordMails.password_changed, userId: null, to, locale: 'en' });
    }
  });
  return recipients;
}

const messages = () => gatehouse.sql('SELECT * FROM messages ORDER BY id');
const isOver = 'SELECT count(*)::int AS count FROM messages WHERE ended_ts IS NULL';

const untilAllEnded = () => until(async () => (await gatehouse.sql(isOver))[0]?.count === 0);

/** Waits until the messages have this problem. Then no attempt is due in the next hour, however slow the machine is. */
async function untilProblem(problem: string): Promise<void> {
  await until(async () => (await messages()).every((message) => message.problem === problem));
  await gatehouse.sql("UPDATE messages SET due_ts = due_ts + interval '1 hour'");
}

/** Lets the time of the next attempts come. */
async function tryAgain(): Promise<void> {
  await gatehouse.sql("UPDATE messages SET due_ts = now() - interval '1 second' WHERE due_ts IS NOT NULL");
  await gatehouse.sql("SELECT pg_notify('gatehouse_message', '')");
}

test('a mail is sent if its transaction commits, and only then', async () => {
  await start();
  const failing = gatehouse.stores.transaction(null, async (tx) => {
    await writeResetIn(tx, 'rolled-back@example.com', false);
    throw new Error('the operation failed');
  });
  await expect(failing).rejects.toThrow('the operation failed');
  await writeReset();
  await smtp.until(1);
  await untilAllEnded();
  expect(smtp.arrived.map(({ to }) => to)).toEqual([['ada@example.com']]);
  expect(await messages()).toMatchObject([{ attempts: 1, problem: null, due_ts: null, lease_ts: null }]);
});

test('the link and the code are in the mail, are accepted, and are nowhere else', async () => {
  await start({ PUBLIC_URL: 'https://id.example.com/auth', METRICS_PORT: '9464' });
  const token = await writeReset();
  await smtp.until(1);
  await untilAllEnded();
  const text = core.oneTimeTokens.tokenOf(token);
  const code = core.oneTimeTokens.codeOf(token)?.code ?? '';
  const { mail } = smtp.accepted[0] ?? {};
  expect(mail?.text).toContain(`https://id.example.com/auth/reset/${text}`);
  expect(mail?.text).toContain(code);
  expect(mail?.text).toContain('30 minutes');
  expect(mail?.text).toContain('10 minutes');
  expect(await core.oneTimeTokens.prove({ token: text }, [userPurposes.reset_password])).toMatchObject({
    token: { id: token.id },
  });

  const tables = await gatehouse.sql(
    "SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = current_schema() AND tablename <> '_prisma_migrations'",
  );
  const rows = await Promise.all(tables.map(({ name }) => gatehouse.sql(`SELECT t::text AS row FROM ${name} t`)));
  const dump = JSON.stringify(rows);
  expect(dump).toContain('reset_password');
  const metrics = await (await fetch(gatehouse.metricsUrl ?? '')).text();
  for (const place of [dump, gatehouse.logged(), metrics]) {
    expect(place).not.toContain(text);
    expect(place).not.toContain(text.slice(22));
    // Six digits are also behind a decimal point, by chance.
    expect(place).not.toMatch(new RegExp(`(?<![\\w.])${code}\\b`));
  }
  expect(gatehouse.logged()).not.toContain('ada@example.com');
});

test('a decoy leaves a row like a mail that was sent, and is never sent', async () => {
  await start();
  await writeReset({ to: 'unknown@example.com', isDecoy: true });
  await writeReset();
  await smtp.until(1);
  await untilAllEnded();
  const rows = await gatehouse.sql('SELECT recipient, due_ts, ended_ts, problem FROM messages ORDER BY recipient');
  expect(rows).toEqual([
    { recipient: 'ada@example.com', due_ts: null, ended_ts: expect.any(Date), problem: null },
    { recipient: 'unknown@example.com', due_ts: null, ended_ts: expect.any(Date), problem: null },
  ]);
  expect(smtp.arrived).toHaveLength(1);
});

test.each(['LINK_RESET_PASSWORD'])('%s replaces the page of Gatehouse', async (name) => {
  await start({ [name]: 'https://app.example.com/new-password?token={token}' });
  const token = await writeReset();
  await smtp.until(1);
  const link = `https://app.example.com/new-password?token=${core.oneTimeTokens.tokenOf(token)}`;
  expect(smtp.accepted[0]?.mail.text).toContain(`${link}\n`);
});

describe('a mail that cannot be sent', () => {
  test('is tried again, with the same Message-ID', async () => {
    await start();
    smtp.behave({ data: 'drop' });
    await writeReset();
    await untilProblem('connection_lost');
    const [failed] = await messages();
    const dueMs = Number(failed?.due_ts) - 3_600_000;
    // The attempt was after the creation, and is over now.
    expect(dueMs - Number(failed?.created_ts)).toBeGreaterThanOrEqual(8_000);
    expect(dueMs - Date.now()).toBeLessThanOrEqual(12_000);
    smtp.behave({});
    await tryAgain();
    await smtp.until(1);
    await untilAllEnded();
    expect(await messages()).toMatchObject([{ attempts: 2, problem: null }]);
    expect(new Set(smtp.arrived.map(({ mail }) => mail.messageId)).size).toBe(1);
    expect(gatehouse.logged()).toContain('mails cannot be sent: they are tried again');
    expect(gatehouse.logged()).toContain('mail delivery works again');
  });

  test('is given up if the server rejects the recipient, and the audit says so', async () => {
    await start();
    smtp.behave({ rcptTo: 550 });
    await writeReset();
    await untilAllEnded();
    const [message] = await messages();
    expect(message).toMatchObject({ attempts: 1, problem: 'recipient_rejected', due_ts: null });
    const [event] = await gatehouse.stores.audit.list({ action: 'message_failed', limit: 10 });
    expect(event).toMatchObject({
      outcome: 'failure',
      details: { reason: 'recipient_rejected', template: 'reset_password', messageId: message?.id },
    });
    expect(JSON.stringify(event)).not.toContain('ada@example.com');
    expect(gatehouse.logged()).toContain('a mail has failed and is not tried again');
    expect(gatehouse.logged()).not.toContain('ada@example.com');
  });

  test('does not delay the others', async () => {
    await start();
    smtp.behave({ rcptTo: 451 });
    await writeReset({ to: 'slow@example.com' });
    await untilProblem('rejected_later');
    smtp.behave({});
    await writeReset({ to: 'fast@example.com' });
    await smtp.until(1);
    expect(smtp.accepted[0]?.to).toEqual(['fast@example.com']);
    expect((await messages()).map(({ recipient, problem }) => `${recipient} ${problem}`)).toContain(
      'slow@example.com rejected_later',
    );
  });

  test('is not sent after the end of its link', async () => {
    await start();
    smtp.behave({ rcptTo: 451 });
    await writeReset();
    await untilProblem('rejected_later');
    smtp.behave({});
    await gatehouse.sql("UPDATE messages SET expires_ts = now() - interval '1 second'");
    await tryAgain();
    await untilAllEnded();
    expect(await messages()).toMatchObject([{ problem: 'expired' }]);
    expect(await gatehouse.stores.audit.list({ action: 'message_failed', limit: 10 })).toHaveLength(1);
    expect(smtp.accepted).toEqual([]);
  });

  test('is not sent if a newer one has replaced its link', async () => {
    await start();
    smtp.behave({ rcptTo: 451 });
    await writeReset();
    await untilProblem('rejected_later');
    smtp.behave({});
    await writeReset();
    await smtp.until(1);
    await tryAgain();
    await untilAllEnded();
    expect((await messages()).map(({ problem }) => problem)).toEqual(['link_used', null]);
    expect(smtp.accepted).toHaveLength(1);
    expect(await gatehouse.stores.audit.list({ action: 'message_failed', limit: 10 })).toEqual([]);
  });

  test('with a template that cannot be rendered waits until it is corrected', async () => {
    await start();
    const composer = {
      compose: () => {
        throw new Error('the template has a mistake');
      },
    };
    const mailer = { send: async () => {}, close: () => {} };
    const { stores } = gatehouse;
    // Only this worker runs.
    await gatehouse.services.close();
    const worker = new MessageDelivery({
      stores,
      oneTimeTokens: core.oneTimeTokens,
      transport: mailTransport(composer, mailer, createLog('silent')),
      listen: stores.listen,
      settleMs: mailSettleMs,
      clock: systemClock,
      log: createLog('silent'),
    });
    await writeNotice();
    worker.start();
    await untilProblem('template');
    await worker.close();
    expect(await messages()).toMatchObject([{ ended_ts: null, due_ts: expect.any(Date) }]);
  });
});

test('while the mail server is away, mails are written without waiting for it, and all are sent later', async () => {
  smtp = await startSmtp();
  const proxy = await startProxy({ host: '127.0.0.1', port: smtp.port });
  gatehouse = await startGatehouse({ SMTP_URL: `smtp://127.0.0.1:${proxy.port}`, MAIL_FROM: 'no-reply@example.com' });
  core = createBase(gatehouse.config, gatehouse.stores, createLog('silent'));
  await core.derivationKey.load();
  await writeReset({ to: 'before@example.com' });
  await smtp.until(1);
  await untilAllEnded();
  // The mail server answers nothing until the end of this, so a mail that waits for it would never be written.
  proxy.hold();
  for (let i = 0; i < 12; i += 1) await writeReset({ to: `user${i}@example.com` });
  expect((await gatehouse.stores.messages.waiting()).count).toBe(12);
  proxy.release();
  // A mail whose attempt fails at this moment waits again.
  await until(async () => {
    await tryAgain();
    return (await gatehouse.stores.messages.waiting()).count === 0;
  });
  expect(new Set(smtp.accepted.flatMap(({ to }) => to)).size).toBe(13);
  proxy.close();
});

test('the work of a mail begins a moment after its notification, when the operation has answered', async () => {
  await start();
  await gatehouse.services.close();
  const { stores } = gatehouse;
  const claim = jest.spyOn(stores.messages, 'claim');
  let notify: () => void = () => {};
  const worker = new MessageDelivery({
    stores,
    oneTimeTokens: core.oneTimeTokens,
    transport: mailTransport(
      createMailComposer(gatehouse.config, core.oneTimeTokens, systemClock),
      { send: async () => {}, close: () => {} },
      createLog('silent'),
    ),
    listen: (_channel, { onMessage }) => {
      notify = () => onMessage('');
      return { close: async () => {} };
    },
    settleMs: mailSettleMs,
    clock: systemClock,
    log: createLog('silent'),
  });
  // The test moves the timers of the worker: on a busy machine, the moment would pass before the test looks.
  stopTimers();
  try {
    worker.start();
    await until(async () => claim.mock.results.length === 1);
    await claim.mock.results[0]?.value;
    for (let i = 0; i < 10; i += 1) {
      notify();
      await turn();
    }
    jest.advanceTimersByTime(49);
    await turn();
    expect(claim).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(101);
    await until(async () => claim.mock.results.length === 2);
    await worker.close();
  } finally {
    jest.useRealTimers();
  }
});

describe('several instances', () => {
  test('share the mails: each is sent once', async () => {
    await start();
    await gatehouse.another();
    const recipients = await writeNotices(60);
    await smtp.until(60);
    await untilAllEnded();
    expect(smtp.accepted.flatMap(({ to }) => to).sort()).toEqual(recipients.sort());
    expect((await messages()).every(({ attempts }) => attempts === 1)).toBe(true);
  });

  test('none gets a mail that another one has claimed, however many claim at the same time', async () => {
    await start();
    await gatehouse.services.close();
    await writeNotices(300);
    const at = new Date(Date.now() + 1000);
    const leaseUntil = new Date(at.getTime() + 60_000);
    const claimed: string[] = [];
    const claimAll = async () => {
      for (let got = [{}]; got.length > 0; ) {
        const found = await gatehouse.stores.messages.claim({ channel: 'email', at, leaseUntil, atMost: 7 });
        claimed.push(...found.map(({ id }) => id));
        got = found;
      }
    };
    await Promise.all(Array.from({ length: 8 }, claimAll));
    expect(claimed).toHaveLength(300);
    expect(new Set(claimed).size).toBe(300);
    const later = new Date(leaseUntil.getTime() + 1);
    const again = await gatehouse.stores.messages.claim({
      channel: 'email',
      at: later,
      leaseUntil: later,
      atMost: 1000,
    });
    expect(again).toHaveLength(300);
  });
});

describe('a stop', () => {
  test('finishes the mail that is being sent, and begins no other', async () => {
    await start();
    const instance = await gatehouse.another();
    await gatehouse.services.close();
    let reply: (value: null) => void = () => {};
    smtp.behave({
      data: new Promise((resolve) => {
        reply = resolve;
      }),
    });
    await writeNotices(12);
    await smtp.until(5, 'arrived');
    const stopping = instance.services.close();
    reply(null);
    await stopping;
    const counts = (await messages()).map(({ problem, ended_ts, attempts }) => [problem, ended_ts !== null, attempts]);
    expect(counts.filter(([, hasEnded]) => hasEnded)).toHaveLength(smtp.accepted.length);
    expect(counts.filter(([, hasEnded]) => !hasEnded).every(([, , attempts]) => attempts === 0)).toBe(true);
    expect(smtp.accepted).toHaveLength(5);
  });

  test('does not wait for a server that is silent, and the mail is sent later', async () => {
    await start();
    const instance = await gatehouse.another();
    await gatehouse.services.close();
    smtp.behave({ data: 'silence' });
    await writeNotice();
    await smtp.until(1, 'arrived');
    const startedAt = performance.now();
    await instance.services.close();
    // An attempt may take 45 s.
    expect(performance.now() - startedAt).toBeLessThan(30_000);
    expect(await messages()).toMatchObject([{ ended_ts: null, lease_ts: null, due_ts: expect.any(Date) }]);
    smtp.behave({});
    await gatehouse.another();
    await tryAgain();
    await smtp.until(1);
  });
});

test('a mail of an instance that died is sent by another one when the lease has run out', async () => {
  await start();
  await gatehouse.services.close();
  await writeNotice();
  const at = new Date(Date.now() + 1000);
  await gatehouse.stores.messages.claim({
    channel: 'email',
    at,
    leaseUntil: new Date(at.getTime() + 60_000),
    atMost: 1,
  });
  await gatehouse.another();
  await gatehouse.sql("SELECT pg_notify('gatehouse_message', '')");
  expect(smtp.arrived).toEqual([]);
  await gatehouse.sql("UPDATE messages SET lease_ts = now() - interval '1 second'");
  await gatehouse.sql("SELECT pg_notify('gatehouse_message', '')");
  await smtp.until(1);
  await untilAllEnded();
  expect(await messages()).toMatchObject([{ attempts: 2 }]);
});

test('in production without SMTP_URL the mails wait, and are sent when there is a server', async () => {
  smtp = await startSmtp();
  gatehouse = await startGatehouse({ NODE_ENV: 'production' });
  core = createBase(gatehouse.config, gatehouse.stores, createLog('silent'));
  await core.derivationKey.load();
  await writeReset();
  expect(gatehouse.services.mailbox).toBeNull();
  expect(await gatehouse.stores.messages.waiting()).toEqual({ count: 1, oldestTs: expect.any(Date) });
  await gatehouse.another({ NODE_ENV: 'production', SMTP_URL: smtp.url, MAIL_FROM: 'no-reply@example.com' });
  await smtp.until(1);
});

test('the metrics count the mails', async () => {
  await start({ METRICS_PORT: '9464' });
  await writeNotice();
  await smtp.until(1);
  await untilAllEnded();
  smtp.behave({ rcptTo: 550 });
  await writeNotice();
  await untilAllEnded();
  smtp.behave({ rcptTo: 451 });
  await writeNotice();
  await until(async () => (await messages()).at(-1)?.problem === 'rejected_later');
  await gatehouse.sql("UPDATE messages SET created_ts = now() - interval '100 seconds' WHERE ended_ts IS NULL");
  const metric = async (name: string) => {
    const text = await (await fetch(gatehouse.metricsUrl ?? '')).text();
    return Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1]);
  };
  await until(async () => (await metric('gatehouse_mails_failed_total')) === 1);
  expect(await metric('gatehouse_mails_sent_total')).toBe(1);
  expect(await metric('gatehouse_mails_waiting')).toBe(1);
  expect(await metric('gatehouse_mails_oldest_seconds')).toBeGreaterThanOrEqual(99);
});

test('the clean-up ends mails that no instance sends, and removes ended ones with their addresses after a week', async () => {
  await start();
  await gatehouse.services.close();
  await writeNotice({ to: 'late@example.com' });
  await gatehouse.sql("UPDATE messages SET expires_ts = now() - interval '1 minute'");
  await writeNotice({ to: 'waits@example.com' });
  const [expired, ended] = messageCleanUp;
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
  const { signal } = new AbortController();
  const { sql } = gatehouse.stores;
  expect(await expired?.run(inDays(0), signal, sql)).toBe(1);
  expect(await messages()).toMatchObject([{ problem: 'expired' }, { problem: null, ended_ts: null }]);
  expect(await ended?.run(inDays(6.9), signal, sql)).toBe(0);
  expect(await ended?.run(inDays(7.1), signal, sql)).toBe(1);
  expect(await messages()).toMatchObject([{ recipient: 'waits@example.com' }]);
});

test('the mail is in the language of the message, and has the product name', async () => {
  await start({ PRODUCT_NAME: 'Acme <&> "Accounts"' });
  const composer = createMailComposer(gatehouse.config, core.oneTimeTokens, systemClock);
  const message = { id: uuidv7(), template: 'test', recipient: 'ada@example.com', createdTs: new Date() };
  const mail = composer.compose({ ...message, locale: 'en' }, null);
  expect(`${mail.subject} ${mail.text}`).toContain('Acme <&> "Accounts"');
  expect(mail.html).not.toContain('Acme <&>');
  expect(mail).toMatchObject({ link: null, code: null, to: 'ada@example.com', id: message.id });
});
