import type { ListedSession } from './account.service';

// The descriptions of both APIs.

export const refreshDescription =
  'If the response was lost, the client sends the same refresh token again: for 30 seconds (`REFRESH_GRACE`), it returns the same next one. Later, it ends the session.';

/** The meaning of each field of a session, for the descriptions of both APIs. */
export const sessionDescriptions: Readonly<
  Record<
    | Exclude<
        keyof ListedSession,
        'userId' | 'revision' | 'authTs' | 'acr' | 'amr' | 'actor' | 'client' | 'originSessionId'
      >
    | 'impersonated'
    | 'clientName',
    string
  >
> = {
  id: 'The id of the session, a UUID. It is also the `sid` of the access tokens of the session.',
  current: 'Whether the access token of this request belongs to this session.',
  createdTs: 'The time of the login that opened the session.',
  lastUsedTs: 'The time of the last refresh. Before the first refresh, this is the time of the login.',
  expiresTs:
    'The session ends at this time at the latest. A refresh does not change this time. The session ends earlier if the client does not refresh it for too long.',
  userAgent:
    'The `User-Agent` header of the login, cut after 256 characters. Null if the login had no such header, and for a session of an administrator.',
  ip: 'The IPv4 or IPv6 address of the client that logged in. Null if the address is unknown, and for a session of an administrator.',
  impersonated:
    'Whether an administrator opened the session, to use the account in place of the user. Such a session lasts 15 minutes at most, and has no refresh token.',
  clientName: 'The name of the application (OAuth client) that the user signed in to. Null for every other session.',
};

/** The meaning of each field of the tokens, for the descriptions of both APIs. */
export const tokenDescriptions = {
  jwt: 'The access token, a JWT signed with ES256. The client sends it in the header `Authorization: Bearer <jwt>`. Other services verify the signature with the keys at `/.well-known/jwks.json`.',
  genTs: 'When the access token was issued: Unix time in seconds with a fraction.',
  genAt: 'The time at which this response was generated.',
  expiresIn: 'The lifetime of the access token in seconds. The client refreshes the tokens before this time is over.',
} as const;

export const endedDescription = 'The number of sessions that ended, counted up to 1000.';
