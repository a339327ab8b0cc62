import express, { type RequestHandler, type Router } from 'express';
import { AppError } from '../errors/app-error';
import type { OperationName } from '../request/operation-names';
import { factsOf } from './request-facts';

export interface Route {
  /** `all`: every method. */
  method: 'get' | 'post' | 'delete' | 'all';
  /**
   * In the syntax of Express, with parameters as `:name`. A path that ends with `/*` matches every longer path, too.
   */
  path: string;
  /** The operation that its requests count as, if it is always the same. */
  operation?: OperationName;
  handlers: RequestHandler[];
}

/**
 * A router with exactly these routes. Another method on one of their paths passes on AppError `METHOD_NOT_ALLOWED`.
 * Paths are case-sensitive and exact: with `/Auth/Login/` a client could bypass a proxy's rule for `/auth/login`.
 */
export function createRouter(routes: readonly Route[]): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  for (const path of new Set(routes.map((route) => route.path))) {
    const ofPath = routes.filter((route) => route.path === path);
    const allow = ofPath.flatMap(({ method }) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]));
    const node = router.route(path.endsWith('/*') ? beginningWith(path.slice(0, -1)) : path);
    // The path for the log, which would otherwise contain the pattern.
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

/** Not a parameter of Express: Express would decode the rest of the path, and reject it if it cannot be decoded. */
const beginningWith = (prefix: string): RegExp => new RegExp(`^${prefix.replace(/[^\w/]/g, '\\$&')}`);

function counted(operation: OperationName): RequestHandler {
  return (_req, res, next) => {
    factsOf(res).operation = operation;
    next();
  };
}
