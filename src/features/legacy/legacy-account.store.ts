import { legacyPassword } from '../../accounts/users/legacy-password';
import type { Prisma, Queryable } from '../../platform/db/database';
import type { Locale } from '../../platform/request/locale';
import type { LegacyUser } from './legacy-user.inputs';

interface NewLegacyAccount extends Omit<LegacyUser, 'id' | 'createdTs'> {
  roles: readonly string[];
  id: string;
  createdTs: Date;
  passwordHash: string;
  locale: Locale | null;
}

export class LegacyAccountStore {
  constructor(private readonly db: Queryable) {}

  /** Returns false if the id or the canonical address has an account. The unique indexes decide. */
  async insert(account: NewLegacyAccount): Promise<boolean> {
    const data: Prisma.UserCreateManyInput = {
      id: account.id,
      email: account.email.given,
      emailCanonical: account.email.canonical,
      passwordHash: account.passwordHash,
      firstName: account.firstName,
      lastName: account.lastName,
      tel: account.tel,
      roles: account.roles.slice(),
      telVerified: account.telVerified,
      emailVerified: account.emailVerified,
      disabled: account.disabled,
      company: account.company,
      companyIdNumber: account.companyIdNumber,
      companyIdUrl: account.companyIdUrl,
      createdTs: account.createdTs,
      updatedTs: account.updatedTs,
      lastLoginTs: account.lastLoginTs,
      locale: account.locale,
    };
    const { count } = await this.db.prisma.user.createMany({ data, skipDuplicates: true });
    return count === 1;
  }

  /** The number of accounts whose password only the old service knows. */
  countWaiting(): Promise<number> {
    return this.db.prisma.user.count({ where: { passwordHash: legacyPassword } });
  }
}
