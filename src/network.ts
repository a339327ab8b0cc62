import ipaddr from 'ipaddr.js';

/**
 * The network that an address counts for: an IPv4 address itself, an IPv6 address's /64, which is what one customer
 * gets (RFC 6177); one text for every spelling, an IPv4 address in IPv6 form included.
 */
export function networkOf(ip: string | null): string {
  if (ip === null || !ipaddr.isValid(ip)) return 'unknown';
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  return `${new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}
