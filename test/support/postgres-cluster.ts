import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { appendFile, chmod, chown, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { pathOf } from './needs';
import { freePort } from './process';
import { untilStopped } from './running';

const run = promisify(execFile);

export interface PostgresServer {
  name: string;
  port: number;
  query(sql: string, database?: string): Promise<Record<string, unknown>[]>;
  /** Starts the server in the role that its data folder has. */
  start(): Promise<void>;
  /** SIGKILL for all processes of the server. */
  kill(): Promise<void>;
  /** Stops all processes of the server without an end of its connections, and continues them. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  promote(): Promise<void>;
  /**
   * Replaces the data of this stopped server by a copy of `primary`, and starts it as its standby. `port` is that of a
   * proxy in between.
   */
  follow(primary: PostgresServer, port?: number): Promise<void>;
  /** From now on, each commit waits until `standby` has it. Null: no commit waits. */
  waitFor(standby: PostgresServer | null): Promise<void>;
}

export interface PostgresCluster {
  servers: readonly [PostgresServer, PostgresServer];
  /** The URL of a database on both servers, in the form of libpq. */
  url(database: string): string;
  stop(): Promise<void>;
}

/** Starts a primary and a standby that follows it, with data in a temporary folder. */
export async function startPostgresCluster(): Promise<PostgresCluster> {
  const folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-cluster-'));
  await giveToServer(folder);
  const [one, two] = [await createServer('one', folder), await createServer('two', folder)];
  const stop = untilStopped(async () => {
    await Promise.all([one.kill(), two.kill()]);
    await rm(folder, { recursive: true, force: true });
  });
  await run(program('initdb'), ['-D', one.data, '-U', 'postgres', '-A', 'trust', '-N', '--no-instructions'], asServer);
  await configure(one.data);
  await one.start();
  await two.follow(one);
  return {
    servers: [one, two],
    url: (database) =>
      `postgresql://postgres@127.0.0.1:${one.port},127.0.0.1:${two.port}/${database}?target_session_attrs=read-write`,
    stop,
  };
}

/** The programs must be of one version, and a link in the PATH can lead to each of them. */
const program = (name: string): string => path.join(path.dirname(realpathSync(pathOf('PostgreSQL programs'))), name);

/** PostgreSQL does not run as root. */
const isRoot = process.getuid?.() === 0;
const ids = isRoot ? { uid: 65_534, gid: 65_534 } : {};
const asServer = { ...ids, cwd: '/', env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' } };

async function giveToServer(folder: string): Promise<void> {
  await chmod(folder, 0o700);
  if (isRoot) await chown(folder, 65_534, 65_534);
}

/** A crash of PostgreSQL loses nothing without fsync. Only a crash of the machine would. */
const configure = (data: string) =>
  appendFile(
    path.join(data, 'postgresql.conf'),
    [
      "listen_addresses = '127.0.0.1'",
      "unix_socket_directories = ''",
      'fsync = off',
      'max_connections = 100',
      'wal_keep_size = 512MB',
      // A standby that was promoted waits for none.
      'hot_standby = on',
      'wal_receiver_timeout = 60s',
      '',
    ].join('\n'),
  );

async function createServer(name: string, folder: string): Promise<PostgresServer & { data: string }> {
  const data = path.join(folder, name);
  const port = await freePort();
  let child: ChildProcess | null = null;

  const query = async (sql: string, database = 'postgres') => {
    const client = new Client({
      connectionString: `postgresql://postgres@127.0.0.1:${port}/${database}`,
      connectionTimeoutMillis: 60_000,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      return (await client.query(sql)).rows;
    } finally {
      client.end().catch(() => {});
    }
  };
  const until = async (sql: string) => {
    for (;;) {
      const [row] = await query(sql).catch(() => []);
      if (row && Object.values(row)[0] === true) return;
      if (child === null || child.exitCode !== null)
        throw new Error(`the server ${name} has ended: ${output.join('')}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const output: string[] = [];
  const signalAll = async (signal: NodeJS.Signals) => {
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    for (const pid of await processesOf(child.pid)) {
      try {
        process.kill(pid, signal);
      } catch {
        // The process has ended in the meantime.
      }
    }
  };
  const server = {
    name,
    port,
    data,
    query,
    async start() {
      child = spawn(program('postgres'), ['-D', data, '-p', String(port)], {
        ...asServer,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      child.stderr?.on('data', (chunk) => output.push(String(chunk)));
      await until('SELECT true');
    },
    async kill() {
      if (child === null || child.exitCode !== null || child.signalCode !== null) return;
      const closed = once(child, 'close');
      await signalAll('SIGKILL');
      await closed;
      // A standby may still wait for the old process to release the port and the lock of the folder.
      await rm(path.join(data, 'postmaster.pid'), { force: true });
    },
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    async promote() {
      await query('SELECT pg_promote(true, 60)');
      await until('SELECT NOT pg_is_in_recovery()');
    },
    async follow(primary: PostgresServer, from = primary.port) {
      await rm(data, { recursive: true, force: true });
      const source = `host=127.0.0.1 port=${from} user=postgres application_name=${name}`;
      await run(program('pg_basebackup'), ['-D', data, '-d', source, '-R', '-c', 'fast', '-X', 'stream'], asServer);
      await server.start();
      await until('SELECT pg_is_in_recovery()');
      for (;;) {
        const [row] = await primary.query('SELECT count(*)::int AS streaming FROM pg_stat_replication');
        if (Number(row?.streaming) > 0) return;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    async waitFor(standby: PostgresServer | null) {
      await query(`ALTER SYSTEM SET synchronous_standby_names = '${standby ? standby.name : ''}'`);
      await query('SELECT pg_reload_conf()');
      await until(`SELECT current_setting('synchronous_standby_names') = '${standby ? standby.name : ''}'`);
      if (!standby) return;
      for (;;) {
        const [row] = await query("SELECT count(*)::int AS sync FROM pg_stat_replication WHERE sync_state = 'sync'");
        if (Number(row?.sync) > 0) return;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
  };
  return server;
}

/** Returns the process and its children, the parent first. */
async function processesOf(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return [pid, ...children.split(' ').filter(Boolean).map(Number)];
}
