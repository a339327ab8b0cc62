import { setTimeout as delay } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';
import { Client as PostgresClient } from 'pg';

export interface NotificationHandlers {
  /** Messages arrive from now on: loads what came before. If it fails, the connection is made anew. */
  catchUp(): Promise<void>;
  /** It has caught up, and the connection still stands. */
  onUp(): void;
  /** Messages may be missed from now on. */
  onDown(error: unknown): void;
  onMessage(payload: string): void;
}

export interface Listening {
  close(): Promise<void>;
}

/** Hears what is NOTIFYed on a channel of the database, until it is closed. */
export type Listen = (channel: string, handlers: NotificationHandlers) => Listening;

/** Milliseconds. A connection that does not answer a heartbeat is noticed within a second. */
const heartbeat = { every: 250, reply: 500 } as const;
const reconnectAfterMs = 200;

export function listenOnPglite(pglite: PGlite, channel: string, handlers: NotificationHandlers): Listening {
  const listening = pglite.listen(channel, handlers.onMessage).then(async (unlisten) => {
    await handlers.catchUp();
    handlers.onUp();
    return unlisten;
  });
  listening.catch(handlers.onDown);
  return { close: async () => void (await listening.then((unlisten) => unlisten()).catch(() => {})) };
}

/** LISTEN on a connection of its own, made again whenever it is lost. */
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

/** Returns when it is told to stop; throws when the connection is lost. */
async function listenOnce(
  connectionString: string,
  channel: string,
  handlers: NotificationHandlers,
  signal: AbortSignal,
): Promise<void> {
  const client = new PostgresClient({
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
