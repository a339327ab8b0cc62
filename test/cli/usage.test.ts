import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInstallation, runCli, runCliWithProgress, spawnCli } from '../support/cli';
import { writeDataDir } from '../support/database';
import { testSecret } from '../support/gatehouse';
import { freePort } from '../support/process';

const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-'));
afterAll(() => rmSync(folder, { recursive: true }));
const embedded = { DATA_DIR: path.join(folder, 'data') };

/** Every command, found with --help, and the output of its --help. */
async function commandsUnder(names: readonly string[]): Promise<{ names: readonly string[]; help: string }[]> {
  const { code, out } = await runCli({}, [...names, '--help']);
  expect(code).toBe(0);
  const [, list = ''] = /\nCommands:\n(.*)/s.exec(out) ?? [];
  const children = [...list.matchAll(/^ {2}(\w[\w-]*)/gm)].flatMap(([, name = '']) => (name === 'help' ? [] : [name]));
  if (children.length === 0) return [{ names, help: out }];
  const found = [];
  for (const child of children) found.push(...(await commandsUnder([...names, child])));
  return found;
}

test('every command explains itself with --help, and all that end take --json', async () => {
  const commands = await commandsUnder([]);
  expect(commands.length).toBeGreaterThan(7);
  expect(commands.filter(({ help }) => !/Usage: gatehouse .*\n\n\w/.test(help))).toEqual([]);
  const withoutJson = commands.filter(({ help }) => !help.includes('--json'));
  expect(withoutJson.map(({ names }) => names.join(' '))).toEqual(['serve', 'preview']);
});

test.each([
  [[], /Usage: gatehouse/],
  [['nonsense'], /^error: unknown command 'nonsense'/],
  [['keys'], /Usage: gatehouse keys/],
  [['keys', 'lst'], /^error: unknown command 'lst'\n\(Did you mean list\?\)/],
  [['keys', 'list', '--jsn'], /^error: unknown option '--jsn'\n\(Did you mean --json\?\)/],
  [['keys', 'list', 'all'], /^error: too many arguments for 'list'. Expected 0 arguments but got 1./],
  [['keys', 'retire'], /^error: missing required argument 'kid'/],
  [['audit', '--action', 'sneezed'], /Allowed choices are access_refused, /],
  [['audit', '--since', 'yesterday'], /It must be a time such as /],
  [['audit', '--person', 'Ada'], /the id of a user or an e-mail address/],
  [['audit', '--limit', '0'], /a whole number from 1/],
  [['explain'], /missing required argument 'request-id'/],
  [
    ['compare', '--against', 'https://old.example.com'],
    /^error: gatehouse compare no longer exists\. Send requests of your /,
  ],
])('%j says what is wrong and what is right, and exits with 2', async (args, says) => {
  const { code, out, err } = await runCli(embedded, args);
  expect(err).toMatch(says);
  expect(err).not.toMatch(/\n\s+at /);
  expect({ code, out }).toEqual({ code: 2, out: '' });
});

test.each([
  [['--help'], 0],
  [['secret', 'rotate'], 2],
])('the process %j prints the same, and has the same exit code', async (args, code) => {
  const env = { ...embedded, GATEHOUSE_SECRET: testSecret };
  const ran = await spawnCli(env, args);
  expect(ran.code).toBe(code);
  expect(ran).toEqual(await runCli(env, args));
});

test('without a terminal, a command that cannot be undone needs --yes', async () => {
  const { run, remove } = await createInstallation();
  await run(['keys', 'list']);
  const { code, err } = await run(['keys', 'rotate', '--at-once']);
  expect(code).toBe(2);
  expect(err).toMatch(/^error: .* Without a terminal, confirm with --yes\n$/);
  const { out } = await run(['keys', 'list', '--json']);
  expect(JSON.parse(out)).toHaveLength(1);
  await remove();
});

test.each([[['keys', 'list']], [['keys', 'list', '--json']], [['migrate']], [['audit']]])(
  '%j names wrong settings, a line each, and exits with 2',
  async (args) => {
    expect(await runCli({ PORT: 'http', JWT_TTL: 'soon' }, args)).toEqual({
      code: 2,
      out: '',
      err: 'error: PORT must be a whole number from 0 to 65535, such as 4000\nerror: JWT_TTL must be a whole number from 1 to 86400, such as 3600\n',
    });
  },
);

describe('a database that cannot be used is one sentence', () => {
  const oneSentence = (says: string) => expect.stringMatching(new RegExp(`^error: [^\\n]*${says}[^\\n]*\\n$`));

  test('if it is unavailable', async () => {
    const DATABASE_URL = `postgresql://postgres@127.0.0.1:${await freePort()}/gatehouse`;
    expect(await runCli({ DATABASE_URL, GATEHOUSE_SECRET: testSecret }, ['keys', 'list'])).toEqual({
      code: 1,
      out: '',
      err: oneSentence('the database cannot be reached'),
    });
  });

  test('if it does not answer; meanwhile the command shows what it is doing', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const DATABASE_URL = `postgresql://postgres@127.0.0.1:${port}/gatehouse`;
    const env = { DATABASE_URL, GATEHOUSE_SECRET: testSecret };
    const { code, err } = await runCliWithProgress(env, ['keys', 'list']);
    silent.close();
    expect(code).toBe(1);
    expect(err).toMatch(/^reading the keys …\nerror: the database did not answer in time[^\n]*\n$/);
  });

  test('if it is not migrated', async () => {
    const DATA_DIR = path.join(folder, 'empty');
    await writeDataDir(DATA_DIR, 'empty');
    expect(await runCli({ DATA_DIR }, ['keys', 'list'])).toEqual({
      code: 1,
      out: '',
      err: oneSentence('the database is not migrated .*: run gatehouse migrate'),
    });
  });

  test('if the secret is another one', async () => {
    const { run, remove } = await createInstallation();
    await run(['keys', 'list']);
    const GATEHOUSE_SECRET = randomBytes(32).toString('base64');
    const { code, err } = await run(['keys', 'list'], '', { GATEHOUSE_SECRET });
    expect({ code, err }).toEqual({ code: 1, err: oneSentence('GATEHOUSE_SECRET is not the secret') });
    await remove();
  });
});
