import type { Prisma, Queryable, Statement } from '../../platform/db/database';
import { beginningWith } from '../../platform/db/like';
import { isLocale } from '../../platform/request/locale';
import type { PagePosition } from '../../platform/request/page-cursor';
import type { ManagedUser } from './managed-user';
import type { FactorKind } from './user.store';
import type { UserClaims } from './user-claims';
import type { FieldValues } from './user-field';
import { mostCounted, type UserSort } from './user-list';
import { toUser, type UserRow } from './user-row';

/** A user must match all given criteria. Null matches every user. */
export interface UserListFilter {
  /** The beginning of the canonical e-mail address. */
  email: string | null;
  /** The beginning of the first or the last name, in upper or lower case. */
  name: string | null;
  /** Anywhere in the canonical e-mail address, or in the first and the last name, in upper or lower case. */
  contains: string | null;
  /**
   * Anywhere, if there are no more accounts than a page reads. Otherwise at the beginning of the address or of a name, which
   * has an index, or without such an account anywhere.
   */
  text?: string | null;
  disabled: boolean | null;
  isSuperAdmin: boolean | null;
  emailVerified: boolean | null;
  createdAfter: Date | null;
  createdBefore: Date | null;
  /** Lists must contain these entries. */
  fields?: FieldValues | null;
}

export interface UserListRequest {
  /** The number of users of a page. */
  first: number;
  /** The page starts after the user with this `createdTs` and id. Null for the first page. */
  after: PagePosition | null;
  /** The page ends before this user. */
  before?: PagePosition | null;
  sort?: UserSort;
  filter: UserListFilter;
}

export interface UserListPage {
  users: ManagedUser[];
  /** Before which user the previous page ends. Null if there is no previous page. */
  previous: PagePosition | null;
  /** Where the next page starts. Null if there is no next page. A page can have few users, or none, and a next page. */
  next: PagePosition | null;
}

/**
 * How many accounts a page reads at most. Without these limits, a page would read all accounts if its filters fit many
 * accounts each, and few together, or none of the newest.
 */
const userListLimits = {
  /** Accounts with the beginning of an address or of a name. If there are no more, the page has all that fit. */
  candidates: 1000,
  /** Accounts in the order of the list. The next page starts after them. */
  newest: 10_000,
} as const;

/** The accounts as super admins see them. */
export class UserListStore {
  constructor(
    private readonly db: Queryable,
    private readonly limits: Readonly<Record<keyof typeof userListLimits, number>> = userListLimits,
  ) {}

  async list(request: UserListRequest): Promise<UserListPage> {
    const { first, after, before = null, sort = 'newest', filter } = request;
    const { candidates, contains } = await this.searched(filter);
    if (candidates?.length === 0) return { users: [], previous: null, next: null };
    const order = statements[before ? reversed[sort] : sort];
    const values = toValues(request);
    const found = candidates
      ? {
          rows: await this.db.run<ManagedRow>(
            order.listCandidates,
            values.concat([candidates, containing(contains), fieldsOf(filter)]),
          ),
          lastRead: null,
        }
      : await this.firstOf(
          order.listFirst,
          values.concat(
            sort === 'email' ? [null, null, null] : leadingFlags(filter),
            this.limits.newest,
            containing(contains),
            fieldsOf(filter),
          ),
        );
    const users = found.rows.slice(0, first).map(toManagedUser);
    const further = found.rows.length > first ? positionOf(users.at(-1)) : found.lastRead;
    if (!before) return { users, previous: after && (positionOf(users[0]) ?? after), next: further };
    users.reverse();
    return { users, previous: further, next: positionOf(users.at(-1)) ?? before };
  }

  private async firstOf(
    statement: Statement,
    values: unknown[],
  ): Promise<{ rows: ManagedRow[]; lastRead: PagePosition | null }> {
    const rows = await this.db.run<NewestRow>(statement, values);
    const [{ lastReadTs: ts, lastReadId: id } = { lastReadTs: null, lastReadId: null }] = rows;
    return { rows: rows.filter(isUser), lastRead: ts === null || id === null ? null : { ts, id } };
  }

  /** Returns the accounts that a page can have, null if there are too many, and what each of them contains. */
  private async searched(
    filter: UserListFilter,
  ): Promise<{ candidates: readonly string[] | null; contains: string | null }> {
    const { text = null, contains } = filter;
    const fields = fieldsOf(filter);
    if (text === null) return { candidates: await this.candidatesOf(filter, fields), contains };
    if (await this.hasFewUsers()) return { candidates: null, contains: text };
    const found = [
      await this.candidatesOf({ email: text, name: null }, fields),
      await this.candidatesOf({ email: null, name: text }, fields),
    ];
    const candidates = found.flatMap((ids) => ids ?? []);
    const isAtBeginning = candidates.length > 0 && !found.includes(null);
    return isAtBeginning ? { candidates, contains: null } : { candidates: null, contains: text };
  }

