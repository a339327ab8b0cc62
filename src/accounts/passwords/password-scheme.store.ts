import type { Queryable, Statement } from '../../platform/db/database';

/** How many accounts have stored hashes of a scheme: of the same format and cost. */
export interface SchemeCount {
  /** For example `$2b$12`. */
  scheme: string;
  accounts: number;
}

export class PasswordSchemeStore {
  constructor(private readonly db: Queryable) {}

  /** Counts the accounts of a sample, most frequent first: all accounts if they are at most some thousands. */
  count(): Promise<SchemeCount[]> {
    return this.db.run<SchemeCount>(countSchemes, []);
  }
}

/** About 5000 accounts. Reading them takes 10 ms. */
const mostPages = 200;
const mostSchemes = 50;

/** Returns the beginning of a hash, up to a number of `$`. Regular expressions take 50 times as long in PGlite. */
const fields = (count: number): string =>
  Array.from({ length: count }, (_, i) => `'$' || split_part(password_hash, '$', ${i + 2})`).join(' || ');

/** The rules are those of the formats in src/accounts/passwords/formats. Neither a salt nor a hash leaves the database. */
const scheme = `CASE
    WHEN password_hash = '$legacy$' THEN password_hash
    WHEN password_hash LIKE '$P$%' OR password_hash LIKE '$H$%' THEN left(password_hash, 4)
    WHEN password_hash LIKE '$5$rounds=%' OR password_hash LIKE '$6$rounds=%' THEN ${fields(2)}
    WHEN password_hash LIKE '$5$%' OR password_hash LIKE '$6$%' THEN left(password_hash, 2)
    WHEN password_hash LIKE '$argon2%$v=%' OR password_hash LIKE '$wp$2%' OR password_hash LIKE '$django-%' THEN ${fields(3)}
    WHEN password_hash LIKE '$wrapped-%' THEN ${fields(4)}
    WHEN password_hash LIKE '$2%' OR password_hash LIKE '$argon2%' OR password_hash LIKE '$scrypt$%'
      OR password_hash LIKE '$pbkdf2-%' OR password_hash LIKE '$bcrypt-sha256$%' OR password_hash LIKE '$firebase-scrypt$%' THEN ${fields(2)}
  END`;

/** REPEATABLE reads the same pages each time, so that the result changes only with the accounts. */
const countSchemes: Statement = {
  name: 'password_schemes',
  // By hand (start). Prisma: no TABLESAMPLE.
  text: `SELECT scheme, count(*)::int AS accounts
    FROM (
      SELECT left(${scheme}, 100) AS scheme
      FROM users TABLESAMPLE SYSTEM ((SELECT least(100, ${mostPages * 100}.0 * current_setting('block_size')::int
        / greatest(1, pg_relation_size('users')))::real)) REPEATABLE (0)
    ) sample
    WHERE scheme IS NOT NULL GROUP BY scheme ORDER BY accounts DESC, scheme LIMIT ${mostSchemes}`,
};
