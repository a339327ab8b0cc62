import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ConfigError } from '../../src/platform/config/config-error';
import type { MailValues } from '../../src/platform/email/mail-template';
import { createMailRenderer, renderMail } from '../../src/platform/email/render-mail';
import { mailTemplateOf } from '../support/mail-template-of';

const values: MailValues = {
  product: 'A <b>&"\' B',
  link: 'https://id.example.com/reset/abc?a=1&b=2',
  code: '407219',
  minutes: 30,
  codeMinutes: 10,
  provider: null,
  time: null,
  device: null,
  country: null,
  organization: null,
};
const withoutCode: MailValues = { ...values, code: null, codeMinutes: null };
const notice: MailValues = { ...withoutCode, link: null, minutes: null };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (files: Record<string, string | Buffer>) => {
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content);
};
const renderer = (files: Record<string, string | Buffer>) => {
  write(files);
  return createMailRenderer(folder);
};

function problemsOf(files: Record<string, string | Buffer> = {}): readonly string[] {
  try {
    renderer(files);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems;
  }
}

test('a file replaces one part of one mail in one language', () => {
  const render = renderer({
    'reset_password.de.txt': 'Neues Passwort: {{link}}\n',
    'reset_password.en.html': '<p><a href="{{link}}">Reset</a></p>',
    'reset_password.en.subject.txt': 'Reset it, at {{product}}\n',
  });
  const own = renderMail(mailTemplateOf('reset_password'), 'de', values);
  expect(render(mailTemplateOf('reset_password'), 'de', values)).toEqual({
    ...own,
    text: `Neues Passwort: ${values.link}\n`,
  });
  expect(render(mailTemplateOf('reset_password'), 'en', values)).toEqual({
    subject: 'Reset it, at A <b>&"\' B',
    text: renderMail(mailTemplateOf('reset_password'), 'en', values).text,
    html: '<p><a href="https://id.example.com/reset/abc?a=1&#38;b=2">Reset</a></p>',
  });
  expect(render(mailTemplateOf('verify_email'), 'de', values)).toEqual(
    renderMail(mailTemplateOf('verify_email'), 'de', values),
  );
});

test('values are inserted as they are in the text, and escaped in the HTML', () => {
  const all = '{{product}}|{{ minutes }}|{{codeMinutes}}\n{{code}}\n{{link}}\n';
  const render = renderer({ 'verify_email.fr.txt': all, 'verify_email.fr.html': all });
  const { text, html } = render(mailTemplateOf('verify_email'), 'fr', values);
  expect(text).toBe(`A <b>&"' B|30|10\n407219\n${values.link}\n`);
  expect(html).toBe('A &#60;b&#62;&#38;&#34;&#39; B|30|10\n407219\nhttps://id.example.com/reset/abc?a=1&#38;b=2\n');
});

test('a value with the form of a placeholder or of a pattern is not replaced again', () => {
  const product = '{{code}} $& $1';
  const render = renderer({ 'verify_email.en.txt': '{{product}} {{link}}' });
  expect(render(mailTemplateOf('verify_email'), 'en', { ...values, product }).text).toBe(
    `{{code}} $& $1 ${values.link}`,
  );
});

test('a line with a value that the mail does not have is left out', () => {
  const render = renderer({ 'verify_email.en.txt': '{{link}}\nor\n{{code}}\nvalid for {{codeMinutes}} min\nBye' });
  expect(render(mailTemplateOf('verify_email'), 'en', withoutCode).text).toBe(`${values.link}\nor\nBye`);
});

test('hidden files and symbolic links are as Kubernetes makes them', () => {
  mkdirSync(path.join(folder, '..2026_11_22'));
  write({ '..2026_11_22/test.en.txt': 'Mounted' });
  symlinkSync('..2026_11_22', path.join(folder, '..data'));
  symlinkSync('..data/test.en.txt', path.join(folder, 'test.en.txt'));
  expect(createMailRenderer(folder)(mailTemplateOf('test'), 'en', notice).text).toBe('Mounted');
});

test('a byte order mark is no part of the text', () => {
  expect(renderer({ 'test.en.txt': '\u{feff}Hello' })(mailTemplateOf('test'), 'en', notice).text).toBe('Hello');
});

