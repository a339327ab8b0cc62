import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { builtInCases } from '../../src/features/legacy/built-in-cases';
import { runCli, spawnCli } from '../support/cli';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { type OldService, startOldService } from '../support/old-service';
import { freePort } from '../support/process';

let folder: string;
let gatehouse: Gatehouse;
let old: OldService;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-'));
  gatehouse = await startGatehouse({ RATE_LIMITS: 'on' });
  old = await startOldService();
});
afterAll(async () => {
  await gatehouse.stop();
  await old.stop();
  rmSync(folder, { recursive: true });
});

const compare = (args: readonly string[], env: Record<string, string> = {}) =>
  runCli({ PUBLIC_URL: gatehouse.url, ...env }, ['compare', ...args]);

function fileOf(lines: readonly unknown[]): string {
  const file = path.join(folder, 'cases.ndjson');
  writeFileSync(file, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
  return file;
}

const register = {
  name: 'register',
  path: '/auth/register',
  body: { email: '{{random}}@example.com', first_name: 'Ada', last_name: 'Lovelace', password: '{{password}}' },
};
const login = {
  name: 'login',
  path: '/auth/login',
  body: { email: '{{random}}@example.com', password: '{{password}}' },
};

test('two Gatehouses have the same answers to all built-in cases, within the default rate limits', async () => {
  const other = await startGatehouse({ RATE_LIMITS: 'on' });
  const { code, out, err } = await compare(['--against', `${other.url}/`, '--pause', '0', '--yes', '--json']);
  expect({ code, ...JSON.parse(out), err }).toEqual({
    code: 0,
    against: other.url,
    this: gatehouse.url,
    random: expect.stringMatching(/^\d{12}$/),
    cases: builtInCases.length,
    equal: builtInCases.length,
    differences: [],
    notCompared: [],
    err: '',
  });
  // The accounts of a run are found by its number.
  const [{ accounts } = {}] = await gatehouse.sql(
    `SELECT count(*)::int AS accounts FROM users WHERE lower(email) LIKE 'compare-${JSON.parse(out).random}%'`,
  );
  expect(accounts).toBeGreaterThan(15);
  await other.stop();
});

test('a service with other texts and codes differs, in the order of importance', async () => {
  const file = fileOf([
    register,
    { ...register, name: 'again' },
    login,
    { ...login, name: 'slash', path: '/auth/login/' },
  ]);
  const { code, out, err } = await compare(['--against', old.url, file, '--pause', '0', '--yes']);
  expect({ code, err }).toEqual({ code: 1, err: '' });
  expect(out.replace(/\d{12}/, '0123')).toBe(`4 cases: 0 equal, 4 different, 0 not compared

One service accepts what the other one rejects, or does not answer in JSON:
  status: old 200, this 404
    in slash

The specification leaves this open (one example of each):
  msg: old "User registered successfully", this "Registered."
    in register, again, login
  code: old missing, this "EMAIL_TAKEN"
    in again
  gen_at: old missing, this "<date-time>"
    in login

The addresses of this run contain 0123.
`);
});

test('--ignore names places, in all cases or in one', async () => {
  const file = fileOf([register, { ...register, name: 'again', ignore: ['code'] }, { ...login, path: '/auth/login/' }]);
  const ignored = ['--ignore', 'msg', '--ignore', 'login:status'];
  const run = (args: string[]) => compare(['--against', old.url, file, '--pause', '0', '--yes', ...args]);
  expect(await run(ignored)).toMatchObject({ code: 0, out: expect.stringMatching(/^3 cases: 3 equal, 0 different/) });
  const { code, out } = await run([...ignored.slice(0, 2), '--ignore', 'again:status', '--json']);
  expect([code, JSON.parse(out).differences]).toEqual([
    1,
    [{ case: 'login', place: 'status', rank: 'outcome', old: '200', this: '404' }],
  ]);
});

test('without --yes and without a terminal, nothing is sent', async () => {
  const before = old.users.size;
  expect(await spawnCli({ PUBLIC_URL: gatehouse.url }, ['compare', '--against', old.url])).toEqual({
    code: 2,
    out: '',
    err: expect.stringMatching(
      /^error: Send \d+ requests to http:\S+ and to http:\S+, and register up to \d\d accounts in each\? Without a terminal, confirm with --yes\n$/,
    ),
  });
  expect(old.users.size).toBe(before);
});

test('a service that is away is an error', async () => {
  const away = `http://127.0.0.1:${await freePort()}`;
  const { code, out, err } = await compare(['--against', old.url, '--this', away, '--yes']);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toBe(`error: ${away} cannot be reached: connect ECONNREFUSED ${away.slice('http://'.length)}\n`);
});

test('a case that was not compared is no success', async () => {
  const limiting = await startOldService(({ body }) => ({ status: 429, body }));
  const { code, out } = await compare(['--against', limiting.url, fileOf([login]), '--yes']);
  expect(code).toBe(1);
  expect(out).toMatch(
    /^1 case: 0 equal, 0 different, 1 not compared\n\nNot compared:\n {2}the old service limited the rate of requests \(429\)\n {4}in login\n/,
  );
});

describe('wrong command lines', () => {
  const against = ['--against', 'https://old.example.com'];
  test.each<[string[], string]>([
    [[], "required option '--against <url>' not specified"],
    [['--against', 'old.example.com'], 'It must be an http or https address without a user name and a query.'],
    [['--against', 'https://me:secret@old.example.com'], 'It must be an http or https address'],
    [[...against, '--this', 'https://old.example.com/'], '--against and --this are the same service'],
    [[...against, '--ignore', 'a b'], 'It must be a place such as msg, or a case and a place.'],
    [[...against, '--ignore', 'no-such-case:msg'], '--ignore names the unknown case no-such-case'],
    [[...against, '--pause', '1s'], 'It must be a whole number from 0 to 3600000.'],
    [[...against, '/no/such/file'], '/no/such/file cannot be read: ENOENT: no such file or directory'],
    [[...against, tmpdir()], `${tmpdir()} cannot be read: EISDIR`],
  ])('%j', async (args, problem) => {
    expect(await compare([...args, '--yes'])).toEqual({ code: 2, out: '', err: expect.stringContaining(problem) });
  });

  test('an environment that is not right', async () => {
    const { code, err } = await compare([...against, '--yes'], { PUBLIC_URL: 'nowhere' });
    expect([code, err]).toEqual([2, expect.stringMatching(/^error: PUBLIC_URL/)]);
    // With --this, no setting is read.
    const both = ['--against', old.url, '--this', gatehouse.url, fileOf([login]), '--yes', '--ignore', 'msg'];
    expect((await compare([...both, '--ignore', 'code'], { PUBLIC_URL: 'nowhere' })).code).toBe(0);
  });

  test('a file with wrong lines: each is named, without its values', async () => {
    const file = fileOf([
      register,
      '{"name": "secret-of-mine"',
      '',
      { name: 'a', path: 'secret-of-mine' },
      { ...register, body: '{{secret}}' },
      register,
      `"${'x'.repeat(70_000)}"`,
    ]);
    expect(await compare([...against, file, '--yes'])).toEqual({
      code: 2,
      out: '',
      err: [
        `${file}, line 2: is not valid JSON`,
        `${file}, line 4: path must start with / and have only visible ASCII characters without #`,
        `${file}, line 5: has the unknown placeholder {{secret}}. There are {{random}}, {{password}} and {{password:N}}, N up to 1000`,
        `${file}, line 6: has the name of an earlier case: register`,
        `${file}, line 7: is longer than 65536 bytes`,
        `error: ${file} has 5 wrong lines: nothing was sent`,
        '',
      ].join('\n'),
    });
    expect((await compare([...against, fileOf(['', '']), '--yes'])).err).toBe(`error: ${file} has no cases\n`);
    const many = Array.from({ length: 1001 }, (_, i) => ({ ...login, name: `case-${i}` }));
    expect((await compare([...against, fileOf(many), '--yes'])).err).toBe(`error: ${file} has more than 1000 cases\n`);
  });
});
