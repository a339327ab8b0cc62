import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { runCli } from './support/cli';
import { createTestDatabase, onPostgres, type TestDatabase } from './support/database';
import { restDoor } from './support/doors';
import { startGatehouse } from './support/gatehouse';
import { hasNginx, startNginx } from './support/nginx';
import { freePort, type GatehouseProcess, spawnGatehouse } from './support/process';

/** Runs the commands of the documents, to the letter, where they are said to be run. */
const root = path.join(__dirname, '..');
const password = 'correct horse battery';

interface Block {
  page: string;
  /** The heading it stands under. */
  section: string;
  script: string;
}

const pages = readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.md'))
  .sort();
const blocks: Block[] = pages.flatMap((page) => {
  const text = readFileSync(path.join(root, 'docs', page), 'utf8');
  let section = '';
  return [...text.matchAll(/^#+ ([^\n]*)$|^( *)```sh\n(.*?)^ *```$/gms)].flatMap(([, heading, indent = '', script]) => {
    if (heading !== undefined) section = heading;
    return script === undefined
      ? []
      : [{ page, section, script: script.replaceAll(new RegExp(`^${indent}`, 'gm'), '') }];
  });
});
const ci = readFileSync(path.join(root, '.ci/run'), 'utf8');
const ran = new Set<Block>();

/** A folder that is like an installation, with settings and data of its own. */
function createInstallation(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-'));
  for (const name of ['package.json', '.npmrc', 'node_modules', 'dist', 'prisma']) {
    symlinkSync(path.join(root, name), path.join(folder, name));
  }
  return folder;
}

function shell(script: string, cwd: string, env: Record<string, string>): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const options = { cwd, env: { PATH: process.env.PATH, HOME: cwd, ...env } };
    const child = execFile('bash', ['--norc', '-euo', 'pipefail', '-c', script], options, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: out + err });
    });
    // For whatever asks for a password.
    child.stdin?.end(`${password}\n`);
  });
}

/** The blocks of a page, or of a section of it, in their order. What CI runs is not run again. */
async function follow(
  page: string,
  section: RegExp,
  cwd: string,
  env: Record<string, string>,
  before = async (_script: string) => {},
) {
  const followed = blocks.filter((block) => block.page === page && section.test(block.section));
  expect(followed.length).toBeGreaterThan(0);
  let output = '';
  for (const block of followed) {
    await before(block.script);
    ran.add(block);
    if (ci.includes(`"${block.script.trim()} `)) continue;
    const one = await shell(block.script, cwd, env);
    if (one.code !== 0) throw new Error(`${page}: exit code ${one.code} of\n${block.script}${one.output}`);
    output += one.output;
  }
  return output;
}

const describeOnPostgres = onPostgres ? describe : describe.skip;

