import type { Gatehouse } from './gatehouse';

type Sql = Gatehouse['sql'];

/** Returns SQL for the id of test session `n`. */
export const asId = (n: string) => `('01000000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

/**
 * Runs a statement for batches of numbers, because each statement may only take two seconds, also on a busy machine.
 */
export async function inBatches(
  sql: Sql,
  from: number,
  to: number,
  statement: (series: string) => string,
  size = 2000,
): Promise<void> {
  for (let first = from; first <= to; first += size) {
    await sql(statement(`generate_series(${first}, ${Math.min(to, first + size - 1)}) n`));
  }
}

/** Inserts sessions of the first account. The times are SQL expressions. */
export function insertSessions(
  sql: Sql,
  from: number,
  to: number,
  times: { lastUsed: string; expires: string; revoked?: string },
): Promise<void> {
  const { lastUsed, expires, revoked = 'NULL' } = times;
  return inBatches(
    sql,
    from,
    to,
    (series) => `INSERT INTO sessions (id, user_id, created_ts, last_used_ts, expires_ts, revoked_ts)
      SELECT ${asId('n')}, (SELECT id FROM users LIMIT 1), now(), ${lastUsed}, ${expires}, ${revoked}::timestamptz FROM ${series}`,
  );
}
