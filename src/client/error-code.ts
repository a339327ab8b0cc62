/** Every error of the service. Made from its table of errors by `npm run codegen`. */
export type ErrorCode =
  /** The body is not one JSON object in UTF-8, or the request is not well-formed HTTP or GraphQL. */
  | 'MALFORMED_REQUEST'
  /** A field breaks its rule. In GraphQL also: the document does not fit the schema, or exceeds a limit. */
  | 'VALIDATION_FAILED'
  /** A link or code of an e-mail, a code of an authenticator app, a recovery code, a passkey, or the challenge of a login is unknown, wrong, used, expired, or for something else. */
  | 'INVALID_TOKEN'
  /** The person cancelled at the provider, or its answer is forged, too old, used, or of another browser. */
  | 'PROVIDER_REJECTED'
  /** The e-mail address has no account, or the password is wrong. */
  | 'INVALID_CREDENTIALS'
  /** A token is missing, malformed, expired or revoked, or was not issued here. The text says which. */
  | 'UNAUTHENTICATED'
  /** The first step is right, and two-step sign-in is on, or the account must get a second factor. The error has a challenge: `mfa` (REST) or `challenge` (GraphQL). */
  | 'MFA_REQUIRED'
  /** The user last proved who they are too long ago, or not strongly enough. */
  | 'STEP_UP_REQUIRED'
  /** The proof is right, and an operator has disabled the account, or its user has deleted it. */
  | 'ACCOUNT_DISABLED'
  /** The e-mail address is not verified, and a login needs that (`EMAIL_VERIFICATION=required`, or `MFA=required` and no second factor), or a change of factors or providers. Or a provider does not confirm the address of a new identity: the error has a `link`. */
  | 'EMAIL_NOT_VERIFIED'
  /** The answer to the `challenge` of the error is missing, wrong, used or late. */
  | 'CHALLENGE_REQUIRED'
  /** The caller may not do this. The client can correct: a form or the refresh cookie came from another origin, a super admin acts as the user, or an application calls what only its user can do. The operator decides: registration is closed, passkeys are off, the user is no super admin, or the network is not in `ADMIN_NETWORKS`. In a supergraph, the router has the wrong secret, or may not read a field. */
  | 'FORBIDDEN'
  /** The path, or what the request names, does not exist. The text says what. */
  | 'NOT_FOUND'
  /** The path does not accept this method. */
  | 'METHOD_NOT_ALLOWED'
  /** An account has this e-mail address, in this or another spelling. */
  | 'EMAIL_TAKEN'
  /** The identity is new, and an account has the address that the provider confirms. The error has a `link`. */
  | 'LINK_REQUIRED'
  /** The state does not allow the change, or another request was faster. */
  | 'CONFLICT'
  /** The cursor of the revocations is too old, or of another installation. */
  | 'CURSOR_EXPIRED'
  /** The body is larger than 16 kB (REST API), 32 kB (`/graphql`) or 64 kB (`/admin/graphql`, `POST /admin/users/bulk` and `POST /admin/users/import`). */
  | 'PAYLOAD_TOO_LARGE'
  /** The content type is not `application/json`, its charset is not UTF-8, or the body has a content encoding. */
  | 'UNSUPPORTED_MEDIA_TYPE'
  /** A rate limit was reached: `limit` names it. */
  | 'RATE_LIMITED'
  /** An unexpected error, probably a bug. Only the log has the cause. */
  | 'INTERNAL'
  /** The service is overloaded, starting or stopping, or its database is unavailable. */
  | 'SERVICE_UNAVAILABLE';

/** Why a session has ended. */
export type SessionEnd =
  /** The account was deleted. */
  | 'ACCOUNT_DELETED'
  /** The application of the session was disconnected. */
  | 'APP_DISCONNECTED'
  /** An operator took rights from the OAuth client of the session. */
  | 'CLIENT_CHANGED'
  /** An operator disabled or deleted the OAuth client of the session. */
  | 'CLIENT_DISABLED'
  /** An application sent an authorization code twice. */
  | 'CODE_REUSE'
  /** The user restored the old e-mail address with its link. */
  | 'EMAIL_CHANGE_UNDONE'
  /** The user changed the e-mail address. */
  | 'EMAIL_CHANGED'
  /** A super admin changed the e-mail address. */
  | 'EMAIL_CHANGED_BY_OPERATOR'
  /** The e-mail address was verified for the first time: with a code to sign in, or the password alone had not opened this session. */
  | 'EMAIL_VERIFIED'
  /** An operator ended the session, or all sessions of the account. */
  | 'ENDED_BY_OPERATOR'
  /** The session was not used for too long, or reached the end of its lifetime. */
  | 'EXPIRED'
  /** The second factors of the account were changed. */
  | 'FACTORS_CHANGED'
  /** A provider was disconnected from the account. */
  | 'IDENTITIES_CHANGED'
  /** A super admin stopped acting as the user. */
  | 'IMPERSONATION_ENDED'
  /** The user logged out. */
  | 'LOGOUT'
  /** The user changed the password. */
  | 'PASSWORD_CHANGED'
  /** The user reset the password. */
  | 'PASSWORD_RESET'
  /** A used refresh token was sent again. */
  | 'REFRESH_TOKEN_REUSE'
  /** A backup was restored, and `gatehouse after-restore` ended all sessions. */
  | 'RESTORED'
  /** An OAuth client revoked a token of the session. */
  | 'REVOKED_BY_CLIENT'
  /** The user ended the session from another session. */
  | 'REVOKED_BY_USER'
  /** A further login reached SESSIONS_PER_ACCOUNT. This was the least recently used session. */
  | 'TOO_MANY_SESSIONS'
  /** An operator disabled the account. */
  | 'USER_DISABLED';
