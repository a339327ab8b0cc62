import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { parse as parseYaml } from 'yaml';
import { counted } from '../../src/cli/terminal';
import { mailProblems } from '../../src/platform/email/mail-problem';
import { mailTemplates } from '../../src/platform/email/mail-template';
import { postJson, restApi } from '../support/apis';
import { spawnCli } from '../support/cli';
import {
  createMigratedDatabase,
  createTestDatabase,
  onPostgres,
  type TestDatabase,
  writeDataDir,
} from '../support/database';
import { programsOf, type Step, stepsOf } from '../support/doc-pages';
import { expectDocumented, Values, withoutProgress } from '../support/doc-steps';
import { startGatehouse, testSecret } from '../support/gatehouse';
import { startHttpProxy } from '../support/http-proxy';
import { describeWith, isThere, pathOf, testWith } from '../support/needs';
import { startNginx } from '../support/nginx';
import { addOldUser, startOldService } from '../support/old-service';
import { freePort, type GatehouseProcess, quickPath, shortLived, spawnGatehouse } from '../support/process';
import { serveDataFolder } from '../support/served-data-folder';
import { startSmtp } from '../support/smtp';
import { until } from '../support/until';
import { blocksOf, documentation } from './documentation';

/** Runs the commands of the documents as they are written, in an installation, and compares what they print. */
const root = path.join(__dirname, '../..');
const { name: packageName } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { name: string };
const password = 'correct horse battery';
const account = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', password };

const commands: Step[] = Object.keys(documentation).flatMap((page) => stepsOf(blocksOf(page).commands));
const ci = readFileSync(path.join(root, '.ci/run'), 'utf8');
const ran = new Set<Step>();

/** Parts of commands that need root: in the tests one user has everything. */
const onlyForRoot = [
  'runuser -u gatehouse -- ',
  ' --owner=root --group=gatehouse',
  ' --owner=gatehouse --group=gatehouse',
];

/** What the pages and the tests call the same things: folders, addresses, and the remark on a public URL of this machine. */
const namesOf = (
  folder: string,
  { PORT = '', PUBLIC_URL = '', METRICS_PORT = '', OLD_URL = '' }: Record<string, string>,
) =>
  (
    [
      ['/opt/gatehouse', folder],
      ['/var/lib/gatehouse', path.join(folder, 'var')],
      ['/etc/systemd/system', path.join(folder, 'etc')],
      ['http://127.0.0.1:9464', `http://127.0.0.1:${METRICS_PORT}`],
      ['http://127.0.0.1:4000', `http://127.0.0.1:${PORT}`],
      ['https://id.example.com', PUBLIC_URL],
      ['https://old.example.com', OLD_URL],
    ] as const
  ).filter(([, here]) => here !== '' && !here.endsWith(':'));
const localUrl = /^warning {2}settings {11}PUBLIC_URL is \S+: clients on other machines cannot reach that address$/m;
const asOnAServer = (output: string): string =>
  localUrl.test(output)
    ? output
        .replace(localUrl, 'ok       settings           no setting looks like a mistake')
        .replace(/, (\d+) warnings?$/m, (_, count) => `, ${counted(Number(count) - 1, 'warning')}`)
    : output;

/** As `ExecStart` of the unit has it. */
const [, startedByUnit = ''] =
  /^ExecStart=\/usr\/bin\/node (\S+)$/m.exec(
    readFileSync(path.join(root, 'docs/operate/install/gatehouse.service'), 'utf8'),
  ) ?? [];

/** A folder in which `npm install` has installed the package, with settings and data of its own. */
function createInstallation(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-'));
  const modules = path.join(folder, 'node_modules');
  for (const name of [path.dirname(packageName), '.bin']) mkdirSync(path.join(modules, name), { recursive: true });
  symlinkSync(root, path.join(modules, packageName));
  symlinkSync(`../${packageName}/dist/cli/main.js`, path.join(modules, '.bin/gatehouse'));
  writeFileSync(path.join(folder, 'package.json'), '{}');
  mkdirSync(path.join(folder, 'etc'));
  return folder;
}

/**
 * An installation for pages that have only commands. Its embedded database is in memory, and the commands use it as if a
 * server ran.
 */
async function createServedInstallation() {
  const folder = createInstallation();
  const dataDir = path.join(folder, 'var');
  const database = await createMigratedDatabase();
  const endServing = onPostgres ? null : await serveDataFolder(dataDir);
  return {
    folder,
    env: { GATEHOUSE_SECRET: testSecret, ...(onPostgres ? database.env : { DATA_DIR: dataDir }) },
    async remove() {
      await endServing?.();
      await database.drop();
      rmSync(folder, { recursive: true });
    },
  };
}

