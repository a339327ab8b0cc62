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
  createdTs: Date;
}

export interface UserStore {
  /**
   * Null when the canonical address has an account: the unique index decides, so concurrent inserts have one winner.
   * The event is written down with it.
   */
  insert(user: NewUser, audit: AuditEvent): Promise<User | null>;
  findById(id: string): Promise<User | null>;
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
    const { id, email, emailCanonical, passwordHash, firstName, lastName, tel, createdTs } = user;
    const event = toAuditParameter(audit);
    const values = [id, email, emailCanonical, passwordHash, firstName, lastName, tel, createdTs, event];
    const [row] = await this.run<UserRow>(insertUser, values);
    return row ? toUser(row) : null;
  }

  async findById(id: string): Promise<User | null> {
    const [row] = await this.run<UserRow>(findById, [id]);
    return row ? toUser(row) : null;
  }

  async findCredentials(emailCanonical: string): Promise<{ user: User; passwordHash: string } | null> {
    const [row] = await this.run<UserRow & { passwordHash: string }>(findCredentials, [emailCanonical]);
    return row ? { user: toUser(row), passwordHash: row.passwordHash } : null;
  }

  async upgradePasswordHash(id: string, from: string, to: string): Promise<void> {
    await this.db.user.updateMany({ where: { id, passwordHash: from }, data: { passwordHash: to } });
  }
}

type UserRow = Omit<Prisma.UserModel, 'passwordHash' | 'emailCanonical'>;

const userColumns = `id, first_name AS "firstName", last_name AS "lastName", email, is_super_admin AS "isSuperAdmin", disabled,
  email_verified AS "emailVerified", tel_verified AS "telVerified", tel, company, company_id_number AS "companyIdNumber",
  company_id_url AS "companyIdUrl", created_ts AS "createdTs", updated_ts AS "updatedTs", last_login_ts AS "lastLoginTs"`;

/** ON CONFLICT DO NOTHING: an address that is taken is an answer here, not an error in the database's log. */
const insertUser: Statement = {
  name: 'user_insert',
  text: `
    WITH inserted AS (
      INSERT INTO users (id, email, email_canonical, password_hash, first_name, last_name, tel, created_ts)
      VALUES ($1::uuid, $2, $3, $4, $5, $6, $7, $8::timestamptz)
      ON CONFLICT (email_canonical) DO NOTHING
      RETURNING *
    ), audited AS (${auditing('$9', 'inserted')})
    SELECT ${userColumns} FROM inserted`,
};

const findById: Statement = { name: 'user_by_id', text: `SELECT ${userColumns} FROM users WHERE id = $1` };

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
