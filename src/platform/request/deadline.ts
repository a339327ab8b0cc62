import { AppError } from '../errors/app-error';

/**
 * Returns the result of `work`. Work that takes longer than `ms` is not stopped.
 * @throws AppError `SERVICE_UNAVAILABLE` after `ms`, with `reason` as the cause; what `work` throws
 */
export function within<Result>(ms: number, work: Promise<Result>, reason: string): Promise<Result> {
  return new Promise((resolve, reject) => {
    const expire = () => reject(new AppError('SERVICE_UNAVAILABLE', { cause: new Error(reason) }));
    const timer = setTimeout(expire, ms);
    const stop = () => clearTimeout(timer);
    work.then(stop, stop);
    work.then(resolve, reject);
  });
}
