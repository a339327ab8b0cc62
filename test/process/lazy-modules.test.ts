import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { restApi } from '../support/apis';
import { writeDataDir } from '../support/database';
import { withPasskey } from '../support/passkeys';
import { spawnGatehouse } from '../support/process';
import { startSmtp } from '../support/smtp';
import { until } from '../support/until';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-'));
  await writeDataDir(path.join(folder, 'data'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A script that prints at its end what the process has loaded of the modules that only some installations need. */
const report = `import m from 'node:module'; process.on('exit', () => { const f = Object.keys(m._cache).flatMap((f) => f.match(/node_modules\\/(nodemailer|preact|@simplewebauthn|@peculiar|@opentelemetry|prom-client)(?=\\/)|email\\/templates(?=\\/)/g) ?? []); process._rawDebug('loaded:' + [...new Set(f)].sort().join() + ';'); });`;
const env = () => ({ DATA_DIR: path.join(folder, 'data'), MAIL_FROM: 'Example <no-reply@example.com>' });

test('modules for mails, pages, traces and passkeys are loaded at their first use, not at the start', async () => {
  const smtp = await startSmtp();
  const collector = createServer((_request, response) => response.end('{}'));
  await once(collector.listen(0, '127.0.0.1'), 'listening');
  const OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  const start = (more: Record<string, string> = {}) =>
    spawnGatehouse({
      ...env(),
      SMTP_URL: smtp.url,
      PUBLIC_URL: 'https://id.example.com',
      OTEL_EXPORTER_OTLP_ENDPOINT,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(report)}`,
      ...more,
    });
  const idle = await start({ OTEL_SDK_DISABLED: 'true' });
  await idle.ready();
  await restApi.me(idle.url, null);
  expect(await idle.signal('SIGTERM')).toBe(0);
  expect(idle.output()).toContain('loaded:;');

  const used = await start();
  await used.ready();
  const confirmation = () =>
    smtp.accepted.find(({ mail }) => mail.subject === 'Confirm your e-mail address – Gatehouse');
  const confirm = async () => {
    await until(async () => confirmation() !== undefined);
    const token = /\/confirm\/([\w-]{64})/.exec(String(confirmation()?.mail.text))?.[1];
    expect((await restApi.confirmEmail(used.url, { token })).code).toBeNull();
    return [];
  };
  await withPasskey(restApi, { url: used.url, sql: confirm });
  expect(await used.signal('SIGTERM')).toBe(0);
  expect(used.output()).toMatch(/loaded:email\/templates,.*@opentelemetry,.*@simplewebauthn,.*nodemailer,.*preact;/);
  expect(confirmation()?.mail).toMatchObject({
    text: expect.stringContaining('https://id.example.com/'),
    html: expect.stringContaining('<html lang="en">'),
  });
  await smtp.stop();
  collector.close();
});

test('a wrong template stops the start, and the error names the file', async () => {
  await writeFile(path.join(folder, 'verify_email.en.txt'), 'Hello {{firstName}}, {{link}}');
  const gatehouse = await spawnGatehouse({ ...env(), MAIL_TEMPLATES: folder });
  expect(await gatehouse.ended).toBe(2);
  const [, after = ''] = gatehouse.output().split('Gatehouse cannot start. Correct these settings:\n');
  // The log is in the same output: the line on the speed of hashing can come before or after this error.
  expect(after.split('\n').filter((line) => line.startsWith('  '))).toEqual([
    '  MAIL_TEMPLATES: "data" is not the name of a template, such as reset_password.en.html',
    '  MAIL_TEMPLATES: verify_email.en.txt has {{firstName}}. It can have: {{product}} {{link}} {{minutes}} {{code}} {{codeMinutes}}',
  ]);
});
