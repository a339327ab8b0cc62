import type { OAuthClient } from './oauth-client';

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
  jti: 'The id of an access token.',
  auth_time: 'When the user last proved who they are, in Unix seconds.',
  acr: 'How strongly the user proved who they are: `aal1` with one factor, `aal2` with a second factor.',
  roles: 'The roles of the user. Missing if the user has none.',
  amr: 'How the user proved who they are (RFC 8176): such as `pwd` for a password, `otp` for a code of an app or a mail, `fed` for a provider, `mfa` for several factors. Compare `acr` instead.',
  act: 'The super admin who acts as the user (RFC 8693, section 4.1). Missing if the user acts. `auth_time` is then 0, because the user has proved nothing.',
  act_sub: 'The id of the super admin.',
  iat: 'When the token was issued, in Unix seconds.',
  exp: 'When the token expires, in Unix seconds. A refresh token expires with its session.',
} as const;

/** The fields of a client, for both APIs. */
export const clientTexts: Readonly<Record<keyof OAuthClient, string>> = {
  id: 'The client id.',
  name: 'The name, which people read.',
  kind: 'What the client is.',
  redirectUris: 'Where people are sent back to after they have signed in.',
  postLogoutRedirectUris: 'Where people can be sent after a logout.',
  scopes: 'What the client may ask for.',
  audience: 'The `aud` of its access tokens. Null: the default.',
  firstParty: 'Whether the client is your own, so that people need not consent at `https` addresses.',
  pkceRequired: 'Whether each sign-in needs PKCE (RFC 7636).',
  idTokenAlg: 'The algorithm of its ID tokens.',
  logoUri: 'The picture on the page that asks for consent, as a `data:` URL.',
  policyUri: 'Its privacy policy, to which that page links.',
  tosUri: 'Its terms of service, likewise.',
  createdTs: 'When the client was created.',
  disabledTs: 'When the client was disabled. Null if it is enabled.',
  secretTs: 'When the secret was created. Null for a public client, which has none.',
  previousUntilTs: 'Until when the previous secret is also accepted. Null if there is none.',
};

export const issuedSecretTexts = {
  client: 'The client.',
  clientSecret: 'The secret, which is not stored and is never returned again. Null for a public client.',
} as const;

export const deletedClientTexts = { sessionsEnded: 'How many sessions of the client ended.' } as const;
