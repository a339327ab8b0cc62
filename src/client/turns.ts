const lockWaitMs = 3_000;

export const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export type InTurn = <Value>(work: () => Promise<Value>) => Promise<Value>;

/**
 * All tabs share one refresh token, so one tab at a time sends a request that changes it. A tab that holds the lock can be
 * frozen: after 3 s, the others continue without the lock, and `REFRESH_GRACE` gives them the same next token.
 */
export function createTurns(name: string | null): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(() => withLock(name, work));
    last = turn.catch(() => {});
    return turn;
  };
}

async function withLock<Value>(name: string | null, work: () => Promise<Value>): Promise<Value> {
  // Missing in native applications, and in a page without TLS.
  const locks = globalThis.navigator?.locks as LockManager | undefined;
  if (name === null || !locks) return work();
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), lockWaitMs);
  let started: Promise<Value> | undefined;
  try {
    await locks.request(name, { signal: limit.signal }, () => {
      clearTimeout(timer);
      started = work();
      return started;
    });
  } catch {
    // The lock was not granted in time, or is not allowed in this page. Or the work failed, which its promise says.
  } finally {
    clearTimeout(timer);
  }
  return started ?? work();
}

/** All callers share the run of `work` that is on its way. */
export function shared<Value>(work: () => Promise<Value>): () => Promise<Value> {
  let running: Promise<Value> | null = null;
  return () => {
    running ??= work().finally(() => {
      running = null;
    });
    return running;
  };
}
