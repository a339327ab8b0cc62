import type { Prisma, Queryable, Statement } from '../../platform/db/database';
import { isUniqueViolation } from '../../platform/db/database-error';
import type { Locale } from '../../platform/request/locale';
import { legacyPassword } from './legacy-password';
import type { User } from './user';
import { toUser } from './user-row';
import { userPurposes } from './users.purposes';

interface NewPassword {
  /** A PHC string. */
  passwordHash: string;
  at: Date;
  /** Whether a link or a code of a mail sets the password, and so proves the e-mail address, too. */
  provesEmail: boolean;
  /** If set, the password is only replaced while this is its stored hash. */
  from?: string | null;
}

interface NewEmail {
  email: string;
  emailCanonical: string;
  at: Date;
}

/** The fields that decide what may become of an account. */
export interface LockedAccount {
  isSuperAdmin: boolean;
  roles: string[];
  disabled: boolean;
  /** Whether the account was disabled before it was deleted. */
  wasDisabled: boolean;
  /** Set if the account is deleted. */
  deletionDueTs: Date | null;
}

const profileFields = [
  'firstName',
  'lastName',
  'tel',
  'company',
  'companyIdNumber',
  'companyIdUrl',
  'locale',
  'emailVerified',
  'telVerified',
] as const satisfies (keyof ProfileChanges)[];

/** Undefined leaves a field as it is. */
interface ProfileChanges {
  firstName?: string | undefined;
  lastName?: string | undefined;
  tel?: string | null | undefined;
  locale?: Locale | null | undefined;
  company?: string | null | undefined;
  companyIdNumber?: string | null | undefined;
  companyIdUrl?: string | null | undefined;
  emailVerified?: boolean | undefined;
  telVerified?: boolean | undefined;
}

interface UpdatedProfile {
  user: User;
  /** The fields whose values have changed. */
  fields: (keyof ProfileChanges)[];
}

/** Changes of an account that exists. They end no sessions and record no events: the services do. */
export class UserChangesStore {
  constructor(private readonly db: Queryable) {}

  /** Sets a new password. Does not end sessions. Returns null if there is no such account with the hash `from`. */
  async setPassword(id: string, { passwordHash, at, provesEmail, from }: NewPassword): Promise<User | null> {
    const where = from === undefined ? { id } : { id, passwordHash: from };
    const data: Prisma.UserUpdateManyMutationInput = { passwordHash, updatedTs: at };
    if (provesEmail) {
      data.emailVerified = true;
      data.passwordResetTs = at;
    }
    const [row] = await this.db.prisma.user.updateManyAndReturn({ where, data, omit: { passwordHash: true } });
    return row ? toUser(row) : null;
  }

  /** Returns null if there is no such account. */
  async verifyEmail(id: string, at: Date): Promise<User | null> {
    const data = { emailVerified: true, updatedTs: at };
    const [row] = await this.db.prisma.user.updateManyAndReturn({ where: { id }, data, omit: { passwordHash: true } });
    return row ? toUser(row) : null;
  }

  /** Sets a phone number that the user has proved. Returns null if there is no such account. */
  async verifyTel(
    id: string,
    { tel, telE164, at }: { tel: string; telE164: string | null; at: Date },
  ): Promise<User | null> {
    return this.update(id, { tel, telE164, telVerified: true, updatedTs: at });
  }

  /** Sets the form of E.164 of a verified phone number. */
  async setTelE164(id: string, telE164: string | null): Promise<void> {
    await this.db.prisma.user.updateMany({ where: { id }, data: { telE164 } });
  }

  /** Removes the password. The user can only set a new one with a link. */
  async removePassword(id: string, at: Date): Promise<void> {
    await this.db.prisma.user.updateMany({ where: { id }, data: { passwordHash: null, updatedTs: at } });
  }

