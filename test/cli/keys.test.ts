import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { testSecret } from '../support/gatehouse';

const cli = path.join(__dirname, '../../dist/cli/main.js');

let folder: string;
let database: TestDatabase;
let env: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-'));
  database = await createTestDatabase();
  env = database.url ? { DATABASE_URL: database.url } : { DATA_DIR: folder };
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

interface Outcome {
  code: number;
  out: string;
  err: string;
}

function gatehouse(...args: string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    const options = { env: { PATH: process.env.PATH, GATEHOUSE_SECRET: testSecret, ...env } };
    execFile(process.execPath, [cli, ...args], options, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err });
    });
  });
}

test('migrate brings the database up to date, and says so when it is', async () => {
  expect(await gatehouse('keys', 'list')).toMatchObject({ code: 1, err: expect.stringMatching(/^error: [^\n]+\n$/) });
  expect((await gatehouse('migrate')).out).toMatch(/^(applied \d{14}_\w+\n)+$/);
  expect((await gatehouse('migrate')).out).toBe('the database is up to date\n');
});

test('keys list, rotate and retire', async () => {
  const listed = async () =>
    JSON.parse((await gatehouse('keys', 'list', '--json')).out) as { kid: string; state: string }[];
  const [first] = await listed();
  expect((await gatehouse('keys', 'rotate')).out).toMatch(/^[\w-]{43} {2}waiting /);
  expect((await listed()).map((key) => key.state)).toEqual(['waiting', 'signing']);

  expect(await gatehouse('keys', 'retire', first?.kid ?? '')).toMatchObject({
    code: 1,
    err: expect.stringContaining('this key signs'),
  });
  await gatehouse('keys', 'rotate', '--at-once');
  expect(await gatehouse('keys', 'retire', first?.kid ?? '')).toMatchObject({
    code: 0,
    out: `retired ${first?.kid}\n`,
  });
  expect((await listed()).map((key) => key.state)).toEqual(['signing', 'waiting', 'retired']);
}, 60_000);

test.each([['keys', 'retire'], ['keys', 'retire', 'nonsense'], ['keys', 'lst'], ['nonsense']])(
  '%s %s %s says what is wrong, without a stack',
  async (...args) => {
    const { code, err } = await gatehouse(...args.filter((arg) => typeof arg === 'string'));
    expect(code).toBeGreaterThan(0);
    expect(err).toMatch(/^error: /);
    expect(err).not.toMatch(/\n\s+at /);
  },
);