describeOnPostgres('with PostgreSQL', () => {
  let database: TestDatabase;
  let restored: TestDatabase;
  let gatehouse: GatehouseProcess;
  let installation: string;
  let env: Record<string, string>;

  beforeAll(async () => {
    installation = createInstallation();
    database = await createTestDatabase();
    restored = await createTestDatabase();
    const PORT = String(await freePort());
    const [old, next] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
    const before = { DATABASE_URL: database.url, GATEHOUSE_SECRET: old };
    await runCli(before, ['migrate']);
    const [first] = JSON.parse((await runCli(before, ['keys', 'list', '--json'])).out);
    await runCli(before, ['keys', 'rotate', '--at-once', '--yes']);
    env = { ...before, GATEHOUSE_SECRET: next, GATEHOUSE_SECRET_PREVIOUS: old, PORT, KID: first.kid };
    env.PUBLIC_URL = `http://127.0.0.1:${PORT}`;
    gatehouse = await spawnGatehouse(env);
    await gatehouse.ready();
    const account = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', password };
    await restDoor.register(gatehouse.url, account);
    const response = await fetch(`${gatehouse.url}/auth/me`, { headers: { Authorization: 'Bearer none' } });
    env.REQUEST_ID = response.headers.get('x-request-id') ?? '';
    // A refusal is written down in the background.
    while ((await runCli(env, ['explain', env.REQUEST_ID])).code !== 0);
    env.RESTORED_URL = restored.url;
  }, 60_000);
  afterAll(async () => {
    await gatehouse.signal('SIGTERM');
    await database.drop();
    await restored.drop();
    rmSync(installation, { recursive: true });
  });

  test('audit.md', async () => {
    expect(await follow('operations/audit.md', /./, installation, env)).toMatch(
      /registered {2,}success.*An access token was refused/s,
    );
  }, 60_000);
  test('proxy.md', async () => {
    expect(await follow('operations/proxy.md', /./, installation, env)).toMatch(/^ok +proxies +.*0 proxies/m);
  });
  test('instances.md', async () => {
    expect(await follow('operations/instances.md', /./, installation, env)).toContain('the database is up to date');
  }, 60_000);
  test('upgrade.md', async () => {
    expect(await follow('operations/upgrade.md', /./, installation, env)).toContain('the database is up to date');
  }, 60_000);
  test('sessions.md', async () => {
    const retiring = { ...env };
    await follow('sessions.md', /^Keys$/, installation, retiring);
  }, 60_000);
  test('backup.md', async () => {
    const output = await follow('operations/backup.md', /^PostgreSQL$/, installation, env);
    expect(output).toMatch(/^ok +database/m);
    expect(output).toMatch(/^warning +secret .*sealed with the one before/m);
    expect(output).toContain('"action":"key_retired"');
    const { out } = await runCli({ ...env, DATABASE_URL: restored.url }, ['users', 'find', '--json']);
    expect(JSON.parse(out)).toMatchObject([{ email: 'ada@example.com' }]);
  }, 60_000);
  test('secret.md', async () => {
    expect(await follow('operations/secret.md', /^With PostgreSQL$/, installation, env)).toMatch(
      /re-encrypted \d keys/,
    );
    // Another one than was retired above.
    const keys = JSON.parse((await runCli(env, ['keys', 'list', '--json'])).out) as { kid: string; state: string }[];
    const KID = keys.find(({ state }) => state === 'signing')?.kid ?? '';
    await follow('operations/secret.md', /^If it was stolen$/, installation, { ...env, KID });
    expect(JSON.parse((await runCli(env, ['keys', 'list', '--json'])).out)).toContainEqual(
      expect.objectContaining({ kid: KID, state: 'retired' }),
    );
  }, 60_000);

  test('install.md', async () => {
    const folder = createInstallation();
    const fresh = await createTestDatabase();
    const PORT = String(await freePort());
    // What is set wins over .env, in which there is a name that nobody serves here.
    const here = { DATABASE_URL: fresh.url, PORT, PUBLIC_URL: `http://127.0.0.1:${PORT}` };
    let started: GatehouseProcess | undefined;
    const output = await follow('operations/install.md', /./, folder, here, async (script) => {
      if (!script.includes('doctor')) return;
      const settings = parseEnv(readFileSync(path.join(folder, '.env'), 'utf8')) as Record<string, string>;
      started = await spawnGatehouse({ ...settings, ...here });
      await started.ready();
    });
    expect(output).toMatch(/ada@example\.com {2}Ada Lovelace.*super admin/);
    expect(output).toMatch(/\nhealthy, /);
    const credentials = { email: 'ada@example.com', password };
    expect((await restDoor.login(started?.url ?? '', credentials)).success).toBe(true);
    await started?.signal('SIGTERM');
    await fresh.drop();
    rmSync(folder, { recursive: true });
  }, 60_000);

  test('no command was left out', () => {
    const embedded = blocks.filter(({ section }) => /embedded/.test(section));
    expect(blocks.filter((block) => !ran.has(block) && !embedded.includes(block))).toEqual([]);
  });
});

test('with the embedded database: backup.md and secret.md', async () => {
  const installation = createInstallation();
  const env = { DATA_DIR: path.join(installation, '.data') };
  await runCli(env, ['migrate']);
  const [key] = JSON.parse((await runCli(env, ['keys', 'list', '--json'])).out);
  const output = await follow('operations/backup.md', /embedded/, installation, env);
  expect(output).toContain(key.kid);
  expect(await follow('operations/secret.md', /embedded/, installation, env)).toContain('re-encrypted 1 key\n');
  // The backup is of before it, and has its own secret.
  expect((await runCli({ DATA_DIR: path.join(installation, 'restored') }, ['keys', 'list'])).out).toContain(key.kid);
  rmSync(installation, { recursive: true });
}, 60_000);

test('the unit for systemd starts what is built', () => {
  const unit = readFileSync(path.join(root, 'docs/operations/gatehouse.service'), 'utf8');
  const [, file = ''] = /^ExecStart=\/usr\/bin\/node (\S+)$/m.exec(unit) ?? [];
  expect(existsSync(path.join(root, file))).toBe(true);
});

(hasNginx ? test : test.skip)('the configuration for nginx tells the address of the client', async () => {
  const gatehouse = await startGatehouse({ TRUST_PROXY: '1' });
  const documented = readFileSync(path.join(root, 'docs/operations/nginx.conf'), 'utf8');
  const proxy = await startNginx(documented, { '127.0.0.1:4000': `127.0.0.1:${gatehouse.port}` });
  // What the client says of itself is not believed.
  const headers = { Authorization: 'Bearer none', 'X-Forwarded-For': '192.0.2.1' };
  const response = await fetch(`${proxy.url}/auth/me`, { headers });
  expect(response.status).toBe(401);
  await proxy.stop();
  expect(gatehouse.logged()).toContain(`"requestId":"${response.headers.get('x-request-id')}"`);
  expect(gatehouse.logged()).toContain('"ip":"127.0.0.1"');
  expect(gatehouse.logged()).not.toContain('192.0.2.1');
  await gatehouse.stop();
});
