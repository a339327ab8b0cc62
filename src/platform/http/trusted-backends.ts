import type { RequestHandler } from 'express';
import { AppError } from '../errors/app-error';
import { parseAddress } from '../request/network';
import { NetworkList } from '../request/network-list';
import { ipOf } from './client-address';
import { factsOf } from './request-facts';

/** A name of our own, because proxies change `X-Forwarded-For`. */
const clientIpHeader = 'X-Gatehouse-Client-IP';

/**
 * Reads from `X-Gatehouse-Client-IP` for which address a backend in these networks sent a request. The header has no
 * effect in requests from elsewhere. An invalid header is only recorded here: each API rejects it in its own form.
 */
export function trustedBackends(networks: readonly string[]): RequestHandler {
  const trusted = new NetworkList(networks);
  return (req, res, next) => {
    const ip = ipOf(req);
    if (ip !== null && trusted.contains(ip)) {
      const header = req.headers[clientIpHeader.toLowerCase()];
      const named = header === undefined ? null : addressOf(String(header));
      const client = header === undefined ? 'unnamed' : named === null ? 'rejected' : 'named';
      factsOf(res).sentBy({ ip: String(parseAddress(ip)), client }, named);
    }
    next();
  };
}

/** Without this error, a backend that sends a wrong header would have no limits per network without notice. */
export const clientAddressRejected = (): AppError =>
  new AppError('MALFORMED_REQUEST', { msg: `${clientIpHeader} must be one IP address.` });

/** RFC 4291, section 2.2: an IPv6 address that ends with an IPv4 address has at most 45 characters. */
const longestAddress = 45;
/** RFC 1122, section 3.2.1.3, and RFC 4291, section 2.5.2: no connection comes from these addresses. */
const neverClients: readonly string[] = ['unspecified', 'multicast', 'broadcast'];

/** Returns the address in its usual form, or null. A zone is the name of an interface of the backend's machine. */
function addressOf(text: string): string | null {
  if (text.length > longestAddress || text.includes('%')) return null;
  const address = parseAddress(text);
  return address === null || neverClients.includes(address.range()) ? null : address.toString();
}
