/** What `attempts_left` (REST) and `attemptsLeft` (GraphQL) mean. */
export const attemptsLeftText =
  'Only with `INVALID_TOKEN`: what the client does next. A number: the code was wrong, and at least so many further codes are compared, so the user types it again. Null: the user starts again, with a new e-mail or a new login.';

/**
 * Every error of Gatehouse, once: its code, the HTTP status of the REST API, its text, when it is returned, and what to do.
 * The GraphQL enum `ErrorCode` and the list in `docs/reference/errors.md` are made from this object.
 */
export const errorTable = {
  MALFORMED_REQUEST: {
    status: 400,
    msg: 'The request could not be read. It is not well-formed.',
    when: 'The body is not one JSON object in UTF-8, or the request is not well-formed HTTP or GraphQL.',
    advice: 'Correct it as the text says.',
  },
  VALIDATION_FAILED: {
    status: 400,
    msg: 'Some fields are not valid.',
    when: 'A field breaks its rule. In GraphQL also: the document does not fit the schema, or exceeds a limit.',
    advice: 'Show each entry of `errors` (REST) or `fields` (GraphQL) at its field.',
  },
  INVALID_TOKEN: {
    status: 400,
    msg: 'This link or code is not valid. It was used, has expired, or is wrong. Ask for a new one.',
    when: 'A link or code of an e-mail, a code of an authenticator app, a recovery code, a passkey, or the challenge of a login is unknown, wrong, used, expired, or for something else.',
    advice:
      'If `attempts_left` (REST) or `attemptsLeft` (GraphQL) is a number, ask for the code again. If it is null, start again, with a new e-mail or a new login.',
  },
  PROVIDER_REJECTED: {
    status: 400,
    msg: 'The provider did not confirm you. Start again.',
    when: 'The person cancelled at the provider, or its answer is forged, too old, used, or of another browser.',
    advice: 'Offer the sign-in again.',
  },
  INVALID_CREDENTIALS: {
    status: 401,
    msg: 'The e-mail address or the password is wrong.',
    when: 'The e-mail address has no account, or the password is wrong.',
    advice: 'The user tries again, or resets the password.',
  },
  UNAUTHENTICATED: {
    status: 401,
    msg: 'An access token is required. Send it as a Bearer token in the Authorization header.',
    when: 'A token is missing, malformed, expired or revoked, or was not issued here. The text says which.',
    advice: 'Refresh the tokens once and try again. If that fails, the user signs in.',
  },
  MFA_REQUIRED: {
    status: 401,
    msg: 'A second factor is required. Send its code with the login, or complete the login with the challenge.',
    when: 'The first step is right, and two-step sign-in is on, or the account must get a second factor. The error has a challenge: `mfa` (REST) or `challenge` (GraphQL).',
    advice: 'Ask for the second factor, and send it with `completeLogin`. An operator resets a lost one.',
  },
  STEP_UP_REQUIRED: {
    status: 401,
    msg: 'This needs a recent proof of who you are. Use the step-up, then try again.',
    when: 'The user last proved who they are too long ago, or not strongly enough.',
    advice:
      'Call `stepUp`, then try again with the new access token. An application sends the person to `/oauth/authorize` with `acr_values` or `max_age`.',
  },
  ACCOUNT_DISABLED: {
    status: 403,
    msg: 'This account is disabled. Contact the operator of this service.',
    when: 'The proof is right, and an operator has disabled the account, or its user has deleted it.',
    advice: 'The user contacts the operator, or uses the link in the e-mail about the deletion.',
  },
  EMAIL_NOT_VERIFIED: {
    status: 403,
    msg: 'The e-mail address of this account is not verified. Use the link in the mail that was sent to it.',
    when: 'The e-mail address is not verified, and a login needs that (`EMAIL_VERIFICATION=required`, or `MFA=required` and no second factor), or a change of factors or providers. Or a provider does not confirm the address of a new identity: the error has a `link`.',
    advice: 'The user opens the e-mail.',
  },
  CHALLENGE_REQUIRED: {
    status: 403,
    msg: 'Prove that you are not a program: answer the challenge and send it again.',
    when: 'The answer to the `challenge` of the error is missing, wrong, used or late.',
    advice: 'Answer it in the field `challenge`, as the client package can.',
  },
  FORBIDDEN: {
    status: 403,
    msg: 'You are not allowed to do this.',
    when: 'The caller may not do this. The client can correct: a form or the refresh cookie came from another origin, a super admin acts as the user, or an application calls what only its user can do. The operator decides: registration is closed, passkeys are off, the user is no super admin, or the network is not in `ADMIN_NETWORKS`. In a supergraph, the router has the wrong secret, or may not read a field.',
    advice: 'The text, or the reason in the audit, says what must change.',
  },
  NOT_FOUND: {
    status: 404,
    msg: 'This path does not exist.',
    when: 'The path, or what the request names, does not exist. The text says what.',
    advice: 'Check the path and the id, which may have been removed.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    msg: 'This path does not accept this method. The Allow header lists the methods that it accepts.',
    when: 'The path does not accept this method.',
    advice: 'Use a method that `Allow` names.',
  },
  EMAIL_TAKEN: {
    status: 409,
    msg: 'This e-mail address already has an account.',
    when: 'An account has this e-mail address, in this or another spelling.',
    advice: 'The user signs in, or resets the password.',
  },
  LINK_REQUIRED: {
    status: 409,
    msg: 'An account has this address. Sign in to it, or use the code of a mail, to connect the provider.',
    when: 'The identity is new, and an account has the address that the provider confirms. The error has a `link`.',
    advice:
      'The user signs in, and the client calls `linkIdentity` with the token of `link`. Or it calls `requestEmailLogin` with it.',
  },
  CONFLICT: {
    status: 409,
    msg: 'The state has changed, or does not allow this.',
    when: 'The state does not allow the change, or another request was faster.',
    advice: 'Read the state again. The text says what does not fit.',
  },
  CURSOR_EXPIRED: {
    status: 410,
    msg: 'This cursor is too old, or unknown. Start without a cursor.',
    when: 'The cursor of the revocations is too old, or of another installation.',
    advice: 'Read the revocations again, without `after`.',
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    msg: 'The body is too large. The REST API accepts up to 16 kB, the GraphQL API up to 32 kB.',
    when: 'The body is larger than 16 kB (REST API), 32 kB (`/graphql`) or 64 kB (`/admin/graphql`, `POST /admin/users/bulk` and `POST /admin/users/import`).',
    advice: 'Send less.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    msg: 'The body must be JSON in UTF-8, sent with the Content-Type application/json and without a Content-Encoding.',
    when: 'The content type is not `application/json`, its charset is not UTF-8, or the body has a content encoding.',
    advice: 'Send JSON in UTF-8 with `Content-Type: application/json`.',
  },
  RATE_LIMITED: {
    status: 429,
    msg: 'There were too many attempts. Try again later.',
    when: 'A rate limit was reached: `limit` names it.',
    advice: 'Wait for `Retry-After` (REST) or `retryAfter` (GraphQL) seconds, and tell the user.',
  },
  INTERNAL: {
    status: 500,
    msg: 'An unexpected error occurred in the service. The operator finds its cause in the log by the X-Request-Id of this response.',
    when: 'An unexpected error, probably a bug. Only the log has the cause.',
    advice: 'Give the operator the `X-Request-Id`.',
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    msg: 'The service is temporarily unavailable. Try again later.',
    when: 'The service is overloaded, starting or stopping, or its database is unavailable.',
    advice:
      'Wait for `Retry-After` or `retryAfter` seconds, then try again. After a write, check first whether it happened.',
  },
} as const satisfies Record<string, { status: number; msg: string; when: string; advice: string }>;

export type ErrorCode = keyof typeof errorTable;
