import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import type { Listening, NotificationHandlers } from './notifications';

/** Milliseconds. A connection that does not answer a heartbeat is noticed within a second. */
const heartbeat = { every: 250, reply: 500 } as const;
const reconnectAfterMs = 200;

/** LISTEN on its own connection, which is opened again whenever it is lost. */
export function listenOnPostgres(connectionString: string, channel: string, handlers: NotificationHandlers): Listening {
  const stopped = new AbortController();
  const running = (async () => {
    while (!stopped.signal.aborted) {
      await listenOnce(connectionString, channel, handlers, stopped.signal).catch(handlers.onDown);
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

/** Returns when it is closed; throws when the connection is lost. */
async function listenOnce(
  connectionString: string,
  channel: string,
  handlers: NotificationHandlers,
  signal: AbortSignal,
): Promise<void> {
  const client = new Client({
    connectionString,
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
