import type { AuditEvent } from '../audit/audit-event';
import { auditing, toAuditParameter } from '../audit/audit-statement';
import type { Prisma, Queryable, Statement } from '../db/database';
import type { User } from './user';

/** The columns that a registration writes. The others have defaults. */
export interface NewUser {
  /** UUIDv7. */
  id: string;
  email: string;
  emailCanonical: string;
  passwordHash: string;
  firstName: string;
  lastName: string;
  tel: string | null;
  isSuperAdmin: boolean;
  createdTs: Date;
}

/** Users must match all given criteria. */
export interface UserFilter {
  /** Part of the name or the e-mail address, case-insensitive. */
  text: string | null;
  disabled: boolean | null;
  isSuperAdmin: boolean | null;
  /** The maximum number of users. */
  limit: number;
}

export interface UserStore {
  /**
   * Inserts the user and records the event. Null if the canonical address has an account: the unique index decides, so
   * one of several concurrent inserts succeeds.
   */
  insert(user: NewUser, audit: AuditEvent): Promise<User | null>;
  findById(id: string): Promise<User | null>;
  /** In any order; users that do not exist are missing. */
  findByIds(ids: readonly string[]): Promise<User[]>;
  findByEmail(emailCanonical: string): Promise<User | null>;
  /** Newest first. */
  search(filter: UserFilter): Promise<User[]>;
  /** Enables a disabled account; `SessionStore.revokeAll` disables. False if there is no such disabled account. */
  enable(id: string, at: Date): Promise<boolean>;
  /** The user and, separately, the stored password hash (a PHC string). */
  findCredentials(emailCanonical: string): Promise<{ user: User; passwordHash: string } | null>;
  /** Replaces the hash if it is still `from`: the new one is of the same password with other parameters. */
  upgradePasswordHash(id: string, from: string, to: string): Promise<void>;
}

export class PrismaUserStore implements UserStore {
  constructor(private readonly db: Queryable) {}

  async insert(user: NewUser, audit: AuditEvent): Promise<User | null> {
    const { id, email, emailCanonical, passwordHash, firstName, lastName, tel, isSuperAdmin, createdTs } = user;
    const event = toAuditParameter(audit);
    const person = [id, email, emailCanonical, passwordHash, firstName, lastName, tel, isSuperAdmin, createdTs];
    const values = person.concat(event);
    const [row] = await this.db.run<UserRow>(insertUser, values);
    return row ? toUser(row) : null;
  }

  async findById(id: string): Promise<User | null> {
    const [user] = await this.findByIds([id]);
    return user ?? null;
  }

  async findByIds(ids: readonly string[]): Promise<User[]> {
    return (await this.db.run<UserRow>(findByIds, [ids])).map(toUser);
  }

  async findByEmail(emailCanonical: string): Promise<User | null> {
    const row = await this.db.prisma.user.findUnique({ where: { emailCanonical }, omit: { passwordHash: true } });
    return row && toUser(row);
  }

  async search({ text, disabled, isSuperAdmin, limit }: UserFilter): Promise<User[]> {
    return (await this.db.run<UserRow>(search, [text, disabled, isSuperAdmin, limit])).map(toUser);
  }

  async enable(id: string, at: Date): Promise<boolean> {
    const where = { id, disabled: true };
    return (await this.db.prisma.user.updateMany({ where, data: { disabled: false, updatedTs: at } })).count === 1;
  }

  async findCredentials(emailCanonical: string): Promise<{ user: User; passwordHash: string } | null> {
    const [row] = await this.db.run<UserRow & { passwordHash: string }>(findCredentials, [emailCanonical]);
    return row ? { user: toUser(row), passwordHash: row.passwordHash } : null;
  }

  async upgradePasswordHash(id: string, from: string, to: string): Promise<void> {
    await this.db.prisma.user.updateMany({ where: { id, passwordHash: from }, data: { passwordHash: to } });
  }
}

type UserRow = Omit<Prisma.UserModel, 'passwordHash' | 'emailCanonical' | 'revision'>;

const userColumns = `id, first_name AS "firstName", last_name AS "lastName", email, is_super_admin AS "isSuperAdmin", disabled,
  email_verified AS "emailVerified", tel_verified AS "telVerified", tel, company, company_id_number AS "companyIdNumber",
  company_id_url AS "companyIdUrl", created_ts AS "createdTs", updated_ts AS "updatedTs", last_login_ts AS "lastLoginTs"`;

/** ON CONFLICT DO NOTHING, so that a taken address does not appear as an error in the database's log. */
const insertUser: Statement = {
  name: 'user_insert',
  text: `
    WITH inserted AS (
      INSERT INTO users (id, email, email_canonical, password_hash, first_name, last_name, tel, is_super_admin, created_ts)
      VALUES ($1::uuid, $2, $3, $4, $5, $6, $7, $8::boolean, $9::timestamptz)
      ON CONFLICT (email_canonical) DO NOTHING
      RETURNING ${userColumns}
    ), audited AS (${auditing('$10', 'inserted')})
    SELECT * FROM inserted`,
};

const findByIds: Statement = {
  name: 'users_by_ids',
  text: `SELECT ${userColumns} FROM users WHERE id = ANY($1::uuid[])`,
};

/**
 * $1 part of the name or the address, $2 whether disabled, $3 whether super admin, $4 how many. The trigrams are for the
 * index. A text of one or two characters has none, and is looked for in all accounts, the newest first.
 */
const search: Statement = {
  name: 'user_search',
  text: `SELECT ${userColumns} FROM users
    WHERE ($1::text IS NULL OR (
        (length(lower($1)) < 3 OR text_trigrams(lower(email || ' ' || first_name || ' ' || last_name)) @> text_trigrams(lower($1)))
        AND (strpos(lower(email), lower($1)) > 0 OR strpos(lower(first_name || ' ' || last_name), lower($1)) > 0)))
      AND ($2::boolean IS NULL OR disabled = $2) AND ($3::boolean IS NULL OR is_super_admin = $3)
    ORDER BY created_ts DESC, id DESC LIMIT $4::int`,
  isPlannedEachTime: true,
};

const findCredentials: Statement = {
  name: 'user_credentials',
  text: `SELECT ${userColumns}, password_hash AS "passwordHash" FROM users WHERE email_canonical = $1`,
};

function toUser(row: UserRow): User {
  return {
    id: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    isSuperAdmin: row.isSuperAdmin,
    disabled: row.disabled,
    emailVerified: row.emailVerified,
    telVerified: row.telVerified,
    tel: row.tel,
    company: row.company,
    companyIdNumber: row.companyIdNumber,
    companyIdUrl: row.companyIdUrl,
    createdTs: row.createdTs,
    updatedTs: row.updatedTs,
    lastLoginTs: row.lastLoginTs,
  };
}
