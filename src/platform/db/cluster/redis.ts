import { setTimeout as delay } from 'node:timers/promises';
import { parseRedisUrl, type RedisAddress, type RedisServer } from '../../config/redis-url';
import type { Log } from '../../observability/log';
import { limited } from '../../request/deadline';
import { openClient, type RedisClient, redisSilenceMs } from './redis-client';
import { askSentinels, formatServer, newestMaster, type SentinelAnswer } from './redis-sentinel';

type RedisCommands = Pick<RedisClient, 'eval' | 'multi' | 'del'>;

export interface RedisConnection {
  /** The commands of the counters. @throws RedisAwayError */
  commands: RedisCommands;
  /**
   * Runs commands. Any error of Redis closes the connection, because such a server cannot count: it is a replica, loads
   * its data, or has no memory left.
   * @throws RedisAwayError if no command was sent; Error if Redis does not answer in time
   */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  isUp(): boolean;
  close(): void;
}

/** Milliseconds. */
interface RedisTimes {
  /** If Redis takes longer, it counts as unavailable until it answers. */
  answersWithinMs: number;
  /** A connection without any answer for this time is closed. */
  silenceMs: number;
}

const reconnectsAfterMs = 500;
/** What a new connection writes. Only the master of several servers accepts it. */
const probe = { key: 'gatehouse:probe', seconds: 10 } as const;

/** Redis did not get the command, because there is no connection or Redis has not answered for some time. */
export class RedisAwayError extends Error {
  constructor() {
    super('Redis is unavailable');
  }
}

/** Connects in the background, and reconnects after a lost connection. For Sentinel, first asks for the master. */
export function openRedis(url: string, log: Log, times: RedisTimes): RedisConnection {
  return new ReconnectingRedis(parseRedisUrl(url), log, times);
}

interface LiveConnection {
  client: RedisClient;
  /** Closes the connection. */
  fail(error: unknown): void;
  /** Whether an answer is late, and none has come since. */
  isLate: boolean;
}

class ReconnectingRedis implements RedisConnection {
  private live: LiveConnection | null = null;
  /** Null before the first connection succeeds or fails. */
  private wasUp: boolean | null = null;
  private readonly closing = new AbortController();

  readonly commands: RedisCommands = {
    eval: (...args) => this.usable().client.eval(...args),
    multi: () => this.usable().client.multi(),
    del: (...args) => this.usable().client.del(...args),
  };

  constructor(
    private readonly address: RedisAddress,
    private readonly log: Log,
    private readonly times: RedisTimes,
  ) {
    void this.keepConnected();
  }

  isUp(): boolean {
    return this.findUsable() !== null;
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    const connection = this.usable();
    const answer = work();
    const answered = () => {
      connection.isLate = false;
    };
    answer.then(answered, (error: unknown) => {
      answered();
      // A limit that is reached rejects too, with a value that is no error.
      if (error instanceof Error) connection.fail(error);
    });
    return this.inTime(connection, answer);
  }

  close(): void {
    this.closing.abort();
    this.live?.client.destroy();
  }

  private inTime<Result>(connection: LiveConnection, answer: Promise<Result>): Promise<Result> {
    const { answersWithinMs } = this.times;
    return limited(answersWithinMs, answer, () => {
      connection.isLate = true;
      return new Error(`Redis did not answer within ${answersWithinMs} ms`);
    });
  }

  private usable(): LiveConnection {
    const connection = this.findUsable();
    if (!connection) throw new RedisAwayError();
    return connection;
  }

  private findUsable(): LiveConnection | null {
    const { live } = this;
    return live?.client.isReady && !live.isLate ? live : null;
  }

  private async keepConnected(): Promise<void> {
    const { signal } = this.closing;
    while (!signal.aborted) {
      try {
        const server = await locate(this.address, signal);
        const client = await openMaster(server, this.address, this.times.silenceMs, signal);
        await new Promise((_, fail) => {
          client.on('error', fail);
          client.on('end', () => fail(new Error('the connection to Redis was closed')));
          this.live = { client, fail, isLate: false };
          this.reportUp(server);
        });
      } catch (error) {
        this.live?.client.destroy();
        this.live = null;
        if (!signal.aborted) this.reportDown(error);
      }
      await delay(reconnectsAfterMs, undefined, { signal }).catch(() => {});
    }
  }

  private reportUp(server: RedisServer): void {
    this.wasUp = true;
    const { masterName } = this.address;
    const fields = masterName === null ? {} : { master: formatServer(server) };
    this.log.info(fields, 'Redis up: rate limits are counted in Redis');
  }

  private reportDown(error: unknown): void {
    if (this.wasUp !== false) {
      this.log.warn({ err: error }, 'Redis down: each instance counts the rate limits for itself');
    }
    this.wasUp = false;
  }
}

async function locate(address: RedisAddress, signal: AbortSignal): Promise<RedisServer> {
  const [server] = address.servers;
  if (address.masterName === null && server) return server;
  return newestMaster(await askSentinels(address, signal), address.masterName ?? '');
}

/** @throws Error if the server does not accept a write */
async function openMaster(
  server: RedisServer,
  { tls, login, database }: RedisAddress,
  silenceMs: number,
  signal: AbortSignal,
): Promise<RedisClient> {
  const client = await openClient({ server, tls, login, database, silenceMs }, signal);
  try {
    await client.set(probe.key, '1', { EX: probe.seconds });
    return client;
  } catch (error) {
    client.destroy();
    throw error;
  }
}

interface RedisState {
  master: RedisServer;
  /** How many ms one answer takes. */
  ms: number;
  /** Empty without Sentinel. */
  sentinels: readonly SentinelAnswer[];
}

/** Connects once, as the server does. @throws Error if Redis does not answer or accepts no writes */
export async function examineRedis(url: string): Promise<RedisState> {
  const address = parseRedisUrl(url);
  const { signal } = new AbortController();
  const sentinels = address.masterName === null ? [] : await askSentinels(address, signal);
  const master =
    address.masterName === null ? await locate(address, signal) : newestMaster(sentinels, address.masterName);
  const client = await openMaster(master, address, redisSilenceMs, signal);
  try {
    const startedAt = performance.now();
    await client.ping();
    return { master, ms: performance.now() - startedAt, sentinels };
  } finally {
    client.destroy();
  }
}
