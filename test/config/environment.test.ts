import { execFile } from 'node:child_process';
import {
  chmodSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ConfigError } from '../../src/platform/config/config-error';
import { readEnvironment } from '../../src/platform/config/environment';
import { cliFile, createInstallation } from '../support/cli';
import { shortLived, spawnGatehouse, withoutDatabase } from '../support/process';
import { until } from '../support/until';

const serverFile = path.join(__dirname, '../../dist/main.js');
/** Root can read every file, so an unreadable file is tested as another user. */
const isRoot = process.geteuid?.() === 0;
const otherUser = 65_534;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Makes this user the owner of the folder and its files. */
function giveTo(user: number): void {
  for (const name of ['', ...readdirSync(folder)]) lchownSync(path.join(folder, name), user, user);
}

/** Runs a built file in the folder. Its environment has only `env`. */
function run(file: string, args: readonly string[] = [], env: Record<string, string> = {}) {
  if (isRoot) giveTo(otherUser);
  const as = isRoot ? { uid: otherUser, gid: otherUser } : {};
  const options = { cwd: folder, env: { PATH: process.env.PATH, ...env }, ...as };
  return new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
    execFile(process.execPath, [...shortLived, file, ...args], options, (error, out, err) => {
      resolve({ code: error ? error.code : 0, out, err });
    });
  });
}

const unusable: [string, string, () => void][] = [
  [
    'is a folder',
    '.env exists but cannot be read (EISDIR). Make it a file that this user can read, or remove it',
    () => mkdirSync('.env'),
  ],
  [
    'is a link that leads nowhere',
    '.env exists but cannot be read (ENOENT). Make it a file that this user can read, or remove it',
    () => symlinkSync('nowhere', '.env'),
  ],
  [
    'has a line that is no setting',
    '.env has a mistake in line 3: write it as NAME=value',
    () => writeFileSync('.env', '# settings\r\nHOST=127.0.0.1\r\nDATABASE_URL hunter2\r\nPORT=4000\r\n'),
  ],
  [
    'ends with a line that is no setting',
    '.env has a mistake in line 2: write it as NAME=value',
    () => writeFileSync('.env', 'PORT=4000\nhunter2'),
  ],
];

test.each(unusable)('a .env that %s is rejected', (_what, says, make) => {
  const before = process.cwd();
  process.chdir(folder);
  try {
    make();
    expect(readEnvironment).toThrow(new ConfigError([says]));
  } finally {
    process.chdir(before);
  }
});

test('a .env that may not be read ends the server and the commands with 2', async () => {
  const file = path.join(folder, '.env');
  writeFileSync(file, 'PORT=hunter2\n');
  chmodSync(file, 0);
  const says = '.env exists but cannot be read (EACCES). Make it a file that this user can read, or remove it';
  expect(await run(serverFile)).toEqual({
    code: 2,
    out: '',
    err: `Gatehouse cannot start. Correct these settings:\n  ${says}\n`,
  });
  expect(await run(cliFile, ['keys', 'list', '--json'])).toEqual({ code: 2, out: '', err: `error: ${says}\n` });
  const { code, out } = await run(cliFile, ['doctor', '--json']);
  expect({ code, ...JSON.parse(out) }).toEqual({
    code: 1,
    healthy: false,
    findings: [{ check: 'settings', verdict: 'failure', says }],
  });
});

test('in production a start without DATABASE_URL and DATA_DIR ends with 2', async () => {
  writeFileSync(path.join(folder, '.env'), 'NODE_ENV=production\nDATABSE_URL=postgresql://hunter2@db/x\n');
  const says =
    '  DATABASE_URL is required with NODE_ENV=production. For the embedded database, set DATA_DIR instead, such as /var/lib/gatehouse\n' +
    '  DATABSE_URL is not a setting. Did you mean DATABASE_URL?\n';
  expect(await run(serverFile)).toEqual({
    code: 2,
    out: '',
    err: `Gatehouse cannot start. Correct these settings:\n${says}`,
  });
});

test('the start and the doctor name a variable that is nearly a setting, without its value', async () => {
  const misspelled = { TRUST_PROXIY: '1-hunter2' };
  const says = 'TRUST_PROXIY is not a setting. Did you mean TRUST_PROXY?';

  // The start goes on, up to the database.
  const gatehouse = await spawnGatehouse({ ...misspelled, ...(await withoutDatabase()) });
  await until(() => gatehouse.output().includes('"listening"'));
  await gatehouse.signal('SIGTERM');
  expect(gatehouse.output()).toContain(`"level":"warn"`);
  expect(gatehouse.output()).toContain(`"msg":"${says}"`);
  const installation = await createInstallation();
  const doctor = await installation.run(['doctor', '--no-hashing'], '', misspelled);
  expect(doctor.out).toContain(`warning  settings           ${says}\n`);
  expect(gatehouse.output() + doctor.out + doctor.err).not.toContain('hunter2');
  await installation.remove();
});
