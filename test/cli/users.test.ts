import { restApi } from '../support/apis';
import { createMigratedSettings, runCli } from '../support/cli';
import { spawnGatehouse } from '../support/process';

let settings: Awaited<ReturnType<typeof createMigratedSettings>>;
beforeAll(async () => {
  settings = await createMigratedSettings();
});
afterAll(() => settings.remove());

const users = (args: readonly string[], input?: string) => runCli(settings.env, ['users', ...args], input);
const password = 'correct horse battery';
const ada = ['--email', 'Ada@Example.com', '--first-name', 'Ada', '--last-name', 'Lovelace'];

test('create makes a super admin, who can log in, with a password from standard input', async () => {
  const { code, out } = await users(['create', ...ada, '--super-admin', '--json'], `${password}\n`);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ email: 'Ada@Example.com', isSuperAdmin: true, disabled: false });
  expect(out).not.toMatch(/hash|argon2/);

  const gatehouse = await spawnGatehouse(settings.env);
  await gatehouse.ready();
  const { success, user } = await restApi.login(gatehouse.url, { email: 'ada@example.com', password });
  expect({ success, isSuperAdmin: user?.isSuperAdmin }).toEqual({ success: true, isSuperAdmin: true });
  expect(await gatehouse.signal('SIGTERM')).toBe(0);
});

test('create applies the rules of a registration, and reports invalid input without a change', async () => {
  expect(await users(['create', '--email', 'ada', '--first-name', ' ', '--last-name', 'L'], 'short')).toEqual({
    code: 2,
    out: '',
    err: `error: email must be one e-mail address, such as ada@example.com, with at most 254 characters
error: first-name must not be blank
error: password must have more than 8 characters
`,
  });
  expect(await users(['create', ...ada], password)).toEqual({
    code: 1,
    out: '',
    err: 'error: This e-mail address already has an account.\n',
  });
  expect((await users(['create', '--email', 'bob@example.com'], password)).err).toMatch(
    /required option '--first-name/,
  );
  expect(JSON.parse((await users(['find', '--json'])).out)).toHaveLength(1);
});

test('find, show, disable, enable and end-sessions', async () => {
  expect((await users(['find', 'LOVE'])).out).toMatch(
    /^\S{36} {2}Ada@Example\.com {2}Ada Lovelace {2}.*super admin\n$/,
  );
  expect(await users(['find', 'unknown'])).toEqual({ code: 0, out: '', err: '' });
  expect((await users(['show', 'ADA@example.com'])).out).toMatch(/^e-mail {6}Ada@Example\.com$/m);
  const { user } = JSON.parse((await users(['show', 'ada@example.com', '--json'])).out);

  expect(await users(['disable', user.id])).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^error: Disable Ada@Example.com and end its \d live sessions?\? Without a terminal/),
  });
  expect(JSON.parse((await users(['disable', user.id, '--yes', '--json'])).out)).toMatchObject({ changed: true });
  expect((await users(['disable', user.id, '--yes'])).out).toMatch(
    /^Ada@Example.com was already disabled, ended 0 sessions/,
  );
  expect((await users(['find', '--disabled'])).out).toContain(user.id);
  expect((await users(['enable', user.id])).out).toBe('enabled Ada@Example.com\n');
  expect((await users(['find', '--disabled'])).out).toBe('');
  expect((await users(['end-sessions', user.id, '--yes'])).code).toBe(0);
});

test('end-session ends one session by its id', async () => {
  const gatehouse = await spawnGatehouse(settings.env);
  await gatehouse.ready();
  const logIn = async (): Promise<string> => {
    const { jwt } = await restApi.login(gatehouse.url, { email: 'ada@example.com', password });
    return JSON.parse(Buffer.from(jwt?.split('.')[1] ?? '', 'base64url').toString()).sid;
  };
  const [first, second] = [await logIn(), await logIn()];
  expect(await gatehouse.signal('SIGTERM')).toBe(0);
  const { user, liveSessions: before } = JSON.parse((await users(['show', 'ada@example.com', '--json'])).out);

  expect(await users(['end-session', first])).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^error: End the session of Ada@Example.com \(.*\)\? Without a terminal/),
  });
  expect((await users(['end-session', first.toUpperCase(), '--yes'])).out).toBe(
    `ended the session ${first} of Ada@Example.com\n`,
  );
  expect(JSON.parse((await users(['end-session', first, '--yes', '--json'])).out)).toEqual({
    sessionId: first,
    userId: user.id,
    changed: false,
  });
  const { sessions, liveSessions } = JSON.parse((await users(['show', user.id, '--json'])).out);
  expect(liveSessions).toBe(before - 1);
  expect(sessions.map(({ id }: { id: string }) => id)).toContain(second);
  expect(sessions.map(({ id }: { id: string }) => id)).not.toContain(first);

  expect(await users(['end-session', user.id, '--yes'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('error: There is no session with this id.'),
  });
  expect((await users(['end-session', 'ada@example.com', '--yes'])).code).toBe(2);
});

test.each([['show'], ['disable', '--yes'], ['enable'], ['end-sessions', '--yes']])(
  '%s of an unknown account is an error',
  async (command, ...options) => {
    const unknown = ['unknown@example.com', '01a1fafd-5d48-74fb-874f-7e0ccacee987'];
    for (const person of unknown) {
      expect(await users([command, person, ...options])).toEqual({
        code: 1,
        out: '',
        err: 'error: No account has this id or e-mail address. List accounts with: gatehouse users find\n',
      });
    }
    expect(await users([command, 'Ada', ...options])).toMatchObject({
      code: 2,
      err: expect.stringContaining('It must'),
    });
  },
);

test('find says on standard error that there are more than it shows, and in --json nothing but data', async () => {
  for (const name of ['one', 'two', 'three']) {
    const person = ['--email', `${name}@more.example.com`, '--first-name', name, '--last-name', 'More'];
    await users(['create', ...person], password);
  }
  const more = 'Only the newest 2 are shown. To see others, use --limit or a longer part of the name or the address.\n';
  const lines = await users(['find', 'more.example', '--limit', '2']);
  expect([lines.out.split('\n').length - 1, lines.err]).toEqual([2, expect.stringContaining(more)]);
  const json = await users(['find', 'more.example', '--limit', '2', '--json']);
  expect([JSON.parse(json.out).length, json.err]).toEqual([2, expect.stringContaining(more)]);
  expect((await users(['find', 'more.example', '--limit', '3'])).err).not.toContain('are shown');

  const audit = (...args: string[]) => runCli(settings.env, ['audit', '--action', 'user_created', ...args]);
  const newest = 'Only the newest 2 are shown. To see others, use --limit or --since and --until.\n';
  const shown = await audit('--limit', '2', '--json');
  const events = shown.out.split('\n').flatMap((line) => (line ? [JSON.parse(line)] : []));
  expect([events.length, shown.err]).toEqual([2, expect.stringContaining(newest)]);
  expect((await audit('--limit', '2')).err).toContain(newest);
  expect((await audit()).err).not.toContain('are shown');
});
