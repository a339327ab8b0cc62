import { createInstallation, type Installation } from '../support/cli';
import { createTestDatabase } from '../support/database';

let installation: Installation;
beforeEach(async () => {
  installation = await createInstallation();
});
afterEach(() => installation.remove());

const gatehouse = (...args: string[]) => installation.run(args);

test('migrate applies migrations, and reports if there are none', async () => {
  const empty = await createInstallation(createTestDatabase);
  expect(await empty.run(['keys', 'list'])).toMatchObject({ code: 1, err: expect.stringMatching(/^error: [^\n]+\n$/) });
  expect((await empty.run(['migrate'])).out).toMatch(/^(applied \d{14}_\w+\n)+$/);
  expect((await empty.run(['migrate'])).out).toBe('the database is up to date\n');
  await empty.remove();
});

test('keys list, rotate and retire', async () => {
  const listed = async () =>
    JSON.parse((await gatehouse('keys', 'list', '--json')).out) as { kid: string; state: string }[];
  const [first] = await listed();
  expect((await gatehouse('keys', 'rotate')).out).toMatch(/^[\w-]{43} {2}pending /);
  expect((await listed()).map((key) => key.state)).toEqual(['pending', 'signing']);

  expect(await gatehouse('keys', 'retire', first?.kid ?? '', '--yes')).toMatchObject({
    code: 1,
    err: expect.stringContaining('this key signs'),
  });
  await gatehouse('keys', 'rotate', '--at-once', '--yes');
  expect(await gatehouse('keys', 'retire', first?.kid ?? '', '--yes')).toMatchObject({
    code: 0,
    out: `revoked ${first?.kid}\n`,
  });
  expect((await listed()).map((key) => key.state)).toEqual(['signing', 'pending', 'revoked']);
});

test('each algorithm has its own keys', async () => {
  const added = await gatehouse('keys', 'rotate', '--alg', 'RS256', '--json');
  expect(JSON.parse(added.out)).toMatchObject({ alg: 'RS256', state: 'signing' });
  expect((await gatehouse('keys', 'list')).out).toMatch(/^\S+ {2}signing {4}ES256 .*\n\S+ {2}signing {4}RS256 /);
  expect(await gatehouse('keys', 'rotate', '--alg', 'HS256')).toMatchObject({ code: 2 });
});

test('an unknown key is reported', async () => {
  expect(await gatehouse('keys', 'retire', 'nonsense', '--yes')).toEqual({
    code: 1,
    out: '',
    err: 'error: there is no such key, or it is already revoked. List the keys with: gatehouse keys list\n',
  });
});
