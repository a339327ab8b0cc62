export type AuthErrorCode = 'UNAUTHENTICATED' | 'STEP_UP_REQUIRED' | 'FORBIDDEN' | 'SERVICE_UNAVAILABLE';

/** Why a request is rejected, with the status and the headers of the answer. The code is that of Gatehouse's own APIs. */
export class AuthError extends Error {
  override readonly name = 'AuthError';

  constructor(
    readonly status: 401 | 403 | 503,
    readonly code: AuthErrorCode,
    message: string,
    /** `WWW-Authenticate` (RFC 6750, section 3) or `Retry-After` in seconds. */
    readonly headers: Readonly<Record<string, string>>,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  /** The envelope of Gatehouse, as JSON. */
  get body(): string {
    return JSON.stringify({ success: false, msg: this.message, code: this.code });
  }

  /** The answer, for frameworks of the Fetch API. Hono calls it for an error that nobody catches. */
  getResponse(): Response {
    return new Response(this.body, { status: this.status, headers: { ...this.headers, ...headersOfBody } });
  }
}

export const headersOfBody = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' };

/** Without an error in the challenge, because the request has no token (RFC 6750, section 3.1). */
export const tokenMissing = () =>
  new AuthError(401, 'UNAUTHENTICATED', 'An access token is required.', { 'WWW-Authenticate': 'Bearer' });

export const tokenRejected = (message: string, cause?: unknown) =>
  new AuthError(401, 'UNAUTHENTICATED', message, challenge('invalid_token', message), { cause });

export const roleMissing = (message = 'You are not allowed to do this.') =>
  new AuthError(403, 'FORBIDDEN', message, challenge('insufficient_scope', message));

/** Names all scopes at once, so that the client asks its user once (RFC 6750, section 3.1). */
export const scopeMissing = (scopes: readonly string[]) => {
  const message = 'The access token lacks a scope that this needs.';
  return new AuthError(403, 'FORBIDDEN', message, challenge('insufficient_scope', message, [scopeOf(scopes)]));
};

/** The challenge of RFC 9470, section 3, with which the client asks for a step-up. */
export function stepUpRequired({
  acr,
  maxAgeS,
}: {
  acr?: string | undefined;
  maxAgeS?: number | undefined;
}): AuthError {
  const message = 'This needs a recent proof of who you are.';
  const required = [
    ...(acr === undefined ? [] : [`acr_values="${acr}"`]),
    ...(maxAgeS === undefined ? [] : [`max_age=${maxAgeS}`]),
  ];
  const headers = challenge('insufficient_user_authentication', message, required);
  return new AuthError(401, 'STEP_UP_REQUIRED', message, headers);
}

/** The token may be valid. */
export const cannotVerify = (cause?: unknown) =>
  new AuthError(
    503,
    'SERVICE_UNAVAILABLE',
    'Access tokens cannot be verified at the moment.',
    { 'Retry-After': '5' },
    { cause },
  );

const challenge = (error: string, description: string, others: string[] = []) => ({
  'WWW-Authenticate': `Bearer ${[`error="${error}"`, `error_description="${description}"`, ...others].join(', ')}`,
});

const scopeOf = (scopes: readonly string[]) => `scope="${scopes.join(' ')}"`;

/**
 * Adds to a challenge where a client reads which server gives tokens (RFC 9728, section 5.1), and, if it has no valid token, for which
 * scopes it asks there (RFC 6750, section 3).
 */
export function withHints(error: AuthError, metadataUrl: string | null, scopes: readonly string[]): AuthError {
  const { status, code, message, headers, cause } = error;
  const { 'WWW-Authenticate': challenge } = headers;
  const hints = [
    ...(metadataUrl === null ? [] : [`resource_metadata="${metadataUrl}"`]),
    ...(code === 'UNAUTHENTICATED' && scopes.length > 0 ? [scopeOf(scopes)] : []),
  ];
  if (challenge === undefined || hints.length === 0) return error;
  const extended = `${challenge}${challenge === 'Bearer' ? '' : ','} ${hints.join(', ')}`;
  return new AuthError(status, code, message, { ...headers, 'WWW-Authenticate': extended }, { cause });
}
