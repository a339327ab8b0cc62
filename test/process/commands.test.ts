import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig } from '../../src/compose/config';
import { createStores, secretsOf } from '../../src/compose/stores';
import { openCommandServer } from '../../src/platform/db/command-server/command-server';
import { commandSocketName } from '../../src/platform/db/command-server/command-socket-path';
import { createRemoteDatabase } from '../../src/platform/db/command-server/remote-database';
import { openDataDir } from '../../src/platform/db/data-dir';
import type { Database } from '../../src/platform/db/database';
import { createPgliteDatabase } from '../../src/platform/db/embedded-database';
import { openDatabase } from '../../src/platform/db/open-database';
import { createLog } from '../../src/platform/observability/log';
import { apis, postJson } from '../support/apis';
import { type Ran, runCli } from '../support/cli';
import { patientLimits, writeDataDir } from '../support/database';
import { type Gatehouse, startGatehouse, testSecret } from '../support/gatehouse';
import { type GatehouseProcess, shortLived, spawnGatehouse } from '../support/process';
import { openReused } from '../support/reused-database';
import { connected, sharedOf } from '../support/through-server';

/** Commands on the embedded database while a server runs. With PostgreSQL, they connect to the database themselves. */

const root = path.join(__dirname, '../..');
const password = 'correct horse battery';
const ada = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' };
const optionsOf = ({ email, firstName, lastName }: typeof ada) => [
  ...['--email', email],
  ...['--first-name', firstName],
  ...['--last-name', lastName],
];
const socketOf = (dataDir: string) => path.join(dataDir, commandSocketName);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('what commands print and do', () => {
  let dataDir: string;
  let env: Record<string, string>;
  let database: Database;
  let gatehouse: Gatehouse;

  beforeAll(async () => {
    dataDir = path.join(folder, 'here');
    env = { DATA_DIR: dataDir, GATEHOUSE_SECRET: testSecret };
    await writeDataDir(dataDir);
    const umask = process.umask();
    const opened = await openDataDir(dataDir);
    // It belongs to the whole process.
    process.umask(umask);
    database = createPgliteDatabase(await openReused(), patientLimits);
    const commands = await openCommandServer(dataDir, sharedOf(database), createLog('silent'));
    gatehouse = await startGatehouse({}, undefined, undefined, {
      config: { kind: 'embedded', dataDir },
      url: '',
      directUrl: '',
      env: {},
      open: async () => ({
        ...database,
        async close() {
          await commands.close();
          await database.close();
          await opened.close();
        },
      }),
      drop: async () => {},
    });
  });
  afterAll(() => gatehouse.stop());

  const create = (person: typeof ada) => runCli(env, ['users', 'create', ...optionsOf(person), '--json'], password);

  test('reading commands print the same, literally, through the server and on the database', async () => {
    expect((await create(ada)).code).toBe(0);
    expect((await create(ada)).err).toBe('error: This e-mail address already has an account.\n');
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
    const secrets = secretsOf(readConfig(env));
    if (!secrets) throw new Error('the settings have a secret');
    const stores = createStores({ ...database, close: async () => {} }, secrets);
    const through: [string, Ran][] = [];
    const direct: typeof through = [];
    for (const args of commands) {
      through.push([args.join(' '), await runCli(env, args, password)]);
      direct.push([args.join(' '), await runCli(env, args, password, async () => stores)]);
    }
    expect(direct).toEqual(through);
    expect(through.map(([, { code }]) => code)).toEqual([0, 0, 0, 1, 2, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 2]);
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

  test('without GATEHOUSE_SECRET the secret of the folder is read, and is replaced only when the server is stopped', async () => {
    const without = { DATA_DIR: dataDir };
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

  test('another server is rejected, and the socket stays the one of the first', async () => {
    const second = await spawnGatehouse(env);
    expect(await second.ended).toBe(1);
    expect(second.output()).toMatch(
      /^Gatehouse cannot continue: another process is using the data folder .*DATA_DIR.*DATABASE_URL.*\n$/,
    );
    expect(await runCli(env, ['users', 'find'])).toMatchObject({ code: 0 });
    expect((await fetch(`${gatehouse.url}/readyz`)).status).toBe(200);
  });
});

describe('processes that end at a bad moment', () => {
  let dataDir: string;
  let env: Record<string, string>;
  let latest: GatehouseProcess | undefined;

  beforeAll(async () => {
    dataDir = path.join(folder, 'data');
    env = { DATA_DIR: dataDir, GATEHOUSE_SECRET: testSecret };
    await writeDataDir(dataDir);
  });
  afterAll(async () => {
    await latest?.signal('SIGTERM');
  });

  /** Starts a server, unless the one of an earlier test still runs. */
  async function runningServer(): Promise<GatehouseProcess> {
    if (latest && latest.child.exitCode === null && latest.child.signalCode === null) return latest;
    latest = await spawnGatehouse(env);
    await latest.ready();
    return latest;
  }

  const jobsIn = ({ prisma }: Database, name: string) => prisma.job.count({ where: { name } });
  const throughServer = async () => createRemoteDatabase(await connected(dataDir));

  /** Begins a transaction through the server, and writes a row in it. `ended` resolves to the error of the transaction. */
  async function beginTransaction(name: string) {
    const database = await throughServer();
    let started = () => {};
    const hasStarted = new Promise<void>((resolve) => {
      started = resolve;
    });
    const ended = database
      .transaction(null, async (tx) => {
        await tx.prisma.job.create({ data: { name, startedTs: new Date() } });
        started();
        await new Promise(() => {});
      })
      .catch((error: unknown) => error);
    await Promise.race([hasStarted, ended]);
    return { ended: ended.finally(() => database.close()) };
  }

  /** As `beginTransaction`, in a process that runs the built code. */
  async function beginInProcess(name: string) {
    const program = `
      const { connectToServer } = require('${root}/dist/platform/db/command-server/server-connection.js');
      const { createRemoteDatabase } = require('${root}/dist/platform/db/command-server/remote-database.js');
      (async () => {
        const database = createRemoteDatabase(await connectToServer(process.env.DATA_DIR));
        // Prisma's first query takes long.
        await database.prisma.job.count();
        await database.transaction(null, async (tx) => {
          await tx.prisma.job.create({ data: { name: '${name}', startedTs: new Date() } });
          process.stdout.write('inside');
          await new Promise(() => {});
        });
      })();`;
    const child = spawn(process.execPath, [...shortLived, '-e', program], {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'close');
    const [code] = await Promise.race([once(child.stdout, 'data'), ended]);
    if (typeof code === 'number') throw new Error(`the transaction did not begin: ${code}`);
    return { child, ended };
  }

  /** Ends the server while a command works, and opens the database as a command does. */
  async function endWhileCommandWorks(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const server = await runningServer();
    expect((statSync(socketOf(dataDir)).mode & 0o7777).toString(8)).toBe('600');
    const { ended } = await beginTransaction(signal);
    expect(await server.signal(signal)).toBe(signal === 'SIGKILL' ? signal : 0);
    expect(await ended).toBeInstanceOf(Error);
    expect(existsSync(socketOf(dataDir))).toBe(signal === 'SIGKILL');
    expect(await runCli(env, ['users', 'find'])).toMatchObject({ code: 0 });
    const database = await openDatabase({ kind: 'embedded', dataDir });
    expect(await jobsIn(database, signal)).toBe(0);
    await database.close();
  }

  test('kill -9 of a server while a command works leaves nothing half done, and the next server replaces its socket', async () => {
    await endWhileCommandWorks('SIGKILL');
    await runningServer();
    expect(await runCli(env, ['users', 'find'])).toMatchObject({ code: 0 });
  });

  test('a command that is killed in a transaction is rolled back immediately, and the server serves', async () => {
    const server = await runningServer();
    const { child, ended } = await beginInProcess('killed command');
    child.kill('SIGKILL');
    await ended;
    expect((await runCli(env, ['users', 'create', ...optionsOf(ada)], password)).code).toBe(0);
    expect((await postJson(`${server.url}/auth/login`, { email: ada.email, password })).status).toBe(200);
    const database = await throughServer();
    expect(await jobsIn(database, 'killed command')).toBe(0);
    await database.close();
  });

  test('a server that is stopped while a command works leaves nothing half done, and no socket', () =>
    endWhileCommandWorks('SIGTERM'));
});
