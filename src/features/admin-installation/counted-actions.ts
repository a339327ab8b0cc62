import { authActions } from '../../accounts/auth/auth.audit';
import { userActions } from '../../accounts/users/users.audit';
import type { AuditAction } from '../../platform/audit/action';

export const newAccounts: readonly AuditAction[] = [
  userActions.registered,
  userActions.user_created,
  userActions.user_invited,
];
export const failedLogins: readonly AuditAction[] = [authActions.login_failed, authActions.second_factor_failed];

/** Returns SQL that says whether a row of the audit has one of the actions. */
export function isOneOf(actions: readonly AuditAction[]): string {
  return `action IN (${actions.map(({ name }) => `'${name}'`).join(', ')})`;
}
