import { apis, restApi } from '../support/apis';
import { createInstallation, type Installation } from '../support/cli';
import type { Gatehouse } from '../support/gatehouse';
import { addIdentity } from '../support/identities';
import { startSmtp } from '../support/smtp';
import { until } from '../support/until';

let installation: Installation;
beforeEach(async () => {
  installation = await createInstallation();
});
afterEach(() => installation.remove());

const users = (args: readonly string[], input?: string) => installation.run(['users', ...args], input);
const password = 'correct horse battery';
const ada = ['--email', 'Ada@Example.com', '--first-name', 'Ada', '--last-name', 'Lovelace'];
const barbara = ['--email', 'barbara@example.com', '--first-name', 'Barbara', '--last-name', 'Wood'];
const keyId = '01a1fafd-5d48-74fb-874f-7e0ccacee987';
const organizationId = '01a20e51-04c4-7d0a-9d3b-52f0a1b7c6de';
const mary = ['--email', 'Mary@Example.com', '--first-name', 'Mary', '--last-name', 'Shelley'];

/** Creates a user, who must not exist yet. */
async function create(...args: string[]): Promise<{ id: string }> {
  const { code, out } = await users(['create', ...args, '--json'], password);
  expect(code).toBe(0);
  return JSON.parse(out);
}

test('create makes a super admin, who can sign in, with a password from standard input', async () => {
  const { code, out } = await users(['create', ...ada, '--super-admin', '--json'], `${password}\n`);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ email: 'Ada@Example.com', isSuperAdmin: true, disabled: false });
  expect(out).not.toMatch(/hash|argon2/);

  const gatehouse = await installation.serve();
  const { success, user } = await restApi.login(gatehouse.url, { email: 'ada@example.com', password });
  expect({ success, isSuperAdmin: user?.isSuperAdmin }).toEqual({ success: true, isSuperAdmin: true });
  await gatehouse.stop();
});

test('create applies the rules of a registration, and reports invalid input without a change', async () => {
  await create(...ada);
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

test('promote, demote and set-roles', async () => {
  await create(...ada, '--super-admin');
  const last = { code: 1, out: '', err: expect.stringContaining('error: The last super admin cannot be ') };
  expect(await users(['demote', 'ada@example.com', '--yes'])).toMatchObject(last);
  expect(await users(['disable', 'ada@example.com', '--yes'])).toMatchObject(last);
  const { out } = await users(['create', ...barbara, '--role', 'viewer', '--role', 'editor', '--json'], password);
  expect(JSON.parse(out)).toMatchObject({ isSuperAdmin: false, roles: ['editor', 'viewer'] });
  expect(await users(['create', ...barbara, '--role', 'Editor'], password)).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^error: roles? must be names/),
  });

  expect(await users(['promote', 'barbara@example.com'])).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^error: Make barbara@example.com a super admin\? Without a terminal/),
  });
  const promote = ['promote', 'barbara@example.com', '--yes'];
  expect((await users(promote)).out).toBe('barbara@example.com is now a super admin\n');
  expect((await users(promote)).out).toBe('barbara@example.com was already a super admin\n');
  const { id, ...rest } = JSON.parse(out);
  expect(rest).not.toHaveProperty('passwordHash');
  expect(JSON.parse((await users(['set-roles', id, 'b', 'a', '--yes', '--json'])).out)).toEqual({
    userId: id,
    changed: true,
    isSuperAdmin: true,
    roles: ['a', 'b'],
  });
  expect((await users(['show', id])).out).toMatch(/^roles {7}a, b$/m);
  expect((await users(['find', 'barbara'])).out).toMatch(/super admin {2}roles: a, b\n$/);
  expect((await users(['set-roles', id, 'a', 'b', '--yes'])).out).toBe(
    'barbara@example.com already had these roles: a, b\n',
  );
  expect((await users(['set-roles', id, '--yes'])).out).toBe('the roles of barbara@example.com: none\n');
  expect((await users(['set-roles', id, 'A', '--yes'])).code).toBe(2);
});