function shell(script: string, cwd: string, env: Record<string, string>): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const own = { HOME: cwd, NODE_OPTIONS: shortLived.join(' '), npm_config_update_notifier: 'false' };
    const options = { cwd, env: { PATH: quickPath, ...own, ...env } };
    const child = execFile(
      'bash',
      ['--norc', '-euo', 'pipefail', '-c', `exec 2>&1\n${script}`],
      options,
      (error, out) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: out });
      },
    );
    // For commands that ask for a password; most end without reading it.
    child.stdin?.on('error', () => {});
    child.stdin?.end(`${password}\n`);
  });
}

const commandsOf = (page: string, section = /./): Step[] =>
  commands.filter(({ block }) => block.page === `docs/${page}` && section.test(block.section));

/**
 * Runs the commands of a page or section in order and as in one shell: a command has the exports of the earlier ones.
 * `before` gets each command as it is run.
 */
async function follow(
  page: string,
  section: RegExp,
  cwd: string,
  env: Record<string, string>,
  before = async (_script: string) => {},
) {
  const followed = commandsOf(page, section);
  expect(followed.length).toBeGreaterThan(0);
  const exported = path.join(cwd, 'exported');
  writeFileSync(exported, '');
  const values = new Values(namesOf(cwd, env));
  let output = '';
  for (const step of followed) {
    const { block, answer } = step;
    ran.add(step);
    if (block.file) {
      writeFileSync(path.join(cwd, block.file), block.text);
      continue;
    }
    const script = values.toReal(onlyForRoot.reduce((text, part) => text.replaceAll(part, ''), block.text));
    await before(script);
    const one = await shell(`. ${exported}\n${script}\nexport -p > ${exported}`, cwd, env);
    if (one.code !== 0) throw new Error(`${page}: exit code ${one.code} of\n${script}${one.output}`);
    output += one.output;
    const printed = values.toDocumented(asOnAServer(withoutProgress(one.output)));
    values.see(printed);
    if (answer) await expectDocumented(printed, answer, values.known);
  }
  rmSync(exported);
  return output;
}

const commandOf = (page: string, text: string): string =>
  commands.find(({ block }) => block.page === `docs/${page}` && block.text.includes(text))?.block.text ?? '';
/** Until it also follows revocations, a moment after it is ready. */
async function started(env: Record<string, string>, command?: string[]): Promise<GatehouseProcess> {
  const server = await spawnGatehouse(env, command);
  await server.ready();
  await until(async () => (await (await fetch(`${server.url}/readyz`)).text()).includes('"live"'));
  return server;
}
const modeOf = (file: string): string => (statSync(file).mode & 0o777).toString(8);

/** Until the audit has the request: a failure is recorded in the background. */
async function recorded(env: Record<string, string>, requestId: string | null): Promise<void> {
  await until(async () => (await spawnCli(env, ['explain', requestId ?? ''])).code === 0);
}

/** A session with its two tokens. */
async function openSession(url: string): Promise<{ jwt: string; refreshToken: string }> {
  const credentials = { email: account.email, password, scope: 'offline_access' };
  const { result } = (await (await postJson(`${url}/auth/login`, credentials)).json()) as {
    result: { jwt: string; refresh_token: string };
  };
  return { jwt: result.jwt, refreshToken: result.refresh_token };
}
const verify = async (url: string, jwt: string): Promise<number> =>
  (await fetch(`${url}/auth/verify`, { headers: { Authorization: `Bearer ${jwt}` } })).status;
const refresh = async (url: string, refreshToken: string): Promise<number> =>
  (await postJson(`${url}/auth/refresh`, { refresh_token: refreshToken })).status;
const logOut = (url: string, jwt: string) =>
  fetch(`${url}/auth/logout`, { method: 'POST', headers: { Authorization: `Bearer ${jwt}` } });

