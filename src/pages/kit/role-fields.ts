import { invalidField } from '../../platform/errors/app-error';
import type { FormBody } from '../../platform/http/form-body';

/** The name of the checkbox of a role. Each has its own, because a form can have a name once. */
export const roleField = (role: string): string => `role_${role}`;

/** The roles that are checked in a form. */
export const checkedRoles = (form: FormBody, roles: readonly string[]): string[] =>
  roles.filter((role) => form.has(roleField(role)));

/** The same, of a member, whom an operation would remove without a role. @throws AppError `VALIDATION_FAILED` */
export function rolesOfMember(form: FormBody, roles: readonly string[]): string[] {
  const checked = checkedRoles(form, roles);
  if (checked.length === 0) throw invalidField('roles', 'must be at least one role');
  return checked;
}
