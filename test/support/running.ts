declare global {
  /** Functions that stop the servers of a test file. environment.js calls them after the last test. */
  var running: Set<() => Promise<void>> | undefined;
}

/** Returns a function that calls `stop` only once. It is called after the last test at the latest. */
export function untilStopped(stop: () => Promise<void>): () => Promise<void> {
  globalThis.running ??= new Set();
  const { running } = globalThis;
  let stopped: Promise<void> | undefined;
  const stopOnce = () => {
    running.delete(stopOnce);
    stopped ??= stop();
    return stopped;
  };
  running.add(stopOnce);
  return stopOnce;
}