describeWith(
  'PostgreSQL',
  'bash',
  'curl',
  'openssl',
)('with PostgreSQL', () => {
  let database: TestDatabase;
  let gatehouse: GatehouseProcess;
  let installation: string;
  let env: Record<string, string>;

  beforeAll(async () => {
    installation = createInstallation();
    database = await createTestDatabase();
    const PORT = String(await freePort());
    env = { ...database.env, GATEHOUSE_SECRET: randomBytes(32).toString('base64'), PORT };
    env.PUBLIC_URL = `http://127.0.0.1:${PORT}`;
    gatehouse = await started(env);
    await restApi.register(gatehouse.url, account);
    const response = await fetch(`${gatehouse.url}/auth/me`, { headers: { Authorization: 'Bearer none' } });
    env.REQUEST_ID = response.headers.get('x-request-id') ?? '';
    await recorded(env, env.REQUEST_ID);
  });
  afterAll(async () => {
    await gatehouse.signal('SIGTERM');
    await database.drop();
    rmSync(installation, { recursive: true });
  });

  test('audit.md', async () => {
    await restApi.login(gatehouse.url, { ...account, password: 'wrong horse battery' });
    // A failure is recorded in the background.
    await until(async () => (await spawnCli(env, ['audit', '--action', 'login_failed', '--json'])).out !== '');
    await follow('reference/audit.md', /./, installation, env);
  });
  test('high-availability.md', () => follow('operate/high-availability.md', /./, installation, env));
  test('admin.md: sessions', async () => {
    const { jwt } = await openSession(gatehouse.url);
    const SESSION_ID = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()).sid;
    const output = await follow('operate/admin.md', /^End sessions/, installation, { ...env, SESSION_ID });
    expect(output).toContain(`ended the session ${SESSION_ID} of ${account.email}`);
  });
  test('why-rejected.md', async () => {
    const fresh = await createTestDatabase();
    const PORT = String(await freePort());
    const own = { ...fresh.env, GATEHOUSE_SECRET: testSecret, PORT, RATE_LIMITS: 'on' };
    const server = await started(own);
    await restApi.register(server.url, account);
    await follow('operate/why-rejected.md', /./, installation, own, async (script) => {
      const [, requestId] = /gatehouse explain ([0-9a-f-]{36})/.exec(script) ?? [];
      if (requestId) await recorded(own, requestId);
    });
    await server.signal('SIGTERM');
    await fresh.drop();
  });
  test('move.md', async () => {
    const folder = createInstallation();
    const fresh = await createMigratedDatabase();
    const old = await startOldService();
    addOldUser(old.users, { email: 'alan@example.com', first_name: 'Alan', last_name: '', password });
    const PORT = String(await freePort());
    const own = { ...fresh.env, GATEHOUSE_SECRET: testSecret, PORT, PUBLIC_URL: `http://127.0.0.1:${PORT}` };
    let server: GatehouseProcess | undefined;
    const restart = async (more: Record<string, string> = {}) => {
      await server?.signal('SIGTERM');
      server = await started({ ...own, ...more });
    };
    const logIn = async (email: string) => (await restApi.login(server?.url ?? '', { email, password })).success;
    await follow('operate/move.md', /./, folder, { ...own, OLD_URL: old.url }, async (script) => {
      if (script.includes('doctor')) {
        await restart({ LEGACY_URL: old.url, LEGACY_UNKNOWN: 'ask' });
        expect(await logIn('grace@example.com')).toBe(true);
      }
    });
    // Both ways to go: asked at the old service, and with the mail.
    expect(await logIn('alan@example.com')).toBe(true);
    // The mail is written in the background.
    await until(async () =>
      (await (await fetch(`${server?.url}/dev/mailbox.json`)).text()).includes('alan@example.com'),
    );
    await server?.signal('SIGTERM');
    await old.stop();
    await fresh.drop();
    rmSync(folder, { recursive: true });
  });
  test('rotate.md: the secret', async () => {
    // The other tests need the old secret.
    const fresh = await createMigratedDatabase();
    const PORT = String(await freePort());
    const own = { ...fresh.env, GATEHOUSE_SECRET: testSecret, PORT, PUBLIC_URL: `http://127.0.0.1:${PORT}` };
    const server = await started(own);
    const GATEHOUSE_SECRET = randomBytes(32).toString('base64');
    const both = { ...own, GATEHOUSE_SECRET, GATEHOUSE_SECRET_PREVIOUS: testSecret };
    await follow('operate/rotate.md', /^With PostgreSQL$/, installation, both);
    await server.signal('SIGTERM');
    await fresh.drop();
  });
});

