declare global {
  /** What ends the servers of a test file that no test has ended; ./environment.js calls it after the last test. */
  var running: Set<() => Promise<void>> | undefined;
}

/** Returns what stops it, once, however often it is called; it is called after the last test at the latest. */
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