test.each<[string, Record<string, string | Buffer>, string]>([
  ['an unknown template', { 'welcome.en.txt': '' }, '"welcome.en.txt" is not the name of a template, such as '],
  ['an unknown language', { 'test.it.txt': '' }, '"test.it.txt" is not the name of a template'],
  ['an unknown part', { 'test.en.mjml': '' }, '"test.en.mjml" is not the name of a template'],
  ['a name of a prototype', { 'constructor.en.txt': '' }, '"constructor.en.txt" is not the name of a template'],
  ['a control character', { '\u001b[2J': '' }, '"\\u001b[2J" is not the name of a template'],
  ['an unknown placeholder', { 'test.en.txt': '{{name}}' }, 'test.en.txt has {{name}}. It can have: {{product}}'],
  [
    'a placeholder of other mails',
    { 'invite.en.html': '{{link}} {{code}}' },
    'invite.en.html has {{code}}. It can have: {{product}} {{link}} {{minutes}}',
  ],
  ['a placeholder of a prototype', { 'test.en.txt': '{{toString}}' }, 'test.en.txt has {{toString}}. It can'],
  ['a link in a subject', { 'invite.en.subject.txt': '{{link}}' }, 'invite.en.subject.txt has {{link}}. It can have:'],
  ['braces alone', { 'test.en.txt': '{{product}' }, 'test.en.txt has {{ or }} alone'],
  ['no link', { 'invite.en.txt': 'Welcome' }, 'invite.en.txt has no {{link}}, without which the mail is of no use'],
  [
    'link and code in one line',
    { 'verify_email.en.html': '<a href="{{link}}"></a>{{code}}' },
    'verify_email.en.html has the link and the code in one line. Without a code, this line would be left out',
  ],
  [
    'two lines in a subject',
    { 'test.en.subject.txt': 'a\nBcc: b' },
    'test.en.subject.txt must have one line of at most',
  ],
  ['an empty subject', { 'test.en.subject.txt': '\n' }, 'test.en.subject.txt must have one line of at most'],
  ['a long subject', { 'test.en.subject.txt': 'a'.repeat(201) }, 'must have one line of at most 200 characters'],
  ['another encoding', { 'test.de.txt': Buffer.from('Gr\xfc\xdfe', 'latin1') }, 'test.de.txt is not text in UTF-8'],
  ['a large file', { 'test.en.html': 'a'.repeat(65_537) }, 'test.en.html is larger than 64 kB'],
])('%s is a problem', (_, files, problem) => {
  const problems = problemsOf({ ...files, 'test.fr.txt': 'Bien' });
  expect(problems).toEqual([expect.stringContaining(`MAIL_TEMPLATES: `)]);
  expect(problems[0]).toContain(problem);
});

test('a file of 64 kB is accepted', () => {
  expect(problemsOf({ 'test.en.html': 'a'.repeat(65_536) })).toEqual([]);
});

test('a folder, a named pipe and a broken link are not read', () => {
  mkdirSync(path.join(folder, 'test.en.txt'));
  execFileSync('mkfifo', [path.join(folder, 'test.de.txt')]);
  symlinkSync('nowhere', path.join(folder, 'test.fr.txt'));
  expect(problemsOf()).toEqual([
    'MAIL_TEMPLATES: test.de.txt is not a file',
    'MAIL_TEMPLATES: test.en.txt is not a file',
    'MAIL_TEMPLATES: test.fr.txt cannot be read (ENOENT)',
  ]);
});

test('a file without the permission to read it is a problem', () => {
  write({ 'test.en.txt': 'Hello' });
  chmodSync(path.join(folder, 'test.en.txt'), 0);
  // The superuser may read every file.
  const expected = process.getuid?.() === 0 ? [] : ['MAIL_TEMPLATES: test.en.txt cannot be read (EACCES)'];
  expect(problemsOf()).toEqual(expected);
});

test('each file with a problem has a line', () => {
  expect(problemsOf({ 'a.txt': '', 'test.en.txt': '{{x}}', 'test.de.txt': '{{y}}' })).toHaveLength(3);
});

test('a folder that does not exist is a problem, and an empty folder changes nothing', () => {
  expect(createMailRenderer(folder)(mailTemplateOf('test'), 'en', notice)).toEqual(
    renderMail(mailTemplateOf('test'), 'en', notice),
  );
  expect(() => createMailRenderer(path.join(folder, 'missing'))).toThrow(
    new ConfigError(['MAIL_TEMPLATES names a folder that cannot be read (ENOENT). Check the path']),
  );
});
