import { AppError } from '../errors/app-error';

/** A timer that is this late, in ms, did not wait for a busy process, but for one that was stopped: by a signal, or with its machine. */
const stoppedMs = 100;

/**
 * Returns the result of `work`. Work that takes longer than `ms` is not stopped. Node runs the timers that are due before it
 * reads what has arrived in the meantime, so `ms` ends only after that.
 * @param graceMs how much more time work of several steps gets if the process was stopped
 * @throws what `late` returns, after `ms`; what `work` throws
 */
export function limited<Result>(ms: number, work: Promise<Result>, late: () => Error, graceMs = 0): Promise<Result> {
  return new Promise((resolve, reject) => {
    let isDone = false;
    const due = performance.now() + ms;
    const expire = () => {
      if (!isDone) reject(late());
    };
    let timer = setTimeout(() => {
      if (graceMs > 0 && performance.now() - due > stoppedMs) timer = setTimeout(expire, graceMs);
      else setImmediate(expire);
    }, ms);
    const stop = () => {
      isDone = true;
      clearTimeout(timer);
    };
    work.then(stop, stop);
    work.then(resolve, reject);
  });
}

/** As `limited`. @throws AppError `SERVICE_UNAVAILABLE` after `ms`, with `reason` as the cause; what `work` throws */
export const within = <Result>(ms: number, work: Promise<Result>, reason: string): Promise<Result> =>
  limited(ms, work, () => new AppError('SERVICE_UNAVAILABLE', { cause: new Error(reason) }), 500);
