// The descriptions of both APIs.

/** The meaning of what a super admin gets to act as a user. */
export const impersonationDescriptions = {
  jwt: 'The access token. A client sends it in the header `Authorization: Bearer <jwt>`.',
  expiresIn: 'The lifetime of the access token in seconds. There is no refresh token.',
  sessionId: 'The id of the session, which is also the `sid` of the access token.',
  sessionExpiresTs:
    'The end of the session at the latest. It ends earlier if the session of the super admin ends, or if the account of the super admin or of the user changes.',
  user: 'The user as whom the super admin acts.',
} as const;