test('set replaces the claims of a user', async () => {
  const { id } = await create(...ada);
  const set = (claims: string, ...options: string[]) =>
    users(['set', 'ada@example.com', '--claims', claims, ...options]);
  expect(await set('{"org": "acme"}')).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^error: Replace the claims of Ada@Example.com\? Without a terminal/),
  });
  const claims = async () => (await installation.stores.userLists.find(id))?.claims;
  expect((await set('{"org": "acme"}', '--yes')).out).toBe('changed the claims of Ada@Example.com\n');
  expect((await set('{"org": "acme"}', '--yes')).out).toBe('did not change the claims of Ada@Example.com\n');
  expect(await claims()).toEqual({ org: 'acme' });
  expect(await set('[1]', '--yes')).toMatchObject({ code: 2, err: 'error: claims must be a JSON object\n' });
  expect(await set('{"org": secret}', '--yes')).toMatchObject({
    code: 2,
    err: expect.not.stringMatching(/JSON\.parse/),
  });
  const large = JSON.stringify({ org: 'x'.repeat(1100) });
  expect(await set(large, '--yes')).toMatchObject({ code: 2, err: 'error: claims must be at most 1 kB as JSON\n' });
  expect(await claims()).toEqual({ org: 'acme' });
  expect((await set('{}', '--yes')).code).toBe(0);
  expect(await claims()).toEqual({});
});

test('find, show, disable, enable and end-sessions', async () => {
  await create(...ada, '--super-admin');
  await create(...barbara, '--super-admin');
  await withServer({}, ({ url }) => restApi.login(url, { email: 'ada@example.com', password }));
  expect((await users(['find', 'LOVE'])).out).toMatch(
    /^\S{36} {2}Ada@Example\.com {2}Ada Lovelace {2}.*super admin\n$/,
  );
  expect(await users(['find', 'unknown'])).toEqual({ code: 0, out: '', err: '' });
  expect((await users(['show', 'ADA@example.com'])).out).toMatch(/^e-mail {6}Ada@Example\.com$/m);
  const { user } = JSON.parse((await users(['show', 'ada@example.com', '--json'])).out);

  expect(await users(['disable', user.id])).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^error: Disable Ada@Example.com and end its 1 live session\? Without a terminal/),
  });
  expect((await users(['disable', user.id, '--yes', '--reason', ' '])).err).toMatch(
    /--reason <text>.*must not be blank/,
  );
  const disabled = await users(['disable', user.id, '--yes', '--json', '--reason', 'Ticket 4711', '--notify']);
  expect(JSON.parse(disabled.out)).toMatchObject({ changed: true });
  const { out: recorded } = await installation.run([
    'audit',
    '--json',
    '--action',
    'user_disabled',
    '--person',
    user.id,
  ]);
  expect(JSON.parse(recorded).details).toEqual({ statedReason: 'Ticket 4711' });
  expect((await users(['disable', user.id, '--yes'])).out).toMatch(
    /^Ada@Example.com was already disabled, ended 0 sessions/,
  );
  expect((await users(['find', '--disabled'])).out).toContain(user.id);
  expect((await users(['enable', user.id])).out).toBe('enabled Ada@Example.com\n');
  expect((await users(['find', '--disabled'])).out).toBe('');
  expect((await users(['demote', 'barbara@example.com', '--yes'])).out).toBe(
    'barbara@example.com is no longer a super admin\n',
  );
  expect((await users(['end-sessions', user.id, '--yes'])).code).toBe(0);
  expect(await users(['reset-factors', user.id, '--yes'])).toMatchObject({
    code: 0,
    out: 'Ada@Example.com had no second factor\n',
  });
});

test('show names the API keys, and has no secret of them', async () => {
  const { id } = await create(...ada);
  expect((await users(['show', id])).out).toMatch(/^API keys {4}0$/m);
  await withServer({}, ({ sql }) =>
    sql(`INSERT INTO api_keys (id, user_id, hash, last_characters, name, created_ts, expires_ts)
      VALUES ('${keyId}', '${id}', 'secret', '5Ef6', 'Backup', now(), '2999-01-02T03:04:05.678Z')`),
  );
  const line = `${keyId}, Backup, …5Ef6, valid until 2999-01-02T03:04:05.678Z, never used`;
  expect((await users(['show', id])).out).toContain(`API keys    1\n${' '.repeat(12)}${line}\n`);
  const shown = async () => JSON.parse((await users(['show', id, '--json'])).out).apiKeys;
  const key = { id: keyId, name: 'Backup', lastCharacters: '5Ef6', lastUsedTs: null };
  expect(await shown()).toMatchObject([{ ...key, organization: null }]);
  expect(Object.keys((await shown())[0])).not.toContain('hash');
  const organization = { id: organizationId, slug: 'sons', name: 'Sons' };
  await withServer({}, async ({ sql }) => {
    await sql(
      `INSERT INTO organizations (id, slug, name, created_ts) VALUES ('${organizationId}', 'sons', 'Sons', now())`,
    );
    await sql(`INSERT INTO memberships VALUES ('${organizationId}', '${id}', '{member}', now())`);
    await sql(`UPDATE api_keys SET organization_id = '${organizationId}' WHERE id = '${keyId}'`);
  });
  expect(await shown()).toMatchObject([{ ...key, organization }]);
  expect((await users(['show', id])).out).toContain(line.replace('…5Ef6', '…5Ef6, organization sons'));
});

