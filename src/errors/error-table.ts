/**
 * Every error of Gatehouse, once: its code, the HTTP status of the REST API, and its text.
 * The GraphQL enum `ErrorCode` and the table in `docs/reference/errors.md` are made from this object.
 */
export const errorTable = {
  MALFORMED_REQUEST: {
    status: 400,
    msg: 'The request could not be read.',
    when: 'The body is not JSON, not UTF-8, or not an object, or the request is not well-formed HTTP or GraphQL.',
  },
  VALIDATION_FAILED: {
    status: 400,
    msg: 'Some fields are not valid.',
    when: 'A field breaks its rule, or a GraphQL document does not fit the schema or its limits. One entry per field, with its name and the reason.',
  },
  INVALID_CREDENTIALS: {
    status: 401,
    msg: 'The e-mail address or the password is wrong.',
    when: 'The e-mail address has no account, or the password is wrong. Both get one answer, after the same work.',
  },
  UNAUTHENTICATED: {
    status: 401,
    msg: 'A valid access token is required.',
    when: 'A token is missing, malformed, expired, revoked, or was not issued here. The text says which token, and whether it has expired or was revoked.',
  },
  ACCOUNT_DISABLED: {
    status: 403,
    msg: 'This account is disabled.',
    when: 'The password was right and the account is disabled. Never shown before the password was right.',
  },
  FORBIDDEN: {
    status: 403,
    msg: 'This is not allowed.',
    when: 'Signed in, and not allowed to do this; or the refresh cookie came from an origin that is not allowed.',
  },
  NOT_FOUND: { status: 404, msg: 'There is nothing here.', when: 'No such route or record.' },
  METHOD_NOT_ALLOWED: {
    status: 405,
    msg: 'This method is not allowed here.',
    when: 'The route exists and has no such method. The `Allow` header names those it has.',
  },
  EMAIL_TAKEN: {
    status: 409,
    msg: 'This e-mail address has an account already.',
    when: 'The e-mail address, in its canonical form, has an account.',
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    msg: 'The request is too large.',
    when: 'The body is over 16 kB on the REST API, or over 32 kB on the GraphQL API.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    msg: 'The body must be application/json in UTF-8, without a content encoding.',
    when: 'The content type is not `application/json`, its charset is not UTF-8, or the body has a content encoding.',
  },
  RATE_LIMITED: {
    status: 429,
    msg: 'There were too many attempts.',
    when: 'A limit was reached: `limit` names it. `Retry-After` (REST) or `retryAfter` (GraphQL) says in how many seconds to try again.',
  },
  INTERNAL: { status: 500, msg: 'Something went wrong on our side.', when: 'A bug. The cause is logged, never sent.' },
  SERVICE_UNAVAILABLE: {
    status: 503,
    msg: 'The service cannot answer now.',
    when: 'Overload, or the database is unavailable. `Retry-After` (REST) or `retryAfter` (GraphQL) says in how many seconds to try again.',
  },
} as const satisfies Record<string, { status: number; msg: string; when: string }>;

export type ErrorCode = keyof typeof errorTable;
