import type { NextFunction, RequestHandler } from 'express';

/**
 * Combines handlers to one handler. Each handler starts when the previous handler calls `next`. Errors are passed to
 * the outer `next`. An Express router would take more time than most of the handlers.
 */
export function inOrder(handlers: readonly RequestHandler[]): RequestHandler {
  return (req, res, next) => {
    let started = 0;
    const proceed: NextFunction = (error?: unknown) => {
      if (error) return next(error);
      const handler = handlers[started];
      started += 1;
      if (!handler) return next();
      try {
        const done: unknown = handler(req, res, proceed);
        if (done instanceof Promise) done.catch(next);
      } catch (thrown) {
        next(thrown);
      }
    };
    proceed();
  };
}
