import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';

export const projectRoot = path.join(__dirname, '..');
/** A file to which servers add their logs, which say why a request failed. */
const serverLog = process.env.SERVER_LOG;
const postgresUrl = process.env.TEST_DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/postgres';

/** The clean-up steps of a benchmark, which run in reverse order at its end, and the bounds that it checked. */
export class Bench {
  private readonly undoings: (() => Promise<unknown>)[] = [];
  private missed = 0;

  defer(undo: () => Promise<unknown>): void {
    this.undoings.push(undo);
  }

  bound(text: string, isMet: boolean): void {
    if (!isMet) this.missed += 1;
    console.log(`${isMet ? 'met   ' : 'MISSED'}  ${text}`);
  }

  get allMet(): boolean {
    return this.missed === 0;
  }

  async undoAll(): Promise<void> {
    for (let undo = this.undoings.pop(); undo; undo = this.undoings.pop()) {
      await undo().catch((error: unknown) => console.error('while cleaning up:', error));
    }
  }
}

/**
 * Runs a benchmark and ends the process. The exit code is 1 if it failed, was stopped, took too long or missed a bound.
 */
export async function runBench(limitS: number, body: (bench: Bench) => Promise<void>): Promise<never> {
  const bench = new Bench();
  const cut = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error(`took longer than ${limitS} s`)), limitS * 1000);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => reject(new Error(signal)));
  });
  const load = loadavg()[0]?.toFixed(2);
  console.log(`${availableParallelism()} cores, Node ${process.version}, load average at the start ${load}`);
  try {
    await Promise.race([body(bench), cut]);
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
  }
  await bench.undoAll();
  process.exit(bench.allMet ? process.exitCode : 1);
}

/** Creates an empty PostgreSQL database, which is dropped at the end. Returns its URL. */
export async function createDatabase(bench: Bench): Promise<string> {
  const name = `gatehouse_bench_${randomBytes(6).toString('hex')}`;
  await asAdmin(`CREATE DATABASE ${name}`);
  bench.defer(() => asAdmin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function asAdmin(sql: string): Promise<void> {
  const client = new Client({ connectionString: postgresUrl, connectionTimeoutMillis: 5000 });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Creates an empty folder, which is removed at the end. */
export async function createFolder(bench: Bench): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-bench-'));
  bench.defer(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export const newSecret = () => randomBytes(32).toString('base64');

export interface ServerProcess {
  pid: number;
  port: number;
  /** The time from the start of the process to the first 200 of /readyz. */
  readyMs: number;
  stop(): Promise<void>;
}

/**
 * Starts the built server with only these settings, and waits until the server is ready. `root` is the folder of
 * another version.
 */
export async function startServer(
  bench: Bench,
  settings: Readonly<Record<string, string>>,
  root = projectRoot,
): Promise<ServerProcess> {
  const port = await freePort();
  const { PATH, HOME, UV_THREADPOOL_SIZE } = process.env;
  const env = {
    ...(PATH && { PATH }),
    ...(HOME && { HOME }),
    ...(UV_THREADPOOL_SIZE && { UV_THREADPOOL_SIZE }),
    HOST: '127.0.0.1',
    PORT: String(port),
    RATE_LIMITS: 'off',
    // Thousands of logins to one account must not end the sessions of the benchmark.
    SESSIONS_PER_ACCOUNT: '1000',
    ...settings,
  };
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['dist/main.js'], {
    cwd: root,
    env,
    detached: true,
    stdio: ['ignore', serverLog ? openSync(serverLog, 'a') : 'ignore', 'pipe'],
  });
  const stop = () => stopGroup(child);
  bench.defer(stop);
  let complaint = '';
  child.stderr?.on('data', (chunk) => {
    complaint = `${complaint}${chunk}`.slice(-4000);
  });
  child.on('error', (error) => {
    complaint = error.message;
  });
  while (!(await isReady(port))) {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the server ended: ${complaint}`);
    if (performance.now() - startedAt > 60_000) throw new Error(`the server is not ready after 60 s: ${complaint}`);
    await delay(10);
  }
  return { pid: child.pid ?? 0, port, readyMs: performance.now() - startedAt, stop };
}

/** Returns the resident memory of a process and its peak, in MB. Only on Linux. */
export function memoryOf(pid: number): Memory {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const mb = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
  return { resident: mb('VmRSS'), peak: mb('VmHWM') };
}

export interface Memory {
  resident: number;
  peak: number;
}

/** Returns the CPU time of all threads of a process since its start, in steps of 10 ms. Only on Linux. */
export function cpuMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

function isReady(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const request = http.get({ host: '127.0.0.1', port, path: '/readyz', agent: false, timeout: 2000 }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode === 200));
    });
    request.on('timeout', () => request.destroy()).on('error', () => resolve(false));
  });
}

/** Stops a child process and all its descendants: with SIGTERM, and after 10 s with SIGKILL. */
async function stopGroup(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.stderr?.closed) return;
  // The event `close` comes when the child and all its descendants have closed standard error.
  const ended = once(child, 'close');
  const kill = setTimeout(signalGroup, 10_000, child.pid, 'SIGKILL');
  signalGroup(child.pid, 'SIGTERM');
  await ended;
  clearTimeout(kill);
}

/** The child was spawned detached, so its process id is also the id of its process group. */
function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // The process group has ended.
  }
}

export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** Returns the percentile, interpolated between the two nearest values. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = Float64Array.from(values).sort();
  const position = ((sorted.length - 1) * p) / 100;
  const below = sorted[Math.floor(position)] ?? Number.NaN;
  const above = sorted[Math.ceil(position)] ?? Number.NaN;
  return below + (above - below) * (position % 1);
}
