import { tokenMissing, tokenRejected } from './auth-error.js';

/** The headers of a request: of the Fetch API, or an object as Node, Lambda and others have it. */
export type RequestHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** RFC 6750, section 2.1. The name of a scheme is read in any case (RFC 9110, section 11.1). */
const bearer = /^Bearer +([\w.~+/-]+=*)$/i;

/**
 * Reads the access token of `Authorization: Bearer <jwt>` (RFC 6750, section 2.1).
 * @throws AuthError 401 without a token, and if the header is malformed or there are several
 */
export function bearerTokenOf(headers: RequestHeaders): string {
  const values = authorizationsOf(headers);
  const [value] = values;
  if (value === undefined) throw tokenMissing();
  const [, token] = bearer.exec(value) ?? [];
  if (values.length > 1 || token === undefined) throw tokenRejected('The access token is malformed.');
  return token;
}

/** Several values are never narrowed to one, because a proxy may have read another one. */
function authorizationsOf(headers: RequestHeaders): string[] {
  if (isFetchHeaders(headers)) {
    const value = headers.get('authorization');
    return value === null ? [] : [value];
  }
  return Object.entries(headers).flatMap(([name, value]) =>
    name.toLowerCase() === 'authorization' && value !== undefined ? value : [],
  );
}

const isFetchHeaders = (headers: RequestHeaders): headers is Headers => typeof headers.get === 'function';
