import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** Sets the security headers of data responses, so that a browser does not load, run or frame their content. */
export function securityHeaders(): RequestHandler {
  return (_req, res, next) => {
    for (const [name, value] of dataHeaders) res.setHeader(name, value);
    next();
  };
}

/** The security headers of data responses. Who keeps an answer replaces `Cache-Control`. */
export const dataHeaders: readonly (readonly [name: string, value: string])[] = [
  ['Cache-Control', 'no-store'],
  ...headersOf(
    helmet({
      contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
      xFrameOptions: { action: 'deny' },
    }),
  ),
];

/** Returns the headers that helmet sets. They are the same for every response, so helmet runs only once. */
function headersOf(handler: ReturnType<typeof helmet>): [name: string, value: string][] {
  const headers: [string, string][] = [];
  const res = {
    setHeader: (name: string, value: string) => void headers.push([name, value]),
    removeHeader: () => {},
  };
  handler({} as IncomingMessage, res as unknown as ServerResponse, (error?: unknown) => {
    if (error) throw error;
  });
  return headers;
}
