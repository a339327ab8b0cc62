import { isIP } from 'node:net';
import type { Request, Response } from 'express';
import type { RequestContext } from '../request/request-context';
import type { RefreshCookies } from './refresh-cookie';
import { factsOf } from './request-facts';

/** For routes that accept no refresh token. */
const noCookies = { read: () => null };

/** The client's address from trusted proxies if it is valid, else the address of the connection. */
export function ipOf(req: Request): string | null {
  return (isIP(req.ip ?? '') ? req.ip : req.socket.remoteAddress) ?? null;
}

/** What services may know of a request. */
export function contextOf(
  req: Request,
  res: Response,
  cookies: Pick<RefreshCookies, 'read'> = noCookies,
): RequestContext {
  const { requestId, abort, timings } = factsOf(res);
  return {
    requestId,
    ip: ipOf(req),
    forwardedBy: forwardedBy(req),
    userAgent: req.headers['user-agent']?.slice(0, 256) ?? null,
    authorization: req.headers.authorization ?? null,
    refreshCookie: cookies.read(req),
    signal: abort.signal,
    timings,
  };
}

function forwardedBy({ headers }: Request): number {
  const sent = headers['x-forwarded-for'];
  return sent ? String(sent).split(',').length : 0;
}
