import { type AccessToken, readAccessToken } from './access-token.js';
import type { Answer } from './http.js';
import { GatehouseError } from './types.js';

interface Kept {
  jwt: Promise<string>;
  refreshAtMs: number;
}

/**
 * Owns the access tokens for organizations, each for the access token of the session with which it was asked for: it is dropped with
 * that one, so after a refresh, a login or a logout new ones are issued. `ask` asks the service for one.
 */
export function createOrganizationTokens(ask: (organization: string) => Promise<Answer>) {
  const kept = new WeakMap<AccessToken, Map<string, Kept>>();

  /** All callers for one organization share a request. @throws GatehouseError, also if the person is not a member */
  return async (session: AccessToken, organization: string): Promise<string> => {
    const ofSession = kept.get(session) ?? new Map<string, Kept>();
    kept.set(session, ofSession);
    const known = ofSession.get(organization);
    if (known && Date.now() < known.refreshAtMs) return known.jwt;
    const issued = ask(organization).then((answer) => {
      if (!answer.ok) throw new GatehouseError(answer.error);
      return String(answer.result.jwt);
    });
    const asked = { jwt: issued, refreshAtMs: Number.POSITIVE_INFINITY };
    ofSession.set(organization, asked);
    try {
      asked.refreshAtMs = readAccessToken(await issued).refreshAtMs;
    } catch (error) {
      ofSession.delete(organization);
      throw error;
    }
    return issued;
  };
}
