import type { Locale } from '../../platform/request/locale';
import type { User } from './user';
import type { FactorKind } from './user.store';
import type { UserClaims } from './user-claims';
import type { FieldValues } from './user-field';

/** A user, and what a super admin sees of the account in addition. */
export interface ManagedUser extends User {
  /** The language of mails. Null if it is unknown. */
  locale: Locale | null;
  /** Whether the account has a password. The hash itself is never read. */
  hasPassword: boolean;
  /** The kinds of second factors in effect. */
  factors: readonly FactorKind[];
  /** Whether a login with the password needs a second factor. */
  twoStep: boolean;
  /** When the deleted account is erased. Null if the account is not deleted. */
  deletionDueTs: Date | null;
  claims: UserClaims;
  /** As stored: `UserFields.shown` has those of the file. */
  fields: FieldValues;
  /** The ids of the providers with which the user can sign in. */
  providers: readonly string[];
}
