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
}

/** Without an error in the challenge, because the request has no token (RFC 6750, section 3.1). */
export const tokenMissing = () =>
  new AuthError(401, 'UNAUTHENTICATED', 'An access token is required.', { 'WWW-Authenticate': 'Bearer' });

export const tokenRejected = (message: string, cause?: unknown) =>
  new AuthError(401, 'UNAUTHENTICATED', message, challenge('invalid_token', message), { cause });

export const roleMissing = () => {
  const message = 'You are not allowed to do this.';
  return new AuthError(403, 'FORBIDDEN', message, challenge('insufficient_scope', message));
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
