import { readAccessToken } from './access-token.js';
import { type Answer, failure, type Method, type Send } from './http.js';
import { createOrganizationTokens } from './organization-tokens.js';
import { createOtherTabs, type OtherTabs } from './other-tabs.js';
import { createRefresh } from './refresh.js';
import type { RefreshTokens } from './refresh-tokens.js';
import { createSessionState, type SessionState } from './session-state.js';
import { createTurns, delay, type InTurn, shared } from './turns.js';
import { type AuthState, GatehouseError, type Result, type TokenOptions, type User } from './types.js';

/** How long a page that shows nothing yet waits between attempts. */
const unansweredMs = 5_000;

export type Session = ReturnType<typeof createSession>;

/** The session of a person: its parts, and its user. `sharedAs` names it for the other tabs; null if there are none. */
export function createSession(sharedAs: string | null, send: Send, refreshTokens: RefreshTokens) {
  const state = createSessionState(() => void settle());
  const tabs = createOtherTabs(sharedAs, state.changeTo);
  const inTurn = createTurns(sharedAs);
  const requests = createRequests(state, tabs, send, createRefresh(state, inTurn, send, refreshTokens));
  let settling = false;

  /** Reads the user again, and sets the state. Null without a session. @throws GatehouseError */
  const loadUser = shared(async (): Promise<User | null> => {
    // A further round only if another tab has changed the account meanwhile.
    for (let round = 0; round < 3; round += 1) {
      if ((await requests.accessToken()) === null) return null;
      const answer = await requests.request('GET', '/auth/me');
      const user = answer.ok ? (answer.result as unknown as User) : null;
      if (user && user.id === state.token()?.account) {
        state.setAuth({ status: 'signedIn', user });
        return user;
      }
      if (!answer.ok && answer.error.code !== 'ACCOUNT_CHANGED') throw new GatehouseError(answer.error);
    }
    throw changed();
  });

  /** Loads the user as long as somebody listens. */
  async function settle(): Promise<void> {
    if (settling) return;
    settling = true;
    while (state.listeners.size > 0) {
      const isSettled = await loadUser().then(
        () => true,
        () => false,
      );
      if (isSettled) break;
      await delay(unansweredMs);
    }
    settling = false;
  }

  return {
    getState: state.auth,
    ...requests,
    ...createSignIn(state, tabs, inTurn, send, refreshTokens),
    loadUser,
    subscribe(listener: (auth: AuthState) => void): () => void {
      state.listeners.add(listener);
      tabs.open();
      if (state.auth().status === 'loading') void settle();
      return () => void state.listeners.delete(listener);
    },
    close(): void {
      state.listeners.clear();
      tabs.close();
    },
  };
}

const changed = () => new GatehouseError(failure('ACCOUNT_CHANGED', 'Another account has signed in.').error);

