import { type AccessToken, readAccessToken } from './access-token.js';
import { type Answer, failure, type Method, type Send } from './http.js';
import { type OtherTabs, openOtherTabs } from './other-tabs.js';
import type { RefreshTokens } from './refresh-tokens.js';
import { createTurns } from './turns.js';
import { type AuthState, GatehouseError, type Problem, type Result, type SignedOut, type User } from './types.js';

/** After an answer that was lost, or an error of the server. `REFRESH_GRACE` accepts the same token again for 30 s. */
const retryMs = [500, 2_000, 5_000];
const longestWaitMs = 5_000;
/** How long a page that shows nothing yet waits between attempts. */
const unansweredMs = 5_000;

const loading: AuthState = { status: 'loading', user: null };
const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export type Session = ReturnType<typeof createSession>;

/**
 * The session of a person: its tokens, its user, and who is told. The access token is in memory only. `sharedAs` names it for the
 * other tabs; null if there are none.
 */
export function createSession(sharedAs: string | null, send: Send, refreshTokens: RefreshTokens) {
  const inTurn = createTurns(sharedAs);
  const listeners = new Set<(state: AuthState) => void>();
  let state = loading;
  let token: AccessToken | null = null;
  let refreshing: Promise<void> | null = null;
  let userLoading: Promise<User | null> | null = null;
  let settling = false;
  /** The service has said when to come back. */
  let paused: { untilMs: number; problem: Problem } | null = null;
  /** Counts the sign-ins and logouts of other tabs: an answer that was on its way then is of the session before. */
  let changes = 0;
  let otherTabs: OtherTabs | null = null;

  function setState(next: AuthState): void {
    if (next === state) return;
    state = next;
    for (const listener of [...listeners]) listener(state);
  }

  const isUsable = () => token !== null && Date.now() < token.expiresAtMs;
  /** Who the application believes is signed in. */
  const account = () => token?.account ?? state.user?.id;

  const tabs = (): OtherTabs => {
    otherTabs ??= openOtherTabs(sharedAs, (changedTo) => {
      changes += 1;
      token = null;
      if (changedTo === null) return end('LOGOUT');
      if (state.user?.id !== changedTo) setState(loading);
      void settle();
    });
    return otherTabs;
  };

  function adopt(jwt: string): void {
    token = readAccessToken(jwt);
    // The cookie is that of another account, and no message has said so.
    if (state.user !== null && state.user.id !== token.account) {
      setState(loading);
      void settle();
    }
  }

  function end(reason: SignedOut['reason']): void {
    token = null;
    if (state.status !== 'signedOut') setState({ status: 'signedOut', user: null, reason });
  }

  /** All callers share one refresh. @throws GatehouseError */
  function refresh(): Promise<void> {
    refreshing ??= exchange().finally(() => {
      refreshing = null;
    });
    return refreshing;
  }

  async function exchange(): Promise<void> {
    const used = token;
    // A login or logout whose turn came first has made this unnecessary.
    const isNeeded = () => state.status !== 'signedOut' && (token === null || token === used);
    for (let attempt = 0; ; attempt += 1) {
      if (paused !== null && Date.now() < paused.untilMs) throw new GatehouseError(paused.problem);
      const problem = await inTurn(async () => (isNeeded() ? exchangeOnce() : null));
      if (problem === null) return;
      const askedMs = (problem.retryAfter ?? 0) * 1000;
      if (askedMs > 0) paused = { untilMs: Date.now() + askedMs, problem };
      const waitMs = Math.max(askedMs, retryMs[attempt] ?? Number.POSITIVE_INFINITY);
      if (waitMs > longestWaitMs || isUsable()) {
        if (token) token.refreshAtMs = Math.min(token.expiresAtMs, Date.now() + longestWaitMs);
        throw new GatehouseError(problem);
      }
      // Outside the turn, so other tabs do not wait for it.
      await delay(waitMs);
      paused = null;
    }
  }

  /** Returns why there is no answer, or null. Only the answer that the token is not valid ends the session. */
  async function exchangeOnce(): Promise<Problem | null> {
    const before = changes;
    const sent = await refreshTokens.read();
    if (sent === null) {
      end(null);
      return null;
    }
    const answer = await send('POST', '/auth/refresh', sent);
    if (answer.ok) {
      const isCurrent = await refreshTokens.replace(sent, answer.result);
      if (!isCurrent || before !== changes) return failure('ACCOUNT_CHANGED', 'The session has changed.').error;
      adopt(String(answer.result.jwt));
      return null;
    }
    if (answer.error.code !== 'UNAUTHENTICATED') return answer.error;
    await refreshTokens.remove(sent);
    if (before !== changes) return answer.error;
    end(answer.error.sessionEnd ?? null);
    return null;
  }

  /**
   * Returns an access token that is valid for a while, or null without a session. If the service does not answer, it is the
   * token that there is, as long as it is valid.
   * @throws GatehouseError
   */
  async function accessToken(): Promise<string | null> {
    tabs();
    if (state.status === 'signedOut') return null;
    if (token === null || Date.now() >= token.refreshAtMs) {
      await refresh().catch((error) => {
        if (!isUsable()) throw error;
      });
    }
    return token?.jwt ?? null;
  }

  /** Like `accessToken`, for a request that was made for the account of this moment. @throws GatehouseError */
  async function tokenForRequest(): Promise<string | null> {
    const madeFor = account();
    const jwt = await accessToken();
    if (madeFor !== undefined && token !== null && token.account !== madeFor) throw changed();
    return jwt;
  }

  const changed = () => new GatehouseError(failure('ACCOUNT_CHANGED', 'Another account has signed in.').error);

  /** Returns the next token after a service has rejected this one, or null: repeat nothing. @throws GatehouseError */
  async function renew(rejected: string): Promise<string | null> {
    const { account: madeFor } = readAccessToken(rejected);
    if (token?.jwt === rejected) await refresh();
    return token !== null && token.account === madeFor ? token.jwt : null;
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
      if (typeof raised === 'string' && readAccessToken(raised).account === token?.account) adopt(raised);
      return { ok: true, result };
    } catch (error) {
      if (error instanceof GatehouseError) return failure(error.code, error.message, error.retryAfter);
      throw error;
    }
  }

  /** Opens a session with this proof. */
  async function signIn(path: string, input: object): Promise<Result<{ user: User }>> {
    const answer = await inTurn(async () => {
      const opened = await send('POST', path, { ...input, ...refreshTokens.wanted });
      if (opened.ok) {
        await refreshTokens.replace(null, opened.result);
        token = readAccessToken(String(opened.result.jwt));
      }
      return opened;
    });
    if (!answer.ok) return answer;
    const user = answer.result.user as User;
    setState({ status: 'signedIn', user });
    tabs().tell(user.id);
    return { ok: true, user };
  }

  async function logout(sessions: 'current' | 'others' | 'all' = 'current'): Promise<Result<{ ended: number }>> {
    const endsThis = sessions !== 'others';
    const answer = await inTurn(async () => {
      const jwt = isUsable() ? token?.jwt : null;
      const byToken = jwt ? await send('POST', '/auth/logout', { sessions }, jwt) : null;
      if (byToken !== null && (byToken.ok || byToken.error.code !== 'UNAUTHENTICATED')) return byToken;
      return send('POST', '/auth/logout', { sessions, ...(await refreshTokens.read()) });
    });
    const hasEnded = answer.ok || answer.error.code === 'UNAUTHENTICATED';
    if (endsThis && (hasEnded || refreshTokens.credentials === 'omit')) {
      await refreshTokens.remove();
      end('LOGOUT');
      tabs().tell(null);
    }
    if (answer.ok) return { ok: true, ended: Number(answer.result.ended) };
    return hasEnded && endsThis ? { ok: true, ended: 0 } : answer;
  }

  /** Reads the user again, and sets the state. Null without a session. @throws GatehouseError */
  function loadUser(): Promise<User | null> {
    userLoading ??= readUser().finally(() => {
      userLoading = null;
    });
    return userLoading;
  }

  async function readUser(): Promise<User | null> {
    // A further round only if another tab has changed the account meanwhile.
    for (let round = 0; round < 3; round += 1) {
      if ((await accessToken()) === null) return null;
      const answer = await request('GET', '/auth/me');
      const user = answer.ok ? (answer.result as unknown as User) : null;
      if (user && user.id === token?.account) {
        setState({ status: 'signedIn', user });
        return user;
      }
      if (!answer.ok && answer.error.code !== 'ACCOUNT_CHANGED') throw new GatehouseError(answer.error);
    }
    throw changed();
  }

  /** Loads the user as long as somebody listens. */
  async function settle(): Promise<void> {
    if (settling) return;
    settling = true;
    while (listeners.size > 0) {
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
    getState: () => state,
    accessToken,
    tokenForRequest,
    renew,
    request,
    signIn,
    logout,
    loadUser,
    subscribe(listener: (state: AuthState) => void): () => void {
      listeners.add(listener);
      tabs();
      if (state.status === 'loading') void settle();
      return () => void listeners.delete(listener);
    },
    close(): void {
      listeners.clear();
      otherTabs?.close();
      otherTabs = null;
    },
  };
}
