import type { ImportedPassword } from '../../accounts/passwords/imported-password';
import type { ProviderAccount } from '../../accounts/users/identity';
import type { UserClaims } from '../../accounts/users/user-claims';
import type { FieldValues } from '../../accounts/users/user-field';
import type { Locale } from '../../platform/request/locale';
import type { ImportedMembership } from './imported-memberships.inputs';

/** A checked line of an import file. */
export interface ImportedUser {
  /** A UUID. Null if the line has no id: the account gets a random one. */
  id: string | null;
  /** As written in the file. */
  email: string;
  emailCanonical: string;
  emailVerified: boolean;
  firstName: string;
  lastName: string;
  tel: string | null;
  telVerified: boolean;
  disabled: boolean;
  isSuperAdmin: boolean;
  /** Sorted. */
  roles: string[];
  company: string | null;
  companyIdNumber: string | null;
  companyIdUrl: string | null;
  /** Null: the time of the import. */
  createdTs: Date | null;
  updatedTs: Date | null;
  lastLoginTs: Date | null;
  locale: Locale | null;
  /** Empty if the line has none. */
  claims: UserClaims;
  /** With the defaults. */
  fields: FieldValues;
  /** Null for an account without a password. */
  password: ImportedPassword | null;
  /** No two are the same. */
  identities: readonly ProviderAccount[];
  /** No two of one organization. */
  organizations: readonly ImportedMembership[];
}
