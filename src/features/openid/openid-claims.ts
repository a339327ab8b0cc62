import type { OpenidScope } from '../../accounts/users/openid-scopes';
import type { Person } from '../../accounts/users/user';

type Claim = string | number | boolean | readonly string[];

/** By their names. */
export type Claims = Record<string, Claim>;

/**
 * Each claim with the scopes that give it together (OpenID Connect Core 1.0, sections 5.1 and 5.4). A claim without a value is
 * left out.
 */
const claims: Readonly<Record<string, readonly [readonly OpenidScope[], (person: Person) => Claim | null]>> = {
  name: [['profile'], ({ user }) => `${user.firstName} ${user.lastName}`],
  given_name: [['profile'], ({ user }) => user.firstName],
  family_name: [['profile'], ({ user }) => user.lastName],
  // Accounts have no other name that is unique. It is the address, so it needs the scope of the address, too.
  preferred_username: [['profile', 'email'], ({ user }) => user.email],
  locale: [['profile'], ({ locale }) => locale],
  updated_at: [['profile'], ({ user }) => Math.floor((user.updatedTs ?? user.createdTs).getTime() / 1000)],
  email: [['email'], ({ user }) => user.email],
  email_verified: [['email'], ({ user }) => user.emailVerified],
  phone_number: [['phone'], ({ user }) => user.tel],
  phone_number_verified: [['phone'], ({ user }) => (user.tel === null ? null : user.telVerified)],
  roles: [['roles'], ({ user }) => user.roles],
  // Most applications read the roles under this name.
  groups: [['groups'], ({ user }) => user.roles],
};

/** The claims about a user that some scope gives, for the discovery document. */
export const claimsOfUsers: readonly string[] = Object.keys(claims);

/** Returns the claims that the scopes give, except `sub`. Scopes that Gatehouse does not know give none. */
export function claimsOfScopes(person: Person, scopes: readonly string[]): Claims {
  const given: Claims = {};
  for (const [name, [needed, read]] of Object.entries(claims)) {
    const value = needed.every((scope) => scopes.includes(scope)) ? read(person) : null;
    if (value !== null) given[name] = value;
  }
  return given;
}
