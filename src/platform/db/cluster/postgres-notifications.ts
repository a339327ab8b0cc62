import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { PostgresClient } from '../postgres-client';
import type { Listening, NotificationHandlers } from './notifications';
import type { PostgresServers } from './postgres-servers';

/** Milliseconds. If the server does not answer a heartbeat, the loss is noticed within a second. */
const heartbeat = { every: 250, reply: 500 } as const;
const reconnectAfterMs = 200;

/** The connection on which the process listens. It ends when nobody listens on it any more. */
interface Connection {
  client: PostgresClient;
  /** Sends one statement at a time. */
  query(sql: string): Promise<unknown>;
  /** Rejects when the connection is lost. */
  lost: Promise<never>;
  listeners: Set<Listener>;
}

interface Listener {
  channel: string;
  onMessage(payload: string): void;
}

/** Receives notifications with LISTEN, all on one connection. A lost connection is opened again. */
export class PostgresNotifications {
  /** The connection that new listeners use. */
  private connection: Connection | null = null;

  constructor(private readonly servers: PostgresServers) {}

  listen(channel: string, handlers: NotificationHandlers): Listening {
    const stop = new AbortController();
    const { signal } = stop;
    const stopped = once(signal, 'abort');
    const running = (async () => {
      while (!signal.aborted) {
        await this.listenOnce(channel, handlers, stopped).catch(handlers.onDown);
        await delay(reconnectAfterMs, undefined, { signal }).catch(() => {});
      }
    })();
    return {
      close() {
        stop.abort();
        return running;
      },
    };
  }

  /** @throws Error when the connection is lost */
  private async listenOnce(channel: string, handlers: NotificationHandlers, stopped: Promise<unknown>): Promise<void> {
    this.connection ??= this.connect();
    const connection = this.connection;
    const { query, lost, listeners } = connection;
    const listener: Listener = { channel, onMessage: (payload) => handlers.onMessage(payload) };
    listeners.add(listener);
    try {
      await Promise.race([query(`LISTEN ${channel}`), lost]);
      await Promise.race([handlers.catchUp(), lost]);
      handlers.onUp();
      await Promise.race([stopped, lost]);
    } finally {
      listeners.delete(listener);
      if (listeners.size === 0) this.end(connection);
    }
  }

  private connect(): Connection {
    const client = new PostgresClient({
      servers: this.servers,
      application_name: 'gatehouse notifications',
      connectionTimeoutMillis: 2000,
      query_timeout: heartbeat.reply,
    });
    const ended = new Promise<never>((_, reject) => {
      client.on('error', reject);
      client.on('end', () => reject(new Error('the connection ended')));
    });
    let last: Promise<unknown> = client.connect();
    const query = (sql: string) => {
      last = last.then(() => client.query(sql));
      return last;
    };
    const beating = (async (): Promise<never> => {
      for (;;) {
        await query('SELECT 1');
        await delay(heartbeat.every, undefined, { ref: false });
      }
    })();
    const listeners = new Set<Listener>();
    client.on('notification', ({ channel, payload }) => {
      for (const listener of listeners) if (listener.channel === channel) listener.onMessage(payload ?? '');
    });
    const connection: Connection = { client, query, lost: Promise.race([ended, beating]), listeners };
    connection.lost.catch(() => this.end(connection));
    return connection;
  }

  private end(connection: Connection): void {
    if (this.connection === connection) this.connection = null;
    connection.client.end().catch(() => {});
  }
}
