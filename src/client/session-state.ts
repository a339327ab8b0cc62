import { type AccessToken, readAccessToken } from './access-token.js';
import type { AuthState, SignedOut } from './types.js';

const loading: AuthState = { status: 'loading', user: null };

export type SessionState = ReturnType<typeof createSessionState>;

/**
 * Owns what this tab knows about the session: the access token, which is in memory only, the user, and who is told. `settle` loads
 * the user.
 */
export function createSessionState(settle: () => void) {
  const listeners = new Set<(auth: AuthState) => void>();
  let auth = loading;
  let token: AccessToken | null = null;
  /** Counts the sign-ins and logouts of other tabs: an answer that was on its way then is of the session before. */
  let changes = 0;

  function setAuth(next: AuthState): void {
    if (next === auth) return;
    auth = next;
    for (const listener of [...listeners]) listener(auth);
  }

  function end(reason: SignedOut['reason']): void {
    token = null;
    if (auth.status !== 'signedOut') setAuth({ status: 'signedOut', user: null, reason });
  }

  function loadAccount(account: string): void {
    if (auth.user?.id !== account) setAuth(loading);
    settle();
  }

  return {
    listeners,
    auth: () => auth,
    token: () => token,
    changes: () => changes,
    isUsable: () => token !== null && Date.now() < token.expiresAtMs,
    setAuth,
    setToken(jwt: string): void {
      token = readAccessToken(jwt);
    },
    /** Takes the next token of the session. */
    adopt(jwt: string): void {
      token = readAccessToken(jwt);
      // The cookie is that of another account, and no message has said so.
      if (auth.user !== null && auth.user.id !== token.account) loadAccount(token.account);
    },
    end,
    /** Another tab has signed in (the id of the account), or ended the session (null). */
    changeTo(account: string | null): void {
      changes += 1;
      token = null;
      if (account === null) end('LOGOUT');
      else loadAccount(account);
    },
  };
}
