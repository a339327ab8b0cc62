import { createInstallation, type Installation } from '../support/cli';
import { basicOf, postForm } from '../support/oauth';

let installation: Installation;
beforeAll(async () => {
  installation = await createInstallation();
});
afterAll(() => installation.remove());

const clients = (...args: string[]) => installation.run(['clients', ...args]);
const unknownId = '01a20e51-04c4-7d0a-9d3b-52f0a1b7c6de';

test('create prints an id and a secret with which a service can introspect; the secret is not shown again', async () => {
  const before = (await clients('list')).out;
  const { code, out } = await clients('create', '--name', 'orders', '--json');
  const { id, name, clientSecret } = JSON.parse(out);
  expect([code, name, clientSecret]).toEqual([0, 'orders', expect.stringMatching(/^[\w-]{43}$/)]);
  const lines = await clients('create', '--name', 'billing');
  expect(lines.out).toMatch(
    /^client id {6}[0-9a-f-]{36}\nclient secret {2}[\w-]{43}\nThe secret is not stored and cannot be shown again\.\n$/,
  );

  const listed = await clients('list');
  expect(listed.out.endsWith(before)).toBe(true);
  expect(listed.out.slice(0, listed.out.length - before.length)).toMatch(
    new RegExp(`^[0-9a-f-]{36}  billing  created .*\n${id}  orders  created .*Z  secret of .*Z\n$`),
  );
  expect(listed.out + (await clients('list', '--json')).out).not.toContain(clientSecret);

  const gatehouse = await installation.serve();
  const answer = await postForm(
    `${gatehouse.url}/oauth/introspect`,
    { token: 'x' },
    basicOf({ id, secret: clientSecret }),
  );
  expect([answer.status, answer.body]).toEqual([200, { active: false }]);
  await gatehouse.stop();
});

test('rotate-secret prints another secret, and says until when the previous one works', async () => {
  const { id, clientSecret } = JSON.parse((await clients('create', '--name', 'orders', '--json')).out);
  const { code, out } = await clients('rotate-secret', id);
  expect([code, out]).toEqual([0, expect.stringMatching(/\nThe previous secret works until .*Z\.\n$/)]);
  expect((await clients('list')).out).toMatch(new RegExp(`^${id} .* {2}previous secret until .*Z$`, 'm'));

  expect(await clients('rotate-secret', id, '--at-once')).toMatchObject({
    code: 2,
    err: expect.stringContaining('with the previous secret will be rejected immediately'),
  });
  const rotated = JSON.parse((await clients('rotate-secret', id, '--at-once', '--yes', '--json')).out);
  expect(rotated).toMatchObject({ id, name: 'orders', previousUntilTs: null, clientSecret: expect.any(String) });
  expect(rotated.clientSecret).not.toBe(clientSecret);
});

test('delete asks first', async () => {
  const { id } = JSON.parse((await clients('create', '--name', 'short-lived', '--json')).out);
  expect(await clients('delete', id)).toMatchObject({ code: 2, err: expect.stringContaining('confirm with --yes') });
  expect(await clients('delete', id.toUpperCase(), '--yes')).toEqual({
    code: 0,
    out: `deleted the client ${id} (short-lived)\n`,
    err: '',
  });
  expect((await clients('list')).out).not.toContain(id);
});

test('after a restore, the command says how many clients have the secrets of the backup', async () => {
  for (const name of ['orders', 'billing']) await clients('create', '--name', name);
  const { length } = JSON.parse((await clients('list', '--json')).out);
  const text = await installation.run(['after-restore', '--yes']);
  expect(text.out).toMatch(
    new RegExp(`^ended 0 sessions, .*\n.*\n${length} OAuth clients with the secrets of the backup\\. `),
  );
  const json = await installation.run(['after-restore', '--yes', '--json']);
  expect(JSON.parse(json.out)).toMatchObject({ clients: length });
});

test.each([
  [['create'], 2, /required option '--name <name>'/],
  [['create', '--name', ' '], 2, /^error: name must not be blank\n$/],
  [['create', '--name', 'x'.repeat(101)], 2, /^error: name must have at most 100 characters\n$/],
  [['create', '--name', 'a\u001b[2Jb'], 2, /^error: name must be valid Unicode text without control characters\n$/],
  [['delete', 'orders', '--yes'], 2, /the id of a client/],
  [
    ['delete', unknownId, '--yes'],
    1,
    /^error: There is no client with this id\. List clients with: gatehouse clients list\n$/,
  ],
  [['rotate-secret', unknownId], 1, /^error: There is no client with this id\./],
])('%j says what is wrong', async (args, code, message) => {
  expect(await clients(...args)).toEqual({ code, out: '', err: expect.stringMatching(message) });
});
