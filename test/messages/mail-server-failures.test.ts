import { domainToASCII } from 'node:url';
import { type Api, apis, graphqlApi, restApi } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { testWith } from '../support/needs';
import { startProxy } from '../support/proxy';
import { makeCertificate, type SmtpServer, startSmtp } from '../support/smtp';
import { until } from '../support/until';

/** The operations of both APIs with a real mail server that fails. */
const password = 'correct horse battery';
const person = (email: string) => ({ email, password, firstName: 'Ada', lastName: 'Lovelace' });
/** Through each API. Together they are more than the server has connections to the mail server. */
const registrations = 3;

let smtp: SmtpServer;
let proxy: Awaited<ReturnType<typeof startProxy>>;
let gatehouse: Gatehouse;

beforeEach(async () => {
  smtp = await startSmtp();
  proxy = await startProxy({ host: '127.0.0.1', port: smtp.port });
  const SMTP_URL = `smtp://127.0.0.1:${proxy.port}`;
  gatehouse = await startGatehouse({ SMTP_URL, MAIL_FROM: 'Example <no-reply@example.com>' });
});
afterEach(async () => {
  await gatehouse.stop();
  proxy.close();
  await smtp.stop();
});

const waiting = async () => (await gatehouse.stores.messages.waiting()).count;

/** Lets the time of the next attempts come, until every mail was sent. */
async function sendWaitingMails(): Promise<void> {
  await until(async () => {
    await gatehouse.sql("UPDATE messages SET due_ts = now() - interval '1 second' WHERE due_ts IS NOT NULL");
    await gatehouse.sql("SELECT pg_notify('gatehouse_message', '')");
    return (await waiting()) === 0;
  });
}

async function verifiedAccount(api: Api, email: string) {
  await api.register(gatehouse.url, person(email));
  await until(async () => (await waiting()) === 0);
  await gatehouse.sql(`UPDATE users SET email_verified = true WHERE email_canonical = '${email}'`);
  return (await api.login(gatehouse.url, { email, password })).jwt;
}

interface Failure {
  name: string;
  begin(): void;
  end(): void | Promise<void>;
}

/** A server that takes the connection and then says nothing, until the failure ends. */
function silence(): Failure {
  let reply: (value: null) => void = () => {};
  const begin = () => {
    const mailFrom = new Promise<null>((resolve) => {
      reply = resolve;
    });
    smtp.behave({ mailFrom });
  };
  const end = () => {
    smtp.behave({});
    reply(null);
  };
  return { name: 'is silent', begin, end };
}

const behaves = (name: string, replies: Parameters<SmtpServer['behave']>[0]): Failure => ({
  name,
  begin: () => smtp.behave(replies),
  end: () => smtp.behave({}),
});

const failures: Failure[] = [
  { name: 'cannot be reached', begin: () => proxy.cut(), end: () => proxy.restore() },
  silence(),
  behaves('rejects every recipient for now', { rcptTo: 451 }),
  behaves('rejects the sender', { mailFrom: 550 }),
  behaves('drops the connection after each mail', { data: 'drop' }),
];

describe.each(failures)('while the mail server $name', ({ begin, end }) => {
  test('both APIs answer before a mail is sent, and all mails are sent later', async () => {
    const { url } = gatehouse;
    const tokens = await Promise.all(apis.map((api, i) => verifiedAccount(api, `grace${i}@example.com`)));
    const before = smtp.accepted.length;
    const expected: string[] = [];
    begin();
    for (const [i, api] of apis.entries()) {
      const emails = Array.from({ length: registrations }, (_, n) => `ada${n}.${i}@example.com`);
      // An answer that waits for a silent mail server would never come.
      const answers = await Promise.all(emails.map((email) => api.register(url, person(email))));
      expect(answers.filter(({ success }) => success)).toHaveLength(registrations);
      const [email, next, jwt] = [`grace${i}@example.com`, `next${i}@example.com`, tokens[i] ?? null];
      const change = { currentPassword: password, password: 'a much longer horse' };
      expect((await api.changePassword(url, change, jwt)).code).toBeNull();
      expect((await api.changeEmail(url, { email: next, currentPassword: change.password }, jwt)).code).toBeNull();
      expect((await api.requestPasswordReset(url, { email })).code).toBeNull();
      expected.push(...emails, email, email, email, next);
    }
    expect(smtp.accepted).toHaveLength(before);
    await end();
    await sendWaitingMails();
    const recipients = smtp.accepted.slice(before).flatMap(({ to }) => to);
    expect(recipients.sort()).toEqual(expected.sort());
    expect(await gatehouse.sql('SELECT problem FROM messages WHERE problem IS NOT NULL')).toEqual([]);
  });
});

test.each(apis)('a mail that is rejected for good can be requested again through $name', async (api) => {
  const email = 'ada@example.com';
  smtp.behave({ rcptTo: 550 });
  expect((await api.register(gatehouse.url, person(email))).success).toBe(true);
  await until(async () => (await waiting()) === 0);
  const [failed] = await gatehouse.stores.audit.list({ action: 'message_failed', limit: 10 });
  expect(failed).toMatchObject({ details: { reason: 'recipient_rejected', template: 'verify_email' } });
  smtp.behave({});
  await api.sendEmailVerification(gatehouse.url, { email });
  await smtp.until(1);
  const token = /\/confirm\/([\w-]{64})/.exec(smtp.accepted[0]?.mail.text ?? '')?.[1];
  expect((await api.confirmEmail(gatehouse.url, { token })).user?.emailVerified).toBe(true);
});