  private async hasFewUsers(): Promise<boolean> {
    const [row] = await this.db.run<{ count: number }>(countUsers, [this.limits.newest + 1]);
    return (row?.count ?? 0) <= this.limits.newest;
  }

  /** Returns the ids of all accounts with the beginning of the address or of the name. Null if there are too many. */
  private async candidatesOf(
    { email, name }: Pick<UserListFilter, 'email' | 'name'>,
    fields: string | null,
  ): Promise<string[] | null> {
    const most = this.limits.candidates;
    if (fields !== null && email === null && name === null) {
      const rows = await this.db.run<{ id: string }>(withFields, [fields, most + 1]);
      if (rows.length <= most) return rows.map(({ id }) => id);
    }
    for (const [statement, text] of [[beginningOfEmail, email] as const, [beginningOfName, name] as const]) {
      if (text === null) continue;
      const rows = await this.db.run<{ id: string }>(statement, [beginningWith(text), most + 1]);
      if (rows.length <= most) return rows.map(({ id }) => id);
    }
    return null;
  }

  async find(id: string): Promise<ManagedUser | null> {
    const [row] = await this.db.run<ManagedRow>(findUser, [id]);
    return row ? toManagedUser(row) : null;
  }

  async findByEmail(emailCanonical: string): Promise<ManagedUser | null> {
    const [row] = await this.db.run<ManagedRow>(findUserByEmail, [emailCanonical]);
    return row ? toManagedUser(row) : null;
  }

  /** Returns the e-mail addresses of those of these accounts that exist. */
  async emailsOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const where = { id: { in: ids as string[] } };
    const rows = await this.db.prisma.user.findMany({ where, select: { id: true, email: true } });
    return new Map(rows.map(({ id, email }) => [id, email]));
  }

  /** Returns the number of users, up to `mostCounted`. Beyond it, the database's own estimate, or null if it has none yet. */
  async estimateTotal(): Promise<number | null> {
    const [few] = await this.db.run<{ count: number }>(countUsers, [mostCounted + 1]);
    if (few && few.count <= mostCounted) return few.count;
    const [row] = await this.db.run<{ total: number }>(estimateUsers, []);
    return row && row.total >= 0 ? Math.max(row.total, mostCounted + 1) : null;
  }
}

const positionOf = (managed: ManagedUser | undefined): PagePosition | null =>
  managed ? { ts: managed.createdTs, id: managed.id } : null;

/** A pattern that no index serves, so it is only compared with the accounts that a page reads. */
const containing = (contains: string | null): string | null => contains && `%${beginningWith(contains)}`;

const fieldsOf = ({ fields }: UserListFilter): string | null => (fields ? JSON.stringify(fields) : null);

type ManagedRow = UserRow &
  Pick<Prisma.UserModel, 'locale' | 'factors' | 'twoStep' | 'deletionDueTs'> & {
    hasPassword: boolean;
    claims: UserClaims;
    fields: FieldValues;
    providers: string[];
  };

/** A user, or no user (`id` is null) and only the last account that was read. */
type NewestRow = (ManagedRow | { id: null }) & { lastReadTs: Date | null; lastReadId: string | null };
const isUser = (row: NewestRow): row is ManagedRow & NewestRow => row.id !== null;

const managedColumns = `id, first_name AS "firstName", last_name AS "lastName", email, is_super_admin AS "isSuperAdmin", roles, disabled,
  email_verified AS "emailVerified", tel_verified AS "telVerified", tel, company, company_id_number AS "companyIdNumber",
  company_id_url AS "companyIdUrl", created_ts AS "createdTs", updated_ts AS "updatedTs", last_login_ts AS "lastLoginTs",
  locale, factors, two_step AS "twoStep", deletion_due_ts AS "deletionDueTs", password_hash IS NOT NULL AS "hasPassword", claims, fields,
  ARRAY(SELECT DISTINCT provider FROM identities WHERE identities.user_id = users.id ORDER BY provider) AS providers`;

function toValues({ first, after, before, filter }: UserListRequest): unknown[] {
  const position = before ?? after;
  const { email, name, disabled, isSuperAdmin, emailVerified, createdAfter, createdBefore } = filter;
  const texts: unknown[] = [email === null ? null : beginningWith(email), name === null ? null : beginningWith(name)];
  const flags = [disabled, isSuperAdmin, emailVerified];
  return texts.concat(flags, createdAfter, createdBefore, position?.ts ?? null, position?.id ?? null, first + 1);
}