test('show names the identities', async () => {
  const { id } = await create(...ada);
  expect((await users(['show', id])).out).toMatch(/^identities {2}0$/m);
  const identityId = await withServer({}, (gatehouse) => addIdentity(gatehouse, id));
  const used = 'connected 2026-01-02T03:04:05.678Z, last used 2026-02-03T04:05:06.789Z';
  expect((await users(['show', id])).out).toContain(
    `identities  1\n${' '.repeat(12)}${identityId}, google, ada@google.example.com, ${used}\n`,
  );
  const { identities } = JSON.parse((await users(['show', id, '--json'])).out);
  expect(identities).toMatchObject([{ id: identityId, provider: 'google', email: 'ada@google.example.com' }]);
});

test('end-session ends one session by its id', async () => {
  await create(...ada);
  const gatehouse = await installation.serve();
  const logIn = async (): Promise<string> => {
    const { jwt } = await restApi.login(gatehouse.url, { email: 'ada@example.com', password });
    return JSON.parse(Buffer.from(jwt?.split('.')[1] ?? '', 'base64url').toString()).sid;
  };
  const [first, second] = [await logIn(), await logIn()];
  await gatehouse.stop();
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
    err: 'error: There is no session with this id. List the sessions of a user with: gatehouse users show\n',
  });
  expect((await users(['end-session', 'ada@example.com', '--yes'])).code).toBe(2);
});

test.each([
  ['show'],
  ['disable', '--yes'],
  ['promote', '--yes'],
  ['demote', '--yes'],
  ['set-roles', '--yes'],
  ['set', '--claims', '{}', '--yes'],
  ['enable'],
  ['end-sessions', '--yes'],
  ['delete', '--yes'],
  ['reset-factors', '--yes'],
])('%s of an unknown account is an error', async (command, ...options) => {
  const unknown = ['unknown@example.com', '01a1fafd-5d48-74fb-874f-7e0ccacee987'];
  for (const person of unknown) {
    expect(await users([command, person, ...options])).toEqual({
      code: 1,
      out: '',
      err: 'error: There is no such user. List users with: gatehouse users find\n',
    });
  }
  expect(await users([command, 'Ada', ...options])).toMatchObject({
    code: 2,
    err: expect.stringContaining('It must'),
  });
});

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

  const audit = (...args: string[]) => installation.run(['audit', '--action', 'user_created', ...args]);
  const newest = 'Only the newest 2 are shown. To see others, use --limit or --since and --until.\n';
  const shown = await audit('--limit', '2', '--json');
  const events = shown.out.split('\n').flatMap((line) => (line ? [JSON.parse(line)] : []));
  expect([events.length, shown.err]).toEqual([2, expect.stringContaining(newest)]);
  expect((await audit('--limit', '2')).err).toContain(newest);
  expect((await audit()).err).not.toContain('are shown');
});

/** Returns what the newest rows of the audit say, newest first. */
async function audited(action: string): Promise<{ userId: string; ip: string | null; requestIds: string[] }[]> {
  const { out } = await installation.run(['audit', '--action', action, '--json']);
  return out.split('\n').flatMap((line) => (line ? [JSON.parse(line)] : []));
}

async function withServer<Result>(
  env: Record<string, string>,
  work: (gatehouse: Gatehouse) => Promise<Result>,
): Promise<Result> {
  const gatehouse = await installation.serve(env);
  try {
    return await work(gatehouse);
  } finally {
    await gatehouse.stop();
  }
}

