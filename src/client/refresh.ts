import { failure, type Send } from './http.js';
import type { RefreshTokens } from './refresh-tokens.js';
import type { SessionState } from './session-state.js';
import { delay, type InTurn, shared } from './turns.js';
import { GatehouseError, type Problem } from './types.js';

/** After an answer that was lost, or an error of the server. `REFRESH_GRACE` accepts the same token again for 30 s. */
const retryMs = [500, 2_000, 5_000];
const longestWaitMs = 5_000;

/** Owns how long the service wants no refresh. All callers share one. What it returns throws `GatehouseError`. */
export function createRefresh(state: SessionState, inTurn: InTurn, send: Send, refreshTokens: RefreshTokens) {
  /** The service has said when to come back. */
  let paused: { untilMs: number; problem: Problem } | null = null;

  return shared(async (): Promise<void> => {
    const used = state.token();
    // A login or logout whose turn came first has made this unnecessary.
    const isNeeded = () => state.auth().status !== 'signedOut' && [null, used].includes(state.token());
    for (let attempt = 0; ; attempt += 1) {
      if (paused !== null && Date.now() < paused.untilMs) throw new GatehouseError(paused.problem);
      const problem = await inTurn(async () => (isNeeded() ? exchangeOnce(state, send, refreshTokens) : null));
      if (problem === null) return;
      const askedMs = (problem.retryAfter ?? 0) * 1000;
      if (askedMs > 0) paused = { untilMs: Date.now() + askedMs, problem };
      const waitMs = Math.max(askedMs, retryMs[attempt] ?? Number.POSITIVE_INFINITY);
      if (waitMs > longestWaitMs || state.isUsable()) {
        const token = state.token();
        if (token) token.refreshAtMs = Math.min(token.expiresAtMs, Date.now() + longestWaitMs);
        throw new GatehouseError(problem);
      }
      // Outside the turn, so other tabs do not wait for it.
      await delay(waitMs);
      paused = null;
    }
  });
}

/** Returns why there is no answer, or null. Only the answer that the token is not valid ends the session. */
async function exchangeOnce(state: SessionState, send: Send, refreshTokens: RefreshTokens): Promise<Problem | null> {
  const before = state.changes();
  const sent = await refreshTokens.read();
  if (sent === null) {
    state.end(null);
    return null;
  }
  const answer = await send('POST', '/auth/refresh', sent);
  if (answer.ok) {
    const isCurrent = await refreshTokens.replace(sent, answer.result);
    if (!isCurrent || before !== state.changes()) return failure('ACCOUNT_CHANGED', 'The session has changed.').error;
    state.adopt(String(answer.result.jwt));
    return null;
  }
  if (answer.error.code !== 'UNAUTHENTICATED') return answer.error;
  await refreshTokens.remove(sent);
  if (before !== state.changes()) return answer.error;
  state.end(answer.error.sessionEnd ?? null);
  return null;
}
