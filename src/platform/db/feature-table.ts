/** What a table is for whose an account is. */
type TableKind =
  /** Lets somebody in beside the password, or instead of it (`waysIn`). */
  | 'way in'
  /** Somebody who is in. */
  | 'session'
  /** Waits for a proof, and can let somebody in then. */
  | 'pending'
  /** The account itself: `userColumns`. */
  | 'account'
  /** Says what was or is, and lets nobody in. */
  | 'record'
  /** Belongs to no account. */
  | 'installation';

/** Why a column, or a table, is not in the export of a user. */
interface LeftOut {
  not: string;
}
export const not = (why: string): LeftOut => ({ not: why });

export const secret = not('a secret, or what leads to one');
export const internal = not('says nothing about the person');
export const ofOthers = not('another person');
export const ofInstallation = { kind: 'installation', not: 'of the installation' } as const;
export const namesNobody = { kind: 'record', not: 'HMACs or hashes, which name nobody' } as const;

/** Where somebody was, unless a super admin acted. */
export const unlessActing = (column: string) => ({ as: `CASE WHEN actor_id IS NULL THEN ${column} END` });
/** Who acted is another person. That it was a super admin is not. */
export const byAdmin = { as: 'actor_id IS NOT NULL' };

/** What users get of a table with data about them (GDPR, articles 15 and 20). */
export interface ExportedTable {
  /**
   * `one`: the column with the account's id finds few rows. `many`: any number of rows, which have an `id` and a `user_id`;
   * the newest ids by the column of the name, if an index has their order.
   */
  rows: { one: string } | { many: 'in any order' | { newestBy: string } };
  /**
   * A column as it is stored, or an expression. The name `by_super_admin` is added, and stands for columns that name the
   * super admin.
   */
  columns: Readonly<Record<string, true | { as: string } | LeftOut>>;
}

/** The tables of a feature. A test compares them with the schema, so that a new table or column needs a decision. */
export type FeatureTables = Readonly<Record<string, { kind: TableKind } & (ExportedTable | LeftOut)>>;