test('the messages that the pages quote are in the code', () => {
  const read = (folder: string, ending: string) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith(ending) && !file.includes('generated'))
      .map((file) => readFileSync(path.join(root, folder, file), 'utf8'))
      .join('\n');
  const sources = read('src', '.ts').replaceAll(/\$\{[^}]*\}/g, '…');
  const prose = ['start', 'integrate', 'operate']
    .map((folder) => read(`docs/${folder}`, '.md'))
    .join('\n')
    .replaceAll(/^ *```.*?^ *```$/gms, '');
  const isCommand = /^(npm|npx|gatehouse|curl|journalctl|chown|runuser|systemd-analyze|systemctl|caddy|nginx|kubectl) /;
  const quoted = [...prose.matchAll(/`([^`]+)`/g)]
    .map(([, text = '']) => text.replaceAll(/\s*\n\s*/g, ' '))
    .filter((text) => !isCommand.test(text))
    .flatMap((text) => text.split(/ ?… ?/))
    // Shorter ones are names and values, and braces are of code.
    .filter((text) => text.split(' ').length > 2 && !text.includes('{'));
  const notMessages = [
    'acme rockets fly high',
    'Authorization: Bearer gate_',
    'server version mismatch',
    'too many clients already',
    'SameSite=None; Secure; Partitioned',
    'docker compose up',
    'docker compose logs gatehouse',
    'server_login_retry = 1',
    'sentinel resolve-hostnames yes',
    'sentinel announce-hostnames yes',
    'scopes = openid profile email roles',
    'DELETE FROM passkeys WHERE automatic',
    'UPDATE api_keys SET revoked_ts = now() WHERE revoked_ts IS NULL',
    'profile email groups',
    'openid email profile groups',
    'USERNAME = email',
    'use_pkce = true',
    'enabled = true',
    "role_attribute_path = contains(roles[*], 'admin') && 'Admin' \\|\\| 'Viewer'",
  ];
  expect(quoted.filter((text) => !sources.includes(text) && !notMessages.includes(text))).toEqual([]);
});

testWith(...programsOf(commandsOf('operate/monitor.md')))('monitor.md', async () => {
  const folder = createInstallation();
  const fresh = await createTestDatabase();
  const env = {
    METRICS_PORT: String(await freePort()),
    ...(fresh.url ? fresh.env : { DATA_DIR: path.join(folder, 'var') }),
  };
  const server = await started(env);
  await follow('operate/monitor.md', /./, folder, env);
  await server.signal('SIGTERM');
  await fresh.drop();
  rmSync(folder, { recursive: true });
});

testWith('bash').each([
  ['operate/admin.md', /^(Find out who did it|As an operator)$/],
  ['operate/registration-and-passwords.md', /^Invite people$/],
  ['reference/import.md', /./],
])('%s', async (page, section) => {
  const { folder, env, remove } = await createServedInstallation();
  const ada = ['--email', account.email, '--first-name', account.firstName, '--last-name', account.lastName];
  expect(await spawnCli(env, ['users', 'create', ...ada], password)).toMatchObject({ code: 0 });
  await follow(page, section, folder, env);
  await remove();
});

testWith('bash')('mail.md: a mail server', async () => {
  const folder = createInstallation();
  const database = await createMigratedDatabase();
  const where = onPostgres ? database.env : { DATA_DIR: path.join(folder, 'var') };
  if (!onPostgres) await writeDataDir(where.DATA_DIR ?? '');
  const smtp = await startSmtp({ login: { user: 'gatehouse', password: 'password' } });
  const PORT = String(await freePort());
  const env = {
    ...where,
    GATEHOUSE_SECRET: testSecret,
    SMTP_URL: smtp.url,
    PORT,
    PUBLIC_URL: `http://127.0.0.1:${PORT}`,
  };
  let server: GatehouseProcess | undefined;
  await follow('operate/mail.md', /^(Connect|Find)/, folder, env, async (script) => {
    // The set variables win over those of .env, where the page writes the sender.
    if (script.includes('doctor')) server = await started({ ...env, MAIL_FROM: 'no-reply@example.com' });
    if (script.includes('--failed')) await server?.signal('SIGTERM');
  });
  expect(smtp.accepted).toMatchObject([{ to: ['ada@example.com'], from: 'no-reply@example.com', user: 'gatehouse' }]);
  await smtp.stop();
  await database.drop();
  rmSync(folder, { recursive: true });
});