  /**
   * Replaces the e-mail address with a verified one, and returns the address before. Returns null if another account has
   * the new address, or can restore it. The transaction can then only be rolled back.
   * If only the old service knows the password, the account has none then: the old service knows it by the address, and
   * its user of the new address can be another person.
   */
  async changeEmail(id: string, { email, emailCanonical, at }: NewEmail): Promise<{ email: string } | null> {
    const before = await this.db.prisma.user.findUnique({ where: { id }, select: { email: true } });
    if (!before || (await this.isReserved(emailCanonical, id, at))) return null;
    await this.db.prisma.user.updateMany({ where: { id, passwordHash: legacyPassword }, data: { passwordHash: null } });
    const data = { email, emailCanonical, emailVerified: true, updatedTs: at };
    return this.db.prisma.user.update({ where: { id }, data, select: { id: true } }).then(() => before, noneIfTaken);
  }

  private async isReserved(address: string, id: string, at: Date): Promise<boolean> {
    const purpose = userPurposes.undo_email_change.name;
    const where = { address, purpose, usedTs: null, expiresTs: { gt: at }, userId: { not: id } };
    return (await this.db.prisma.oneTimeToken.count({ where })) > 0;
  }

  /** Locks the account until the end of the transaction. Returns null if there is no such account. */
  async lock(id: string): Promise<LockedAccount | null> {
    const [row] = await this.db.run<LockedAccount>(lockAccount, [id]);
    return row ?? null;
  }

  /**
   * Whether another enabled super admin will be left. Concurrent transactions that ask this wait for each other, so that
   * two super admins cannot both be removed because of the other one. The caller must have locked the account.
   */
  async hasOtherSuperAdmin(id: string): Promise<boolean> {
    // A statement of its own, so that the next one sees what the transaction before has committed.
    await this.db.run(waitForSuperAdmins, []);
    return (await this.db.run(findOtherSuperAdmin, [id])).length > 0;
  }

  /** Whether there is an enabled super admin. Concurrent transactions that ask this wait for each other. */
  hasSuperAdmin(): Promise<boolean> {
    return this.hasOtherSuperAdmin('00000000-0000-0000-0000-000000000000');
  }

  /** Sets the roles, which must be sorted. Returns null if there is no such account. */
  async setRoles(id: string, roles: string[], at: Date): Promise<User | null> {
    return this.update(id, { roles, updatedTs: at });
  }

  /** Returns null if there is no such account. */
  async setSuperAdmin(id: string, isSuperAdmin: boolean, at: Date): Promise<User | null> {
    return this.update(id, { isSuperAdmin, updatedTs: at });
  }

  private async update(id: string, data: Prisma.UserUpdateManyMutationInput): Promise<User | null> {
    const [row] = await this.db.prisma.user.updateManyAndReturn({ where: { id }, data, omit: { passwordHash: true } });
    return row ? toUser(row) : null;
  }

  /** Disables the account until it is erased at `dueTs`. The caller must have locked it. */
  async scheduleDeletion(
    id: string,
    dueTs: Date,
    { disabled }: Pick<LockedAccount, 'disabled'>,
    at: Date,
  ): Promise<void> {
    await this.update(id, { disabled: true, wasDisabled: disabled, deletionDueTs: dueTs, updatedTs: at });
  }

  /** Returns null if the account is not deleted. */
  async findDeletion(id: string): Promise<{ dueTs: Date; wasDisabled: boolean } | null> {
    const select = { deletionDueTs: true, wasDisabled: true };
    const row = await this.db.prisma.user.findUnique({ where: { id }, select });
    return row?.deletionDueTs ? { dueTs: row.deletionDueTs, wasDisabled: row.wasDisabled } : null;
  }

  /** Returns false if the account is not deleted, or was disabled before. */
  async cancelDeletion(id: string, at: Date): Promise<boolean> {
    const where = { id, deletionDueTs: { not: null }, wasDisabled: false };
    const data = { disabled: false, deletionDueTs: null, updatedTs: at };
    return (await this.db.prisma.user.updateMany({ where, data })).count === 1;
  }

