import type { Queryable, Statement } from '../../platform/db/database';
import type { ExportedTable } from '../../platform/db/feature-table';

export type ExportedRow = Record<string, unknown>;

export interface NamedTable extends ExportedTable {
  name: string;
}

/** Reads what the tables have about one account. */
export class OwnDataStore {
  constructor(private readonly db: Queryable) {}

  /** Returns what `page` takes: for a table with many rows their ids, at most so many. */
  async keys({ name, rows }: NamedTable, userId: string, atMost: number): Promise<string[]> {
    if ('one' in rows) return [userId];
    const find: Statement = {
      name: `own_data_ids_${name}`,
      // By hand (Prisma): the table is a parameter.
      text: `SELECT id FROM ${name} WHERE user_id = $1::uuid${rows.many === 'in any order' ? '' : ` ORDER BY ${rows.many.newestBy} DESC`} LIMIT $2::int`,
    };
    return (await this.db.run<{ id: string }>(find, [userId, atMost])).map(({ id }) => id);
  }

  /** Returns the rows with these keys, the newest ids first. */
  async page(table: NamedTable, userId: string, keys: readonly string[]): Promise<ExportedRow[]> {
    return this.db.run<ExportedRow>(pageOf(table), [userId, keys]);
  }
}

function pageOf({ name: table, rows, columns }: NamedTable): Statement {
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
