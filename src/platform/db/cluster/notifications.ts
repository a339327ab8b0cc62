import type { Queryable, Statement } from '../transaction';

export interface NotificationHandlers {
  /** Called when messages begin to arrive, to load earlier changes. If it fails, the connection is opened again. */
  catchUp(): Promise<void>;
  /** Called when `catchUp` has succeeded and the connection is still open. */
  onUp(): void;
  /** Called when messages may be missed from now on. */
  onDown(error: unknown): void;
  onMessage(payload: string): void;
}

export interface Listening {
  close(): Promise<void>;
}

/** Receives the notifications of a channel until `close` is called. */
export type Listen = (channel: string, handlers: NotificationHandlers) => Listening;

/** Notifies all listeners of a channel. In a transaction, the notification is sent when the transaction commits. */
export type Notify = (channel: string, payload: string) => Promise<void>;

export const notifyWith =
  ({ run }: Pick<Queryable, 'run'>): Notify =>
  async (channel, payload) => {
    await run(notify, [channel, payload]);
  };

const notify: Statement = {
  name: 'notify',
  // By hand (Prisma): no NOTIFY.
  text: 'SELECT pg_notify($1, $2)::text',
};
