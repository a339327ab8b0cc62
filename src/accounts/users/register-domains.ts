import { AppError } from '../../platform/errors/app-error';
import type { EmailAddress } from '../../platform/request/email-address';
import { userReasons } from './users.reasons';

/** The domains of `REGISTER_DOMAINS`. Null: every domain. */
export type RegisterDomains = readonly string[] | null;

/**
 * Depends on the address alone, never on whether it has an account.
 * @throws AppError `FORBIDDEN` if users cannot take an address of this domain
 */
export function rejectOtherDomain({ canonical }: EmailAddress, domains: RegisterDomains): void {
  if (domains === null || domains.includes(canonical.slice(canonical.indexOf('@') + 1))) return;
  const msg = 'An e-mail address of this domain cannot be used here.';
  throw new AppError('FORBIDDEN', { msg, reason: userReasons['domain not allowed'] });
}
