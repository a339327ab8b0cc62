import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { commandSocketName } from '../../src/db/command-socket-path';
import { apis, postJson } from '../support/apis';
import { type Ran, runCli } from '../support/cli';
import { writeDataDir } from '../support/database';
import { testSecret } from '../support/gatehouse';
import { type GatehouseProcess, shortLived, spawnGatehouse } from '../support/process';

/** Commands on the embedded database while a server runs. With PostgreSQL, they connect to the database themselves. */

const root = path.join(__dirname, '../..');
const password = 'correct horse battery';
let folder: string;
let env: Record<string, string>;
let gatehouse: GatehouseProcess;

async function start(): Promise<GatehouseProcess> {
  const server = await spawnGatehouse(env);
  await server.ready();
  return server;
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-'));
  env = { DATA_DIR: path.join(folder, 'data'), GATEHOUSE_SECRET: testSecret };
  await writeDataDir(env.DATA_DIR ?? '');
  gatehouse = await start();
});
afterAll(async () => {
  await gatehouse.signal('SIGTERM');
  rmSync(folder, { recursive: true });
});

const ada = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' };
const optionsOf = ({ email, firstName, lastName }: typeof ada) => [
  ...['--email', email],
  ...['--first-name', firstName],
  ...['--last-name', lastName],
];
const create = (person = ada) => runCli(env, ['users', 'create', ...optionsOf(person), '--json'], password);
const socketFile = () => path.join(env.DATA_DIR ?? '', commandSocketName);

test('reading commands print the same, literally, while the server runs and when it is stopped', async () => {
  expect((await create()).code).toBe(0);
  expect((await create()).err).toBe('error: This e-mail address already has an account.\n');
  await postJson(`${gatehouse.url}/auth/login`, { email: ada.email, password });
  const lines = [{ ...ada, email: 'grace@example.com' }, { email: 'no' }].map(({ email }) =>
    JSON.stringify({ email, first_name: 'Grace', last_name: 'Hopper' }),
  );
  const file = path.join(folder, 'users.ndjson');
  writeFileSync(file, `${lines.join('\n')}\n`);
  expect(await runCli(env, ['import', 'users', file, '--yes'])).toMatchObject({ code: 3 });
  expect(await runCli(env, ['clients', 'create', '--name', 'orders'])).toMatchObject({ code: 0 });
  expect(await runCli(env, ['keys', 'rotate', '--yes'])).toMatchObject({ code: 0 });

  const commands = [
    ['users', 'find'],
    ['users', 'find', 'love', '--json'],
    ['users', 'show', ada.email],
    ['users', 'show', 'unknown@example.com'],
    ['users', 'disable', ada.email],
    ['users', 'create', ...optionsOf(ada)],
    ['audit', '--action', 'user_created', '--json'],
    ['audit', '--action', 'key_added'],
    ['explain', '00000000-0000-0000-0000-000000000000'],
    ['clients', 'list'],
    ['mail', 'list'],
    ['keys', 'list'],
    ['keys', 'list', '--json'],
    ['keys', 'retire', 'unknown', '--yes'],
    ['migrate'],
    ['secret', 'rotate', '--yes'],
  ];
  const runAll = async () => {
    const all: [string, Ran][] = [];
    for (const args of commands) all.push([args.join(' '), await runCli(env, args, password)]);
    return all;
  };
  const running = await runAll();
  expect(await gatehouse.signal('SIGTERM')).toBe(0);
  expect(existsSync(socketFile())).toBe(false);
  expect(await runAll()).toEqual(running);
  expect(running.map(([, { code }]) => code)).toEqual([0, 0, 0, 1, 2, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 2]);
  gatehouse = await start();
});

test('the server follows what a command does: sessions, accounts and keys', async () => {
  const person = { email: 'mary@example.com', firstName: 'Mary', lastName: 'S' };
  await create(person);
  const logIn = () => apis[0].login(gatehouse.url, { email: person.email, password });
  const login = async () => {
    const response = await postJson(`${gatehouse.url}/auth/login`, { email: person.email, password });
    const { result } = (await response.json()) as { result: { jwt: string } };
    return result.jwt;
  };
  const statusOf = async (jwt: string) =>
    (await fetch(`${gatehouse.url}/auth/verify`, { headers: { Authorization: `Bearer ${jwt}` } })).status;
  const jwt = await login();
  expect(await statusOf(jwt)).toBe(200);
  expect((await runCli(env, ['users', 'disable', person.email, '--yes'])).out).toBe(
    `disabled ${person.email}, ended 1 session\n`,
  );
  // The notification was delivered before the command got its reply.
  expect(await statusOf(jwt)).toBe(401);
  expect((await logIn()).success).toBe(false);
  expect(await runCli(env, ['users', 'enable', person.email])).toMatchObject({ code: 0 });
  expect((await logIn()).success).toBe(true);

  const { out } = await runCli(env, ['keys', 'rotate', '--at-once', '--yes', '--json']);
  const { kid } = JSON.parse(out);
  const header = JSON.parse(Buffer.from((await login()).split('.')[0] ?? '', 'base64url').toString());
  expect(header.kid).toBe(kid);
});