testWith(...programsOf(commandsOf('operate/before-production.md')))('before-production.md', async () => {
  const folder = createInstallation();
  const fresh = await createTestDatabase();
  const smtp = await startSmtp({ login: { user: 'gatehouse', password: 'password' } });
  const PORT = String(await freePort());
  const env = {
    ...(fresh.url ? fresh.env : { DATA_DIR: path.join(folder, 'var') }),
    GATEHOUSE_SECRET: testSecret,
    NODE_ENV: 'production',
    PORT,
    PUBLIC_URL: `http://127.0.0.1:${PORT}`,
    PASSKEYS: 'off',
    SMTP_URL: smtp.url,
    MAIL_FROM: 'no-reply@example.com',
    METRICS_PORT: String(await freePort()),
  };
  const server = await started(env);
  const names = ['--first-name', account.firstName, '--last-name', account.lastName];
  await spawnCli(env, ['users', 'create', '--email', account.email, ...names, '--super-admin'], password);
  await follow('operate/before-production.md', /./, folder, env);
  expect(smtp.accepted).toHaveLength(1);
  await server.signal('SIGTERM');
  await smtp.stop();
  await fresh.drop();
  rmSync(folder, { recursive: true });
});

/** The text below a heading, up to the next one. */
const sectionOf = (page: string, heading: string): string =>
  readFileSync(path.join(root, 'docs', page), 'utf8')
    .split(/^#+ /m)
    .find((text) => text.startsWith(`${heading}\n`)) ?? '';

test('mail.md says what to do for each reason', () => {
  const page = sectionOf('operate/mail.md', 'Find mails that were not sent');
  const rows = [...page.matchAll(/^- ((?:`[a-z_]+`(?:, )?)+): /gm)];
  const explained = rows.flatMap(([, names = '']) => [...names.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name));
  expect(explained.sort()).toEqual(Object.keys(mailProblems).sort());
});

testWith('bash')('mail.md: templates', async () => {
  const folder = createInstallation();
  const database = await createMigratedDatabase();
  const where = onPostgres ? database.env : { DATA_DIR: path.join(folder, 'var') };
  if (!onPostgres) await writeDataDir(where.DATA_DIR ?? '');
  const PORT = String(await freePort());
  const env = { ...where, GATEHOUSE_SECRET: testSecret, PORT, PUBLIC_URL: `http://127.0.0.1:${PORT}` };
  let server: GatehouseProcess | undefined;
  await follow('operate/mail.md', /^Replace a mail$/, folder, env, async (script) => {
    if (script.includes('doctor')) server = await started({ ...env, MAIL_TEMPLATES: path.join(folder, 'mails') });
  });
  const ada = { email: account.email, first_name: 'Ada', last_name: 'Lovelace', password };
  await postJson(`${server?.url}/auth/register`, ada, { 'Accept-Language': 'de' });
  await postJson(`${server?.url}/auth/password/forgot`, { email: account.email });
  const textOfReset = async () => {
    const kept = (await (await fetch(`${server?.url}/dev/mailbox.json`)).json()) as { text: string }[];
    return kept.map(({ text }) => text).find((text) => text.includes('/reset/')) ?? null;
  };
  await until(async () => (await textOfReset()) !== null);
  expect(await textOfReset()).toMatch(/^Hallo,\n\n.* Gatehouse .*:\nhttp:\S+\/reset\/\S{64}\n\n.* 10 .*:\n\d{6}\n/);
  await server?.signal('SIGTERM');
  await database.drop();
  rmSync(folder, { recursive: true });
});

test('mail.md lists each mail, and which of them have a link and a code', () => {
  const page = sectionOf('operate/mail.md', 'The mails');
  const rows = [...page.matchAll(/^- (`[a-z_]+`(?:, `[a-z_]+`)*)(?: \((?:(link)(?:, )?)?(code)?\))?: /gm)];
  const listed = rows.flatMap(([, names = '', link, code]) =>
    [...names.matchAll(/`([a-z_]+)`/g)].map(([, name = '']) => [name, { hasLink: !!link, hasCode: !!code }] as const),
  );
  const expected = mailTemplates.all().map(({ name, hasLink, hasCode }) => [name, { hasLink, hasCode }]);
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(expected));
});

