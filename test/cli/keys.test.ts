import { createSettings, runCli } from '../support/cli';

let settings: Awaited<ReturnType<typeof createSettings>>;
beforeAll(async () => {
  settings = await createSettings();
});
afterAll(() => settings.remove());

const gatehouse = (...args: string[]) => runCli(settings.env, args);

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

  expect(await gatehouse('keys', 'retire', first?.kid ?? '', '--yes')).toMatchObject({
    code: 1,
    err: expect.stringContaining('this key signs'),
  });
  await gatehouse('keys', 'rotate', '--at-once', '--yes');
  expect(await gatehouse('keys', 'retire', first?.kid ?? '', '--yes')).toMatchObject({
    code: 0,
    out: `retired ${first?.kid}\n`,
  });
  expect((await listed()).map((key) => key.state)).toEqual(['signing', 'waiting', 'retired']);
}, 60_000);

test('a key that is not there is said so', async () => {
  expect(await gatehouse('keys', 'retire', 'nonsense', '--yes')).toEqual({
    code: 1,
    out: '',
    err: 'error: no such key, or it was retired before: see gatehouse keys list\n',
  });
});
