import { isStated } from './provider-person';
import type { Claims } from './provider-table';

/** Stands for the access token that a provider does not issue (Azure AD B2C): the library demands one. */
export const noAccessToken = 'none';

/**
 * Returns the answer of a token endpoint with what is used of it, because the library also rejects an odd `scope` (Twitch) or
 * `expires_in`. The access token is sent as a bearer, which it is without a `token_type` (LinkedIn); a token of another type
 * is rejected (RFC 6749, section 7.1). The ID token has another name, because `ProviderClient` verifies it. Errors stay as
 * they are.
 */
export async function usedOfTokenAnswer(response: Response): Promise<Response> {
  if (!response.ok) return response;
  const answer: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  if (typeof answer !== 'object' || answer === null) return response;
  const { access_token, token_type, id_token, error, error_description } = answer as Claims;
  return Response.json({
    access_token: access_token === undefined && id_token !== undefined ? noAccessToken : access_token,
    token_type: isStated(token_type) ? token_type : 'bearer',
    unverified_id_token: id_token,
    error,
    error_description,
  });
}

/** OpenID Connect Core 1.0, section 3.1.2.6, RFC 6749, section 4.1.2.1, and what LinkedIn, Apple and Facebook say. */
const cancellations: readonly unknown[] = [
  'access_denied',
  'interaction_required',
  'login_required',
  'consent_required',
  'account_selection_required',
  'user_cancelled_login',
  'user_cancelled_authorize',
  'user_denied',
];
/** A redirect cannot have the status 500 or 503 (RFC 6749, section 4.1.2.1). */
const failures: readonly unknown[] = ['server_error', 'temporarily_unavailable'];

/** Why the browser comes back without a code, if this is nothing that is wrong: the person, or the provider for now. */
export function causeIn(answer: URLSearchParams): 'cancelled' | 'unavailable' | null {
  const [error, reason] = ['error', 'error_reason'].map((name) => answer.get(name));
  if (cancellations.includes(error) || cancellations.includes(reason)) return 'cancelled';
  return failures.includes(error) ? 'unavailable' : null;
}
