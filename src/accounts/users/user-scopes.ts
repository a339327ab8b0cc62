import { AppError } from '../../platform/errors/app-error';
import type { RejectionReason } from '../../platform/errors/rejection-reason';
import { keysOf } from '../../platform/runtime/keys-of';
import type { OpenidScope } from './openid-scopes';
import type { User } from './user';
import { userReasons } from './users.reasons';

/** `fields` are those that the installation adds (USER_FIELDS). */
export type ReadableField = keyof User | 'locale' | 'fields';

/**
 * The scope with which an application reads a field of its user: with `me`, at `/oauth/userinfo`, in the ID token and in
 * headers of forward auth. Null: no application reads it.
 */
export const scopeOfField: Readonly<Record<ReadableField, OpenidScope | null>> = {
  id: 'openid',
  // Always false: nobody is told of the user of a disabled account.
  disabled: 'openid',
  firstName: 'profile',
  lastName: 'profile',
  locale: 'profile',
  company: 'profile',
  companyIdNumber: 'profile',
  companyIdUrl: 'profile',
  createdTs: 'profile',
  updatedTs: 'profile',
  lastLoginTs: 'profile',
  email: 'email',
  emailVerified: 'email',
  tel: 'phone',
  telVerified: 'phone',
  roles: 'roles',
  isSuperAdmin: 'roles',
  fields: null,
};

/** @param scopes those of an application. Null: the user reads, who has all fields */
export function mayRead(scopes: readonly string[] | null, field: ReadableField): boolean {
  const scope = scopeOfField[field];
  return scopes === null || (scope !== null && scopes.includes(scope));
}

export const readableFields = (scopes: readonly string[] | null): ReadableField[] =>
  keysOf(scopeOfField).filter((field) => mayRead(scopes, field));

export const missingScope = (scope: string, reason: RejectionReason = userReasons['missing scope']) =>
  new AppError('FORBIDDEN', { msg: `The access token needs the scope ${scope}.`, reason });

/** The error for a field that an application selects, and that its scopes do not give. */
export function unreadable(field: ReadableField): AppError {
  const scope = scopeOfField[field];
  if (scope !== null) return missingScope(scope);
  return new AppError('FORBIDDEN', {
    msg: 'An application cannot read this field.',
    reason: userReasons['token of an application'],
  });
}
