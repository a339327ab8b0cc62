/**
 * Runs `work` with a signal that is aborted by Ctrl-C and SIGTERM, so that `work` can end in order. A second Ctrl-C ends
 * the process immediately.
 */
export async function stoppable<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController();
  const stop = () => {
    release();
    controller.abort();
  };
  const release = () => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.off(name, stop);
  };
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, stop);
  try {
    return await work(controller.signal);
  } finally {
    release();
  }
}