describe('invite', () => {
  test('mails a link in the language of the user, which sets the password and verifies the address', async () => {
    const { code, out, err } = await users(['invite', 'Grace@Example.com', '--locale', 'de']);
    expect([code, err]).toEqual([0, '']);
    const until7Days = /^invited Grace@Example\.com: the link is valid until (\S+Z)\n$/.exec(out)?.[1];
    const days = (new Date(until7Days ?? 0).getTime() - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(7);
    expect(JSON.parse((await users(['find', 'grace', '--json'])).out)).toMatchObject([
      { email: 'Grace@Example.com', firstName: 'Grace', lastName: 'Grace', emailVerified: false, isSuperAdmin: false },
    ]);
    expect(JSON.parse((await installation.run(['mail', 'list', '--json'])).out)).toMatchObject([
      { template: 'invite', recipient: 'grace@example.com', locale: 'de' },
    ]);
    const [invited] = await audited('user_invited');
    expect(invited).toMatchObject({ ip: null, requestIds: [] });

    const smtp = await startSmtp();
    await withServer({ SMTP_URL: smtp.url, MAIL_FROM: 'no-reply@example.com' }, async ({ url }) => {
      const credentials = { email: 'grace@example.com', password };
      expect((await restApi.login(url, credentials)).code).toBe('INVALID_CREDENTIALS');
      await smtp.until(1);
      const [{ mail, to } = {}] = smtp.accepted;
      expect(to).toEqual(['grace@example.com']);
      const token = /\/reset\/([\w-]{64})/.exec(mail?.text ?? '')?.[1] ?? '';
      expect((await restApi.resetPassword(url, { token, password: 'short' })).code).toBe('VALIDATION_FAILED');
      expect((await restApi.resetPassword(url, { token, password })).code).toBeNull();
      expect((await restApi.resetPassword(url, { token, password })).code).toBe('INVALID_TOKEN');
      const { user } = await restApi.login(url, credentials);
      expect(user).toMatchObject({ id: invited?.userId, emailVerified: true });
    });
    await smtp.stop();
  });

  test('with --print shows the link, and a second invitation replaces the first link', async () => {
    const first = await users([
      'invite',
      'joan@example.com',
      '--first-name',
      'Joan',
      '--last-name',
      'Clarke',
      '--print',
    ]);
    expect(first.out).toMatch(/^http:\/\/localhost:4000\/reset\/[\w-]{64}\nthe link is valid until \S+Z\n$/);
    const second = JSON.parse((await users(['invite', 'JOAN@example.com', '--print', '--json'])).out);
    expect(second).toEqual({
      userId: expect.any(String),
      email: 'JOAN@example.com',
      expiresTs: expect.any(String),
      link: expect.stringMatching(/^http:\/\/localhost:4000\/reset\/[\w-]{64}$/),
    });
    expect(JSON.parse((await users(['find', 'joan', '--json'])).out)).toMatchObject([
      { id: second.userId, email: 'joan@example.com', firstName: 'Joan', lastName: 'Clarke' },
    ]);
    const mails: { recipient: string }[] = JSON.parse((await installation.run(['mail', 'list', '--json'])).out);
    expect(mails.filter(({ recipient }) => recipient === 'joan@example.com')).toEqual([]);
    await withServer({}, async ({ url }) => {
      const tokenOf = (link: string) => /[\w-]{64}/.exec(link)?.[0];
      const old = { token: tokenOf(first.out), password };
      expect((await restApi.resetPassword(url, old)).code).toBe('INVALID_TOKEN');
      expect((await restApi.resetPassword(url, { ...old, token: tokenOf(second.link) })).code).toBeNull();
    });
  });

  test('rejects a taken address and invalid input, and changes nothing', async () => {
    await create(...ada);
    const mails = async () => JSON.parse((await installation.run(['mail', 'list', '--json'])).out).length;
    const before = await mails();
    expect(await users(['invite', 'ADA@example.com'])).toEqual({
      code: 1,
      out: '',
      err: 'error: This e-mail address already has an account.\n',
    });
    expect(await users(['invite', 'ada', '--first-name', ' '])).toEqual({
      code: 2,
      out: '',
      err: `error: email must be one e-mail address, such as ada@example.com, with at most 254 characters
error: first-name must not be blank
`,
    });
    const unknown = await users(['invite', 'kay@example.com', '--locale', 'xx']);
    expect(unknown).toMatchObject({ code: 2, out: '', err: expect.stringContaining('locale') });
    expect((await users(['invite'])).code).toBe(2);
    expect(JSON.parse((await users(['find', 'kay@example.com', '--json'])).out)).toEqual([]);
    expect(await mails()).toBe(before);
  });
});

describe('delete', () => {
  test('asks for confirmation, disables the account until it is erased, and mails a link that restores it', async () => {
    const { id } = await create(...mary);
    const question = await users(['delete', 'mary@example.com']);
    expect(question).toEqual({
      code: 2,
      out: '',
      err: expect.stringMatching(
        /^error: Delete Mary@Example\.com and end its 0 live sessions\? Without a terminal, confirm with --yes\n/,
      ),
    });
    expect(await audited('account_deleted')).toEqual([]);

    const { code, out } = await users(['delete', 'mary@example.com', '--yes']);
    const erasureTs = /^deleted Mary@Example\.com: the account is erased on (\S+Z)\n$/.exec(out)?.[1] ?? '';
    expect(code).toBe(0);
    expect(Math.round((new Date(erasureTs).getTime() - Date.now()) / 86_400_000)).toBe(14);
    // A second deletion does not move the date.
    expect(JSON.parse((await users(['delete', id, '--yes', '--json'])).out)).toEqual({ userId: id, erasureTs });
    expect(await audited('account_deleted')).toEqual([
      expect.objectContaining({ userId: id, ip: null, requestIds: [], outcome: 'success' }),
    ]);

    const smtp = await startSmtp();
    await withServer({ SMTP_URL: smtp.url, MAIL_FROM: 'no-reply@example.com' }, async ({ url }) => {
      const credentials = { email: 'mary@example.com', password };
      const login = await restApi.login(url, credentials);
      expect(login).toMatchObject({ code: 'ACCOUNT_DISABLED', msg: expect.stringContaining(erasureTs.slice(0, 10)) });
      const tokens = () => smtp.accepted.flatMap(({ mail }) => /\/undo\/([\w-]{64})/.exec(mail.text ?? '')?.[1] ?? []);
      await until(async () => tokens().length > 0);
      expect((await restApi.cancelDeletion(url, { token: tokens()[0] })).code).toBeNull();
      expect((await restApi.login(url, credentials)).code).toBeNull();
    });
    await smtp.stop();
    expect(await audited('deletion_cancelled')).toMatchObject([{ userId: id }]);
  });

  test('can be cancelled by an operator with enable', async () => {
    await create(...mary);
    await users(['delete', 'mary@example.com', '--yes']);
    expect((await users(['enable', 'mary@example.com'])).out).toBe('enabled Mary@Example.com\n');
    await withServer({}, async ({ url }) => {
      expect((await restApi.login(url, { email: 'mary@example.com', password })).code).toBeNull();
    });
  });

  test('with DELETION_GRACE_DAYS=0 erases the account and its mails', async () => {
    await create(...mary);
    await users(['delete', 'mary@example.com', '--yes']);
    await users(['enable', 'mary@example.com']);
    expect((await installation.run(['mail', 'list'])).out).toContain('mary@example.com');
    const deleted = await installation.run(['users', 'delete', 'mary@example.com', '--yes'], '', {
      DELETION_GRACE_DAYS: '0',
    });
    expect(deleted).toMatchObject({ code: 0 });
    expect((await users(['show', 'mary@example.com'])).code).toBe(1);
    const [erased] = await audited('account_erased');
    expect(erased).toMatchObject({ userId: null, ip: null });
    const mails = await installation.run(['mail', 'list']);
    expect(mails.out).not.toContain('mary@example.com');
  });

  test('of the last super admin is an error', async () => {
    await create(...ada, '--super-admin');
    expect(await users(['delete', 'ada@example.com', '--yes'])).toEqual({
      code: 1,
      out: '',
      err: 'error: The last super admin cannot be deleted. Make another user a super admin before.\n',
    });
    const other = ['--email', 'root@example.com', '--first-name', 'Root', '--last-name', 'Admin', '--super-admin'];
    expect((await users(['create', ...other], password)).code).toBe(0);
    expect((await users(['delete', 'root@example.com', '--yes'])).code).toBe(0);
    // A deleted super admin does not count.
    expect((await users(['delete', 'ada@example.com', '--yes'])).code).toBe(1);
    expect((await users(['find', '--super-admin'])).out).toContain('Ada@Example.com');
  });
});

describe('next to a running server', () => {
  test('an invitation is mailed, and a deletion ends the access tokens', async () => {
    const smtp = await startSmtp();
    await withServer({ SMTP_URL: smtp.url, MAIL_FROM: 'no-reply@example.com' }, async ({ url }) => {
      await users(['invite', 'emmy@example.com']);
      const mailTo = (address: string, link: RegExp) =>
        smtp.accepted.map(({ to, mail }) => (to[0] === address ? link.exec(mail.text ?? '') : null)).find(Boolean);
      await until(async () => Boolean(mailTo('emmy@example.com', /\/reset\//)));
      const token = mailTo('emmy@example.com', /\/reset\/([\w-]{64})/)?.[1];
      await restApi.resetPassword(url, { token, password });
      const { jwt } = await restApi.login(url, { email: 'emmy@example.com', password });
      expect((await restApi.me(url, jwt)).code).toBeNull();
      expect((await users(['delete', 'emmy@example.com', '--yes'])).out).toContain('deleted emmy@example.com');
      for (const api of apis) await until(async () => (await api.me(url, jwt)).code === 'UNAUTHENTICATED');
      await until(async () => Boolean(mailTo('emmy@example.com', /\/undo\//)));
    });
    await smtp.stop();
  });
});
