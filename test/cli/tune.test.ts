import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { recordFile, type TunedRecord, tunedDir } from '../../src/argon2/argon2-binary';
import { type Argon2Copy, copyArgon2 } from '../support/argon2';

// The built command in a tree of its own: the project's node_modules are not to be changed.
let copy: Argon2Copy;
beforeAll(() => {
  copy = copyArgon2();
  cpSync(path.join(__dirname, '../../dist'), path.join(copy.root, 'dist'), { recursive: true });
});
afterAll(() => copy.remove());

function run(args: string[], env: Record<string, string> = {}) {
  const inherited = Object.entries(process.env).filter(([name]) => /^(PATH|HOME|npm_config_\w+)$/.test(name));
  const options = { encoding: 'utf8', env: { ...Object.fromEntries(inherited), ...env } } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, args, options);
  return { status, stdout, stderr };
}
const tune = (args: string[] = [], env?: Record<string, string>) =>
  run([path.join(copy.root, 'dist/cli/main.js'), 'tune', ...args], env);

/** Which binary a start would take. */
function binaryAtStart(): string {
  const script = `require(${JSON.stringify(path.join(copy.root, 'dist/passwords/password-hasher.js'))}).createPasswordHasher(2)
    .then(async (hasher) => console.log(hasher.binary, await hasher.verify(await hasher.hash('p'), 'p')))`;
  return run(['-e', script]).stdout;
}

const record = () => JSON.parse(readFileSync(recordFile(copy.packageDir), 'utf8')) as TunedRecord;
const oneLine = /^error: [^\n]+\n$/;

const cxx = process.platform === 'linux' ? 'g++' : 'c++';
const hasCompiler = ['cc', cxx, 'make', 'python3'].every((tool) => spawnSync(tool, ['--version']).status === 0);

test('a wrong option says what is right', () => {
  const { status, stderr } = tune(['--march', 'pentium']);
  expect(status).toBe(2);
  expect(stderr).toMatch(oneLine);
  expect(stderr).toContain('native, x86-64-v3, x86-64-v4');
});

test.each([
  [cxx, 'no C++ compiler: install g++ or clang'],
  ['cc', 'no C compiler: install gcc or clang'],
  ['make', 'no make: install it'],
  ['python3', 'no Python: install python3'],
])('without %s it fails and leaves nothing', (missing, message) => {
  const tools = path.join(copy.root, `tools-without-${missing}`);
  mkdirSync(tools);
  for (const tool of ['cc', cxx, 'make', 'python3'].filter((name) => name !== missing)) {
    writeFileSync(path.join(tools, tool), '#!/bin/sh\n', { mode: 0o755 });
  }
  expect(tune([], { PATH: tools, npm_config_python: '' })).toEqual({
    status: 1,
    stdout: '',
    stderr: `error: ${message}\n`,
  });
  expect(existsSync(tunedDir(copy.packageDir))).toBe(false);
});

test('without the headers it names the folder where it looked', () => {
  const { status, stderr } = tune([], { npm_config_nodedir: '/nowhere' });
  expect(status).toBe(1);
  if (hasCompiler)
    expect(stderr).toMatch(/^error: no headers of Node: \/nowhere\/include\/node\/node_api\.h is missing/);
});

(hasCompiler ? describe : describe.skip)('with a compiler', () => {
  test('builds and tests the binary, and installs it for the next start; twice as well as once', () => {
    expect(binaryAtStart()).toBe('prebuilt true\n');
    for (let time = 0; time < 2; time++) {
      const { status, stdout, stderr } = tune();
      expect({ status, stderr }).toEqual({
        status: 0,
        stderr: expect.stringMatching(/^compiling argon2 0\.44\.0 with -march=native …\n/),
      });
      expect(stdout).toMatch(/^tuned: \d+ hashes a second, \d+ with the prebuilt binary\n$/);
      expect(readdirSync(tunedDir(copy.packageDir)).sort()).toEqual(
        [record().sha256.slice(0, 16), 'tuned.json'].sort(),
      );
    }
    expect(binaryAtStart()).toBe('tuned true\n');
    expect(existsSync(path.join(copy.packageDir, 'build'))).toBe(false);
  }, 120_000);

  test('a failed compilation leaves the installed binary', () => {
    const before = record();
    const { status, stderr } = tune([], { CXXFLAGS: '--no-such-flag' });
    expect({ status, error: stderr.split('\n').slice(1) }).toEqual({
      status: 1,
      error: [expect.stringMatching(/^error: argon2 could not be compiled: .*no-such-flag/), ''],
    });
    expect(record()).toEqual(before);
    expect(binaryAtStart()).toBe('tuned true\n');
  }, 60_000);

  test.each([
    {
      what: 'ends the process',
      file: 'argon2.cpp',
      change: (code: string) => `${code}\nstatic void __attribute__((constructor)) end() { __builtin_trap(); }\n`,
      reason: /it ended by SIG(ILL|TRAP)/,
    },
    {
      what: 'makes other hashes',
      file: 'argon2/src/blake2/blake2b.c',
      change: (code: string) => code.replace('0x6a09e667f3bcc908', '0x6a09e667f3bcc909'),
      reason: /a wrong hash/,
    },
  ])(
    'a binary that $what leaves the installed one',
    ({ file, change, reason }) => {
      const before = record();
      const source = path.join(copy.packageDir, file);
      const code = readFileSync(source, 'utf8');
      writeFileSync(source, change(code));
      const { status, stderr } = tune();
      writeFileSync(source, code);
      expect(status).toBe(1);
      expect(stderr).toMatch(/\nerror: the trial of the binary failed: [^\n]+\n$/);
      expect(stderr).toMatch(reason);
      expect(record()).toEqual(before);
      expect(readdirSync(tunedDir(copy.packageDir))).toHaveLength(2);
    },
    60_000,
  );

  test('--undo removes it, and has nothing to do the next time', () => {
    expect(tune(['--undo']).stdout).toBe('removed: the next start uses the prebuilt binary\n');
    expect(existsSync(tunedDir(copy.packageDir))).toBe(false);
    expect(binaryAtStart()).toBe('prebuilt true\n');
    expect(tune(['--undo']).stdout).toBe('there is no tuned binary\n');
  });
});
