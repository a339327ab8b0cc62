import cors from 'cors';
import type { RequestHandler } from 'express';
import { pathOf } from './request-line';

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
    allowedHeaders: ['Content-Type', 'Authorization'],
    exposedHeaders: ['Retry-After', 'WWW-Authenticate', 'X-Request-Id'],
    maxAge: 600,
  });
  return (req, res, next) => {
    const { origin } = req.headers;
    res.vary('Origin');
    if (origin && allowed.has(origin) && !except(pathOf(req.url))) allow(req, res, next);
    else next();
  };
}