/**
 * The flag whose index `listNewest` reads, as disabled, super admin and verified. At most one is not null, because a
 * condition that the index does not have would make the number of accounts that are read unlimited.
 */
function leadingFlags({ disabled, isSuperAdmin, emailVerified }: UserListFilter): (boolean | null)[] {
  if (isSuperAdmin) return [null, true, null];
  return disabled ? [true, null, null] : [null, null, emailVerified];
}

/**
 * $1 the pattern of the address (in lower case, as the index: Prisma does not know the operators of an index on a column), $2
 * the pattern of a name, $3 whether disabled, $4 whether super admin, $5 whether the address is verified. `contains` is the
 * pattern of the address and of both names together. `fields` is an object that the fields contain.
 */
const fits = (contains: string, fields: string) => `($1::text IS NULL OR lower(email_canonical) LIKE $1)
      AND ($2::text IS NULL OR lower(first_name) LIKE lower($2) OR lower(last_name) LIKE lower($2))
      AND ($3::boolean IS NULL OR disabled = $3) AND ($4::boolean IS NULL OR is_super_admin = $4)
      AND ($5::boolean IS NULL OR email_verified = $5)
      AND (${contains}::text IS NULL OR lower(email_canonical) LIKE lower(${contains})
        OR lower(first_name || ' ' || last_name) LIKE lower(${contains}))
      AND (${fields}::jsonb IS NULL OR fields @> ${fields}::jsonb)`;
/** The limits of the creation time. */
const isInRange = '($6::timestamptz IS NULL OR created_ts > $6) AND ($7::timestamptz IS NULL OR created_ts < $7)';
const hasFlag = (disabled: string, superAdmin: string, verified: string) =>
  `(${disabled}::boolean IS NULL OR disabled = ${disabled}) AND (${superAdmin}::boolean IS NULL OR is_super_admin = ${superAdmin})
      AND (${verified}::boolean IS NULL OR email_verified = ${verified})`;

interface Order {
  /** The name of the statements without it is that of the order that most requests have. */
  name: string;
  /** The columns of an index, which gives the accounts in this order. */
  by: string;
  ofPage: string;
  /** $8 the creation time and $9 the id of the user before the page. */
  isAfter: string;
  /** Whether the index has the creation time: what is outside of its limits is not read, then. */
  byTime: boolean;
}

const byTime = (name: string, direction: 'ASC' | 'DESC'): Order => ({
  name,
  by: `created_ts ${direction}, id ${direction}`,
  ofPage: `page."createdTs" ${direction}, page.id ${direction}`,
  isAfter: `($9::uuid IS NULL OR (created_ts, id) ${direction === 'ASC' ? '>' : '<'} ($8::timestamptz, $9))`,
  byTime: true,
});

/** A position has the id alone, so that no address is in a URL. */
const byEmail = (name: string, direction: 'ASC' | 'DESC'): Order => ({
  name,
  by: `email_canonical ${direction}`,
  ofPage: `page."emailCanonical" ${direction}`,
  isAfter: `($9::uuid IS NULL OR $8::timestamptz IS NULL OR email_canonical ${direction === 'ASC' ? '>' : '<'}
      (SELECT known.email_canonical FROM users AS known WHERE known.id = $9))`,
  byTime: false,
});

const orders = {
  newest: byTime('', 'DESC'),
  oldest: byTime('_oldest', 'ASC'),
  email: byEmail('_email', 'ASC'),
  emailReversed: byEmail('_email_reversed', 'DESC'),
};
const reversed = { newest: 'oldest', oldest: 'newest', email: 'emailReversed' } as const;

/**
 * The first accounts of the order. $1 to $5 see `fits`, $6 to $9 see `isInRange`, $10 the maximum number of users, $11 to $13 see `leadingFlags`, $14 how many
 * accounts are read, $15 and $16 see `fits`. If the page is not full, also returns the last of them, after which the next page starts: in the same
 * statement, because an account that is removed between two statements would move this position, and the list would skip an
 * account. Planned each time, so that the plan fits the filters that are set.
 */
