import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { restApi } from '../support/apis';
import { writeDataDir } from '../support/database';
import { spawnGatehouse } from '../support/process';
import { startSmtp } from '../support/smtp';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-'));
  await writeDataDir(path.join(folder, 'data'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A script that prints at its end what the process has loaded that only mails and pages need. */
const report = `import m from 'node:module'; process.on('exit', () => { const f = Object.keys(m._cache).flatMap((f) => f.match(/node_modules\\/(nodemailer|preact)(?=\\/)|email\\/templates(?=\\/)/g) ?? []); process._rawDebug('loaded:' + [...new Set(f)].sort().join() + ';'); });`;
const env = () => ({ DATA_DIR: path.join(folder, 'data'), MAIL_FROM: 'Example <no-reply@example.com>' });

test('nodemailer, Preact and the words of mails are loaded for the first mail, not at the start', async () => {
  const smtp = await startSmtp();
  const start = () =>
    spawnGatehouse({
      ...env(),
      SMTP_URL: smtp.url,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(report)}`,
    });
  const idle = await start();
  await idle.ready();
  await restApi.me(idle.url, null);
  expect(await idle.signal('SIGTERM')).toBe(0);
  expect(idle.output()).toContain('loaded:;');

  const sending = await start();
  await sending.ready();
  const ada = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', password: 'correct horse battery' };
  await restApi.register(sending.url, ada);
  await smtp.until(1);
  expect(await sending.signal('SIGTERM')).toBe(0);
  expect(sending.output()).toContain('loaded:email/templates,node_modules/nodemailer,node_modules/preact;');
  expect(smtp.accepted[0]?.mail).toMatchObject({
    subject: 'Confirm your e-mail address – Gatehouse',
    text: expect.stringContaining('http://localhost:'),
    html: expect.stringContaining('<html lang="en">'),
  });
  await smtp.stop();
});

test('a wrong template stops the start, and the error names the file', async () => {
  await writeFile(path.join(folder, 'verify_email.en.txt'), 'Hello {{firstName}}, {{link}}');
  const gatehouse = await spawnGatehouse({ ...env(), MAIL_TEMPLATES: folder });
  expect(await gatehouse.ended).toBe(2);
  const [, problems] = gatehouse.output().split('Gatehouse cannot start. Correct these settings:\n');
  expect(problems).toBe(
    [
      '  MAIL_TEMPLATES: "data" is not the name of a template, such as reset_password.en.html\n',
      '  MAIL_TEMPLATES: verify_email.en.txt has {{firstName}}. It can have: {{product}} {{link}} {{minutes}} {{code}} {{codeMinutes}}\n',
    ].join(''),
  );
});
