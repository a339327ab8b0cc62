import { isIP } from 'node:net';
import type { Request } from 'express';

/** Returns the address that the trusted proxies report, if it is valid, or else the address of the connection. */
export function ipOf(req: Request): string | null {
  return (isIP(req.ip ?? '') ? req.ip : req.socket.remoteAddress) ?? null;
}
