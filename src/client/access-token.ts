export interface AccessToken {
  jwt: string;
  /** The id of the user. */
  account: string;
  refreshAtMs: number;
  expiresAtMs: number;
}

/**
 * Reads an access token that has just been issued. Its lifetime counts, not the clock of the service, which can differ. Tabs
 * refresh when 89 to 91 % are over, not all at the same moment.
 */
export function readAccessToken(jwt: string): AccessToken {
  const payload = atob((jwt.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/'));
  const { sub, iat, exp } = JSON.parse(payload) as { sub: string; iat: number; exp: number };
  const now = Date.now();
  const lifeMs = (exp - iat) * 1000;
  return {
    jwt,
    account: sub,
    refreshAtMs: now + lifeMs * (0.89 + Math.random() * 0.02),
    expiresAtMs: now + lifeMs,
  };
}
