import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { testSecret } from './gatehouse';

export interface GatehouseProcess {
  url: string;
  child: ChildProcess;
  /** Standard output and standard error so far. */
  output(): string;
  /** Resolves to the exit code of the process, or to the signal that ended it. */
  ended: Promise<number | string>;
  /** Resolves when /readyz answers 200. Rejects if the process ends before. */
  ready(): Promise<void>;
  signal(signal: NodeJS.Signals): Promise<number | string>;
}

/** Arguments for a short process of Node: see baseline-wasm.js. */
export const shortLived = ['--require', path.join(__dirname, 'baseline-wasm.js')];

/** A PATH with quick-programs before the other programs, for the commands of the documents. */
export const quickPath = [path.join(__dirname, 'quick-programs'), process.env.PATH].join(path.delimiter);

/** The package of a release that `.ci/node-versions` has installed, or this folder after `npm run build`. */
export const builtPackage = process.env.TEST_PACKAGE ?? path.join(__dirname, '../..');

/** The client package, as `npm run build` makes it. */
export const builtClient = path.join(__dirname, '../../dist/client');

/** Starts the built server as a separate process. `command` replaces the command that starts it. */
export async function spawnGatehouse(
  env: Record<string, string>,
  command: readonly string[] = [path.join(builtPackage, 'dist/main.js')],
): Promise<GatehouseProcess> {
  const port = env.PORT ?? String(await freePort());
  const child = spawn(process.execPath, [...shortLived, ...command], {
    cwd: path.join(__dirname, '../..'),
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: port,
      GATEHOUSE_SECRET: testSecret,
      RATE_LIMITS: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(String(chunk)));
  const ended = once(child, 'close').then(([code, signal]) => code ?? signal);
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    child,
    output: () => chunks.join(''),
    ended,
    async ready() {
      while (child.exitCode === null && child.signalCode === null) {
        const answer = await fetch(`${url}/readyz`).catch(() => null);
        if (answer?.ok) return;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      throw new Error(`the process ended before it was ready: ${chunks.join('')}`);
    },
    signal(signal) {
      child.kill(signal);
      return ended;
    },
  };
}

/** The settings of a process whose database does not answer. It starts sooner than one with the embedded database. */
export async function withoutDatabase(): Promise<{ DATABASE_URL: string }> {
  return { DATABASE_URL: `postgresql://postgres@127.0.0.1:${await freePort()}/gatehouse` };
}

/**
 * Returns a port that is free, as is the next one, on which a server has its mailbox. The system does not choose the port, because it could give the same port to a connection
 * before the process listens. Each worker of Jest has its own range of ports.
 */
export async function freePort(): Promise<number> {
  const workers = 16;
  const worker = Number(process.env.JEST_WORKER_ID ?? 0) % workers;
  for (;;) {
    const port = 2 * (randomInt(firstPort / 2 / workers, endOfPorts / 2 / workers) * workers + worker);
    if (!given.has(port) && (await isFree(port)) && (await isFree(port + 1))) {
      given.add(port);
      return port;
    }
  }
}

/** Below the ports that Linux gives to connections (net.ipv4.ip_local_port_range). */
const [firstPort, endOfPorts] = [16_000, 32_000];
const given = new Set<number>();

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().on('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
