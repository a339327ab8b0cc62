// Made from the routes of the REST API by `npm run codegen`. Times are in ISO 8601, in UTC.

/** A passkey of a user (WebAuthn). */
export interface Passkey {
  id: string;
  credentialId: string;
  name: string;
  backedUp: boolean;
  automatic: boolean;
  createdTs: string;
  lastUsedTs: string | null;
}

/** An account at a provider with which a user can sign in. */
export interface Identity {
  id: string;
  provider: string;
  email: string | null;
  createdTs: string;
  lastUsedTs: string | null;
}

/** An application into which a user has signed in. */
export interface ConnectedApp {
  id: string;
  name: string;
  host: string | null;
  firstParty: boolean;
  scopes: string[];
  resources: string[];
  connectedTs: string;
  lastUsedTs: string | null;
}

/** A key with which a program acts as its user. */
export interface ApiKey {
  id: string;
  name: string;
  lastCharacters: string;
  resource: string | null;
  scopes: string[];
  roles: string[];
  organization: { id: string; slug: string; name: string } | null;
  createdTs: string;
  expiresTs: string;
  lastUsedTs: string | null;
  lastUsedIp: string | null;
}

/** An organization, as each member sees it. */
export interface OrganizationSummary {
  id: string;
  slug: string;
  name: string;
}

/** What a user is in an organization. */
export interface Membership {
  organization: OrganizationSummary;
  roles: string[];
  createdTs: string;
}

/** An open invitation to an organization. */
export interface Invitation {
  id: string;
  email: string;
  roles: string[];
  createdTs: string;
  expiresTs: string;
}

/** An organization of the user. */
export interface Organization {
  id: string;
  slug: string;
  name: string;
  roles: string[];
  createdTs: string;
  invitations: Invitation[] | null;
}

/** A member of an organization. */
export interface Member {
  userId: string;
  firstName: string;
  lastName: string;
  email: string | null;
  roles: string[];
  createdTs: string;
}

/** A user account. The password is never part of it. */
export interface User {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  isSuperAdmin: boolean;
  disabled: boolean;
  emailVerified: boolean;
  telVerified: boolean;
  tel: string | null;
  company: string | null;
  companyIdNumber: string | null;
  companyIdUrl: string | null;
  createdTs: string;
  updatedTs: string | null;
  lastLoginTs: string | null;
}

/** A session of a user. A login opens a session. A logout, a revocation or the end of its lifetime ends the session. */
export interface Session {
  id: string;
  current: boolean;
  createdTs: string;
  lastUsedTs: string;
  expiresTs: string;
  userAgent: string | null;
  ip: string | null;
  impersonated: boolean;
  clientName: string | null;
}
