/** The meaning of each member of the answer about an active token (RFC 7662, section 2.2). */
export const introspectionTexts = {
  active:
    'Whether the token is active: this installation issued it, it has not expired, its session has not ended, its account is enabled, and the client may ask about it. If false, the answer has no other member.',
  token_type:
    'The kind of the token: `Bearer` for an access token, `refresh_token` for a refresh token. A service accepts only `Bearer` from its own clients.',
  iss: 'The issuer: `PUBLIC_URL`.',
  sub: 'The id of the user, or the `client_id` of a client that got the token for itself.',
  aud: 'The audience of an access token: `JWT_AUDIENCE`, or that of an application. A refresh token has none.',
  client_id:
    'The application to which the token was issued. For a login without one, an access token has `JWT_CLIENT_ID`.',
  scope: 'What the user allowed the application, separated by spaces.',
  sid: 'The id of the session.',
  rev: 'The revision of the account. If `GET /auth/revocations` lists a higher one for the user, the token is revoked.',
  jti: 'The id of an access token.',
  auth_time: 'When the user last proved who they are, in Unix seconds.',
  acr: 'How strongly the user proved who they are: `aal1` with one factor, `aal2` with a second factor.',
  key_id: 'The id of the API key, if the token is one, or was issued for one.',
  roles: 'The roles of the user. Missing if the user has none.',
  org_id: 'The organization in whose name an access token is. It and the next three are missing without one.',
  org_slug: 'Its short name.',
  org_roles: 'The roles of the user in it.',
  org_rev: 'Its revision. If `GET /auth/revocations` lists a higher one for it, the token is revoked.',
  amr: 'How the user proved who they are (RFC 8176): such as `pwd` for a password, `otp` for a code of an app or a mail, `fed` for a provider, `mfa` for several factors. Compare `acr` instead.',
  act: 'The super admin who acts as the user (RFC 8693, section 4.1). Missing if the user acts. `auth_time` is then 0, because the user has proved nothing.',
  act_sub: 'The id of the super admin.',
  iat: 'When the token was issued, in Unix seconds.',
  exp: 'When the token expires, in Unix seconds. A refresh token expires with its session.',
} as const;
