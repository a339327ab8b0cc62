import cors, { type CorsOptions } from 'cors';
import type { RequestHandler } from 'express';
import { pathOf } from './request-line';

/** What a script reads of our answers. Fetch lets it read nothing else but the CORS-safelisted ones. */
const exposedHeaders = ['Content-Disposition', 'Retry-After', 'WWW-Authenticate', 'X-Request-Id'];
/** Seconds. Fetch lets the server choose. Chromium keeps an answer for two hours at most, and a change of the settings is to have effect. */
const preflightS = 600;
/** A field name (RFC 9110, section 5.6.2) without `*`, which would stand for all of them in an answer without credentials. */
const fieldName = /^[\w!#$%&'+.^`|~-]+$/;

/**
 * An origin that may call may send any header: that of a tracer (W3C Trace Context, `baggage`) or of a GraphQL client. No standard
 * lists what a script sends, and Fetch leaves the names to the server.
 */
function allowing(options: CorsOptions): RequestHandler {
  const fixed: CorsOptions = { origin: true, exposedHeaders, maxAge: preflightS, ...options };
  return cors((req, done) => {
    const names = (req.headers['access-control-request-headers'] ?? '').split(',').map((name) => name.trim());
    done(null, { ...fixed, allowedHeaders: names.filter((name) => fieldName.test(name)) });
  });
}

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
  const known = new Set(origins);
  const allow = allowing({ credentials, methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] });
  return (req, res, next) => {
    const { origin } = req.headers;
    res.vary('Origin');
    if (origin && known.has(origin) && !except(pathOf(req.url))) allow(req, res, next);
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
  const allow = allowing({ methods: ['GET', 'POST'] });
  return (req, res, next) => {
    const { origin } = req.headers;
    if (!origin || !known.has(pathOf(req.url)) || res.hasHeader('Access-Control-Allow-Origin')) return next();
    isClient(origin).then((found) => (found ? allow(req, res, next) : next()), next);
  };
}
