import type { SMTPPoolOptions } from 'nodemailer/lib/smtp-pool';
import { Secret } from '../../src/platform/config/secret';
import type { MailError } from '../../src/platform/email/mail-problem';
import type { Mail } from '../../src/platform/email/mailer';
import { SmtpMailer } from '../../src/platform/email/smtp-mailer';
import { smtpOptionsOf } from '../../src/platform/email/smtp-options';
import { uuidv7 } from '../../src/platform/runtime/uuid';
import { describeWith } from '../support/needs';
import { type Certificate, makeCertificate, type Reply, type SmtpServer, startSmtp } from '../support/smtp';

const senders = {
  from: { name: 'Example', address: 'no-reply@example.com' },
  replyTo: { name: null, address: 'support@example.com' },
};
const login = { user: 'mail:server@example.com', password: 'p@ss/w:rd' };
const mailers: SmtpMailer[] = [];
afterEach(() => {
  for (const mailer of mailers.splice(0)) mailer.close();
});

/** `changes` are for tests of another host, or of short times. */
function createMailer(url: string, changes: Partial<SMTPPoolOptions> = {}, from = senders): SmtpMailer {
  const mailer = new SmtpMailer({ ...smtpOptionsOf(new Secret(url), 'id.example.com'), ...changes }, from);
  mailers.push(mailer);
  return mailer;
}

const createMail = (changes: Partial<Mail> = {}): Mail => ({
  id: uuidv7(),
  to: 'ada@example.com',
  subject: 'Confirm your e-mail address',
  text: 'Größe\nhttps://id.example.com/confirm/x\n',
  html: '<p>Größe</p>',
  link: 'https://id.example.com/confirm/x',
  code: null,
  createdTs: new Date('2026-11-22T10:00:00.000Z'),
  ...changes,
});

const never = new AbortController().signal;
const failureOf = (sending: Promise<void>): Promise<MailError> =>
  sending.then(
    () => {
      throw new Error('it did not fail');
    },
    (error: MailError) => error,
  );

test('a mail that shows the logo has it as a part, and no other mail', async () => {
  const smtp = await startSmtp({ login });
  const logo = Buffer.from('a picture');
  const mailer = new SmtpMailer(smtpOptionsOf(new Secret(smtp.url), 'id.example.com'), senders, logo);
  mailers.push(mailer);
  await mailer.send(createMail(), never);
  await mailer.send(createMail({ html: '<img src="cid:logo" alt="Example">' }), never);
  const parts = smtp.accepted.map(({ mail }) =>
    mail.attachments.map(({ contentId, disposition, mimeType, content }) => ({
      ...{ contentId, disposition, mimeType },
      content: Buffer.from(content as ArrayBuffer).toString(),
    })),
  );
  const part = { contentId: '<logo>', disposition: 'inline', mimeType: 'image/png', content: 'a picture' };
  expect(parts).toEqual([[], [part]]);
});

test('a mail arrives with both parts, after a login', async () => {
  const smtp = await startSmtp({ login });
  const mail = createMail();
  await createMailer(smtp.url).send(mail, never);
  const [received] = smtp.accepted;
  expect(received).toMatchObject({ from: 'no-reply@example.com', to: ['ada@example.com'], user: login.user });
  expect(received?.mail).toMatchObject({
    from: { name: 'Example', address: 'no-reply@example.com' },
    to: [{ address: 'ada@example.com' }],
    replyTo: [{ address: 'support@example.com' }],
    subject: mail.subject,
    text: expect.stringMatching(/^Größe\nhttps:\/\/id\.example\.com\/confirm\/x\s*$/),
    html: expect.stringContaining('<p>Größe</p>'),
    messageId: `<${mail.id}@example.com>`,
    date: '2026-11-22T10:00:00.000Z',
  });
  const headers = received?.mail.headers.map(({ key }) => key).sort();
  expect(headers).toEqual([
    'auto-submitted',
    'content-type',
    'date',
    'from',
    'message-id',
    'mime-version',
    'reply-to',
    'subject',
    'to',
  ]);
  expect(received?.raw).toContain('Auto-Submitted: auto-generated\r\n');
  await smtp.stop();
});

test('many mails use few connections', async () => {
  const smtp = await startSmtp();
  const mailer = createMailer(smtp.url);
  const mails = Array.from({ length: 40 }, (_, i) => createMail({ to: `user${i}@example.com` }));
  await Promise.all(mails.map((mail) => mailer.send(mail, new AbortController().signal)));
  expect(smtp.accepted.map(({ to }) => to[0]).sort()).toEqual(mails.map(({ to }) => to).sort());
  expect(new Set(smtp.accepted.map(({ mail }) => mail.messageId)).size).toBe(40);
  await smtp.stop();
});

