import type { AuditEvent } from '../audit/audit-event';
import { auditing, toAuditParameter } from '../audit/audit-statement';
import type { Prisma, Queryable, Statement } from '../db/database';
import type { User } from './user';

/** The columns that a registration writes. The other columns have defaults. */
export interface NewUser {
  /** A UUIDv7. */
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

/** A user must match all given criteria. Null matches every user. */
export interface UserFilter {
  /** A part of the name or of the e-mail address, in upper or lower case. Two characters: the beginning of a word of the name. */
  text: string | null;
  disabled: boolean | null;
  isSuperAdmin: boolean | null;
  limit: number;
}

export interface UserStore {
  /**
   * Inserts the user and records the event. Returns null if the canonical address has an account. The unique index
   * decides, so only one of several concurrent inserts succeeds.
   */
  insert(user: NewUser, audit: AuditEvent): Promise<User | null>;
  findById(id: string): Promise<User | null>;
  /** Returns the users in any order. Users that do not exist are missing. */
  findByIds(ids: readonly string[]): Promise<User[]>;
  findByEmail(emailCanonical: string): Promise<User | null>;
  /** Returns the newest users first. */
  search(filter: UserFilter): Promise<User[]>;
  /** Returns false if there is no such disabled account. `SessionStore.revokeAll` disables an account. */
  enable(id: string, at: Date): Promise<boolean>;
  /** Returns the user and the stored password hash (a PHC string), which is not part of the user. */
  findCredentials(emailCanonical: string): Promise<{ user: User; passwordHash: string } | null>;
  /** Replaces the password hash if it is still `from`. `to` is a hash of the same password with other parameters. */
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

/** ON CONFLICT DO NOTHING, so that the log of the database has no error when an address is taken. */
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

/** The expression of the index users_trigrams_idx. */
const trigramsOfUser = "text_trigrams(lower(email || ' ' || first_name || ' ' || last_name))";

/**
 * $1 the text, $2 whether disabled, $3 whether super admin, $4 the maximum number of users. The condition with trigrams is
 * for the index. Two characters make a trigram only with the space before a word. One character makes no trigram, so it
 * is searched in all accounts, newest first.
 */
const search: Statement = {
  name: 'user_search',
  text: `SELECT ${userColumns} FROM users
    WHERE CASE
        WHEN $1::text IS NULL THEN true
        WHEN length(lower($1)) = 2 THEN ${trigramsOfUser} @> ARRAY[' ' || lower($1)]
          AND strpos(lower(' ' || first_name || ' ' || last_name), ' ' || lower($1)) > 0
        ELSE (length(lower($1)) < 2 OR ${trigramsOfUser} @> text_trigrams(lower($1)))
          AND (strpos(lower(email), lower($1)) > 0 OR strpos(lower(first_name || ' ' || last_name), lower($1)) > 0)
      END
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
