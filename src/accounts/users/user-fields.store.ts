import type { Queryable, Statement } from '../../platform/db/database';
import type { FieldValues } from './user-field';

/** The fields of users that USER_FIELDS adds, which no other read of a user has but those of super admins. */
export class UserFieldsStore {
  constructor(private readonly db: Queryable) {}

  /** Returns the fields of the accounts that exist, by id. */
  async findByIds(ids: readonly string[]): Promise<Map<string, FieldValues>> {
    return toMap(await this.db.run<FieldsRow>(findFields, [ids]));
  }

  /** Replaces the fields. The caller has locked or created the account. `at` is null if it is no change of the account. */
  async set(userId: string, fields: FieldValues, at: Date | null): Promise<void> {
    await this.db.run(setFields, [userId, JSON.stringify(fields), at]);
  }

  /** Returns the fields of the accounts with ids in this range that have any, by id. */
  async between(first: string, last: string): Promise<Map<string, FieldValues>> {
    return toMap(await this.db.run<FieldsRow>(fieldsBetween, [first, last]));
  }
}

interface FieldsRow {
  id: string;
  fields: FieldValues;
}

const toMap = (rows: readonly FieldsRow[]) => new Map(rows.map(({ id, fields }) => [id, fields]));

const findFields: Statement = {
  name: 'user_fields',
  // By hand (Prisma): its model leaves the column out.
  text: 'SELECT id, fields FROM users WHERE id = ANY($1::uuid[])',
};

/** $1 user, $2 fields, $3 now or null. */
const setFields: Statement = {
  name: 'user_fields_set',
  // By hand (Prisma): its model leaves the column out.
  text: 'UPDATE users SET fields = $2::jsonb, updated_ts = coalesce($3::timestamptz, updated_ts) WHERE id = $1::uuid',
};

const fieldsBetween: Statement = {
  name: 'user_fields_between',
  // By hand (Prisma): its model leaves the column out.
  text: `SELECT id, fields FROM users WHERE id BETWEEN $1::uuid AND $2::uuid AND fields <> '{}'`,
};
