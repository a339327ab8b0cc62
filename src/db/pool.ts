import { Pool, type PoolClient } from 'pg';

type ConnectCallback = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/** How many queries may wait for a connection: what ten connections get through in a fraction of a second. */
const longestQueue = 1000;

/** pg's pool, which refuses where it would let its queue grow. */
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

  /** Closes what is idle: a connection to a server that became read-only stays so, and the next may be to another. */
  renew(): void {
    for (let idle = this.idleCount; idle > 0; idle -= 1) {
      super.connect().then(
        (client) => client.release(true),
        () => {},
      );
    }
  }
}