testWith('openssl').each(apis)(
  'without a trusted certificate, registrations through $name succeed and mails wait',
  async (api) => {
    const certificate = await makeCertificate();
    const encrypted = await startSmtp({ certificate, secure: true });
    await gatehouse.services.close();
    const { url } = await gatehouse.another({ SMTP_URL: encrypted.url });
    expect((await api.register(url, person('ada@example.com'))).success).toBe(true);
    const problem = async () => (await gatehouse.sql('SELECT problem FROM messages'))[0]?.problem;
    await until(async () => (await problem()) === 'tls');
    expect(await waiting()).toBe(1);
    expect([...encrypted.arrived, ...smtp.arrived]).toEqual([]);
    await encrypted.stop();
  },
);

const toAscii = (address: string) => address.replace(/@(.*)/, (_, domain) => `@${domainToASCII(domain)}`);

describe('hostile words', () => {
  const names = [
    'x\r\nBcc: eve@example.com',
    'x\nBcc: eve@example.com',
    'x\r\n\r\n<script>alert(1)</script>',
    'x\r\n.\r\nMAIL FROM:<eve@example.com>',
    'x\0y',
    'x\u2028Bcc: eve@example.com',
    '=?utf-8?q?=0d=0aBcc=3a_eve=40example.com?=',
    '"quoted" <eve@example.com>, other',
    '<img src=https://evil.example/pixel>',
    'Win a prize: https://evil.example',
    '{{link}} <%= link %> %s',
    '\u202egnp.exe',
    'é'.repeat(100),
  ];
  const addresses = [
    'ada@example.com\r\nBcc: eve@example.com',
    'ada@example.com\nRCPT TO:<eve@example.com>',
    '"ada\r\nBcc: eve@example.com"@example.com',
    'ada@example.com, eve@example.com',
    'ada@example.com;eve@example.com',
    'eve@example.com <ada@example.com>',
    'ada@example.com> SIZE=1',
    'ada@exam\0ple.com',
    'ada@example.com\u2028Bcc: eve@example.com',
    '=?utf-8?q?eve=40example.com=2c?=@example.com',
    'ada%0d%0aTo:eve@example.com',
    "o'brien+{{link}}@example.com",
    'ada@b\u00fccher.example',
  ];
  const headers =
    'auto-submitted,content-type,date,from,message-id,mime-version,subject,to,content-transfer-encoding'.split(',');

  test('of a name are in no mail, and in an address never change the headers', async () => {
    const { url } = gatehouse;
    const registered: string[] = [];
    let rejected = 0;
    const tally = ({ success, code, fields }: Awaited<ReturnType<Api['register']>>, field: string, email: string) => {
      if (success) registered.push(email);
      else
        expect({ code, fields }).toEqual({ code: 'VALIDATION_FAILED', fields: [expect.objectContaining({ field })] });
      rejected += success ? 0 : 1;
    };
    // Both APIs check with the same rules, and the mails are written below them.
    for (const [i, name] of names.entries()) {
      const email = `name${i}@example.com`;
      const [api, other] = i % 2 ? [restApi, graphqlApi] : [graphqlApi, restApi];
      tally(await api.register(url, { ...person(email), lastName: name }), 'lastName', email);
      tally(await other.register(url, { ...person(`first.${email}`), firstName: name }), 'firstName', `first.${email}`);
    }
    for (const [i, email] of addresses.entries()) {
      const api = i % 2 ? restApi : graphqlApi;
      tally(await api.register(url, person(email)), 'email', email);
      const forgot = await api.requestPasswordReset(url, { email });
      expect([null, 'VALIDATION_FAILED']).toContain(forgot.code);
    }
    expect(registered.length).toBeGreaterThan(14);
    expect(rejected).toBeGreaterThan(12);
    await until(async () => (await waiting()) === 0);

    const rows = await gatehouse.sql('SELECT email_canonical AS email FROM users');
    // The server of the tests shows an international domain in Unicode.
    const mailed = smtp.accepted.flatMap(({ to }) => to).map(toAscii);
    const known = new Set(rows.map(({ email }) => email));
    expect(known.size).toBe(registered.length);
    expect(new Set(mailed)).toEqual(known);
    for (const { from, to, raw, mail } of smtp.accepted) {
      expect({ from, to: to.length, bcc: mail.bcc, cc: mail.cc }).toEqual({ from: 'no-reply@example.com', to: 1 });
      expect(mail.to).toEqual([{ name: '', address: expect.anything() }]);
      expect(mail.to?.map(({ address }) => toAscii(address ?? ''))).toEqual(to.map(toAscii));
      const keys = mail.headers.map(({ key }) => key);
      expect(keys.filter((key, i) => !headers.includes(key) || keys.indexOf(key) !== i)).toEqual([]);
      expect(mail.attachments).toEqual([]);
      for (const name of names) expect(`${mail.subject}${mail.text}${mail.html}`).not.toContain(name);
      expect(raw).not.toMatch(/eve@example\.com|evil\.example|alert\(1\)/);
    }
  });
});
