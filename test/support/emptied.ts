/** Sends a statement to a database, or several without rows. */
type Send = (sql: string) => Promise<readonly unknown[]>;

/** Emptied tables keep their size, which plans of queries depend on. */
const mostBytes = 1_000_000;

/** A change of the schema, of a right, of a setting or of statistics writes a row of these tables. */
const state = `
  SELECT concat_ws(' ',
    (SELECT (count(*), max(xmin::text::int8), sum(reltuples)) FROM pg_class WHERE oid >= 16384),
    (SELECT (count(*), max(xmin::text::int8)) FROM pg_attribute WHERE attrelid >= 16384),
    (SELECT (count(*), max(xmin::text::int8)) FROM pg_constraint WHERE oid >= 16384),
    (SELECT (count(*), max(xmin::text::int8)) FROM pg_trigger),
    (SELECT (count(*), max(xmin::text::int8)) FROM pg_proc WHERE oid >= 16384),
    (SELECT (count(*), max(xmin::text::int8)) FROM pg_namespace),
    (SELECT (count(*), max(xmin::text::int8)) FROM pg_extension),
    (SELECT (count(*), max(xmin::text::int8)) FROM pg_statistic WHERE starelid >= 16384),
    (SELECT (count(*), max(xmin::text::int8)) FROM _prisma_migrations),
    (SELECT (datdba, datallowconn, datconnlimit, datacl) FROM pg_database WHERE datname = current_database()),
    (SELECT array_agg(setconfig::text) FROM pg_db_role_setting
      WHERE setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database()))) AS state`;

const sizes = `
  SELECT relname AS name, pg_relation_size(oid)::float8 AS bytes FROM pg_class
  WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> '_prisma_migrations'`;

/** Returns a summary of what a test can change besides rows. It is the same for all copies of a database. */
export async function stateOf(send: Send): Promise<string> {
  const [row] = (await send(state)) as { state: string }[];
  return row?.state ?? '';
}

/** Removes all rows. Returns whether the database is again as `original`, its state before a test has used it. */
export async function emptied(send: Send, original: string): Promise<boolean> {
  if ((await stateOf(send)) !== original) return false;
  const used = ((await send(sizes)) as { name: string; bytes: number }[]).filter(({ bytes }) => bytes > 0);
  if (used.some(({ bytes }) => bytes > mostBytes)) return false;
  // Without triggers, which check foreign keys.
  const deletes = used.map(({ name }) => `DELETE FROM "${name}";`);
  await send(`BEGIN; SET LOCAL session_replication_role = replica; ${deletes.join(' ')} COMMIT`);
  return true;
}
