import { isIP } from 'node:net';
import type { Request } from 'express';

/** The client's address from trusted proxies if it is valid, else the address of the connection. */
export function ipOf(req: Request): string | null {
  return (isIP(req.ip ?? '') ? req.ip : req.socket.remoteAddress) ?? null;
}
