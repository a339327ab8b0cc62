import type { Queryable, Statement } from '../../platform/db/database';
import { type ExportedTable, type ExportedTableName, exportedTables } from './exported-tables';

export type ExportedRow = Record<string, unknown>;

/** Reads what the tables have about one account. */
export class OwnDataStore {
  constructor(private readonly db: Queryable) {}

  /** Returns what `page` takes: for a table with many rows their ids, at most so many. */
  async keys(table: ExportedTableName, userId: string, atMost: number): Promise<string[]> {
    const { rows }: ExportedTable = exportedTables[table];
    if ('one' in rows) return [userId];
    const find: Statement = {
      name: `own_data_ids_${table}`,
      // By hand (Prisma): the table is a parameter.
      text: rows.many,
    };
    return (await this.db.run<{ id: string }>(find, [userId, atMost])).map(({ id }) => id);
  }

  /** Returns the rows with these keys, the newest ids first. */
  async page(table: ExportedTableName, userId: string, keys: readonly string[]): Promise<ExportedRow[]> {
    return this.db.run<ExportedRow>(pageOf(table), [userId, keys]);
  }
}

function pageOf(table: ExportedTableName): Statement {
  const { rows, columns }: ExportedTable = exportedTables[table];
  const shown = Object.entries(columns).flatMap(([name, column]) => {
    if (column === true) return [name];
    return 'as' in column ? [`${column.as} AS ${name}`] : [];
  });
  const [key, account] = 'one' in rows ? [rows.one, rows.one] : ['id', 'user_id'];
  return {
    name: `own_data_${table}`,
    // By hand (Prisma): the table is a parameter, and some columns are expressions.
    text: `SELECT ${shown.join(', ')} FROM ${table} WHERE ${account} = $1::uuid AND ${key} = ANY($2::uuid[]) ORDER BY ${key} DESC`,
  };
}
