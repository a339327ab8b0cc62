import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig } from '../../src/compose/config';
import { createSmtpMailer } from '../../src/compose/messages';
import {
  checkMailServer,
  checkMailTemplates,
  checkSender,
  checkWaitingMails,
  type ResolveDomain,
} from '../../src/doctor/mail-check';
import { startSmtp } from '../support/smtp';

const from = { MAIL_FROM: 'Example <no-reply@mail.example.com>' };

describe('the mail server', () => {
  const check = (env: Record<string, string>) => {
    const config = readConfig(env);
    return checkMailServer(config, createSmtpMailer(config));
  };

  test('accepts the connection and the login', async () => {
    const smtp = await startSmtp({ login: { user: 'gatehouse', password: 'hunter2' } });
    expect(await check({ ...from, SMTP_URL: smtp.url })).toMatchObject({
      verdict: 'ok',
      says: expect.stringMatching(/^the mail server accepts the connection, in \d+ ms$/),
    });
    const wrong = await check({ ...from, SMTP_URL: smtp.url.replace('hunter2', 'hunter3') });
    expect(wrong).toMatchObject({
      verdict: 'failure',
      says: expect.stringMatching(/^The mail server rejected the user or the password\. \(535\).* Check SMTP_URL$/),
    });
    expect(smtp.arrived).toEqual([]);
    await smtp.stop();
    expect(await check({ ...from, SMTP_URL: smtp.url })).toMatchObject({
      verdict: 'failure',
      says: 'The mail server cannot be reached. Check SMTP_URL',
    });
  });

  test('catches mails, which fails in production only', async () => {
    const catcher = { ...from, SMTP_URL: 'smtp://mailpit.invalid:1025?disable_starttls=true' };
    expect((await check(catcher)).says).toBe('The mail server cannot be reached. Check SMTP_URL');
    expect(await check({ ...catcher, NODE_ENV: 'production', DATA_DIR: 'data' })).toMatchObject({
      verdict: 'failure',
      says: 'SMTP_URL names mailpit.invalid, which shows mails and sends none. Set SMTP_URL to a mail server',
    });
  });

  test('is missing', async () => {
    expect(await check({})).toMatchObject({ verdict: 'skipped' });
    const production = { NODE_ENV: 'production', DATA_DIR: 'data' };
    expect(await check(production)).toMatchObject({ verdict: 'warning', says: expect.stringContaining('SMTP_URL') });
  });
});

test('the templates are checked as a start does, and each problem has a line', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-'));
  const check = () => checkMailTemplates(readConfig({ MAIL_TEMPLATES: folder }));
  expect(checkMailTemplates(readConfig({}))).toMatchObject([
    { verdict: 'skipped', says: 'MAIL_TEMPLATES is not set: the mails have the texts of Gatehouse' },
  ]);
  expect(check()).toMatchObject([{ verdict: 'warning', says: expect.stringContaining('has no templates') }]);
  writeFileSync(path.join(folder, 'test.en.txt'), 'Hello');
  expect(check()).toMatchObject([{ verdict: 'ok', says: 'templates in MAIL_TEMPLATES: 1, such as test.en.txt' }]);
  writeFileSync(path.join(folder, 'test.de.txt'), '{{name}}');
  writeFileSync(path.join(folder, 'tests.de.txt'), '');
  expect(check()).toMatchObject([
    { verdict: 'failure', says: 'MAIL_TEMPLATES: test.de.txt has {{name}}. It can have: {{product}}' },
    { verdict: 'failure', says: expect.stringContaining('"tests.de.txt" is not the name of a template') },
  ]);
  rmSync(folder, { recursive: true });
});

describe('the domain of the sender', () => {
  const missing = Object.assign(new Error('no record'), { code: 'ENODATA' });
  const mx = [{ exchange: 'mx.example.com', priority: 10 }];
  const spf = [['v=spf1 include:', 'example.com -all'], ['other']];
  const dns = (answers: { mx?: object | Error; txt?: object | Error }): ResolveDomain => {
    const answer = async (given: object | Error = missing) => {
      if (given instanceof Error) throw given;
      return given as never;
    };
    return {
      async resolveMx(domain: string) {
        expect(domain).toBe('mail.example.com');
        return answer(answers.mx);
      },
      resolveTxt: (() => answer(answers.txt)) as ResolveDomain['resolveTxt'],
    };
  };
  const verdictOf = async (answers: Parameters<typeof dns>[0]) =>
    (await checkSender(readConfig(from), dns(answers))).verdict;

  test('has a mail server and an SPF record', async () => {
    expect(await verdictOf({ mx, txt: spf })).toBe('ok');
    expect(await verdictOf({ mx })).toBe('warning');
    expect(await verdictOf({ txt: spf })).toBe('warning');
    expect(await verdictOf({ mx: [{ exchange: '', priority: 0 }], txt: spf })).toBe('warning');
    expect(await verdictOf({ mx, txt: [['v=DKIM1']] })).toBe('warning');
  });

  test('is not checked without DNS or without a sender', async () => {
    expect(await verdictOf({ mx: Object.assign(new Error('no answer'), { code: 'ETIMEOUT' }) })).toBe('skipped');
    expect((await checkSender(readConfig({}), dns({}))).verdict).toBe('skipped');
  });
});

test('mails that wait for long are a warning', async () => {
  const now = new Date();
  const after = (seconds: number) => ({
    waiting: async () => ({ count: 2, oldestTs: new Date(now.getTime() - seconds * 1000) }),
  });
  expect(await checkWaitingMails({ waiting: async () => ({ count: 0, oldestTs: null }) }, now)).toMatchObject({
    verdict: 'ok',
    says: 'no mail waits',
  });
  expect(await checkWaitingMails(after(30), now)).toMatchObject({
    verdict: 'ok',
    says: 'mails that wait: 2. The oldest one has waited for 30 s',
  });
  expect((await checkWaitingMails(after(601), now)).verdict).toBe('warning');
});
