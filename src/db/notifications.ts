import { setTimeout as delay } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';
import { Client as PostgresClient } from 'pg';
import type { Queryable, Statement } from './transaction';

export interface NotificationHandlers {
  /** Messages arrive from now on, so load what was missed. If this fails, the connection is opened again. */
  catchUp(): Promise<void>;
  /** It has caught up, and the connection is still open. */
  onUp(): void;
  /** Messages may be missed from now on. */
  onDown(error: unknown): void;
  onMessage(payload: string): void;
}

export interface Listening {
  close(): Promise<void>;
}

/** Receives the notifications of a channel of the database, until it is closed. */
export type Listen = (channel: string, handlers: NotificationHandlers) => Listening;

/** Notifies all listeners of the channel; in a transaction, when it is committed. */
export type Notify = (channel: string, payload: string) => Promise<void>;

export const notifyWith =
  ({ run }: Pick<Queryable, 'run'>): Notify =>
  async (channel, payload) => {
    await run(notify, [channel, payload]);
  };

const notify: Statement = { name: 'notify', text: 'SELECT pg_notify($1, $2)::text' };

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