  /** Returns the ids of deleted accounts whose grace period is over. */
  async listDueForErasure(now: Date, atMost: number): Promise<string[]> {
    const rows = await this.db.run<{ id: string }>(listDue, [now, atMost]);
    return rows.map(({ id }) => id);
  }

  /** Removes an account with its sessions. The caller has locked it, and has seen that its grace period is over. */
  async remove(id: string): Promise<void> {
    await this.db.prisma.user.deleteMany({ where: { id } });
  }

  /** Changes these fields. A new phone number is not verified, unless `telVerified` is. Returns null if there is no such account. */
  async updateProfile(id: string, changes: ProfileChanges, at: Date): Promise<UpdatedProfile | null> {
    const before = await this.db.prisma.user.findUnique({ where: { id }, omit: { passwordHash: true } });
    if (!before) return null;
    const fields = profileFields.filter((field) => changes[field] !== undefined && changes[field] !== before[field]);
    if (fields.length === 0) return { user: toUser(before), fields };
    const { firstName, lastName, tel, locale, company, companyIdNumber, companyIdUrl } = changes;
    const { emailVerified, telVerified } = changes;
    const data: Prisma.UserUpdateManyMutationInput = { updatedTs: at };
    if (firstName !== undefined) data.firstName = firstName;
    if (lastName !== undefined) data.lastName = lastName;
    if (tel !== undefined && fields.includes('tel')) {
      data.tel = tel;
      data.telVerified = false;
      data.telE164 = null;
    }
    if (locale !== undefined) data.locale = locale;
    if (company !== undefined) data.company = company;
    if (companyIdNumber !== undefined) data.companyIdNumber = companyIdNumber;
    if (companyIdUrl !== undefined) data.companyIdUrl = companyIdUrl;
    if (emailVerified !== undefined) data.emailVerified = emailVerified;
    if (telVerified !== undefined) data.telVerified = telVerified;
    const user = await this.update(id, data);
    return user && { user, fields };
  }
}

/** @throws the error, unless a unique index rejected the statement */
function noneIfTaken(error: unknown): null {
  if (isUniqueViolation(error)) return null;
  throw error;
}

/** $1 user. Logins, and all changes of the account, wait for the end of the transaction. */
const lockAccount: Statement = {
  name: 'user_lock',
  // By hand (race): a change of rights waits for a login, and a login for the change.
  text: `
    SELECT is_super_admin AS "isSuperAdmin", roles, disabled, was_disabled AS "wasDisabled",
      deletion_due_ts AS "deletionDueTs"
    FROM users WHERE id = $1::uuid FOR NO KEY UPDATE`,
};

/** $1 time, $2 how many. An earlier version can have enabled a deleted account, and leaves the date. */
const listDue: Statement = {
  name: 'user_list_due_for_erasure',
  // By hand (start): the clean-up runs it.
  text: `
    SELECT id FROM users WHERE disabled AND deletion_due_ts <= $1::timestamptz ORDER BY deletion_due_ts LIMIT $2::int`,
};

/**
 * Only one transaction at a time decides whether a super admin can go. A lock on the rows of the super admins is not
 * enough: a row that becomes one at the same time is not among them. The number means nothing.
 */
const waitForSuperAdmins: Statement = {
  name: 'super_admins_lock',
  // By hand (race): of two super admins who are removed at the same time, one stays.
  text: 'SELECT pg_advisory_xact_lock(7140818300441203)::text AS locked',
};

/** $1 user. The conditions are those of an index that contains only super admins. */
const findOtherSuperAdmin: Statement = {
  name: 'super_admin_other',
  // By hand: a literal condition, so that the plan uses the index of super admins.
  text: 'SELECT id FROM users WHERE is_super_admin AND NOT disabled AND id <> $1::uuid LIMIT 1',
};
