import { isIP } from 'node:net';
import type { Request, Response } from 'express';
import type { Client } from '../client';
import type { RefreshCookies } from './refresh-cookie';
import { factsOf } from './request-facts';

/** For what takes no refresh token. */
const noCookies = { read: () => null };

/** What a trusted proxy says, if it is an address, else who is connected. */
export function ipOf(req: Request): string | null {
  return (isIP(req.ip ?? '') ? req.ip : req.socket.remoteAddress) ?? null;
}

/** What services may know of a request. */
export function clientOf(req: Request, res: Response, cookies: Pick<RefreshCookies, 'read'> = noCookies): Client {
  const { requestId, gone, trail } = factsOf(res);
  return {
    requestId,
    ip: ipOf(req),
    forwardedBy: forwardedBy(req),
    userAgent: req.headers['user-agent']?.slice(0, 256) ?? null,
    authorization: req.headers.authorization ?? null,
    refreshCookie: cookies.read(req),
    gone: gone.signal,
    trail,
  };
}

function forwardedBy({ headers }: Request): number {
  const sent = headers['x-forwarded-for'];
  return sent ? String(sent).split(',').length : 0;
}
