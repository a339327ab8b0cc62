import { isIP } from 'node:net';
import type { RedisLogin, RedisServer } from '../../config/redis-url';

type Library = typeof import('@redis/client');
export type RedisClient = ReturnType<Library['createClient']>;

/** Loaded only when REDIS_URL is set, because the library has seven hundred files. */
const createClient: Library['createClient'] = (options) => (require('@redis/client') as Library).createClient(options);

/** Milliseconds. */
const timeouts = { connect: 1000, ping: 1000 } as const;
/** A connection without any answer for this number of ms is closed. */
export const redisSilenceMs = 2000;

export interface ClientOptions {
  server: RedisServer;
  tls: boolean;
  login: RedisLogin;
  database: number;
  silenceMs?: number;
}

/**
 * Opens a connection that is not opened again when it is lost. An event `error` or `end` says that it is lost.
 * @throws Error if there is no connection in time, or the signal is aborted
 */
export async function openClient(
  { server, tls, login, database, silenceMs = redisSilenceMs }: ClientOptions,
  signal: AbortSignal,
): Promise<RedisClient> {
  signal.throwIfAborted();
  const client = createClient({
    ...login,
    database,
    // With its default, the library asks for notifications that only servers of Redis Enterprise send.
    maintNotifications: 'disabled',
    name: 'gatehouse',
    RESP: 2,
    disableOfflineQueue: true,
    pingInterval: timeouts.ping,
    socket: {
      host: server.host,
      port: server.port,
      // The library has one type of options for each. The name in TLS (SNI) must not be an IP address.
      ...(tls ? { tls, ...(isIP(server.host) === 0 && { servername: server.host }) } : {}),
      connectTimeout: timeouts.connect,
      socketTimeout: silenceMs,
      reconnectStrategy: false,
    },
  }) as unknown as RedisClient;
  // `connect` throws the errors until it has a connection.
  const ignore = () => {};
  client.on('error', ignore);
  const stop = () => client.destroy();
  signal.addEventListener('abort', stop, { once: true });
  try {
    await client.connect();
    // The library finishes to connect even if the client was destroyed in the meantime.
    signal.throwIfAborted();
    return client;
  } catch (error) {
    client.destroy();
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
