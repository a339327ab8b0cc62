import type { PGlite, Transaction } from '@electric-sql/pglite';
import { openInMemory } from './snapshots';

/**
 * Databases in memory that earlier tests have used, empty again. To empty one takes 2 ms, and to open one takes 200 ms. A
 * database whose schema, settings or statistics a test could have changed is not used again.
 */
const idle: PGlite[] = [];

/** A worker opens more at the same time only in few tests. */
const mostIdle = 3;

/** Emptied tables keep their size, which plans of queries depend on. */
const mostBytes = 1_000_000;

const changesMore = /\b(alter|analyze|cluster|comment|create|drop|grant|reindex|revoke|security label|vacuum)\b/i;

/** Returns a database with all migrations and without rows. `close()` gives it back. */
export async function openReused(): Promise<PGlite> {
  const pglite = idle.pop() ?? (await openInMemory('migrated'));
  let isClosed = false;
  let isChanged = false;
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
  const watch = (sql: string) => {
    isChanged ||= changesMore.test(sql);
    return sql;
  };
  const lent: Pick<PGlite, 'query' | 'exec' | 'transaction' | 'listen' | 'close'> = {
    query: (sql, ...rest) => track(() => pglite.query(watch(sql), ...rest)),
    exec: (sql, ...rest) => track(() => pglite.exec(watch(sql), ...rest)),
    transaction: (work) =>
      track(async () => {
        transactions += 1;
        const watched = ({ query, exec, rollback }: Transaction): Partial<Transaction> => ({
          query: (sql, ...rest) => query(watch(sql), ...rest),
          exec: (sql, ...rest) => exec(watch(sql), ...rest),
          rollback,
        });
        return pglite
          .transaction((tx) => work(watched(tx) as Transaction))
          .finally(() => {
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
      if (isChanged || idle.length >= mostIdle || !(await emptied(pglite))) await pglite.close();
      else idle.push(pglite);
    },
  };
  return lent as PGlite;
}

/** Removes all rows and the settings of the session. Returns whether the database is small enough to be used again. */
async function emptied(pglite: PGlite): Promise<boolean> {
  const { rows } = await pglite.query<{ name: string; bytes: number }>(
    `SELECT relname AS name, pg_relation_size(oid)::float8 AS bytes FROM pg_class
     WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> '_prisma_migrations'`,
  );
  const used = rows.filter(({ bytes }) => bytes > 0);
  if (used.some(({ bytes }) => bytes > mostBytes)) return false;
  // Without triggers, which check foreign keys.
  const deletes = used.map(({ name }) => `DELETE FROM "${name}";`);
  await pglite.exec(`SET session_replication_role = replica; ${deletes.join(' ')}`);
  await pglite.exec('DISCARD ALL');
  return true;
}

export async function closeIdle(): Promise<void> {
  for (const pglite of idle.splice(0)) await pglite.close();
}
