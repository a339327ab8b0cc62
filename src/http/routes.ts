import express, { type RequestHandler, type Router } from 'express';
import { AppError } from '../errors';
import type { Operation } from '../operations';
import { factsOf } from './request-facts';

export interface Route {
  /** `all`: every method, so none is refused. */
  method: 'get' | 'post' | 'delete' | 'all';
  /** As Express writes it: a parameter is `:name`. With `/*` at its end, whatever follows the slash fits. */
  path: string;
  /** What its requests count as, if it is always the same. */
  operation?: Operation;
  handlers: RequestHandler[];
}

/**
 * A router of exactly these routes; another method on one of their paths passes on AppError `METHOD_NOT_ALLOWED`.
 * Paths are taken to the letter: a rule of a proxy for `/auth/login` must not be passed by with `/Auth/Login/`.
 */
export function createRouter(routes: readonly Route[]): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  for (const path of new Set(routes.map((route) => route.path))) {
    const ofPath = routes.filter((route) => route.path === path);
    const allow = ofPath.flatMap(({ method }) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]));
    const node = router.route(path.endsWith('/*') ? beginningWith(path.slice(0, -1)) : path);
    // For the log, which would have the pattern else.
    node.path = path;
    for (const { method, operation, handlers } of ofPath) {
      if (operation) node[method](counted(operation));
      node[method](...handlers);
    }
    if (ofPath.some(({ method }) => method === 'all')) continue;
    node.all(() => {
      throw new AppError('METHOD_NOT_ALLOWED', { allow });
    });
  }
  return router;
}

/** Not a parameter of Express, which would decode what follows, and refuse what it cannot decode. */
const beginningWith = (prefix: string): RegExp => new RegExp(`^${prefix.replace(/[^\w/]/g, '\\$&')}`);

function counted(operation: Operation): RequestHandler {
  return (_req, res, next) => {
    factsOf(res).operation = operation;
    next();
  };
}
