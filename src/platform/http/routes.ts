import express, {
  type ErrorRequestHandler,
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import { AppError } from '../errors/app-error';
import type { RequestApi, RequestOperation } from '../request/finished-request';
import { inOrder } from './in-order';
import { factsOf } from './request-facts';
import { pathOf } from './request-line';
import { clientAddressRejected } from './trusted-backends';

export interface Route {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete' | 'all';
  /** A path in Express's syntax, such as `/users/:id`. A path that ends with `/*` matches every longer path. */
  path: string;
  /** The operation of all requests to this route. Not set if the handler decides. */
  operation?: RequestOperation;
  /** For logs and metrics. By default `rest`. */
  api?: RequestApi;
  handlers: RequestHandler[];
  /** What a GET gets, if that is the same for everyone. @throws AppError */
  document?: () => PublicDocument;
  /**
   * Renders the errors of the path, also of other methods, for a protocol that has its own form of errors. By default,
   * the last handler of the app renders them.
   */
  renderError?: ErrorRequestHandler;
}

/** A document that is the same for everyone, until a key or a setting changes. */
export interface PublicDocument {
  contentType: string;
  text: string;
  /** For how long a client may keep it, in seconds. */
  cacheLifetimeS: number;
}

/**
 * Creates a handler for exactly these routes. A known path with another method passes AppError `METHOD_NOT_ALLOWED` to
 * `next`. Paths are case-sensitive and exact. Otherwise a client could send `/Auth/Login/` to bypass a rule of a proxy
 * for `/auth/login`. Express tries one path after the other, so it only gets the paths with parameters (measured: `inOrder`).
 */
export function createRouter(routes: readonly Route[]): RequestHandler {
  const exact = new Map<string, RequestHandler>();
  const patterns = express.Router({ caseSensitive: true, strict: true });
  for (const path of new Set(routes.map((route) => route.path))) {
    const handler = handlerOfPath(
      path,
      routes.filter((route) => route.path === path),
    );
    if (path.endsWith('/*')) patterns.all(beginningWith(path.slice(0, -1)), handler);
    else if (path.includes(':')) patterns.all(path, handler);
    else exact.set(path, handler);
  }
  return (req, res, next) => (exact.get(pathOf(req.url)) ?? patterns)(req, res, next);
}

/** Returns a function that says whether the first part of a path is that of one of these routes. */
export function inFoldersOf(routes: readonly Pick<Route, 'path'>[]): (path: string) => boolean {
  const folderOf = (path: string) => path.split('/', 2)[1];
  const folders = new Set(routes.map(({ path }) => folderOf(path)));
  return (path) => folders.has(folderOf(path));
}

/** Returns a function that says whether a request is for one of these routes. A parameter matches the rest of a path. */
export function matcherOf(
  routes: readonly Pick<Route, 'method' | 'path'>[],
): (method: string, path: string) => boolean {
  const patterns = routes.flatMap((route) => methodsOf(route.method).map((method) => `${method} ${route.path}`));
  const exact = new Set(patterns.filter((pattern) => !pattern.includes(':')));
  const beginnings = patterns.flatMap((pattern) =>
    pattern.includes(':') ? pattern.slice(0, pattern.indexOf(':')) : [],
  );
  return (method, path) => {
    const request = `${method} ${path}`;
    return exact.has(request) || beginnings.some((beginning) => request.startsWith(beginning));
  };
}

/** `routes` are all routes of this path. */
function handlerOfPath(path: string, routes: readonly Route[]): RequestHandler {
  const ofMethod = new Map<string, RequestHandler>();
  const api = routes.find((route) => route.api)?.api ?? 'rest';
  for (const { method, operation, handlers } of routes) {
    const handler = inOrder([begins(path, api, operation), ...handlers]);
    for (const name of methodsOf(method)) ofMethod.set(name, handler);
  }
  const ofEveryMethod = ofMethod.get('ALL');
  const allow = [...ofMethod.keys()];
  const otherwise = ofEveryMethod ?? inOrder([begins(path, api), () => notAllowed(allow)]);
  const handler: RequestHandler = (req, res, next) => (ofMethod.get(req.method) ?? otherwise)(req, res, next);
  const renderError = routes.find((route) => route.renderError)?.renderError;
  return renderError ? withErrors(handler, renderError) : handler;
}

function withErrors(handler: RequestHandler, renderError: ErrorRequestHandler): RequestHandler {
  return (req: Request, res: Response, next: NextFunction) =>
    handler(req, res, (error?: unknown) => (error ? renderError(error, req, res, next) : next()));
}

const methodsOf = (method: Route['method']): string[] => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]);

function notAllowed(allow: readonly string[]): never {
  throw new AppError('METHOD_NOT_ALLOWED', { allow: [...allow] });
}

/** A parameter of Express would decode the rest of the path, and reject a path that cannot be decoded. */
const beginningWith = (prefix: string): RegExp => new RegExp(`^${prefix.replace(/[^\w/]/g, '\\$&')}`);

/** Records the API, the route and the operation of a request for the log. */
function begins(path: string, api: RequestApi, operation?: RequestOperation): RequestHandler {
  return (_req, res, next) => {
    const facts = factsOf(res);
    facts.api = api;
    facts.route = path;
    if (operation) facts.operation = operation;
    if (facts.backend?.client === 'rejected') throw clientAddressRejected();
    next();
  };
}
