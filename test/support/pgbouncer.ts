import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { pathOf } from './needs';
import { freePort } from './process';
import { untilStopped } from './running';

export interface PgBouncer {
  /** The URL of a database through PgBouncer. */
  url(database: string): string;
  /** Runs a command of the admin console, such as PAUSE. */
  admin(command: string): Promise<Record<string, unknown>[]>;
  start(): Promise<void>;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** Replaces the configuration. The next start or `RELOAD` reads it. */
  configure(configuration: string): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Makes a configuration in which all databases of the server at `port` can be reached. With few connections to each,
 * clients share them.
 */
export const pgbouncerIni = (port: number, settings: readonly string[] = [], database = ''): string =>
  [
    '[databases]',
    `* = host=127.0.0.1 port=${port} ${database}`,
    '[pgbouncer]',
    'listen_addr = 10.0.0.8',
    'listen_port = 6432',
    'auth_type = scram-sha-256',
    'auth_file = /etc/pgbouncer/userlist.txt',
    'pool_mode = transaction',
    'default_pool_size = 4',
    'max_client_conn = 2000',
    'server_login_retry = 1',
    ...settings,
    '',
  ].join('\n');

/** What differs from a configuration of the documentation: the address, and users without passwords. */
function adapt(configuration: string, port: number, folder: string): string {
  return [
    configuration
      .replace(/^listen_addr = .*$/m, 'listen_addr = 127.0.0.1')
      .replace(/^listen_port = .*$/m, `listen_port = ${port}`)
      .replace(/^auth_type = .*$/m, 'auth_type = trust')
      .replace(/^auth_file = .*$/m, `auth_file = ${folder}/users.txt`),
    'unix_socket_dir =',
    'admin_users = postgres',
    '',
  ].join('\n');
}

/** Starts PgBouncer with a configuration on a loopback port. */
export async function startPgBouncer(configuration: string): Promise<PgBouncer> {
  const port = await freePort();
  const folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-pgbouncer-'));
  const file = path.join(folder, 'pgbouncer.ini');
  // PgBouncer does not run as root.
  const ids = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  await chmod(folder, 0o700);
  if (ids.uid !== undefined) await chown(folder, ids.uid, ids.gid);
  let child: ChildProcess | null = null;
  const output: string[] = [];
  const url = (database: string) => `postgresql://postgres@127.0.0.1:${port}/${database}`;
  const admin = async (command: string) => {
    const client = new Client({ connectionString: url('pgbouncer'), connectionTimeoutMillis: 60_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      return (await client.query(command)).rows;
    } finally {
      client.end().catch(() => {});
    }
  };
  const configure = async (text: string) => {
    await writeFile(path.join(folder, 'users.txt'), '"postgres" ""\n', { mode: 0o644 });
    await writeFile(file, adapt(text, port, folder), { mode: 0o644 });
  };
  const isRunning = () => child !== null && child.exitCode === null && child.signalCode === null;
  const kill = async () => {
    if (child === null || !isRunning()) return;
    const closed = once(child, 'close');
    child.kill('SIGKILL');
    await closed;
  };
  const start = async () => {
    child = spawn(pathOf('PgBouncer'), [file], { ...ids, cwd: '/', env: {}, stdio: ['ignore', 'ignore', 'pipe'] });
    child.stderr?.on('data', (chunk) => output.push(String(chunk)));
    while (!(await admin('SHOW VERSION').catch(() => null))) {
      if (!isRunning()) throw new Error(`PgBouncer has ended: ${output.join('')}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const stop = untilStopped(async () => {
    await kill();
    await rm(folder, { recursive: true });
  });
  await configure(configuration);
  await start();
  return { url, admin, start, kill, configure, stop };
}
