import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInstallation, type Installation } from '../support/cli';
import { freePort, spawnGatehouse, withoutDatabase } from '../support/process';
import { startRangeApi } from '../support/range-api';
import { writeRangeFiles } from '../support/range-files';

const stolen = 'a stolen password';
const ada = ['users', 'create', '--email', 'ada@example.com', '--first-name', 'Ada', '--last-name', 'Lovelace'];

let installation: Installation;
let folder: string;
beforeAll(async () => {
  installation = await createInstallation();
});
afterAll(() => installation.remove());
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const inFolder = (name: string) => path.join(folder, name);
const cli = (args: readonly string[], env: Record<string, string> = {}, input = '') =>
  installation.run(args, input, env);
const notInApis =
  'ok: COMMON_PASSWORDS is pages: common passwords and own words are rejected, but not in registrations through the APIs';
const notStolen = 'skipped: BREACHED_PASSWORDS is off: passwords are not compared with stolen ones';
const doctor = async (env: Record<string, string>): Promise<string[]> => {
  const { findings } = JSON.parse((await cli(['doctor', '--no-hashing', '--json'], env)).out);
  return findings.flatMap(({ check, verdict, says }: Record<string, string>) =>
    check === 'passwords' ? [`${verdict}: ${says}`] : [],
  );
};

test('the folder of the downloader is used by users create and the doctor', async () => {
  const env = { BREACHED_PASSWORDS: writeRangeFiles(inFolder('ranges'), [stolen, 'password']) };
  expect(await doctor(env)).toEqual([notInApis, 'ok: the folder of BREACHED_PASSWORDS has the stolen passwords']);
  const rejected = 'error: password is on a list of passwords that are tried first\n';
  expect(await cli(ada, env, stolen)).toEqual({ code: 2, out: '', err: rejected });
  expect(await cli(ada, env, 'lovelace 1815')).toEqual({ code: 2, out: '', err: rejected });
  expect((await cli(ada, env, 'a rare one')).code).toBe(0);
  expect(await doctor({ BREACHED_PASSWORDS: writeRangeFiles(inFolder('some'), [stolen]) })).toEqual([
    notInApis,
    expect.stringMatching(/^failure: a file in the folder of BREACHED_PASSWORDS cannot be read \(ENOENT\)/),
  ]);
});

test('a wrong folder stops the start, and the doctor reports it', async () => {
  const file = inFolder('file');
  writeFileSync(file, stolen);
  const problem = 'BREACHED_PASSWORDS is a file. It must be the folder of: haveibeenpwned-downloader <folder> -s false';
  expect(await doctor({ BREACHED_PASSWORDS: file })).toEqual([notInApis, `failure: ${problem}`]);
  expect(await doctor({})).toEqual([notInApis, notStolen]);
  const gatehouse = await spawnGatehouse({ ...(await withoutDatabase()), BREACHED_PASSWORDS: file });
  expect(await gatehouse.ended).toBe(2);
  expect(gatehouse.output()).toContain(`Gatehouse cannot start. Correct these settings:\n  ${problem}\n`);
  // Other commands do not need the folder.
  expect((await cli(['users', 'find'], { BREACHED_PASSWORDS: file })).code).toBe(0);
});

test.each([
  ['on', 'ok: COMMON_PASSWORDS is on: common passwords and own words are rejected everywhere'],
  ['off', 'skipped: COMMON_PASSWORDS is off: common passwords and own words are accepted'],
])('the doctor says what COMMON_PASSWORDS=%s means', async (value, says) => {
  expect(await doctor({ COMMON_PASSWORDS: value })).toEqual([says, notStolen]);
});

test('the guides to production set COMMON_PASSWORDS=on, with systemd and with containers', () => {
  const guide = readFileSync(path.join(__dirname, '../../docs/operate/install.md'), 'utf8');
  const productions = guide.match(/^```sh[^`]*PUBLIC_URL=https:[^`]*^```$/gm) ?? [];
  expect(productions.map((shell) => shell.includes('\necho "COMMON_PASSWORDS=on" >> .env\n'))).toEqual([true, true]);
});

test('the doctor asks the range API for a password that every set has', async () => {
  const known = await startRangeApi(['password']);
  expect(await doctor({ BREACHED_PASSWORDS: known.url })).toEqual([
    notInApis,
    expect.stringMatching(/^(ok|warning): the range API of BREACHED_PASSWORDS answered in \d+ ms/),
  ]);
  await known.stop();
  const other = await startRangeApi([stolen]);
  expect(await doctor({ BREACHED_PASSWORDS: other.url })).toEqual([
    notInApis,
    'failure: the range API of BREACHED_PASSWORDS does not know the password "password". Check the URL',
  ]);
  await other.stop();
  expect(await doctor({ BREACHED_PASSWORDS: `http://127.0.0.1:${await freePort()}` })).toEqual([
    notInApis,
    expect.stringMatching(/^failure: new passwords are not compared with stolen ones: .*ECONNREFUSED/),
  ]);
});
