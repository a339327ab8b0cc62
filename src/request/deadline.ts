import { AppError } from '../errors/app-error';

/**
 * The result of `work`, which is not stopped if it takes longer.
 * @throws AppError `SERVICE_UNAVAILABLE` after `ms`, with `reason` as the cause; what `work` throws
 */
export async function within<Result>(ms: number, work: Promise<Result>, reason: string): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new AppError('SERVICE_UNAVAILABLE', { cause: new Error(reason) })), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
