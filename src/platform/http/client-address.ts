import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Request } from 'express';

/** A node of a proxy: an address, for IPv6 also in brackets, and a port if there is one (RFC 7239, section 6). */
const node = /^(?:\[([\da-f:.]+)\]|([\d.]+))(?::\d{1,5})?$/i;

/**
 * Returns the address that the trusted proxies report, if it is valid, or else the address of the connection. Some proxies,
 * such as Azure Application Gateway, append the port of the client to the address.
 */
export function ipOf(req: IncomingMessage & Partial<Pick<Request, 'ip'>>): string | null {
  const { ip: reported = '' } = req;
  if (isIP(reported)) return reported;
  const [, inBrackets, ipv4 = ''] = node.exec(reported) ?? [];
  const address = inBrackets ?? ipv4;
  return (isIP(address) ? address : req.socket.remoteAddress) ?? null;
}
