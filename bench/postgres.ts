import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chown } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { type Bench, createFolder, freePort } from './support';

const installed = '/usr/lib/postgresql';
/** PostgreSQL does not run as root. */
const serverIds = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

export interface Work {
  cpuMs: number;
  walBytes: number;
  /** Transactions that wrote something. */
  commits: number;
}

export interface OwnPostgres {
  url(database: string): string;
  query(sql: string, database?: string): Promise<Record<string, unknown>[]>;
  /** Returns what all processes of the server have done since the start. */
  work(): Promise<Work>;
}

/** Starts a PostgreSQL with data in a temporary folder, so that its CPU time and its WAL are those of the benchmark. */
export async function startPostgres(bench: Bench, settings: readonly string[]): Promise<OwnPostgres> {
  const version = existsSync(installed) && readdirSync(installed).sort((a, b) => Number(b) - Number(a))[0];
  if (!version) throw new Error(`there is no PostgreSQL in ${installed}`);
  const bin = path.join(installed, version, 'bin');
  const folder = await createFolder(bench);
  if (serverIds.uid) await chown(folder, serverIds.uid, serverIds.gid);
  const data = path.join(folder, 'data');
  const options = { cwd: folder, env: { LC_ALL: 'C' }, stdio: 'ignore', ...serverIds } as const;
  const initdb = spawn(path.join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8'], options);
  const [code] = await once(initdb, 'exit');
  if (code !== 0) throw new Error(`initdb ended with ${code}`);
  const port = await freePort();
  const all = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', `port=${port}`, ...settings];
  const server = spawn(path.join(bin, 'postgres'), ['-D', data, ...all.flatMap((setting) => ['-c', setting])], options);
  const ended = once(server, 'exit');
  bench.defer(async () => {
    server.kill('SIGINT');
    await ended;
  });
  const url = (database: string) => `postgresql://postgres@127.0.0.1:${port}/${database}`;
  const query: OwnPostgres['query'] = async (sql, database = 'postgres') => {
    const client = new Client({ connectionString: url(database) });
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  };
  while (!(await query('SELECT 1').catch(() => null))) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}`);
    await delay(50);
  }
  return {
    url,
    query,
    async work() {
      const [row] = await query(`SELECT pg_current_wal_insert_lsn() - '0/0' AS wal, txid_current() AS xid`);
      return { cpuMs: cpuMsOfFamily(server.pid ?? 0), walBytes: Number(row?.wal), commits: Number(row?.xid) };
    },
  };
}

export const difference = (before: Work, after: Work): Work => ({
  cpuMs: after.cpuMs - before.cpuMs,
  walBytes: after.walBytes - before.walBytes,
  commits: after.commits - before.commits,
});

/** Returns the CPU time of a process, of its children, and of its children that have ended. Only on Linux. */
function cpuMsOfFamily(parent: number): number {
  let ticks = 0;
  for (const entry of readdirSync('/proc')) {
    const pid = Number(entry);
    const fields = pid > 0 ? statOf(pid) : null;
    if (!fields || (pid !== parent && Number(fields[1]) !== parent)) continue;
    ticks += Number(fields[11]) + Number(fields[12]);
    if (pid === parent) ticks += Number(fields[13]) + Number(fields[14]);
  }
  return ticks * 10;
}

/** The fields of /proc/<pid>/stat after the name of the program. Null if the process has ended. */
function statOf(pid: number): string[] | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    return null;
  }
}
