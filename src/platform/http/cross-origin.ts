import cors from 'cors';
import type { RequestHandler } from 'express';
import { pathOf } from './request-line';

const exposedHeaders = ['Retry-After', 'WWW-Authenticate', 'X-Request-Id'];
const allowedHeaders = ['Content-Type', 'Authorization'];

interface CrossOriginOptions {
  /** Whether the origins may use cookies. */
  credentials: boolean;
  /** Whether a path is not for scripts of other origins. It gets no CORS headers. */
  except?: (path: string) => boolean;
}

/** Sends CORS headers to exactly these origins. */
export function crossOrigin(
  origins: readonly string[],
  { credentials, except = () => false }: CrossOriginOptions,
): RequestHandler {
  const allowed = new Set(origins);
  const allow = cors({
    origin: true,
    credentials,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders,
    exposedHeaders,
    maxAge: 600,
  });
  return (req, res, next) => {
    const { origin } = req.headers;
    res.vary('Origin');
    if (origin && allowed.has(origin) && !except(pathOf(req.url))) allow(req, res, next);
    else next();
  };
}

/**
 * Sends CORS headers for these paths to the origins of applications that run in a browser. Cookies are not for them: they have
 * tokens.
 */
export function crossOriginOfClients(
  paths: readonly string[],
  isClient: (origin: string) => Promise<boolean>,
): RequestHandler {
  const known = new Set(paths);
  const allow = cors({ origin: true, methods: ['GET', 'POST'], allowedHeaders, exposedHeaders, maxAge: 600 });
  return (req, res, next) => {
    const { origin } = req.headers;
    if (!origin || !known.has(pathOf(req.url)) || res.hasHeader('Access-Control-Allow-Origin')) return next();
    isClient(origin).then((found) => (found ? allow(req, res, next) : next()), next);
  };
}
