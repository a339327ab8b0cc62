import type { RedisAddress, RedisServer } from '../../config/redis-url';
import { openClient } from './redis-client';

/** What one sentinel answers about the master. */
export interface SentinelAnswer {
  sentinel: RedisServer;
  /** Null if the sentinel does not answer, or does not know the master. */
  master: (RedisServer & { epoch: number }) | null;
  error: unknown;
}

export const formatServer = ({ host, port }: RedisServer): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;

/** Asks all sentinels of the URL at the same time. A sentinel that is away takes as long as a client waits to connect. */
export function askSentinels(address: RedisAddress, signal: AbortSignal): Promise<SentinelAnswer[]> {
  return Promise.all(
    address.servers.map(async (sentinel) => {
      try {
        return { sentinel, master: await askSentinel(sentinel, address, signal), error: null };
      } catch (error) {
        return { sentinel, master: null, error };
      }
    }),
  );
}

/**
 * Returns the master of the newest configuration: a sentinel that was away can still name the old master.
 * @throws Error if no sentinel names a master
 */
export function newestMaster(answers: readonly SentinelAnswer[], masterName: string): RedisServer {
  const [newest] = answers.flatMap(({ master }) => master ?? []).sort((a, b) => b.epoch - a.epoch);
  if (newest) return { host: newest.host, port: newest.port };
  const reasons = answers.map(({ sentinel, error }) => `${formatServer(sentinel)}: ${reasonOf(error)}`);
  throw new Error(`no sentinel names the master ${masterName}. ${reasons.join(', ')}`);
}

async function askSentinel(
  sentinel: RedisServer,
  { masterName, tls, sentinelLogin }: RedisAddress,
  signal: AbortSignal,
): Promise<SentinelAnswer['master']> {
  const client = await openClient({ server: sentinel, tls, login: sentinelLogin, database: 0 }, signal);
  try {
    const reply = (await client.sendCommand(['SENTINEL', 'MASTER', masterName ?? ''])) as unknown as string[];
    const state = new Map(reply.flatMap((name, i) => (i % 2 === 0 ? [[name, reply[i + 1] ?? '']] : [])));
    return {
      host: state.get('ip') ?? '',
      port: Number(state.get('port')),
      epoch: Number(state.get('config-epoch')),
    };
  } finally {
    client.destroy();
  }
}

/** Some connection errors of Node have an empty message. */
const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message || ('code' in error ? String(error.code) : error.name) : String(error);