describe('hostile texts', () => {
  const hostile = [
    'x\r\nBcc: eve@example.com',
    'x\nBcc: eve@example.com',
    'x\rBcc: eve@example.com',
    'x\r\n\r\n<script>alert(1)</script>',
    'x\r\n.\r\nMAIL FROM:<eve@example.com>',
    'x\u2028Bcc: eve@example.com',
    'x\0y',
    '=?utf-8?q?=0d=0aBcc=3a_eve=40example.com?=',
    '"quoted" <eve@example.com>, other',
    'a'.repeat(500),
    'é'.repeat(500),
    '\u202egnp.exe',
    '../../etc/passwd',
  ];

  test.each(hostile)('in the subject, the text and the name of the sender: %j', async (words) => {
    const smtp = await startSmtp();
    const from = { ...senders, from: { name: words, address: 'no-reply@example.com' } };
    const mail = createMail({ subject: words, text: words, html: words });
    await createMailer(smtp.url, {}, from).send(mail, never);
    const [received, ...others] = smtp.accepted;
    expect(others).toEqual([]);
    expect(received).toMatchObject({ from: 'no-reply@example.com', to: ['ada@example.com'] });
    expect(received?.mail).toMatchObject({
      to: [{ address: 'ada@example.com' }],
      from: { address: 'no-reply@example.com' },
      messageId: `<${mail.id}@example.com>`,
    });
    expect(received?.mail.bcc ?? []).toEqual([]);
    expect(received?.mail.attachments).toEqual([]);
    const keys = received?.mail.headers.map(({ key }) => key) ?? [];
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).not.toContain('bcc');
    for (const line of received?.raw.split('\r\n') ?? []) expect(line.length).toBeLessThanOrEqual(998);
    await smtp.stop();
  });

  test.each([
    'ada@example.com\r\nRCPT TO:<eve@example.com>',
    'ada@example.com>\r\nDATA',
    'ada@example.com, eve@example.com',
    'ada@example.com> SIZE=1',
    'eve@example.com <ada@example.com>',
  ])('in the address of the recipient, which no input accepts: %j', async (to) => {
    const smtp = await startSmtp();
    const error = await failureOf(createMailer(smtp.url).send(createMail({ to }), never));
    expect(error).toMatchObject({ problem: 'recipient_rejected', isPermanent: true });
    expect(smtp.arrived).toEqual([]);
    await smtp.stop();
  });

  test('cannot name a file or a URL', async () => {
    const smtp = await startSmtp();
    const file = { path: '/etc/hostname' } as unknown as string;
    expect(await failureOf(createMailer(smtp.url).send(createMail({ text: file }), never))).toMatchObject({
      name: 'MailError',
    });
    expect(smtp.accepted).toEqual([]);
    await smtp.stop();
  });
});

describeWith('openssl')('encryption', () => {
  let certificate: Certificate;
  beforeAll(async () => {
    certificate = await makeCertificate();
  });
  /** The options of a server on another machine, which the test runs on this one. */
  const elsewhere = (smtp: SmtpServer, scheme = 'smtp') => ({
    ...smtpOptionsOf(new Secret(`${scheme}://smtp.example.com:${smtp.port}`), 'id.example.com'),
    host: '127.0.0.1',
  });
  const trusting = () => ({ tls: { ca: certificate.cert } });

  test.each(['smtp', 'smtps'])('%s is encrypted, and the certificate is checked', async (scheme) => {
    const smtp = await startSmtp({ certificate, secure: scheme === 'smtps' });
    await createMailer(smtp.url, { ...elsewhere(smtp, scheme), ...trusting() }).send(createMail(), never);
    expect(smtp.accepted).toMatchObject([{ secure: true }]);
    const unknown = createMailer(smtp.url, elsewhere(smtp, scheme));
    expect(await failureOf(unknown.send(createMail(), never))).toMatchObject({ problem: 'tls', isPermanent: false });
    expect(smtp.arrived).toHaveLength(1);
    await smtp.stop();
  });

  test('a certificate of another host is rejected', async () => {
    const other = await makeCertificate('DNS:other.example.com');
    const smtp = await startSmtp({ certificate: other });
    const mailer = createMailer(smtp.url, { ...elsewhere(smtp), tls: { ca: other.cert } });
    expect(await failureOf(mailer.send(createMail(), never))).toMatchObject({ problem: 'tls' });
    expect(smtp.arrived).toEqual([]);
    await smtp.stop();
  });

  test('a server without STARTTLS gets neither a password nor a mail', async () => {
    const smtp = await startSmtp({ login });
    const auth = { user: login.user, pass: login.password };
    const mailer = createMailer(smtp.url, { ...elsewhere(smtp), auth });
    expect(await failureOf(mailer.send(createMail(), never))).toMatchObject({ problem: 'tls', isPermanent: false });
    expect(smtp.arrived).toEqual([]);
    await smtp.stop();
  });

  test.each([
    ['smtp://smtp.example.com', { secure: false, requireTLS: true, ignoreTLS: false, port: 587 }],
    ['smtps://smtp.example.com', { secure: true, requireTLS: false, port: 465 }],
    ['smtp://localhost:1025', { secure: false, requireTLS: false, ignoreTLS: true, port: 1025 }],
    ['smtp://127.0.0.1', { requireTLS: false, ignoreTLS: true }],
    ['smtp://[::1]', { requireTLS: false, ignoreTLS: true, host: '::1' }],
    ['smtp://localhost.example.com', { requireTLS: true, ignoreTLS: false }],
    ['smtp://mailpit:1025?disable_starttls=true', { requireTLS: false, ignoreTLS: true }],
    ['smtp://mailpit:1025?disable_starttls=false', { requireTLS: true, ignoreTLS: false }],
  ])('%s', (url, expected) => {
    expect(smtpOptionsOf(new Secret(url), 'id.example.com')).toMatchObject(expected);
  });
});

