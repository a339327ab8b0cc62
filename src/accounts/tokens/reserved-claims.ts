/**
 * The claims that no template can set: those of RFC 7519, RFC 9068, RFC 8693, RFC 7800, OpenID Connect and security events
 * (RFC 8417), and those of our own access tokens. Services trust them.
 */
export const reservedClaims: ReadonlySet<string> = new Set([
  ...['iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'jti', 'typ', 'cty', 'alg', 'kid', 'crit'],
  ...['client_id', 'scope', 'auth_time', 'acr', 'amr', 'roles', 'groups', 'entitlements'],
  ...['act', 'may_act', 'cnf', 'azp', 'nonce', 'at_hash', 'c_hash', 's_hash', 'events', 'toe', 'txn', 'sub_id'],
  ...['active', 'token_type', 'token_introspection', 'authorization_details'],
  ...['sid', 'rev', 'act_sid', 'act_rev', 'key_id'],
  ...['org_id', 'org_slug', 'org_roles', 'org_rev', 'organizations'],
]);
