/**
 * Every error of Gatehouse, once: its code, the HTTP status of the REST API, and its text.
 * The GraphQL enum `ErrorCode` and the table in `docs/reference/errors.md` are made from this object.
 */
export const errorTable = {
  MALFORMED_REQUEST: {
    status: 400,
    msg: 'The request could not be read. It is not well-formed.',
    when: 'The server could not read the request. The body is not one JSON object in UTF-8, or the request is not well-formed HTTP or GraphQL.',
  },
  VALIDATION_FAILED: {
    status: 400,
    msg: 'Some fields are not valid.',
    when: 'A field breaks its rule. The error lists each such field with the reason. On the GraphQL API also: the document does not fit the schema, or it exceeds a limit.',
  },
  INVALID_TOKEN: {
    status: 400,
    msg: 'This link or code is not valid. It was used, has expired, or is wrong. Ask for a new one.',
    when: 'The link or the code of a mail is unknown, wrong, used, expired, or for something else. All cases get the same response.',
  },
  INVALID_CREDENTIALS: {
    status: 401,
    msg: 'The e-mail address or the password is wrong.',
    when: 'The e-mail address has no account, or the password is wrong. Both cases get the same response, after the same work.',
  },
  UNAUTHENTICATED: {
    status: 401,
    msg: 'An access token is required. Send it as a Bearer token in the Authorization header.',
    when: 'A token is missing, malformed, expired or revoked, or this service did not issue it. The text names the kind of token. For an access token it also says if the token has expired or was revoked.',
  },
  MFA_REQUIRED: {
    status: 401,
    msg: 'A second factor is required. Send its code with the login, or complete the login with the challenge.',
    when: 'The password is right, and two-step sign-in is on for the account. The error has a challenge (`mfa` or `challenge`), with which the client completes the login. With a wrong password the code is INVALID_CREDENTIALS.',
  },
  STEP_UP_REQUIRED: {
    status: 401,
    msg: 'This needs a recent proof of who you are. Use the step-up, then try again.',
    when: 'The caller is signed in, but the last proof of who they are is too old or too weak. `WWW-Authenticate` (REST) says what is needed (RFC 9470). The client calls `stepUp`, and sends the request again.',
  },
  ACCOUNT_DISABLED: {
    status: 403,
    msg: 'This account is disabled. Contact the operator of this service.',
    when: 'The password is right, and an operator has disabled the account. With a wrong password the code is INVALID_CREDENTIALS.',
  },
  EMAIL_NOT_VERIFIED: {
    status: 403,
    msg: 'The e-mail address of this account is not verified. Use the link in the mail that was sent to it.',
    when: 'The e-mail address is not verified, and a login needs that (`EMAIL_VERIFICATION=required`, or `MFA=required` and no second factor), or the user adds a second factor. With a wrong password the code is INVALID_CREDENTIALS.',
  },
  FORBIDDEN: {
    status: 403,
    msg: 'You are not allowed to do this.',
    when: 'The caller may not do this, for example while a super admin acts as the user. Or the refresh cookie came from an origin that is not allowed, or was not sent by a script. In a supergraph: the router asks for the schema without its secret, or for a field of a user that it may not read.',
  },
  NOT_FOUND: {
    status: 404,
    msg: 'This path does not exist.',
    when: 'The path does not exist, or what the request names does not exist, for example a user or a session. The text says what.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    msg: 'This path does not accept this method. The Allow header lists the methods that it accepts.',
    when: 'The path exists, and does not accept this method. The `Allow` header lists the methods that it accepts.',
  },
  EMAIL_TAKEN: {
    status: 409,
    msg: 'This e-mail address already has an account.',
    when: 'An account has this e-mail address. Addresses are compared in canonical form: in lower case, and with an ASCII domain.',
  },
  CONFLICT: {
    status: 409,
    msg: 'The state has changed, or does not allow this.',
    when: 'What the request changes is no longer in the state that the change needs. For example, another account has taken the new e-mail address in the meantime.',
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    msg: 'The body is too large. The REST API accepts up to 16 kB, the GraphQL API up to 32 kB.',
    when: 'The body is larger than 16 kB (REST API), 32 kB (`/graphql`) or 64 kB (`/admin/graphql` and `POST /admin/users/bulk`).',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    msg: 'The body must be JSON in UTF-8, sent with the Content-Type application/json and without a Content-Encoding.',
    when: 'The content type is not `application/json`, its charset is not UTF-8, or the body has a content encoding.',
  },
  RATE_LIMITED: {
    status: 429,
    msg: 'There were too many attempts. Try again later.',
    when: 'A rate limit was reached: `limit` names it. `Retry-After` (REST) or `retryAfter` (GraphQL) says in how many seconds to try again.',
  },
  INTERNAL: {
    status: 500,
    msg: 'An unexpected error occurred in the service. The operator finds its cause in the log by the X-Request-Id of this response.',
    when: 'An unexpected error, probably a bug. The log contains the cause. The response does not.',
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    msg: 'The service is temporarily unavailable. Try again later.',
    when: 'The service is overloaded, starting or stopping, or its database is unavailable. `Retry-After` (REST) or `retryAfter` (GraphQL) says in how many seconds to try again.',
  },
} as const satisfies Record<string, { status: number; msg: string; when: string }>;

export type ErrorCode = keyof typeof errorTable;
