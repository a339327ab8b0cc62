import cors from 'cors';
import type { RequestHandler } from 'express';

/** Sends CORS headers to exactly these origins. `credentials` says whether these origins may use cookies. */
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
