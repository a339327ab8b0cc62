import type { Person } from '../../accounts/users/user';
import { mayRead, type ReadableField } from '../../accounts/users/user-scopes';

type Claim = string | number | boolean | readonly string[];

/** By their names. */
export type Claims = Record<string, Claim>;

/**
 * Each claim with the field that it shows, whose scope gives it (OpenID Connect Core 1.0, section 5.1). A claim without a value
 * is left out.
 */
const claims: Readonly<Record<string, readonly [ReadableField, (person: Person) => Claim | null]>> = {
  name: ['firstName', ({ user }) => `${user.firstName} ${user.lastName}`],
  given_name: ['firstName', ({ user }) => user.firstName],
  family_name: ['lastName', ({ user }) => user.lastName],
  locale: ['locale', ({ locale }) => locale],
  updated_at: ['updatedTs', ({ user }) => Math.floor((user.updatedTs ?? user.createdTs).getTime() / 1000)],
  email: ['email', ({ user }) => user.email],
  email_verified: ['emailVerified', ({ user }) => user.emailVerified],
  phone_number: ['tel', ({ user }) => user.tel],
  phone_number_verified: ['telVerified', ({ user }) => (user.tel === null ? null : user.telVerified)],
  roles: ['roles', ({ user }) => user.roles],
};

/** The claims about a user that some scope gives, for the discovery document. */
export const claimsOfUsers: readonly string[] = Object.keys(claims);

/** Returns the claims that the scopes give, except `sub`. Scopes that Gatehouse does not know give none. */
export function claimsOfScopes(person: Person, scopes: readonly string[]): Claims {
  const given: Claims = {};
  for (const [name, [field, read]] of Object.entries(claims)) {
    const value = mayRead(scopes, field) ? read(person) : null;
    if (value !== null) given[name] = value;
  }
  return given;
}
