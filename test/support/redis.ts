import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openClient, type RedisClient } from '../../src/platform/db/cluster/redis-client';
import { pathOf } from './needs';
import { freePort } from './process';
import { untilStopped } from './running';

export const redisPrograms = [
  { name: 'redis', need: 'Redis programs' },
  { name: 'valkey', need: 'Valkey programs' },
] as const;
export type RedisProgram = (typeof redisPrograms)[number];

export interface RedisProcess {
  port: number;
  child: ChildProcess;
  /** Sends one command on a connection of its own. */
  command(...args: string[]): Promise<unknown>;
  stop(): Promise<void>;
}

/** Starts a server with an empty memory, which keeps nothing on the disk. */
export function startRedis(program: RedisProgram, args: readonly string[] = [], port?: number): Promise<RedisProcess> {
  return start(program, ['--save', '', ...args], port);
}

export interface SentinelSettings {
  masterName: string;
  masterPort: number;
  /** The sentinels ask for this password. */
  password?: string;
  /** The password of the servers. */
  serverPassword?: string;
  /** Lines of the configuration file. */
  settings?: readonly string[];
  port?: number;
}

/** Starts a sentinel. Two sentinels are enough for a failover. */
export async function startSentinel(
  program: RedisProgram,
  { masterName, masterPort, password, serverPassword, settings = [], port }: SentinelSettings,
): Promise<RedisProcess> {
  const folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-sentinel-'));
  const conf = path.join(folder, 'sentinel.conf');
  const lines = [
    `sentinel monitor ${masterName} 127.0.0.1 ${masterPort} 2`,
    // On a busy machine, a server can be silent for longer than a second.
    `sentinel down-after-milliseconds ${masterName} 3000`,
    `sentinel failover-timeout ${masterName} 10000`,
    ...(password ? [`requirepass ${password}`, `sentinel sentinel-pass ${password}`] : []),
    ...(serverPassword ? [`sentinel auth-pass ${masterName} ${serverPassword}`] : []),
    ...settings,
  ];
  await writeFile(conf, `${lines.join('\n')}\n`);
  const sentinel = await start(program, [conf, '--sentinel'], port, password);
  return {
    ...sentinel,
    async stop() {
      await sentinel.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function start(
  { name, need }: RedisProgram,
  args: readonly string[],
  givenPort?: number,
  password?: string,
): Promise<RedisProcess> {
  const port = givenPort ?? (await freePort());
  const isConf = args[0]?.endsWith('.conf');
  const own = ['--port', String(port), '--bind', '127.0.0.1'];
  const folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-redis-'));
  const child = spawn(pathOf(need), isConf ? [args[0] ?? '', ...own, ...args.slice(1)] : [...own, ...args], {
    argv0: `${name}-server`,
    // A replica writes the data of its master to a file.
    cwd: folder,
    stdio: 'ignore',
  });
  const stop = untilStopped(async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
    await rm(folder, { recursive: true, force: true });
  });
  const login = password ?? passwordIn(args);
  const command = async (...words: string[]) => {
    const client = await open(port, login);
    try {
      return await client.sendCommand(words);
    } finally {
      client.destroy();
    }
  };
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${name} ended with exit code ${child.exitCode}`);
    if (
      await command('PING').then(
        () => true,
        () => false,
      )
    )
      break;
    await delay(20);
  }
  return { port, child, command, stop };
}

const open = (port: number, password: string | undefined): Promise<RedisClient> =>
  openClient(
    {
      server: { host: '127.0.0.1', port },
      tls: false,
      login: password ? { password } : {},
      database: 0,
      silenceMs: 30_000,
    },
    new AbortController().signal,
  );

const passwordIn = (args: readonly string[]): string | undefined =>
  args.includes('--requirepass') ? args[args.indexOf('--requirepass') + 1] : undefined;
