export interface AccessToken {
  jwt: string;
  /** The id of the user. */
  account: string;
  /** The id of the organization, and the roles of the user in it. Null: the token is for none. */
  organization: { id: string; roles: readonly string[] } | null;
  refreshAtMs: number;
  expiresAtMs: number;
}

interface Payload {
  sub: string;
  iat: number;
  exp: number;
  org_id?: unknown;
  org_roles?: unknown;
}

/**
 * Reads an access token that has just been issued. Its lifetime counts, not the clock of the service, which can differ. Tabs
 * refresh when 89 to 91 % are over, not all at the same moment.
 */
export function readAccessToken(jwt: string): AccessToken {
  const payload = atob((jwt.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/'));
  const { sub, iat, exp, org_id: id, org_roles: roles } = JSON.parse(payload) as Payload;
  const now = Date.now();
  const lifeMs = (exp - iat) * 1000;
  return {
    jwt,
    account: sub,
    // An operator can have claims of these names, of an earlier version.
    organization: typeof id === 'string' && Array.isArray(roles) ? { id, roles } : null,
    refreshAtMs: now + lifeMs * (0.89 + Math.random() * 0.02),
    expiresAtMs: now + lifeMs,
  };
}
