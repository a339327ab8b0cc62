import type { Queryable, Statement } from '../../platform/db/database';
import type { User } from '../users/user';
import { toUser } from '../users/user-row';

/** A row for the table of accounts, without the columns that have defaults. */
export interface AccountRow extends User {
  emailCanonical: string;
  /** Null for an account without a password. */
  passwordHash: string | null;
  locale: string | null;
}

/** What decides whether a line of a file is in the database already. */
export interface AccountKey {
  id: string;
  emailCanonical: string;
}

export interface ExportedAccount {
  user: User;
  /** Whether the account is deleted, and waits for its erasure. */
  isDeleted: boolean;
  locale: string | null;
  /** Null for an account without a password, and if the hashes were not asked for. */
  passwordHash: string | null;
}

/** Accounts in large numbers, for the import and the export. */
export class AccountStore {
  constructor(private readonly db: Queryable) {}

  /**
   * Inserts the accounts with one statement, and returns the ids of those that are new. An account whose id or address
   * is taken is left out.
   */
  async insertMany(accounts: readonly AccountRow[]): Promise<string[]> {
    const rows = await this.db.run<{ id: string }>(insertAccounts, [JSON.stringify(accounts.map(toParameter))]);
    return rows.map(({ id }) => id);
  }

  /** Returns the accounts that have one of the ids or one of the addresses. */
  findKeys(ids: readonly string[], emailsCanonical: readonly string[]): Promise<AccountKey[]> {
    return this.db.run<AccountKey>(findKeys, [ids, emailsCanonical]);
  }

  /**
   * Without a condition on deletion: a table that was just filled has no statistics, and PostgreSQL would then read and
   * sort the whole table for each page.
   */
  async page(
    after: string | null,
    limit: number,
    hashes: 'with hashes' | 'without hashes',
  ): Promise<ExportedAccount[]> {
    const rows = await this.db.prisma.user.findMany({
      where: after === null ? {} : { id: { gt: after } },
      orderBy: { id: 'asc' },
      take: limit,
      omit: { passwordHash: hashes === 'without hashes' },
    });
    return rows.map((row) => ({
      user: toUser(row),
      isDeleted: row.deletionDueTs !== null,
      locale: row.locale,
      passwordHash: row.passwordHash ?? null,
    }));
  }
}

/**
 * The revision: if an erased account is imported again, access tokens of the erased one can still be valid. They have a
 * lower revision than the sessions of the new account.
 */
const insertAccounts: Statement = {
  name: 'accounts_insert',
  // By hand (batches): 500 rows in one statement. Race: with registrations, the unique indexes decide, and a row that
  // is taken is no error.
  text: `
    INSERT INTO users (id, email, email_canonical, password_hash, first_name, last_name, tel, company,
      company_id_number, company_id_url, is_super_admin, roles, disabled, email_verified, tel_verified,
      created_ts, updated_ts, last_login_ts, locale, revision)
    SELECT id, email, email_canonical, password_hash, first_name, last_name, tel, company,
      company_id_number, company_id_url, is_super_admin, roles, disabled, email_verified, tel_verified,
      created_ts, updated_ts, last_login_ts, locale, coalesce((SELECT revision FROM account_revocations WHERE user_id = account.id), 0)
    FROM jsonb_to_recordset($1::jsonb) AS account(id uuid, email text, email_canonical text, password_hash text,
      first_name text, last_name text, tel text, company text, company_id_number text, company_id_url text,
      is_super_admin boolean, roles text[], disabled boolean, email_verified boolean, tel_verified boolean, created_ts timestamptz,
      updated_ts timestamptz, last_login_ts timestamptz, locale text)
    ON CONFLICT DO NOTHING
    RETURNING id`,
};

const findKeys: Statement = {
  name: 'account_keys',
  // By hand (batches): two arrays of 500 values, and a plan that uses both indexes.
  text: `SELECT id, email_canonical AS "emailCanonical" FROM users
    WHERE id = ANY($1::uuid[]) OR email_canonical = ANY($2::text[])`,
};

function toParameter(account: AccountRow) {
  return {
    id: account.id,
    email: account.email,
    email_canonical: account.emailCanonical,
    password_hash: account.passwordHash,
    first_name: account.firstName,
    last_name: account.lastName,
    tel: account.tel,
    company: account.company,
    company_id_number: account.companyIdNumber,
    company_id_url: account.companyIdUrl,
    is_super_admin: account.isSuperAdmin,
    roles: account.roles,
    disabled: account.disabled,
    email_verified: account.emailVerified,
    tel_verified: account.telVerified,
    created_ts: account.createdTs,
    updated_ts: account.updatedTs,
    last_login_ts: account.lastLoginTs,
    locale: account.locale,
  };
}
