import type { ProviderAccount } from '../../accounts/users/identity';
import type { User } from '../../accounts/users/user';
import type { UserClaims } from '../../accounts/users/user-claims';
import type { FieldValues } from '../../accounts/users/user-field';
import { toUser } from '../../accounts/users/user-row';
import type { Queryable, Statement } from '../../platform/db/database';

/** A row for the table of accounts, without the columns that have defaults. */
export interface AccountRow extends User {
  emailCanonical: string;
  /** Null for an account without a password. */
  passwordHash: string | null;
  /** Of a verified phone number. */
  telE164: string | null;
  locale: string | null;
  claims: UserClaims;
  fields: FieldValues;
}

/** A row for the table of identities. */
export interface IdentityRow extends ProviderAccount {
  /** A UUIDv7. */
  id: string;
  userId: string;
  createdTs: Date;
}

/** A row for the table of memberships, with the slug of the organization. */
export interface MembershipRow {
  slug: string;
  userId: string;
  roles: string[];
  createdTs: Date;
}

/** Which account has an identity. */
type IdentityOwner = Pick<IdentityRow, 'issuer' | 'subject' | 'userId'>;

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
  /** Oldest first. */
  identities: readonly ProviderAccount[];
  /** By the slugs. */
  memberships: readonly Pick<MembershipRow, 'slug' | 'roles'>[];
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

  /** Inserts the identities of accounts that exist, and returns the ids of those that no account had. */
  async insertIdentities(identities: readonly IdentityRow[]): Promise<string[]> {
    const parameter = JSON.stringify(identities.map(toIdentityParameter));
    const rows = await this.db.run<{ id: string }>(insertIdentities, [parameter]);
    return rows.map(({ id }) => id);
  }

  /** Inserts memberships of accounts that have none. An organization that was removed in the meantime is left out. */
  async insertMemberships(memberships: readonly MembershipRow[]): Promise<void> {
    await this.db.run(insertMemberships, [JSON.stringify(memberships.map(toMembershipParameter))]);
  }

  /** Returns those of the organizations that exist, with the number of their members. */
  findOrganizations(slugs: readonly string[]): Promise<{ slug: string; members: number }[]> {
    return this.db.run<{ slug: string; members: number }>(findOrganizations, [slugs]);
  }

  /** Removes accounts and their identities. Only for accounts that the same transaction inserted: nothing else is removed. */
  async removeMany(ids: readonly string[]): Promise<void> {
    await this.db.prisma.user.deleteMany({ where: { id: { in: Array.from(ids) } } });
  }

  /** Returns the accounts that have one of the identities. */
  findIdentityOwners(identities: readonly Pick<ProviderAccount, 'issuer' | 'subject'>[]): Promise<IdentityOwner[]> {
    const issuers = identities.map(({ issuer }) => issuer);
    const subjects = identities.map(({ subject }) => subject);
    return this.db.run<IdentityOwner>(findIdentityOwners, [issuers, subjects]);
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
    const [first, last] = [rows.at(0)?.id, rows.at(-1)?.id];
    const identities = await this.identitiesBetween(first, last);
    const memberships = await this.membershipsBetween(first, last);
    return rows.map((row) => ({
      user: toUser(row),
      isDeleted: row.deletionDueTs !== null,
      locale: row.locale,
      passwordHash: row.passwordHash ?? null,
      identities: identities.get(row.id) ?? [],
      memberships: memberships.get(row.id) ?? [],
    }));
  }

  /** A range, because PostgreSQL would read the whole table for a list of 500 ids, if it has no statistics. */
  private async identitiesBetween(first?: string, last?: string): Promise<Map<string, ProviderAccount[]>> {
    const found = new Map<string, ProviderAccount[]>();
    if (first === undefined || last === undefined) return found;
    const where = { userId: { gte: first, lte: last } };
    for (const row of await this.db.prisma.identity.findMany({ where, orderBy: { id: 'asc' } })) {
      const own = found.get(row.userId) ?? [];
      own.push({ provider: row.provider, issuer: row.issuer, subject: row.subject, email: row.email });
      found.set(row.userId, own);
    }
    return found;
  }

  private async membershipsBetween(
    first?: string,
    last?: string,
  ): Promise<Map<string, Pick<MembershipRow, 'slug' | 'roles'>[]>> {
    const found = new Map<string, Pick<MembershipRow, 'slug' | 'roles'>[]>();
    if (first === undefined || last === undefined) return found;
    const rows = await this.db.prisma.membership.findMany({
      where: { userId: { gte: first, lte: last } },
      include: { organization: { select: { slug: true } } },
      orderBy: { organization: { slug: 'asc' } },
    });
    for (const { userId, organization, roles } of rows)
      found.set(userId, (found.get(userId) ?? []).concat({ slug: organization.slug, roles }));
    return found;
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
      company_id_number, company_id_url, is_super_admin, roles, disabled, email_verified, tel_verified, tel_e164,
      created_ts, updated_ts, last_login_ts, locale, claims, fields, revision)
    SELECT id, email, email_canonical, password_hash, first_name, last_name, tel, company,
      company_id_number, company_id_url, is_super_admin, roles, disabled, email_verified, tel_verified, tel_e164,
      created_ts, updated_ts, last_login_ts, locale, claims, fields, coalesce((SELECT revision FROM account_revocations WHERE user_id = account.id), 0)
    FROM jsonb_to_recordset($1::jsonb) AS account(id uuid, email text, email_canonical text, password_hash text,
      first_name text, last_name text, tel text, company text, company_id_number text, company_id_url text,
      is_super_admin boolean, roles text[], disabled boolean, email_verified boolean, tel_verified boolean, tel_e164 text, created_ts timestamptz,
      updated_ts timestamptz, last_login_ts timestamptz, locale text, claims jsonb, fields jsonb)
    ON CONFLICT DO NOTHING
    RETURNING id`,
};

const insertIdentities: Statement = {
  name: 'identities_insert',
  // By hand (batches): the identities of 500 accounts in one statement. Race: with sign-ins, the unique index decides, and
  // an identity that is taken is no error. Two imports lock the identities in the same order.
  text: `
    INSERT INTO identities (id, user_id, provider, issuer, subject, email, created_ts)
    SELECT id, user_id, provider, issuer, subject, email, created_ts
    FROM jsonb_to_recordset($1::jsonb) AS identity(id uuid, user_id uuid, provider text, issuer text, subject text,
      email text, created_ts timestamptz)
    ORDER BY issuer, subject
    ON CONFLICT (issuer, subject) DO NOTHING
    RETURNING id`,
};

const insertMemberships: Statement = {
  name: 'memberships_insert',
  // By hand (batches): the memberships of 500 accounts in one statement. Race: with the removal of an organization.
  text: `
    INSERT INTO memberships (organization_id, user_id, roles, created_ts)
    SELECT organizations.id, user_id, roles, membership.created_ts
    FROM jsonb_to_recordset($1::jsonb) AS membership(slug text, user_id uuid, roles text[], created_ts timestamptz)
    JOIN organizations USING (slug)
    ORDER BY organizations.id, user_id`,
};

const findOrganizations: Statement = {
  name: 'organizations_of_slugs',
  // By hand (Prisma): it counts the members of all organizations.
  text: `SELECT slug, (SELECT count(*)::int FROM memberships m WHERE m.organization_id = o.id) AS members
    FROM organizations o WHERE slug = ANY($1::text[])`,
};

const findIdentityOwners: Statement = {
  name: 'identity_owners',
  // By hand (batches): pairs of two arrays, and a plan that uses the unique index.
  text: `SELECT issuer, subject, user_id AS "userId" FROM identities
    JOIN unnest($1::text[], $2::text[]) AS wanted(issuer, subject) USING (issuer, subject)`,
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
    tel_e164: account.telE164,
    created_ts: account.createdTs,
    updated_ts: account.updatedTs,
    last_login_ts: account.lastLoginTs,
    locale: account.locale,
    claims: account.claims,
    fields: account.fields,
  };
}

function toMembershipParameter(membership: MembershipRow) {
  return {
    slug: membership.slug,
    user_id: membership.userId,
    roles: membership.roles,
    created_ts: membership.createdTs,
  };
}

function toIdentityParameter(identity: IdentityRow) {
  return {
    id: identity.id,
    user_id: identity.userId,
    provider: identity.provider,
    issuer: identity.issuer,
    subject: identity.subject,
    email: identity.email,
    created_ts: identity.createdTs,
  };
}
