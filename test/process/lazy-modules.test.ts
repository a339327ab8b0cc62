import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { restApi } from '../support/apis';
import { writeDataDir } from '../support/database';
import { withPasskey } from '../support/passkeys';
import { builtPackage, shortLived, spawnGatehouse, withoutDatabase } from '../support/process';
import { startSmtp } from '../support/smtp';
import { until } from '../support/until';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-'));
  await writeDataDir(path.join(folder, 'data'));
});
afterAll(() => rm(folder, { recursive: true }));

/**
 * A script that prints at SIGUSR2, and at its end, what the process has loaded of the modules that only some installations
 * need.
 */
const report = `import m from 'node:module'; const print = () => { const f = Object.keys(m._cache).flatMap((f) => f.match(/node_modules\\/(@prisma\\/client|nodemailer|preact|libphonenumber-js|@simplewebauthn|@peculiar|@opentelemetry|prom-client)(?=\\/)|email\\/templates(?=\\/)|dist\\/admin-schema/g) ?? []); process._rawDebug('loaded:' + [...new Set(f)].sort().join() + ';'); }; process.on('SIGUSR2', print); process.on('exit', print);`;
const reporting = `--import=data:text/javascript,${encodeURIComponent(report)}`;
const MAIL_FROM = 'Example <no-reply@example.com>';

test('modules for mails, pages, traces, passkeys and queries of Prisma are loaded at their first use, not at the start', async () => {
  const smtp = await startSmtp();
  const settings = {
    DATA_DIR: path.join(folder, 'data'),
    MAIL_FROM,
    SMTP_URL: smtp.url,
    PUBLIC_URL: 'https://id.example.com',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
    OTEL_SDK_DISABLED: 'true',
    // The link that creates the first super admin is a row.
    ADMIN: 'off',
    NODE_OPTIONS: reporting,
  };
  // The first start of all writes keys.
  const first = await spawnGatehouse(settings);
  await first.ready();
  expect(await first.signal('SIGTERM')).toBe(0);
  const gatehouse = await spawnGatehouse(settings);
  await gatehouse.ready();
  await restApi.me(gatehouse.url, null);
  gatehouse.child.kill('SIGUSR2');
  await until(() => gatehouse.output().includes('loaded:'));
  expect(gatehouse.output()).toContain('loaded:;');

  const confirmation = () =>
    smtp.accepted.find(({ mail }) => mail.subject === 'Confirm your e-mail address – Gatehouse');
  const confirm = async () => {
    await until(() => confirmation() !== undefined);
    const token = /\/confirm\/([\w-]{64})/.exec(String(confirmation()?.mail.text))?.[1];
    expect((await restApi.confirmEmail(gatehouse.url, { token })).code).toBeNull();
    return [];
  };
  await withPasskey(restApi, { url: gatehouse.url, sql: confirm });
  expect(await gatehouse.signal('SIGTERM')).toBe(0);
  expect(gatehouse.output()).toMatch(
    /loaded:email\/templates,.*@prisma\/client,.*@simplewebauthn,.*nodemailer,.*preact;/,
  );
  expect(gatehouse.output()).not.toContain('@opentelemetry');
  expect(confirmation()?.mail).toMatchObject({
    text: expect.stringContaining('https://id.example.com/'),
    html: expect.stringContaining('<html lang="en">'),
  });
  await smtp.stop();
});

test('the report names the modules for traces where they are loaded', () => {
  const traces = path.join(builtPackage, 'dist/platform/observability/traces.js');
  const { stderr } = spawnSync(
    process.execPath,
    [...shortLived, reporting, '-e', `require(${JSON.stringify(traces)})`],
    {
      encoding: 'utf8',
    },
  );
  expect(stderr).toMatch(/^loaded:.*@opentelemetry;\n$/);
});

test('a wrong template stops the start, and the error names the file', async () => {
  const templates = path.join(folder, 'templates');
  await mkdir(path.join(templates, 'data'), { recursive: true });
  await writeFile(path.join(templates, 'verify_email.en.txt'), 'Hello {{firstName}}, {{link}}');
  const gatehouse = await spawnGatehouse({ ...(await withoutDatabase()), MAIL_FROM, MAIL_TEMPLATES: templates });
  expect(await gatehouse.ended).toBe(2);
  const [, after = ''] = gatehouse.output().split('Gatehouse cannot start. Correct these settings:\n');
  // The log is in the same output: the line on the speed of hashing can come before or after this error.
  expect(after.split('\n').filter((line) => line.startsWith('  '))).toEqual([
    '  MAIL_TEMPLATES: "data" is not the name of a template, such as reset_password.en.html',
    '  MAIL_TEMPLATES: verify_email.en.txt has {{firstName}}. It can have: {{product}} {{link}} {{minutes}} {{code}} {{codeMinutes}}',
  ]);
});