/** What sends requests of the person who is signed in, with a token that is valid. */
function createRequests(state: SessionState, tabs: OtherTabs, send: Send, refresh: () => Promise<void>) {
  const tokenFor = createOrganizationTokens((id) =>
    request('POST', `/auth/organizations/${encodeURIComponent(id)}/token`),
  );

  /**
   * Returns an access token that is valid for a while, or null without a session. If the service does not answer, it is the
   * token that there is, as long as it is valid.
   * @throws GatehouseError, also if the person is not a member of the organization
   */
  async function accessToken({ organization }: TokenOptions = {}): Promise<string | null> {
    const jwt = await sessionToken();
    return organization === undefined ? jwt : organizationToken(organization);
  }

  async function organizationToken(organization: string): Promise<string | null> {
    // A further round only if the session has got another token meanwhile.
    for (let round = 0; round < 3; round += 1) {
      const session = state.token();
      if (session === null) return null;
      const jwt = await tokenFor(session, organization).catch((error) => {
        if (session === state.token()) throw error;
        return null;
      });
      if (session === state.token()) return jwt;
    }
    throw changed();
  }

  async function sessionToken(): Promise<string | null> {
    tabs.open();
    if (state.auth().status === 'signedOut') return null;
    const token = state.token();
    if (token === null || Date.now() >= token.refreshAtMs) {
      await refresh().catch((error) => {
        if (!state.isUsable()) throw error;
      });
    }
    return state.token()?.jwt ?? null;
  }

  /** Like `accessToken`, for a request that was made for the account of this moment. @throws GatehouseError */
  async function tokenForRequest(options: TokenOptions = {}): Promise<string | null> {
    const madeFor = state.token()?.account ?? state.auth().user?.id;
    const jwt = await accessToken(options);
    const token = state.token();
    if (madeFor !== undefined && token !== null && token.account !== madeFor) throw changed();
    return jwt;
  }

  /** Returns the next token after a service has rejected this one, or null: repeat nothing. @throws GatehouseError */
  async function renew(rejected: string, options: TokenOptions = {}): Promise<string | null> {
    const { account } = readAccessToken(rejected);
    if ((await accessToken(options)) === rejected) await refresh();
    return state.token()?.account === account ? accessToken(options) : null;
  }

  /** Sends a request of the person who is signed in, and takes over an access token in its answer. */
  async function request(method: Method, path: string, input?: object): Promise<Answer> {
    try {
      const jwt = await tokenForRequest();
      let answer = await send(method, path, input, jwt);
      if (!answer.ok && answer.error.code === 'UNAUTHENTICATED' && jwt) {
        const next = await renew(jwt);
        if (next) answer = await send(method, path, input, next);
      }
      if (!answer.ok) return answer;
      const { jwt: raised, ...result } = answer.result;
      const next = typeof raised === 'string' ? readAccessToken(raised) : null;
      // One for an organization is not that of the session.
      if (next?.organization) return answer;
      if (next && next.account === state.token()?.account) state.adopt(next.jwt);
      return { ok: true, result };
    } catch (error) {
      if (error instanceof GatehouseError) return failure(error.code, error.message, error.retryAfter);
      throw error;
    }
  }

  return { accessToken, tokenForRequest, renew, request };
}

/** What opens and ends the session, for the other tabs as well. */
function createSignIn(state: SessionState, tabs: OtherTabs, inTurn: InTurn, send: Send, refreshTokens: RefreshTokens) {
  return {
    /** Opens a session with this proof. */
    async signIn(path: string, input: object): Promise<Result<{ user: User }>> {
      const answer = await inTurn(async () => {
        const opened = await send('POST', path, { ...input, ...refreshTokens.wanted });
        if (opened.ok) {
          await refreshTokens.replace(null, opened.result);
          state.setToken(String(opened.result.jwt));
        }
        return opened;
      });
      if (!answer.ok) return answer;
      const user = answer.result.user as User;
      state.setAuth({ status: 'signedIn', user });
      tabs.tell(user.id);
      return { ok: true, user };
    },

    async logout(sessions: 'current' | 'others' | 'all' = 'current'): Promise<Result<{ ended: number }>> {
      const endsThis = sessions !== 'others';
      const answer = await inTurn(async () => {
        const jwt = state.isUsable() ? state.token()?.jwt : null;
        const byToken = jwt ? await send('POST', '/auth/logout', { sessions }, jwt) : null;
        if (byToken !== null && (byToken.ok || byToken.error.code !== 'UNAUTHENTICATED')) return byToken;
        return send('POST', '/auth/logout', { sessions, ...(await refreshTokens.read()) });
      });
      const hasEnded = answer.ok || answer.error.code === 'UNAUTHENTICATED';
      if (endsThis && (hasEnded || refreshTokens.credentials === 'omit')) {
        await refreshTokens.remove();
        state.end('LOGOUT');
        tabs.tell(null);
      }
      if (answer.ok) return { ok: true, ended: Number(answer.result.ended) };
      return hasEnded && endsThis ? { ok: true, ended: 0 } : answer;
    },
  };
}