test('monitor.md says what to do for each alert, and alerts.yml what each means, and where that is', () => {
  const { groups } = parseYaml(readFileSync(path.join(root, 'docs/operate/monitor/alerts.yml'), 'utf8')) as {
    groups: { rules: { alert: string; annotations: Record<string, string> }[] }[];
  };
  const rules = groups.flatMap((group) => group.rules);
  const page = readFileSync(path.join(root, 'docs/operate/monitor.md'), 'utf8');
  const headings = [...page.matchAll(/^### (Gatehouse\w+)$/gm)].map(([, name]) => name);
  expect(headings).toEqual(rules.map(({ alert }) => alert));
  for (const { alert, annotations } of rules) {
    expect(annotations).toEqual({
      summary: expect.stringMatching(/\.$/),
      description: expect.stringMatching(/\.$/),
      runbook_url: `https://docs.example.com/operate/monitor.html#${alert.toLowerCase()}`,
    });
  }
});

testWith('bash')('rotate.md: the secret of the embedded database', async () => {
  const installation = createInstallation();
  const env = { DATA_DIR: path.join(installation, '.data') };
  await writeDataDir(env.DATA_DIR);
  // Makes the first key.
  await spawnCli(env, ['keys', 'list']);
  await follow('operate/rotate.md', /embedded/, installation, env);
  rmSync(installation, { recursive: true });
});

const databases = [
  { kind: 'embedded', needs: [], sections: /^(?!.*PostgreSQL$)/ },
  { kind: 'PostgreSQL', needs: ['PostgreSQL'], sections: /^(?!.*embedded database$)/ },
] as const;

testWith('bash')('rotate.md: the signing keys', async () => {
  const { folder, env, remove } = await createServedInstallation();
  // Makes the first key.
  await spawnCli(env, ['keys', 'list']);
  await follow('operate/rotate.md', /signing key|theft/, folder, env);
  await remove();
});

testWith('bash')('roles.md', async () => {
  const { folder, env, remove } = await createServedInstallation();
  const names = ['--first-name', account.firstName, '--last-name', account.lastName];
  await spawnCli(env, ['users', 'create', '--email', account.email, ...names], password);
  const page = 'integrate/roles.md';
  const output = await follow(page, /^(Set the roles|Add claims|Make a user)/, folder, env);
  expect(output).toContain(`the roles of ${account.email}: billing:read, editor`);
  expect(output).toContain(`changed the claims of ${account.email}`);
  expect(output).toContain(`${account.email} is now a super admin`);
  await remove();
});

testWith('bash').each(['protect-a-service.md', 'openid-connect.md', 'programs.md'])('%s', async (page) => {
  const { folder, env, remove } = await createServedInstallation();
  await follow(`integrate/${page}`, /./, folder, env);
  await remove();
});

for (const { kind, needs, sections } of databases) {
  const installing = ['operate/install.md', 'operate/proxy.md'].flatMap((page) => commandsOf(page, sections));
  testWith(...needs, ...programsOf(installing))(`install.md and proxy.md: ${kind}`, async () => {
    const folder = createInstallation();
    const fresh = await createTestDatabase();
    const [PORT, proxyPort] = [String(await freePort()), await freePort()];
    // Set variables win over .env. No browser uses passkeys at an IP address.
    const here = { PORT, PUBLIC_URL: `http://127.0.0.1:${proxyPort}`, PASSKEYS: 'off' };
    const documented = readFileSync(path.join(root, 'docs/operate/proxy/nginx.conf'), 'utf8');
    const proxy = isThere('nginx')
      ? await startNginx(documented, { '127.0.0.1:4000': `127.0.0.1:${PORT}` }, proxyPort)
      : await startHttpProxy(proxyPort, () => `http://127.0.0.1:${PORT}`);
    let server: GatehouseProcess | undefined;
    const database = kind === 'embedded' ? {} : fresh.env;
    // With the npx of npm.
    const env = { ...here, ...database, PATH: process.env.PATH ?? '' };
    const output = await follow('operate/install.md', sections, folder, env, async (script) => {
      if (!script.includes('readyz')) return;
      const settings = parseEnv(readFileSync(path.join(folder, '.env'), 'utf8')) as Record<string, string>;
      expect(modeOf(path.join(folder, '.env'))).toBe('640');
      server = await started({ GATEHOUSE_SECRET: '', ...settings, ...here }, [path.join(folder, startedByUnit)]);
    });
    expect(output).toMatch(/ada@example\.com {2}Ada Lovelace.*super admin/);
    await follow('operate/proxy.md', sections, folder, env);
    const credentials = { email: account.email, password };
    expect((await restApi.login(server?.url ?? '', credentials)).success).toBe(true);
    await server?.signal('SIGTERM');
    await proxy.stop();
    await fresh.drop();
    rmSync(folder, { recursive: true });
  });

  testWith(...needs, ...programsOf(commandsOf('operate/upgrade.md')))(`upgrade.md: ${kind}`, async () => {
    const folder = createInstallation();
    const fresh = await createTestDatabase();
    const PORT = String(await freePort());
    const dataDir = path.join(folder, 'var');
    const where = kind === 'embedded' ? { DATA_DIR: dataDir } : fresh.env;
    // An older database: a new one has all migrations.
    if (kind === 'embedded') await writeDataDir(dataDir, 'empty');
    const GATEHOUSE_SECRET = randomBytes(32).toString('base64');
    const env = { ...where, GATEHOUSE_SECRET, PORT, PUBLIC_URL: `http://127.0.0.1:${PORT}` };
    let server: GatehouseProcess | undefined;
    await follow('operate/upgrade.md', /./, folder, env, async (script) => {
      if (script.includes('readyz')) server = await started(env);
    });
    await server?.signal('SIGTERM');
    await fresh.drop();
    rmSync(folder, { recursive: true });
  });
}

describe('backup.md: what was revoked after the backup stays revoked', () => {
  interface Place {
    /** The settings of the server before the backup, and after the restore. */
    before: Record<string, string>;
    after: Record<string, string>;
    sections: { backup: RegExp; restore: RegExp };
    /** Whether the server is stopped for the backup. */
    isStopped: boolean;
    file: string;
  }

  async function backUpAndRestore(folder: string, place: Place, shellEnv: Record<string, string>) {
    const PORT = String(await freePort());
    const common = { PORT, PUBLIC_URL: `http://127.0.0.1:${PORT}` };
    const page = 'operate/back-up.md';
    let server = await started({ ...common, ...place.before });
    await restApi.register(server.url, account);
    const kept = await openSession(server.url);
    const ended = await openSession(server.url);
    if (place.isStopped) {
      // A copy of files that change is rejected.
      const recipe = commandOf(page, 'tar -czf');
      expect((await shell(recipe, folder, { ...shellEnv, DATA_DIR: place.before.DATA_DIR ?? '' })).code).not.toBe(0);
      expect(existsSync(path.join(folder, place.file))).toBe(false);
      await server.signal('SIGTERM');
    }
    await follow(page, place.sections.backup, folder, shellEnv);
    expect(modeOf(path.join(folder, place.file))).toBe('600');
    if (place.isStopped) {
      server = await started({ ...common, ...place.before });
    }
    const later = await openSession(server.url);
    await logOut(server.url, ended.jwt);
    expect([await verify(server.url, kept.jwt), await verify(server.url, ended.jwt)]).toEqual([200, 401]);
    await server.signal('SIGTERM');

    await follow(page, /^Before a restore$/, folder, shellEnv);
    await follow(page, place.sections.restore, folder, { ...shellEnv, ...common }, async (script) => {
      if (script.includes('doctor')) server = await started({ ...common, ...place.after });
    });
    for (const { jwt, refreshToken } of [ended, kept, later]) {
      expect([await verify(server.url, jwt), await refresh(server.url, refreshToken)]).toEqual([401, 401]);
    }
    const { jwt, refreshToken } = await openSession(server.url);
    expect([await verify(server.url, jwt), await refresh(server.url, refreshToken)]).toEqual([200, 200]);
    await server.signal('SIGTERM');
  }

  const embedded = {
    backup: /^Back up the embedded database$/,
    restore: /^(Restore the embedded database|After both)$/,
  };

  testWith('bash')('the embedded database in the folder of DATA_DIR', async () => {
    const folder = createInstallation();
    writeFileSync(path.join(folder, '.env'), "DATA_DIR='a folder'\n");
    const of = (name: string) => ({ GATEHOUSE_SECRET: '', DATA_DIR: path.join(folder, name) });
    await writeDataDir(of('a folder').DATA_DIR);
    const file = 'gatehouse.tgz';
    const place = { before: of('a folder'), after: of('restored'), sections: embedded, isStopped: true, file };
    await backUpAndRestore(folder, place, { RESTORED_DIR: path.join(folder, 'restored') });
    expect(modeOf(path.join(folder, 'restored'))).toBe('700');
    rmSync(folder, { recursive: true });
  });

  testWith('bash')('without DATA_DIR, .data is backed up', async () => {
    const folder = createInstallation();
    await writeDataDir(path.join(folder, '.data'));
    await follow('operate/back-up.md', embedded.backup, folder, {});
    const archived = await shell('tar -tzf gatehouse.tgz', folder, {});
    expect(archived.output.split('\n')).toEqual(expect.arrayContaining(['./secret', './pglite/PG_VERSION']));
    rmSync(folder, { recursive: true });
  });

  testWith(
    'PostgreSQL',
    'bash',
    'pg_dump',
  )('PostgreSQL', async () => {
    const folder = createInstallation();
    const [database, restored] = [await createTestDatabase(), await createTestDatabase()];
    const GATEHOUSE_SECRET = randomBytes(32).toString('base64');
    writeFileSync(
      path.join(folder, '.env'),
      `DATABASE_URL='${database.directUrl}'\nGATEHOUSE_SECRET=${GATEHOUSE_SECRET}\n`,
    );
    const of = ({ directUrl }: TestDatabase) => ({ GATEHOUSE_SECRET, DATABASE_URL: directUrl });
    const sections = { backup: /^Back up PostgreSQL$/, restore: /^(Restore to PostgreSQL|After both)$/ };
    const file = 'gatehouse.dump';
    const place = { before: of(database), after: of(restored), sections, isStopped: false, file };
    await backUpAndRestore(folder, place, { RESTORED_URL: restored.directUrl });
    for (const { drop } of [database, restored]) await drop();
    rmSync(folder, { recursive: true });
  });

  testWith('bash')('pg_dump without an address backs nothing up, instead of another database', async () => {
    const folder = createInstallation();
    const { code, output } = await shell(commandOf('operate/back-up.md', 'pg_dump'), folder, {
      PGHOST: '127.0.0.1',
      PGUSER: 'postgres',
    });
    expect([code, output]).toEqual([1, expect.stringContaining('DATABASE_URL: parameter null or not set')]);
    expect(existsSync(path.join(folder, 'gatehouse.dump'))).toBe(false);
    rmSync(folder, { recursive: true });
  });
});

describe('the unit for systemd', () => {
  const unit = path.join(root, 'docs/operate/install/gatehouse.service');
  const analyze = (...args: string[]) => promisify(execFile)(pathOf('systemd-analyze'), args);

  test('starts what is built', () => {
    const folder = createInstallation();
    expect(existsSync(path.join(folder, startedByUnit))).toBe(true);
    rmSync(folder, { recursive: true });
  });

  testWith('systemd-analyze')('exposes less than 2.0 of 10, and has no mistake', async () => {
    const { stdout } = await analyze('security', '--offline=true', '--no-pager', unit);
    const [, exposure] = /Overall exposure level for gatehouse\.service: (\d+\.\d)/.exec(stdout) ?? [];
    expect(Number(exposure)).toBeLessThan(2);
    // It reports on standard error what it does not understand.
    const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-'));
    const here = path.join(folder, 'gatehouse.service');
    writeFileSync(here, readFileSync(unit, 'utf8').replace('/usr/bin/node', process.execPath));
    const { stderr } = await analyze('verify', here);
    expect(stderr).not.toContain('gatehouse.service');
    rmSync(folder, { recursive: true });
  });
});

testWith('nginx')('the configuration for nginx sends the address of the client', async () => {
  const gatehouse = await startGatehouse({ TRUST_PROXY: '1' });
  const documented = readFileSync(path.join(root, 'docs/operate/proxy/nginx.conf'), 'utf8');
  const proxy = await startNginx(documented, { '127.0.0.1:4000': `127.0.0.1:${gatehouse.port}` });
  // The address that the client sends is not trusted.
  const headers = { Authorization: 'Bearer none', 'X-Forwarded-For': '192.0.2.1' };
  const response = await fetch(`${proxy.url}/auth/me`, { headers });
  expect(response.status).toBe(401);
  await proxy.stop();
  expect(gatehouse.logged()).toContain(`"requestId":"${response.headers.get('x-request-id')}"`);
  expect(gatehouse.logged()).toContain('"ip":"127.0.0.1"');
  expect(gatehouse.logged()).not.toContain('192.0.2.1');
  await gatehouse.stop();
});

let isWholeRun = false;
testWith('bash')('no command of the pages was left out', () => {
  expect(ci).toContain('"npm ci ');
  isWholeRun = true;
});
// Only after all tests it is known. A run with -t leaves commands out, and the test above, too.
afterAll(() => {
  if (!isWholeRun) return;
  const onlyPostgres = ['high-availability', 'why-rejected', 'move'].map((page) => `docs/operate/${page}.md`);
  const onlyPostgresSections = /PostgreSQL|^End sessions/;
  const missesProgram = (page: string) => !programsOf(commandsOf(page.replace('docs/', ''))).every(isThere);
  const expected = commands.filter(
    ({ block: { page, section } }) =>
      !missesProgram(page) &&
      (onPostgres ||
        (!page.startsWith('docs/reference/') && !onlyPostgres.includes(page) && !onlyPostgresSections.test(section))),
  );
  const leftOut = expected.filter((step) => !ran.has(step));
  expect(leftOut.map(({ block: { page, line } }) => `${page}:${line}`)).toEqual([]);
});
