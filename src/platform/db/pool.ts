import { Pool, type PoolClient } from 'pg';

type ConnectCallback = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/** How many queries may wait for a connection. Ten connections process this number in a fraction of a second. */
const longestQueue = 1000;

/** The pool of `pg` with a limited queue. A query that finds the queue full fails with the code POOL_EXHAUSTED. */
export class BoundedPool extends Pool {
  override connect(): Promise<PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<PoolClient> | undefined {
    if (this.waitingCount >= longestQueue) {
      const error = Object.assign(new Error('the pool is exhausted'), { code: 'POOL_EXHAUSTED' });
      if (!callback) return Promise.reject(error);
      callback(error, undefined, () => {});
      return;
    }
    if (!callback) return super.connect();
    super.connect(callback);
  }

  /**
   * Closes idle connections. A connection to a server that became read-only stays read-only, but a new connection may
   * reach the new primary server.
   */
  renew(): void {
    for (let idle = this.idleCount; idle > 0; idle -= 1) {
      super.connect().then(
        (client) => client.release(true),
        () => {},
      );
    }
  }
}
