import { failure, type Send } from './http.js';
import type { Session } from './session.js';
import type { Problem, Result, User } from './types.js';

/** What the person adds if the provider names none: see the fields of `VALIDATION_FAILED`. */
export interface MissingFields {
  email?: string;
  firstName?: string;
  lastName?: string;
}

/** `code` is there once the browser has come back. */
interface StartedLogin {
  codeVerifier: string;
  code?: string;
}

/** After these, the same code can be sent again. */
const repeatable: readonly Problem['code'][] = ['VALIDATION_FAILED', 'NETWORK', 'RATE_LIMITED', 'SERVICE_UNAVAILABLE'];

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=/g, '');

/** Sign-in with a provider, in a browser. The verifier (RFC 7636) binds the code to this tab. */
export function createProviderLogin(key: string, send: Send, session: Session) {
  let completing: Promise<Result<{ user: User }> | null> | null = null;
  const keep = (started: StartedLogin) => sessionStorage.setItem(key, JSON.stringify(started));

  async function complete(fields: MissingFields): Promise<Result<{ user: User }> | null> {
    const kept = sessionStorage.getItem(key);
    if (kept === null) return null;
    const started = JSON.parse(kept) as StartedLogin;
    const address = new URL(location.href);
    const code = address.searchParams.get('code') ?? started.code;
    const error = address.searchParams.get('error');
    if (!code && !error) return null;
    // So that neither the history nor a Referer header has the code.
    for (const name of ['code', 'error', 'reason']) address.searchParams.delete(name);
    history.replaceState(history.state, '', address);
    // Before the answer: a page that is loaded again meanwhile must not send the code twice.
    sessionStorage.removeItem(key);
    if (!code) return failure(error as Problem['code'], 'The provider did not sign you in.');
    const { codeVerifier } = started;
    const result = await session.signIn('/auth/providers/complete', { code, codeVerifier, ...fields });
    if (!result.ok && repeatable.includes(result.error.code)) keep({ codeVerifier, code });
    return result;
  }

  return {
    async loginWith(
      provider: string,
      options: { returnTo?: string; loginHint?: string } = {},
    ): Promise<Result<{ url: string }>> {
      const codeVerifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
      const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(codeVerifier));
      const answer = await send('POST', `/auth/providers/${encodeURIComponent(provider)}/start`, {
        returnTo: location.origin + location.pathname,
        ...options,
        codeChallenge: base64url(new Uint8Array(hash)),
      });
      if (!answer.ok) return answer;
      keep({ codeVerifier });
      const url = String(answer.result.url);
      location.assign(url);
      return { ok: true, url };
    },

    handleRedirect(fields: MissingFields = {}): Promise<Result<{ user: User }> | null> {
      completing ??= complete(fields).finally(() => {
        completing = null;
      });
      return completing;
    },
  };
}