test('a second server is rejected, and the socket stays the one of the first', async () => {
  const second = await spawnGatehouse(env);
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain('another process is using the data folder');
  expect(await runCli(env, ['users', 'find'])).toMatchObject({ code: 0 });
});

test('kill -9 leaves a socket: a command opens the database itself, and the next server replaces the socket', async () => {
  expect((statSync(socketFile()).mode & 0o7777).toString(8)).toBe('600');
  await gatehouse.signal('SIGKILL');
  expect(existsSync(socketFile())).toBe(true);
  expect((await runCli(env, ['users', 'find', 'mary'])).out).toContain('mary@example.com');
  gatehouse = await start();
  expect((await runCli(env, ['users', 'find', 'mary'])).out).toContain('mary@example.com');
});

/** Runs a program on the built code that begins a transaction through the server, and writes a row in it. */
async function beginInProcess(name: string) {
  const program = `
    const { connectToServer } = require('${root}/dist/db/server-connection.js');
    const { createRemoteDatabase } = require('${root}/dist/db/remote-database.js');
    (async () => {
      const database = createRemoteDatabase(await connectToServer(process.env.DATA_DIR));
      // Prisma's first query takes long.
      await database.prisma.job.count();
      await database.transaction(async (tx) => {
        await tx.prisma.job.create({ data: { name: '${name}', startedTs: new Date() } });
        process.stdout.write('inside');
        await new Promise(() => {});
      });
    })().catch((error) => { process.stderr.write(error.cause?.message ?? error.message); process.exit(1); });`;
  const child = spawn(process.execPath, [...shortLived, '-e', program], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  const [code] = await Promise.race([once(child.stdout, 'data'), ended]);
  if (typeof code === 'number') throw new Error(`the transaction did not begin: ${code}`);
  return { child, ended };
}
const hasJob = async (name: string): Promise<boolean> => {
  const program = `
    const { openDatabase } = require('${root}/dist/db/open-database.js');
    openDatabase({ kind: 'embedded', dataDir: process.env.DATA_DIR })
      .then((database) => database.prisma.job.count({ where: { name: '${name}' } }))
      .then((count) => { process.stdout.write(String(count)); process.exit(0); });`;
  const child = spawn(process.execPath, [...shortLived, '-e', program], { env: { PATH: process.env.PATH, ...env } });
  let out = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  await once(child, 'close');
  return out === '1';
};

test('a command that is killed in a transaction is rolled back immediately, and the server serves', async () => {
  const { child, ended } = await beginInProcess('killed command');
  child.kill('SIGKILL');
  await ended;
  const response = await postJson(`${gatehouse.url}/auth/login`, { email: 'mary@example.com', password });
  expect(response.status).toBe(200);
  await gatehouse.signal('SIGTERM');
  expect(await hasJob('killed command')).toBe(false);
  gatehouse = await start();
});

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'a server that gets %s while a command works leaves nothing half done',
  async (signal) => {
    const client = await beginInProcess(signal);
    await gatehouse.signal(signal);
    const [code] = await client.ended;
    expect(code).toBe(1);
    expect(await hasJob(signal)).toBe(false);
    gatehouse = await start();
  },
);

test('without GATEHOUSE_SECRET the secret of the folder is read, and is replaced only when the server is stopped', async () => {
  const without = { DATA_DIR: env.DATA_DIR ?? '' };
  const dataDir = without.DATA_DIR;
  expect(await runCli(without, ['keys', 'list'])).toEqual({
    code: 2,
    out: '',
    err: `error: GATEHOUSE_SECRET must be the secret of the server, because ${dataDir} contains no secret\n`,
  });
  expect(existsSync(path.join(dataDir, 'secret'))).toBe(false);
  writeFileSync(path.join(dataDir, 'secret'), `${testSecret}\n`, { mode: 0o600 });
  expect(await runCli(without, ['keys', 'list'])).toMatchObject({ code: 0 });
  expect(await runCli(without, ['secret', 'rotate', '--yes'])).toEqual({
    code: 1,
    out: '',
    err: `error: a server is using the data folder ${dataDir}, and this command needs the folder for itself. Stop the server, run the command again, and start the server\n`,
  });
  rmSync(path.join(dataDir, 'secret'));
});
