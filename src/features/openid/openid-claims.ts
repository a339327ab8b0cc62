import type { Locale } from '../../platform/request/locale';
import { isOpenidScope, type OpenidScope } from '../users/openid-scopes';
import type { User } from '../users/user';

/** What the claims are made from. */
export interface ClaimsPerson {
  user: User;
  /** Null if it is unknown. */
  locale: Locale | null;
}

type Claim = string | number | boolean | readonly string[];

/** By their names. */
export type Claims = Record<string, Claim>;

/** The claims of each scope (OpenID Connect Core 1.0, section 5.1). A claim without a value is left out. */
const claimsOf: Readonly<Record<OpenidScope, Readonly<Record<string, (person: ClaimsPerson) => Claim | null>>>> = {
  openid: {},
  profile: {
    name: ({ user }) => `${user.firstName} ${user.lastName}`,
    given_name: ({ user }) => user.firstName,
    family_name: ({ user }) => user.lastName,
    locale: ({ locale }) => locale,
    updated_at: ({ user }) => Math.floor((user.updatedTs ?? user.createdTs).getTime() / 1000),
  },
  email: {
    email: ({ user }) => user.email,
    email_verified: ({ user }) => user.emailVerified,
  },
  phone: {
    phone_number: ({ user }) => user.tel,
    phone_number_verified: ({ user }) => (user.tel === null ? null : user.telVerified),
  },
  roles: { roles: ({ user }) => user.roles },
  offline_access: {},
};

/** The claims about a user that some scope gives, for the discovery document. */
export const claimsOfUsers: readonly string[] = Object.values(claimsOf).flatMap(Object.keys);

/** Returns the claims that the scopes give, except `sub`. Scopes that Gatehouse does not know give none. */
export function claimsOfScopes(person: ClaimsPerson, scopes: readonly string[]): Claims {
  const claims: Claims = {};
  for (const scope of scopes.filter(isOpenidScope)) {
    for (const [name, read] of Object.entries(claimsOf[scope])) {
      const value = read(person);
      if (value !== null) claims[name] = value;
    }
  }
  return claims;
}
