import { setTimeout as delay } from 'node:timers/promises';
import { PostgresClient } from '../postgres-client';
import type { Listening, NotificationHandlers } from './notifications';
import type { PostgresServers } from './postgres-servers';

/** Milliseconds. If the server does not answer a heartbeat, the loss is noticed within a second. */
const heartbeat = { every: 250, reply: 500 } as const;
const reconnectAfterMs = 200;

/** Receives notifications with LISTEN, on a connection of its own. A lost connection is opened again. */
export function listenOnPostgres(servers: PostgresServers, channel: string, handlers: NotificationHandlers): Listening {
  const stopped = new AbortController();
  const running = (async () => {
    while (!stopped.signal.aborted) {
      await listenOnce(servers, channel, handlers, stopped.signal).catch(handlers.onDown);
      await delay(reconnectAfterMs, undefined, { signal: stopped.signal }).catch(() => {});
    }
  })();
  return {
    close() {
      stopped.abort();
      return running;
    },
  };
}

/** Listens until `signal` aborts. @throws Error when the connection is lost */
async function listenOnce(
  servers: PostgresServers,
  channel: string,
  handlers: NotificationHandlers,
  signal: AbortSignal,
): Promise<void> {
  const client = new PostgresClient({
    servers,
    application_name: 'gatehouse notifications',
    connectionTimeoutMillis: 2000,
    query_timeout: heartbeat.reply,
  });
  const lost = new Promise<never>((_, reject) => {
    client.on('error', reject);
    client.on('end', () => reject(new Error('the connection ended')));
  });
  lost.catch(() => {});
  client.on('notification', ({ payload }) => handlers.onMessage(payload ?? ''));
  try {
    await client.connect();
    await client.query(`LISTEN ${channel}`);
    await Promise.race([handlers.catchUp(), lost]);
    handlers.onUp();
    while (!signal.aborted) {
      await Promise.race([client.query('SELECT 1'), lost]);
      await Promise.race([delay(heartbeat.every, undefined, { signal }).catch(() => {}), lost]);
    }
  } finally {
    client.end().catch(() => {});
  }
}
