import type { Log } from '../observability/log';

type Library = typeof import('@redis/client');
export type RedisClient = ReturnType<Library['createClient']>;

/** Loaded when it is used: it has seven hundred files. */
const createClient: Library['createClient'] = (options) => (require('@redis/client') as Library).createClient(options);

export interface RedisConnection {
  client: RedisClient;
  isUp(): boolean;
  close(): void;
}

/** Milliseconds. A connection that does not answer pings is closed after two seconds. */
const timeouts = { connect: 1000, ping: 1000, silence: 2000, reconnect: 500 } as const;

/**
 * Connects in the background, and reconnects when the connection is lost. Commands without a connection fail at once.
 */
export function openRedis(url: string, log: Log): RedisConnection {
  const client = createClient({
    url,
    name: 'gatehouse',
    disableOfflineQueue: true,
    pingInterval: timeouts.ping,
    socket: {
      connectTimeout: timeouts.connect,
      socketTimeout: timeouts.silence,
      reconnectStrategy: () => timeouts.reconnect,
    },
  });
  let isUp: boolean | null = null;
  client.on('ready', () => {
    isUp = true;
    log.info('Redis up: limits are counted there');
  });
  client.on('error', (error: unknown) => {
    if (isUp !== false) log.warn({ err: error }, 'Redis down: limits are counted in this process');
    isUp = false;
  });
  // The client retries by itself. Every failure is also an error event.
  client.connect().catch(() => {});
  return { client: client as RedisClient, isUp: () => isUp === true, close: () => client.destroy() };
}

/** Returns the ms until Redis answers. @throws Error */
export async function pingRedis(url: string): Promise<number> {
  const socket = {
    connectTimeout: timeouts.connect,
    socketTimeout: timeouts.silence,
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
