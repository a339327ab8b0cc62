import { aroundMethods } from './around-methods';
import { AppError } from './errors';

/**
 * The same service, whose methods answer within `ms`: after that with AppError `SERVICE_UNAVAILABLE`, while the work
 * goes on to an end of its own that nobody waits for. One bound for all that a database can be slow at.
 */
export function answeringWithin<Service extends object>(ms: number, service: Service): Service {
  return aroundMethods(service, (_name, call) => (...args) => {
    const result = call(...args);
    return result instanceof Promise ? within(ms, result) : result;
  });
}

async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new AppError('SERVICE_UNAVAILABLE', { cause: new Error(`no answer within ${ms} ms`) }));
    }, ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
