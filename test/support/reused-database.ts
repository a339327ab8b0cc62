import type { PGlite } from '@electric-sql/pglite';
import type { PgliteProtocol } from '../../src/platform/db/pglite-statements';
import { emptied, stateOf } from './emptied';
import { openInMemory } from './snapshots';

/**
 * Databases in memory that earlier tests have used, empty again. To empty one takes some milliseconds, and to open one takes
 * 200 ms. A database whose schema, settings or statistics a test has changed is not used again.
 */
const idle: PGlite[] = [];

/** The state of a copy that no test has used. */
let original: string | undefined;

/** A worker opens more at the same time only in few tests. */
const mostIdle = 3;

/**
 * PostgreSQL writes its statistics at a time that it has set before. If a test has moved the clock, that is in months, and
 * Node prints a warning about the timer for each statement.
 */
const flush = 'SELECT pg_stat_force_next_flush()';

/** Returns a database with all migrations and without rows. `close()` gives it back. */
export async function openReused(): Promise<PGlite> {
  const pglite = idle.pop() ?? (await openInMemory('migrated'));
  const send = async (sql: string) => (await pglite.exec(sql)).at(-1)?.rows ?? [];
  await send(flush);
  original ??= await stateOf(send);
  const before = original;
  let isClosed = false;
  let transactions = 0;
  const running = new Set<Promise<unknown>>();
  const unlisten = new Set<() => Promise<void>>();

  /** Rejects what a test did not wait for: the database may belong to the next test already. */
  const track = <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (isClosed) return Promise.reject(new Error('PGlite is closed'));
    const result = work();
    const settled = result.catch(() => {}).finally(() => running.delete(settled));
    running.add(settled);
    return result;
  };
  const isAsBefore = async () => {
    await send('DISCARD ALL');
    await send(flush);
    return emptied(send, before);
  };
  const lent: PgliteProtocol & Pick<PGlite, 'query' | 'exec' | 'transaction' | 'listen' | 'close'> = {
    parsers: pglite.parsers,
    serializers: pglite.serializers,
    _checkReady: () => track(() => pglite._checkReady()),
    _runExclusiveTransaction: (work) => track(() => pglite._runExclusiveTransaction(work)),
    _runExclusiveQuery: (work) => track(() => pglite._runExclusiveQuery(work)),
    execProtocolStream: (...args) => pglite.execProtocolStream(...args),
    query: (...args) => track(() => pglite.query(...args)),
    exec: (...args) => track(() => pglite.exec(...args)),
    transaction: (work) =>
      track(() => {
        transactions += 1;
        return pglite.transaction(work).finally(() => {
          transactions -= 1;
        });
      }),
    listen: (channel, onMessage) =>
      track(async () => {
        const end = await pglite.listen(channel, onMessage);
        const once = async () => {
          if (unlisten.delete(once)) await end();
        };
        unlisten.add(once);
        return once;
      }),
    async close() {
      if (isClosed) return;
      isClosed = true;
      if (transactions > 0) return pglite.close();
      await Promise.all(running);
      for (const end of [...unlisten]) await end();
      if (idle.length < mostIdle && (await isAsBefore())) idle.push(pglite);
      else await pglite.close();
    },
  };
  return lent as PGlite;
}

export async function closeIdle(): Promise<void> {
  for (const pglite of idle.splice(0)) await pglite.close();
}
