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
