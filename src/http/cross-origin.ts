import cors from 'cors';
import type { RequestHandler } from 'express';

/**
 * CORS with an exact list of origins. `credentials`: whether they may use cookies. Other origins get no CORS headers.
 */
export function crossOrigin(origins: readonly string[], { credentials }: { credentials: boolean }): RequestHandler {
  const allowed = new Set(origins);
  const allow = cors({
    origin: true,
    credentials,
    methods: ['GET', 'POST', 'DELETE'],
    allowedHeaders: ['Content-Type', 'Authorization'],
    exposedHeaders: ['Retry-After', 'X-Request-Id'],
    maxAge: 600,
  });
  return (req, res, next) => {
    const { origin } = req.headers;
    res.vary('Origin');
    if (origin && allowed.has(origin)) allow(req, res, next);
    else next();
  };
}
