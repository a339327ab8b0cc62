import type { UserClaims } from '../../accounts/users/user-claims';
import type { FieldValue, FieldValues } from '../../accounts/users/user-field';
import type { Prisma, Queryable } from '../../platform/db/database';
import { isLocale, type Locale } from '../../platform/request/locale';

/** A registration that waits for the link in its e-mail. Several of one address can wait. None has a password. */
export interface PendingRegistration {
  /** A UUIDv7. The account gets the same id. */
  id: string;
  email: string;
  emailCanonical: string;
  firstName: string;
  lastName: string;
  tel: string | null;
  locale: Locale | null;
  roles: readonly string[];
  claims: UserClaims;
  fields: FieldValues;
  createdTs: Date;
  expiresTs: Date;
}

export class PendingRegistrationStore {
  constructor(private readonly db: Queryable) {}

  async insert(registration: PendingRegistration): Promise<void> {
    const data: Prisma.PendingRegistrationCreateInput = {
      id: registration.id,
      email: registration.email,
      emailCanonical: registration.emailCanonical,
      firstName: registration.firstName,
      lastName: registration.lastName,
      tel: registration.tel,
      locale: registration.locale,
      roles: registration.roles.slice(),
      claims: registration.claims as Prisma.InputJsonObject,
      fields: registration.fields as Prisma.InputJsonObject,
      createdTs: registration.createdTs,
      expiresTs: registration.expiresTs,
    };
    await this.db.prisma.pendingRegistration.create({ data });
  }

  async find(id: string): Promise<PendingRegistration | null> {
    const row = await this.db.prisma.pendingRegistration.findUnique({ where: { id } });
    return row && toPendingRegistration(row);
  }

  /** Returns the newest registration of the address that has not expired. */
  async findNewest(emailCanonical: string, now: Date): Promise<PendingRegistration | null> {
    const where = { emailCanonical, expiresTs: { gt: now } };
    const row = await this.db.prisma.pendingRegistration.findFirst({ where, orderBy: { createdTs: 'desc' } });
    return row && toPendingRegistration(row);
  }

  async remove(id: string): Promise<void> {
    await this.db.prisma.pendingRegistration.deleteMany({ where: { id } });
  }

  async removeOfAddress(emailCanonical: string): Promise<void> {
    await this.db.prisma.pendingRegistration.deleteMany({ where: { emailCanonical } });
  }
}

function toPendingRegistration(row: Prisma.PendingRegistrationModel): PendingRegistration {
  return {
    id: row.id,
    email: row.email,
    emailCanonical: row.emailCanonical,
    firstName: row.firstName,
    lastName: row.lastName,
    tel: row.tel,
    locale: isLocale(row.locale) ? row.locale : null,
    roles: row.roles,
    // Only `insert` writes this column.
    claims: row.claims as UserClaims,
    // Only `insert` writes this column.
    fields: row.fields as Record<string, FieldValue>,
    createdTs: row.createdTs,
    expiresTs: row.expiresTs,
  };
}
