import { createClient } from '@redis/client';
import type { Log } from '../log';

export type RedisClient = ReturnType<typeof createClient>;

export interface RedisConnection {
  client: RedisClient;
  isUp(): boolean;
  close(): void;
}

/** Milliseconds. A connection without an answer to a ping is given up after two seconds. */
const timeouts = { connect: 1000, ping: 1000, silence: 2000, reconnect: 500 } as const;

/** Connects in the background and again whenever the connection is lost; what is sent meanwhile fails at once. */
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
  // It goes on trying by itself; every failure is an error event.
  client.connect().catch(() => {});
  return { client: client as RedisClient, isUp: () => isUp === true, close: () => client.destroy() };
}

/** Milliseconds until it answers. @throws Error */
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
    const askedAt = performance.now();
    await client.ping();
    return performance.now() - askedAt;
  } finally {
    client.destroy();
  }
}
