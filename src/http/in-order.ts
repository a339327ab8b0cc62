import type { NextFunction, RequestHandler } from 'express';

/**
 * Handlers as one handler: each begins when the one before calls its `next`. What one throws or rejects with is passed on.
 * As layers of an Express router they would cost more than most of them do.
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