function listFirst({ name, by, ofPage, isAfter, byTime }: Order): Statement {
  const isRead = `${byTime ? `${isInRange} AND ` : ''}${isAfter} AND ${hasFlag('$11', '$12', '$13')}`;
  return {
    name: `users_list${name}`,
    // By hand (Prisma): a page starts after a pair of values, and the beginning of a name has an index on an expression.
    text: `WITH page AS MATERIALIZED (
      SELECT ${managedColumns}, email_canonical AS "emailCanonical"
      FROM (SELECT * FROM users WHERE ${isRead} ORDER BY ${by} LIMIT $14::int) AS users
      WHERE ${byTime ? '' : `${isInRange} AND `}${fits('$15', '$16')} ORDER BY ${by} LIMIT $10::int
    ), last_read AS (
      SELECT created_ts AS "lastReadTs", id AS "lastReadId" FROM users
      WHERE (SELECT count(*) FROM page) < $10::int AND ${isRead}
      ORDER BY ${by} OFFSET $14::int - 1 LIMIT 1
    )
    SELECT page.*, last_read.* FROM (SELECT) AS one_row LEFT JOIN page ON true LEFT JOIN last_read ON true
    ORDER BY ${ofPage}`,
    isPlannedEachTime: true,
  };
}

/** Also $11 the ids of the candidates, and $12 and $13 see `fits`. OFFSET 0 lets the database read these, also if it expects that many users fit. */
const listCandidates = ({ name, by, isAfter }: Order): Statement => ({
  name: `users_list_candidates${name}`,
  // By hand (Prisma): a page starts after a pair of values, and the beginning of a name has an index on an expression.
  text: `SELECT ${managedColumns} FROM (SELECT * FROM users WHERE id = ANY($11::uuid[]) OFFSET 0) AS users
    WHERE ${fits('$12', '$13')} AND ${isInRange} AND ${isAfter} ORDER BY ${by} LIMIT $10::int`,
  isPlannedEachTime: true,
});

const statementsOf = (order: Order) => ({ listFirst: listFirst(order), listCandidates: listCandidates(order) });
const statements = {
  newest: statementsOf(orders.newest),
  oldest: statementsOf(orders.oldest),
  email: statementsOf(orders.email),
  emailReversed: statementsOf(orders.emailReversed),
};

/** $1 the pattern, $2 the maximum number. In the order of the index, so that the database reads no more than that. */
const beginningOf = (column: string) =>
  `SELECT id FROM users WHERE lower(${column}) LIKE lower($1) ORDER BY lower(${column}) USING ~<~ LIMIT $2::int`;

const beginningOfEmail: Statement = {
  name: 'users_beginning_of_email',
  // By hand (Prisma): an index on an expression, read in its order.
  text: beginningOf('email_canonical'),
  isPlannedEachTime: true,
};

const beginningOfName: Statement = {
  name: 'users_beginning_of_name',
  // By hand (Prisma): an index on an expression, read in its order.
  text: `(${beginningOf('first_name')}) UNION ALL (${beginningOf('last_name')})`,
  isPlannedEachTime: true,
};

/** $1 an object that the fields contain, $2 the maximum number. The second condition is that of the index. */
const withFields: Statement = {
  name: 'users_with_fields',
  // By hand (Prisma): its model leaves the column out.
  text: `SELECT id FROM users WHERE fields @> $1::jsonb AND fields <> '{}' LIMIT $2::int`,
  isPlannedEachTime: true,
};

const findUser: Statement = {
  name: 'user_managed',
  // By hand (Prisma): whether there is a password, without reading its hash.
  text: `SELECT ${managedColumns} FROM users WHERE id = $1::uuid`,
};

const findUserByEmail: Statement = {
  name: 'user_managed_by_email',
  // By hand (Prisma): whether there is a password, without reading its hash.
  text: `SELECT ${managedColumns} FROM users WHERE email_canonical = $1`,
};

/** $1 the maximum number. */
const countUsers: Statement = {
  name: 'users_count',
  // By hand (Prisma): a count with a limit.
  text: 'SELECT count(*)::int AS count FROM (SELECT 1 FROM users LIMIT $1::int) AS counted',
};

/** -1 before the first ANALYZE. */
const estimateUsers: Statement = {
  name: 'users_estimate',
  // By hand (Prisma): no system tables.
  text: "SELECT reltuples::float8 AS total FROM pg_class WHERE oid = 'users'::regclass",
};

function toManagedUser(row: ManagedRow): ManagedUser {
  return {
    ...toUser(row),
    locale: isLocale(row.locale) ? row.locale : null,
    hasPassword: row.hasPassword,
    // Only src/accounts/factors/factor.store.ts writes this column.
    factors: row.factors as FactorKind[],
    twoStep: row.twoStep,
    deletionDueTs: row.deletionDueTs,
    claims: row.claims,
    fields: row.fields,
    providers: row.providers,
  };
}
