import type { Prisma } from '../../platform/db/database';
import type { User } from './user';

/** The columns of a user, without those that are not part of it. */
export type UserRow = Omit<
  Prisma.UserModel,
  | 'passwordHash'
  | 'emailCanonical'
  | 'revision'
  | 'locale'
  | 'telE164'
  | 'deletionDueTs'
  | 'wasDisabled'
  | 'factors'
  | 'twoStep'
  | 'twoStepTs'
  | 'passwordResetTs'
>;

export function toUser(row: UserRow): User {
  return {
    id: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    isSuperAdmin: row.isSuperAdmin,
    roles: row.roles,
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
