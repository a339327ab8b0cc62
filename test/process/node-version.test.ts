import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { apis } from '../support/apis';
import { cliFile, spawnCli } from '../support/cli';
import { createTestDatabase } from '../support/database';
import { testSecret } from '../support/gatehouse';
import { describeWith, type Need } from '../support/needs';
import { freePort, spawnGatehouse } from '../support/process';
import { startOpenidProvider } from '../support/providers/openid-provider';
import { callbackOf, logInWith, settingsOf } from '../support/providers/provider-logins';
import { startSmtp } from '../support/smtp';

/**
 * `.ci/node-versions` runs this file on each supported version of Node, with the installed package of a release. The tests
 * load every native module.
 */
const databases: { name: string; needs: Need[]; open: () => Promise<Opened> }[] = [
  { name: 'the embedded database', needs: [], open: openFolder },
  { name: 'PostgreSQL', needs: ['PostgreSQL'], open: openPostgres },
];

for (const { name, needs, open } of databases) {
  describeWith(...needs)(`the built server on Node ${process.version} and ${name}`, () => {
    test('registers, signs in, sends mails, shows a page and runs commands, without a warning', async () => {
      const { settings, remove } = await open();
      const smtp = await startSmtp();
      const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'no-reply@example.com' };
      const port = String(await freePort());
      const own = { PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}`, GATEHOUSE_SECRET: testSecret };
      const env = { ...settings, ...mail, ...own, NODE_ENV: 'production' };
      try {
        // As the program of the package: `npx --no-install gatehouse serve`.
        const gatehouse = await spawnGatehouse(env, [cliFile, 'serve']);
        await gatehouse.ready();
        for (const api of apis) {
          const credentials = { email: `${randomUUID()}@example.com`, password: 'correct horse battery' };
          const registered = await api.register(gatehouse.url, {
            ...credentials,
            firstName: 'Ada',
            lastName: 'Lovelace',
          });
          const { jwt } = await api.login(gatehouse.url, credentials);
          const { user } = await api.me(gatehouse.url, jwt);
          expect(user?.id).toBe(registered.user?.id);
          expect(user?.email).toBe(credentials.email);
        }
        await smtp.until(apis.length);
        const page = await fetch(`${gatehouse.url}/login`);
        expect(await page.text()).toContain('<form');
        expect(page.status).toBe(200);
        // Without the mails, whose sender is looked up in the DNS.
        const doctor = await spawnCli({ ...settings, ...own, NODE_ENV: 'production' }, ['doctor', '--no-hashing']);
        expect(doctor).toMatchObject({ code: 0, out: expect.stringContaining('\nhealthy, ') });
        expect(await gatehouse.signal('SIGTERM')).toBe(0);
        // A message of Node, for example a deprecation warning, is no line of the log. There is no super admin yet.
        const lines = gatehouse.output().trimEnd().split('\n');
        const others = lines.filter((line) => !line.startsWith('{"level":"info"'));
        expect(others).toEqual([expect.stringMatching(/^ {2}set up {5}http:.*\/setup\/.*for 1 hour\)$/)]);

        const { code, out, err } = await spawnCli(env, ['users', 'find', 'Ada', '--json']);
        expect({ code, err }).toEqual({ code: 0, err: '' });
        expect(JSON.parse(out)).toHaveLength(apis.length);
      } finally {
        await smtp.stop();
        await remove();
      }
    });
  });
}

// In production the issuer of a provider needs https://, so this server is not in production.
test(`the built server on Node ${process.version} signs in with an OpenID provider`, async () => {
  const { settings, remove } = await openFolder();
  const provider = await startOpenidProvider({ redirectUris: [callbackOf('acme')] });
  try {
    const own = { PORT: String(await freePort()), PUBLIC_URL: 'https://id.example.com', GATEHOUSE_SECRET: testSecret };
    const gatehouse = await spawnGatehouse({ ...settings, ...own, ...settingsOf(provider) }, [cliFile, 'serve']);
    await gatehouse.ready();
    for (const api of apis) {
      expect(await logInWith(api, gatehouse.url, 'acme')).toMatchObject({ success: true });
    }
    expect(await gatehouse.signal('SIGTERM')).toBe(0);
  } finally {
    await provider.close();
    await remove();
  }
});

const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' };
/** Hides the packages for traces, which only an installed release does not have. */
const hidden = `import { Module } from 'node:module'; const load = Module._resolveFilename; Module._resolveFilename = (name, ...rest) => { if (name.startsWith('@opentelemetry/')) throw Object.assign(new Error('hidden'), { code: 'MODULE_NOT_FOUND' }); return load(name, ...rest); };`;

test('without the packages for traces, the start names the setting and the command that installs them', async () => {
  const { settings, remove } = await openFolder();
  try {
    const isRelease = process.env.TEST_PACKAGE !== undefined;
    const hide = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hidden)}` };
    const gatehouse = await spawnGatehouse({ ...settings, ...traces, ...(!isRelease && hide) });
    expect(await gatehouse.ended).toBe(2);
    const { devDependencies } = JSON.parse(await readFile(path.join(__dirname, '../../package.json'), 'utf8'));
    const tested = Object.entries(devDependencies).filter(([name]) => name.startsWith('@opentelemetry/'));
    expect(tested.length).toBeGreaterThan(0);
    expect(gatehouse.output()).toContain(
      'Gatehouse cannot start. Correct these settings:\n  OTEL_EXPORTER_OTLP_ENDPOINT: traces need packages that are not ' +
        `installed. Install them with: npm install --save-prod ${tested.map((one) => one.join('@')).join(' ')}\n`,
    );
  } finally {
    await remove();
  }
});

interface Opened {
  settings: Record<string, string>;
  remove(): Promise<void>;
}

async function openFolder(): Promise<Opened> {
  const folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-'));
  return { settings: { DATA_DIR: folder }, remove: () => rm(folder, { recursive: true }) };
}

async function openPostgres(): Promise<Opened> {
  const { env, drop } = await createTestDatabase();
  return { settings: env, remove: drop };
}
