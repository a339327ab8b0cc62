import type { Prisma, PrismaClient } from '../db/client';
import type { User } from './user';

/** What a registration writes; everything else has its default. */
export interface NewUser {
  email: string;
  emailCanonical: string;
  passwordHash: string;
  firstName: string;
  lastName: string;
  tel: string | null;
  createdTs: Date;
}

export interface UserStore {
  /** Null when the canonical address has an account: the unique index decides, so concurrent inserts have one winner. */
  insert(user: NewUser): Promise<User | null>;
  findById(id: string): Promise<User | null>;
  /** The user and, apart from it, the stored password hash (a PHC string). */
  findCredentials(emailCanonical: string): Promise<{ user: User; passwordHash: string } | null>;
  /** Replaces a hash by one of the same password with other parameters, if it is still the stored one. */
  upgradePasswordHash(id: string, from: string, to: string): Promise<void>;
}

export class PrismaUserStore implements UserStore {
  constructor(private readonly db: PrismaClient) {}

  async insert(user: NewUser): Promise<User | null> {
    // ON CONFLICT DO NOTHING: an address that is taken is an answer here, not an error in the database's log.
    const [row] = await this.db.user.createManyAndReturn({
      data: [
        {
          email: user.email,
          emailCanonical: user.emailCanonical,
          passwordHash: user.passwordHash,
          firstName: user.firstName,
          lastName: user.lastName,
          tel: user.tel,
          createdTs: user.createdTs,
        },
      ],
      skipDuplicates: true,
      omit: { passwordHash: true },
    });
    return row ? toUser(row) : null;
  }

  async findById(id: string): Promise<User | null> {
    const row = await this.db.user.findUnique({ where: { id }, omit: { passwordHash: true } });
    return row && toUser(row);
  }

  async findCredentials(emailCanonical: string): Promise<{ user: User; passwordHash: string } | null> {
    const row = await this.db.user.findUnique({ where: { emailCanonical } });
    return row && { user: toUser(row), passwordHash: row.passwordHash };
  }

  async upgradePasswordHash(id: string, from: string, to: string): Promise<void> {
    await this.db.user.updateMany({ where: { id, passwordHash: from }, data: { passwordHash: to } });
  }
}

function toUser(row: Omit<Prisma.UserModel, 'passwordHash'>): User {
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
