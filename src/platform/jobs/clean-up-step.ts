import type { Run, Statement } from '../db/database';

/** A step of the clean-up. It removes expired rows of one feature. */
export interface CleanUpStep {
  name: string;
  /** Returns the number of removed rows. After `signal` aborts, the step starts no further statement. */
  run(now: Date, signal: AbortSignal, sql: Run): Promise<number>;
}

/** A step that runs one statement, with a time and the size of a batch, until it changes fewer rows. */
export interface BatchStep extends CleanUpStep {
  statement: Statement;
}

/** `more` returns the values of the statement after the time and the size of a batch. */
export function batches(
  name: string,
  statement: Statement,
  before: (now: Date) => Date | number,
  more: () => readonly unknown[] = () => [],
): BatchStep {
  return {
    name,
    statement,
    run: (now, signal, sql) =>
      removeInBatches(async (atMost) => (await sql(statement, [before(now), atMost, ...more()])).length, signal),
  };
}

interface Expiry {
  /** The primary key. */
  key?: string;
  /** The time of a row, which has an index. */
  column?: string;
  /** How long a row is kept after its time. */
  keptMs?: number;
}

/** Removes the rows of a table whose time is over. */
export function expired(table: string, { key = 'id', column = 'expires_ts', keptMs = 0 }: Expiry = {}): BatchStep {
  const statement = {
    name: `clean_up_${table}`,
    // By hand (Prisma): no bounded DELETE in the order of an index, which takes few locks and never sorts a table.
    text: `DELETE FROM ${table} WHERE ${key} = ANY (ARRAY(
      SELECT ${key} FROM ${table} WHERE ${column} < $1::timestamptz ORDER BY ${column} LIMIT $2::int)) RETURNING 1`,
  };
  return batches(table, statement, (now) => new Date(now.getTime() - keptMs));
}

/** How many rows one statement removes or reads at most, so that no statement takes long. */
export const batchSize = 5000;

/** Calls `removeBatch` until no rows are left or `signal` aborts. Returns the number of removed rows. */
export async function removeInBatches(
  removeBatch: (atMost: number) => Promise<number>,
  signal: AbortSignal,
): Promise<number> {
  let total = 0;
  for (let removed = batchSize; removed === batchSize && !signal.aborted; total += removed) {
    removed = await removeBatch(batchSize);
  }
  return total;
}

export const dayMs = 86_400_000;
