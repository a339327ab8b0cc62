// The descriptions of both APIs.

export const refreshDescription =
  'If the response was lost, the client sends the same refresh token again: for 30 seconds (`REFRESH_GRACE`), it returns the same next one. Later, it ends the session.';

/** What a client does after `UNAUTHENTICATED`. */
export const afterUnauthenticated = {
  me: 'After `UNAUTHENTICATED` the client refreshes its tokens and tries again.',
  refresh: 'After `UNAUTHENTICATED` the user signs in again.',
} as const;

/** The meaning of each field of the tokens, for the descriptions of both APIs. */
export const tokenDescriptions = {
  jwt: 'The access token, a JWT signed with ES256. The client sends it in the header `Authorization: Bearer <jwt>`. Other services verify the signature with the keys at `/.well-known/jwks.json`.',
  genTs: 'When the access token was issued: Unix time in seconds with a fraction.',
  genAt: 'The time at which this response was generated.',
  expiresIn: 'The lifetime of the access token in seconds. The client refreshes the tokens before this time is over.',
} as const;
