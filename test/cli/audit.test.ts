import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { Client } from 'pg';
import { postJson } from '../support/apis';
import { cliFile, runCli } from '../support/cli';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { describeWith } from '../support/needs';
import { type GatehouseProcess, spawnGatehouse } from '../support/process';

/** The commands run while a server runs, so the database must be PostgreSQL. */
const password = 'correct horse battery';

describeWith('PostgreSQL')('next to a server', () => {
  let database: TestDatabase;
  let gatehouse: GatehouseProcess;
  let env: Record<string, string>;
  const following: ChildProcess[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    env = { ...database.env, GATEHOUSE_SECRET: randomBytes(32).toString('base64') };
    gatehouse = await spawnGatehouse({ ...env, RATE_LIMITS: 'on', HASH_CONCURRENCY: '1', HASH_QUEUE_LENGTH: '1' });
    await gatehouse.ready();
  });
  afterAll(async () => {
    for (const child of following) child.kill('SIGKILL');
    await gatehouse.signal('SIGTERM');
    await database.drop();
  });

  async function ask(to: string, body: object, headers = {}): Promise<{ id: string; status: number; jwt?: string }> {
    const response = await postJson(`${gatehouse.url}${to}`, body, headers);
    const { result } = (await response.json()) as { result?: { jwt: string } };
    const id = response.headers.get('x-request-id') ?? '';
    return { id, status: response.status, ...(result && { jwt: result.jwt }) };
  }
  const login = (email: string, secret = password) => ask('/auth/login', { email, password: secret });
  async function register(email: string) {
    await ask('/auth/register', { email, first_name: 'Ada', last_name: 'Lovelace', password });
  }
  /** Returns the explanation of a request. Waits for it, because failures are recorded in the background. */
  async function explained(id: string): Promise<string> {
    for (;;) {
      const { out, code } = await runCli(env, ['explain', id]);
      if (code === 0) return out;
    }
  }

  test('explain says why a login was rejected: a wrong password, a limit, an overload, a disabled account', async () => {
    await register('ada@example.com');
    const wrong = await login('ada@example.com', 'wrong horse battery');
    expect(await explained(wrong.id)).toMatch(
      /^The password is wrong\.\nAdvice: Let the user reset.*login, from 127\.0\.0\.1.*login_failed, INVALID_CREDENTIALS, wrong password.*is now enabled. Its live sessions: 0.*hash \d/s,
    );
    let limited = wrong;
    // On a busy machine the first pauses (1, 2 and 4 s) can end before the next login.
    while (limited.status !== 429) limited = await login('ada@example.com', 'wrong horse battery');
    expect(await explained(limited.id)).toMatch(
      /^The limit LOGIN_ACCOUNT \(per account\) was reached.*limited, RATE_LIMITED/s,
    );

    await register('eve@example.com');
    const storm = await Promise.all(Array.from({ length: 60 }, () => login('eve@example.com')));
    const shed = storm.filter(({ status }) => status === 503).at(-1);
    expect(await explained(shed?.id ?? '')).toMatch(/^The queue for password hashing.*shed, SERVICE_UNAVAILABLE/s);

    await register('bob@example.com');
    const { rows } = await query("UPDATE users SET disabled = true WHERE email = 'bob@example.com' RETURNING id");
    expect(rows).toHaveLength(1);
    const disabled = await login('bob@example.com');
    expect(await explained(disabled.id)).toMatch(
      /^The account is disabled\.\nAdvice: .*ACCOUNT_DISABLED.*is now disabled/s,
    );
  });

  test('explain says why an access token was rejected: its session was ended', async () => {
    await register('joe@example.com');
    const { jwt } = await login('joe@example.com');
    const bearer = { Authorization: `Bearer ${jwt}` };
    await ask('/auth/logout', {}, bearer);
    const me = await fetch(`${gatehouse.url}/auth/me`, { headers: bearer });
    expect(await explained(me.headers.get('x-request-id') ?? '')).toMatch(
      /^The session of the token has ended\..*access_refused, UNAUTHENTICATED, ended session\).*Its live sessions: 0.*session \S{36} ended at \S+ \(logout\)/s,
    );
  });

  test('audit filters by person, action, network and time, and follows', async () => {
    await register('sue@example.com');
    const child = spawn(process.execPath, [cliFile, 'audit', '--person', 'SUE@example.com', '--follow', '--json'], {
      env: { PATH: process.env.PATH, ...env },
    });
    following.push(child);
    const lines: { action: string }[] = [];
    const seen = new Promise<void>((resolve) => {
      let text = '';
      child.stdout.on('data', (chunk) => {
        text += chunk;
        const whole = text.split('\n');
        text = whole.pop() ?? '';
        lines.push(...whole.map((line) => JSON.parse(line)));
        if (lines.some(({ action }) => action === 'registered') && lines.length === 1) void login('sue@example.com');
        if (lines.some(({ action }) => action === 'logged_in')) resolve();
      });
    });
    await seen;
    expect(lines.map(({ action }) => action)).toEqual(['registered', 'logged_in']);

    const json = async (...args: string[]) => {
      const { out } = await runCli(env, ['audit', '--json', ...args]);
      return out.split('\n').flatMap((line) => (line ? [JSON.parse(line).action] : []));
    };
    expect(await json('--person', 'sue@example.com', '--action', 'logged_in')).toEqual(['logged_in']);
    expect(await json('--person', 'unknown@example.com')).toEqual([]);
    expect(await json('--network', '203.0.113.7')).toEqual([]);
    expect((await json('--network', '127.0.0.1', '--since', '1h', '--limit', '2')).length).toBe(2);
    expect(await json('--until', '1d')).toEqual([]);
    expect((await runCli(env, ['audit', '--person', 'sue@example.com'])).out).toMatch(
      /logged_in +success +127\.0\.0\.1/,
    );
  });

  test('control characters are escaped in --json, too, and can be read back', async () => {
    await register('mal@example.com');
    const sent = request(`${gatehouse.url}/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'User-Agent': 'curl\u009b31m\u0085' },
    });
    sent.end(JSON.stringify({ email: 'mal@example.com', password: 'wrong horse battery' }));
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    answer.resume();
    const id = String(answer.headers['x-request-id']);
    await explained(id);
    for (const args of [
      ['explain', id, '--json'],
      ['audit', '--json', '--person', 'mal@example.com', '--action', 'login_failed'],
    ]) {
      const { out } = await runCli(env, args);
      expect(out).not.toMatch(/[^\P{Cc}\n]/u);
      expect(out).toContain('\\u009b31m');
      expect(JSON.stringify(JSON.parse(out))).toContain('\u009b31m');
    }
  });

  test('an unknown id is reported, without a stack', async () => {
    const { err, code } = await runCli(env, ['explain', 'no-such-request']);
    expect(err).toMatch(/^error: the audit has no event of this request[^\n]*\n$/);
    expect(code).toBe(1);
  });

  async function query(sql: string) {
    const client = new Client({ connectionString: database.directUrl });
    await client.connect();
    const result = await client.query(sql);
    await client.end();
    return result;
  }
});
