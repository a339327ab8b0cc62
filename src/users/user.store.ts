import type { AuditEvent } from '../audit/audit-event';
import { auditing, toAuditParameter } from '../audit/audit-statement';
import type { Prisma, PrismaClient, Run, Statement } from '../db/client';
import type { User } from './user';

/** What a registration writes; everything else has its default. */
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

/** All that is given must hold. */
export interface UserFilter {
  /** A part of the name or the e-mail address, whatever the case. */
  text: string | null;
  disabled: boolean | null;
  isSuperAdmin: boolean | null;
  /** At most so many. */
  limit: number;
}

export interface UserStore {
  /**
   * Null when the canonical address has an account: the unique index decides, so concurrent inserts have one winner.
   * The event is written down with it.
   */
  insert(user: NewUser, audit: AuditEvent): Promise<User | null>;
  findById(id: string): Promise<User | null>;
  findByEmail(emailCanonical: string): Promise<User | null>;
  /** The newest first. */
  search(filter: UserFilter): Promise<User[]>;
  /**
   * Lets a disabled account log in again: `SessionStore.revokeAll` disables. False if there is no such user or it was so
   * already; else the event is written down with it.
   */
  enable(id: string, at: Date, audit: AuditEvent): Promise<boolean>;
  /** The user and, apart from it, the stored password hash (a PHC string). */
  findCredentials(emailCanonical: string): Promise<{ user: User; passwordHash: string } | null>;
  /** Replaces a hash by one of the same password with other parameters, if it is still the stored one. */
  upgradePasswordHash(id: string, from: string, to: string): Promise<void>;
}

export class PrismaUserStore implements UserStore {
  constructor(
    private readonly db: PrismaClient,
    private readonly run: Run,
  ) {}

  async insert(user: NewUser, audit: AuditEvent): Promise<User | null> {
    const { id, email, emailCanonical, passwordHash, firstName, lastName, tel, isSuperAdmin, createdTs } = user;
    const event = toAuditParameter(audit);
    const person = [id, email, emailCanonical, passwordHash, firstName, lastName, tel, isSuperAdmin, createdTs];
    const values = person.concat(event);
    const [row] = await this.run<UserRow>(insertUser, values);
    return row ? toUser(row) : null;
  }

  async findById(id: string): Promise<User | null> {
    const [row] = await this.run<UserRow>(findById, [id]);
    return row ? toUser(row) : null;
  }

  async findByEmail(emailCanonical: string): Promise<User | null> {
    const [row] = await this.run<UserRow>(findByEmail, [emailCanonical]);
    return row ? toUser(row) : null;
  }

  async search({ text, disabled, isSuperAdmin, limit }: UserFilter): Promise<User[]> {
    return (await this.run<UserRow>(search, [text, disabled, isSuperAdmin, limit])).map(toUser);
  }

  async enable(id: string, at: Date, audit: AuditEvent): Promise<boolean> {
    return (await this.run(enable, [id, at, toAuditParameter(audit)])).length === 1;
  }

  async findCredentials(emailCanonical: string): Promise<{ user: User; passwordHash: string } | null> {
    const [row] = await this.run<UserRow & { passwordHash: string }>(findCredentials, [emailCanonical]);
    return row ? { user: toUser(row), passwordHash: row.passwordHash } : null;
  }

  async upgradePasswordHash(id: string, from: string, to: string): Promise<void> {
    await this.db.user.updateMany({ where: { id, passwordHash: from }, data: { passwordHash: to } });
  }
}

type UserRow = Omit<Prisma.UserModel, 'passwordHash' | 'emailCanonical' | 'revision'>;

const userColumns = `id, first_name AS "firstName", last_name AS "lastName", email, is_super_admin AS "isSuperAdmin", disabled,
  email_verified AS "emailVerified", tel_verified AS "telVerified", tel, company, company_id_number AS "companyIdNumber",
  company_id_url AS "companyIdUrl", created_ts AS "createdTs", updated_ts AS "updatedTs", last_login_ts AS "lastLoginTs"`;

/** ON CONFLICT DO NOTHING: an address that is taken is an answer here, not an error in the database's log. */
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

const findById: Statement = { name: 'user_by_id', text: `SELECT ${userColumns} FROM users WHERE id = $1` };

const findByEmail: Statement = {
  name: 'user_by_email',
  text: `SELECT ${userColumns} FROM users WHERE email_canonical = $1`,
};

/** $1 a part of the name or the address, $2 whether disabled, $3 whether super admin, $4 how many. */
const search: Statement = {
  name: 'user_search',
  text: `SELECT ${userColumns} FROM users
    WHERE ($1::text IS NULL OR strpos(lower(email), lower($1)) > 0 OR strpos(lower(first_name || ' ' || last_name), lower($1)) > 0)
      AND ($2::boolean IS NULL OR disabled = $2) AND ($3::boolean IS NULL OR is_super_admin = $3)
    ORDER BY created_ts DESC, id DESC LIMIT $4::int`,
};

/** $1 id, $2 now, $3 the event. */
const enable: Statement = {
  name: 'user_enable',
  text: `
    WITH changed AS (
      UPDATE users SET disabled = false, updated_ts = $2::timestamptz
      WHERE id = $1::uuid AND disabled
      RETURNING id
    ), audited AS (${auditing('$3', 'changed')})
    SELECT 1 FROM changed`,
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