describe('failures', () => {
  const permanent = (problem: string, replyCode: number) => ({ problem, replyCode, isPermanent: true });
  const temporary = (problem: string, replyCode: number | null = null) => ({ problem, replyCode, isPermanent: false });

  test.each<[string, { mailFrom?: Reply; rcptTo?: Reply; data?: Reply }, object]>([
    ['4xx for the recipient', { rcptTo: 451 }, temporary('rejected_later', 451)],
    ['5xx for the recipient', { rcptTo: 550 }, permanent('recipient_rejected', 550)],
    ['5xx for the sender', { mailFrom: 553 }, temporary('sender_rejected', 553)],
    ['4xx for the mail', { data: 452 }, temporary('rejected_later', 452)],
    ['5xx for the mail', { data: 554 }, permanent('message_rejected', 554)],
    ['a lost connection after the mail', { data: 'drop' }, temporary('connection_lost')],
    ['a server that is stopping', { rcptTo: 421 }, temporary('rejected_later', 421)],
  ])('%s', async (_, replies, expected) => {
    const smtp = await startSmtp();
    smtp.behave(replies);
    const mailer = createMailer(smtp.url);
    const error = await failureOf(mailer.send(createMail(), never));
    expect(error).toMatchObject(expected);
    expect(smtp.accepted).toEqual([]);
    smtp.behave({});
    await mailer.send(createMail(), never);
    expect(smtp.accepted).toHaveLength(1);
    await smtp.stop();
  });

  test.each<[string, { mailFrom?: Reply; data?: Reply }]>([
    ['before the mail', { mailFrom: 'silence' }],
    ['after the mail', { data: 'silence' }],
  ])('silence %s', async (_, replies) => {
    const smtp = await startSmtp();
    smtp.behave(replies);
    const silent = createMailer(smtp.url, { socketTimeout: 100 });
    expect(await failureOf(silent.send(createMail(), never))).toMatchObject(temporary('timeout'));
    const aborted = createMailer(smtp.url);
    expect(await failureOf(aborted.send(createMail(), AbortSignal.timeout(100)))).toMatchObject(temporary('timeout'));
    await smtp.stop();
  });

  test('no server', async () => {
    const smtp = await startSmtp();
    await smtp.stop();
    expect(await failureOf(createMailer(smtp.url).send(createMail(), never))).toMatchObject(temporary('unreachable'));
  });

  test('a wrong password is in no error', async () => {
    const smtp = await startSmtp({ login });
    const url = smtp.url.replace(encodeURIComponent(login.password), 'wrong-password');
    const error = await failureOf(createMailer(url).send(createMail(), never));
    expect(error).toMatchObject(temporary('authentication', 535));
    expect(error.message).not.toContain('wrong-password');
    expect(JSON.stringify({ ...error, reply: null, stack: error.stack })).not.toContain('wrong-password');
    await smtp.stop();
  });

  test('the same Message-ID after a lost connection', async () => {
    const smtp = await startSmtp();
    smtp.behave({ data: 'drop' });
    const mailer = createMailer(smtp.url);
    const mail = createMail();
    await failureOf(mailer.send(mail, never));
    smtp.behave({});
    await mailer.send(mail, never);
    expect(smtp.arrived.map(({ mail: { messageId } }) => messageId)).toEqual([
      `<${mail.id}@example.com>`,
      `<${mail.id}@example.com>`,
    ]);
    await smtp.stop();
  });
});
