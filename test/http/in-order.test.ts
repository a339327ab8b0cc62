import type { Request, RequestHandler, Response } from 'express';
import { inOrder } from '../../src/platform/http/in-order';

/** Returns what the handler passed to `next`, after all promises have settled. */
async function run(handlers: RequestHandler[]): Promise<unknown[]> {
  const passedOn: unknown[] = [];
  inOrder(handlers)({} as Request, {} as Response, (error?: unknown) => void passedOn.push(error));
  await new Promise(setImmediate);
  return passedOn;
}

test('each handler begins when the one before it is done, and then the next one of the router', async () => {
  const started: string[] = [];
  const later: RequestHandler = (_req, _res, next) => {
    started.push('later');
    setImmediate(next);
  };
  const last: RequestHandler = (_req, _res, next) => {
    started.push('last');
    next();
  };
  const passedOn: unknown[] = [];
  const done = new Promise<void>((resolve) => {
    inOrder([later, last])({} as Request, {} as Response, (error?: unknown) => {
      passedOn.push(error);
      resolve();
    });
  });
  expect(started).toEqual(['later']);
  await done;
  expect([started, passedOn]).toEqual([['later', 'last'], [undefined]]);
});

test('a handler that answers is the last one', async () => {
  const never = jest.fn();
  expect(await run([() => {}, never])).toEqual([]);
  expect(never).not.toHaveBeenCalled();
});

const failure = new Error('failed');
test.each<[string, RequestHandler]>([
  [
    'throws',
    () => {
      throw failure;
    },
  ],
  ['rejects', () => Promise.reject(failure)],
  ['passes on', (_req, _res, next) => next(failure)],
])('what a handler %s reaches the error handler, and no other handler', async (_how, failing) => {
  const never = jest.fn();
  expect(await run([(_req, _res, next) => next(), failing, never])).toEqual([failure]);
  expect(never).not.toHaveBeenCalled();
});
