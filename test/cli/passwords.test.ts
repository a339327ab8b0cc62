import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInstallation, type Installation, spawnCli } from '../support/cli';
import { freePort, spawnGatehouse } from '../support/process';
import { startRangeApi } from '../support/range-api';

const stolen = 'a stolen password';
const sha1 = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase();
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

test('build makes a file that the server, users create and the doctor use', async () => {
  const [source, file] = [inFolder('source'), inFolder('file')];
  writeFileSync(source, `${sha1(stolen)}:5\r\n${sha1('a rare one')}:1\r\n`);
  expect(await spawnCli({}, ['passwords', 'build', source, file])).toEqual({
    code: 0,
    out: `wrote 2 passwords to ${file}\n`,
    err: '',
  });
  expect(await cli(['passwords', 'build', source, file])).toMatchObject({
    code: 2,
    err: `error: Replace ${file}? Without a terminal, confirm with --yes\n`,
  });
  const rebuilt = await cli(['passwords', 'build', source, file, '--min-count', '2', '--yes', '--json']);
  expect(JSON.parse(rebuilt.out)).toEqual({ file, entries: 1 });

  const env = { BREACHED_PASSWORDS: file };
  expect(await doctor(env)).toEqual([notInApis, 'ok: the file of BREACHED_PASSWORDS has 1 stolen passwords']);
  const rejected = 'error: password is on a list of passwords that are tried first\n';
  expect(await cli(ada, env, stolen)).toEqual({ code: 2, out: '', err: rejected });
  expect(await cli(ada, env, 'lovelace 1815')).toEqual({ code: 2, out: '', err: rejected });
  expect((await cli(ada, env, 'a rare one')).code).toBe(0);
});

test('a wrong source is named with its line, and the file is as before', async () => {
  const [source, file] = [inFolder('source'), inFolder('file')];
  writeFileSync(source, `${sha1(stolen)}\n`);
  await cli(['passwords', 'build', source, file]);
  const before = readFileSync(file);
  writeFileSync(source, `${sha1(stolen)}\n${stolen}\n`);
  expect(await cli(['passwords', 'build', source, file, '--yes'])).toEqual({
    code: 1,
    out: '',
    err: `error: line 2 of ${source} is not a SHA-1 hash. It must have 40 hex digits, and :<count> after them if the count is known\n`,
  });
  expect(readFileSync(file)).toEqual(before);
  expect((await cli(['passwords', 'build', inFolder('missing'), file, '--yes'])).err).toMatch(/^error: ENOENT/);
  expect((await cli(['passwords', 'build', source, file, '--min-count', '0'])).err).toContain('whole number from 1');
});

test('a wrong file stops the start, and the doctor reports it', async () => {
  const file = inFolder('file');
  writeFileSync(file, sha1(stolen));
  const problem = 'BREACHED_PASSWORDS names a file of another form: make it with: gatehouse passwords build';
  expect(await doctor({ BREACHED_PASSWORDS: file })).toEqual([notInApis, `failure: ${problem}`]);
  expect(await doctor({})).toEqual([notInApis, notStolen]);
  const gatehouse = await spawnGatehouse({ DATA_DIR: inFolder('data'), BREACHED_PASSWORDS: file });
  expect(await gatehouse.ended).toBe(2);
  expect(gatehouse.output()).toContain(`Gatehouse cannot start. Correct these settings:\n  ${problem}\n`);
  // Other commands do not need the file.
  expect((await cli(['users', 'find'], { BREACHED_PASSWORDS: file })).code).toBe(0);
});

test.each([
  ['on', 'ok: COMMON_PASSWORDS is on: common passwords and own words are rejected everywhere'],
  ['off', 'skipped: COMMON_PASSWORDS is off: common passwords and own words are accepted'],
])('the doctor says what COMMON_PASSWORDS=%s means', async (value, says) => {
  expect(await doctor({ COMMON_PASSWORDS: value })).toEqual([says, notStolen]);
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
