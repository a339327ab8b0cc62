import { inspect } from 'node:util';
import { readConfig } from '../../src/compose/config';
import { createLinks } from '../../src/platform/email/links';

const smtp = { SMTP_URL: 'smtp://user:hunter2@mail.example.com', MAIL_FROM: 'no-reply@example.com' };
const emailOf = (env: Record<string, string>) => readConfig(env).email;

test('mails go to the server of SMTP_URL, else into the mailbox, and in production without a server they wait', () => {
  const production = { NODE_ENV: 'production', DATA_DIR: 'data' };
  expect(emailOf(smtp).transport).toBe('smtp');
  expect(emailOf({ ...smtp, ...production }).transport).toBe('smtp');
  expect(emailOf({}).transport).toBe('mailbox');
  expect(emailOf({ NODE_ENV: 'test' }).transport).toBe('mailbox');
  expect(emailOf({ MAILBOX: 'off' }).transport).toBe('none');
  expect(emailOf(production).transport).toBe('none');
});

test.each([
  [{}, 4001],
  [{ PORT: '4100' }, 4101],
  [{ PORT: '4100', MAILBOX_PORT: '5000' }, 5000],
  [{ PORT: '0' }, 0],
  [{ PORT: '0', MAILBOX_PORT: '0' }, 0],
  [{ PORT: '65535' }, 0],
])('with %j, the mailbox is on port %i', (env, port) => {
  expect(emailOf(env as Record<string, string>).mailboxPort).toBe(port);
});

test.each([
  [{ SMTP_URL: smtp.SMTP_URL }, 'MAIL_FROM is required with SMTP_URL'],
  [{ MAILBOX: 'on', NODE_ENV: 'production', DATA_DIR: 'data' }, 'MAILBOX cannot be on with NODE_ENV=production'],
  [{ ...smtp, MAILBOX: 'true' }, 'MAILBOX cannot be on with SMTP_URL'],
  [{ MAILBOX_PORT: '4000' }, 'MAILBOX_PORT must not be PORT'],
  [{ MAILBOX_PORT: '4100', PORT: '4100' }, 'MAILBOX_PORT must not be PORT'],
  [{ MAILBOX_PORT: '4001', MAILBOX: 'off' }, 'MAILBOX_PORT has no effect'],
  [{ MAILBOX_PORT: '4001', NODE_ENV: 'production', DATA_DIR: 'data' }, 'MAILBOX_PORT has no effect'],
  [{ ...smtp, MAILBOX_PORT: '4001' }, 'MAILBOX_PORT has no effect'],
  [{ ...smtp, SMTP_URL: 'smtp://user:hunter2@mail?disable_starttls=true' }, 'SMTP_URL must not have a user'],
  [
    { ...smtp, SMTP_URL: 'smtp://user:100%sure@mail.example.com' },
    'SMTP_URL must have special characters in percent-encoding',
  ],
  [{ ...smtp, SMTP_URL: 'smtp://mail.example.com?tls=off' }, 'SMTP_URL can have no parameter but disable_starttls'],
  [
    { ...smtp, SMTP_URL: 'smtp://mail.example.com?disable_starttls=true&disable_starttls=false' },
    'SMTP_URL can have no parameter but disable_starttls, once',
  ],
  [{ ...smtp, SMTP_URL: 'smtp://mailpit?disable_starttls=1' }, 'SMTP_URL can have disable_starttls=true or false'],
  [{ ...smtp, SMTP_URL: 'smtps://mailpit?disable_starttls=true' }, 'SMTP_URL can have disable_starttls=true or false'],
  [
    { ...smtp, SMTP_URL: 'smtp://mail.example.com#hunter2' },
    'SMTP_URL must have special characters in percent-encoding',
  ],
  [{ ...smtp, SMTP_URL: 'smtp://hunter2@mail.example.com' }, 'SMTP_URL must have a user and a password, or neither'],
  [{ ...smtp, SMTP_URL: 'smtp://:hunter2@mail.example.com' }, 'SMTP_URL must have a user and a password, or neither'],
  [{ ...smtp, SMTP_URL: 'smtp://mail.example.com/inbox' }, 'SMTP_URL can have no path'],
])('%j is a conflict', (env, problem) => {
  expect(() => readConfig(env as Record<string, string>)).toThrow(problem);
  expect(() => readConfig(env as Record<string, string>)).not.toThrow('hunter2');
});

test.each([
  ['no-reply@example.com', { name: null, address: 'no-reply@example.com' }],
  ['Example <no-reply@example.com>', { name: 'Example', address: 'no-reply@example.com' }],
  ['"Example, Inc." <no-reply@example.com>', { name: 'Example, Inc.', address: 'no-reply@example.com' }],
  ['Zoë ☕ <a+b@mail.example.com>', { name: 'Zoë ☕', address: 'a+b@mail.example.com' }],
])('the sender %s', (MAIL_FROM, from) => {
  expect(emailOf({ MAIL_FROM }).from).toEqual(from);
});

test.each([
  'example.com',
  'a@b@example.com',
  'a@example',
  'a@example.com\r\nBcc: eve@example.com',
  'A <a@example.com> <b@example.com>',
  'A\nB <a@example.com>',
  '<a@example.com',
  'a b@example.com',
])('%j is not a sender', (MAIL_FROM) => {
  expect(() => emailOf({ MAIL_FROM })).toThrow('MAIL_FROM must be an e-mail address');
});

test('the password of the mail server is never printed', () => {
  expect(inspect(readConfig(smtp), { depth: null })).not.toContain('hunter2');
  expect(JSON.stringify(readConfig(smtp))).not.toContain('hunter2');
});

test('links begin with PUBLIC_URL or are those of the settings', () => {
  const { publicUrl, email } = readConfig({
    PUBLIC_URL: 'https://id.example.com/auth/',
    LINK_RESET_PASSWORD: 'https://app.example.com/#/reset?t={token}&x=1',
  });
  const linkOf = createLinks(publicUrl, email);
  expect(linkOf('verify_email', 'T')).toBe('https://id.example.com/auth/confirm/T');
  expect(linkOf('confirm_registration', 'T')).toBe('https://id.example.com/auth/confirm/T');
  expect(linkOf('change_email', 'T')).toBe('https://id.example.com/auth/confirm/T');
  expect(linkOf('undo_email_change', 'T')).toBe('https://id.example.com/auth/undo/T');
  expect(linkOf('cancel_deletion', 'T')).toBe('https://id.example.com/auth/undo/T');
  expect(linkOf('reset_password', 'T')).toBe('https://app.example.com/#/reset?t=T&x=1');
  expect(linkOf('invite', 'T')).toBe('https://app.example.com/#/reset?t=T&x=1');
});
