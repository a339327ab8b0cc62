import type { Log } from '../observability/log';

type Library = typeof import('@redis/client');
export type RedisClient = ReturnType<Library['createClient']>;

/** Loaded only when REDIS_URL is set, because the library has seven hundred files. */
const createClient: Library['createClient'] = (options) => (require('@redis/client') as Library).createClient(options);

export interface RedisConnection {
  client: RedisClient;
  isUp(): boolean;
  close(): void;
}

/** Milliseconds. */
const timeouts = { connect: 1000, ping: 1000, reconnect: 500 } as const;
/** A connection without any answer for this number of ms is closed. */
export const redisSilenceMs = 2000;

/** Connects in the background, and reconnects after a lost connection. A command without a connection fails immediately. */
export function openRedis(url: string, log: Log, silenceMs = redisSilenceMs): RedisConnection {
  const client = createClient({
    url,
    name: 'gatehouse',
    disableOfflineQueue: true,
    pingInterval: timeouts.ping,
    socket: {
      connectTimeout: timeouts.connect,
      socketTimeout: silenceMs,
      reconnectStrategy: () => timeouts.reconnect,
    },
  });
  let isUp: boolean | null = null;
  client.on('ready', () => {
    isUp = true;
    log.info('Redis up: rate limits are counted in Redis');
  });
  client.on('error', (error: unknown) => {
    if (isUp !== false) log.warn({ err: error }, 'Redis down: each instance counts the rate limits for itself');
    isUp = false;
  });
  // The client retries without our code, and reports each failure as an error event.
  client.connect().catch(() => {});
  return { client: client as RedisClient, isUp: () => isUp === true, close: () => client.destroy() };
}

/** Returns how many ms Redis takes to answer. @throws Error if Redis does not answer */
export async function pingRedis(url: string): Promise<number> {
  const socket = {
    connectTimeout: timeouts.connect,
    socketTimeout: redisSilenceMs,
    reconnectStrategy: false as const,
  };
  const client = createClient({ url, name: 'gatehouse-doctor', socket });
  client.on('error', () => {});
  try {
    await client.connect();
    const startedAt = performance.now();
    await client.ping();
    return performance.now() - startedAt;
  } finally {
    client.destroy();
  }
}
