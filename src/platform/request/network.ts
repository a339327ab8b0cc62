import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Returns null for text that is not an IP address. An IPv4 address in IPv6 form (`::ffff:203.0.113.7`) becomes IPv4. */
export function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (isIP(text) === 0) return null;
  // The library reads `::203.0.113.7` as an IPv4 address, too. It is another address (RFC 4291, section 2.5.5.1).
  return ipaddr.process(text.replace(/^::(?=\d+\.)/, '::0:'));
}

/** A network, and its budget as a multiple of the budget of a single network. */
interface CountedNetwork {
  network: string;
  budget: number;
}

export type CountedNetworks = readonly [CountedNetwork, ...CountedNetwork[]];

/** A customer can have a /56 or a /48, with 256 or 65 536 subnets (RFC 6177). */
const ipv6Prefixes = [
  { bits: 56, budget: 4 },
  { bits: 48, budget: 16 },
] as const;

/**
 * Returns the network that an address counts for, and for IPv6 also the wider networks around it. An IPv4 address counts for
 * itself. An IPv6 address counts for its /64, the size of one subnet, in which a client can choose any address (RFC 4291,
 * section 2.5.4). All spellings of an address have one result, including an IPv4 address in IPv6 form.
 */
export function networksOf(ip: string | null): CountedNetworks {
  const address = ip === null ? null : parseAddress(ip);
  if (address === null) return [{ network: 'unknown', budget: 1 }];
  if (address instanceof ipaddr.IPv4) return [{ network: address.toString(), budget: 1 }];
  const wider = ipv6Prefixes.map(({ bits, budget }) => ({ network: ipv6Network(address, bits), budget }));
  return [{ network: ipv6Network(address, 64), budget: 1 }, ...wider];
}

function ipv6Network({ parts }: ipaddr.IPv6, bits: 64 | 56 | 48): string {
  const [a = 0, b = 0, c = 0, d = 0] = parts;
  const fourth = { 64: d, 56: d & 0xff00, 48: 0 }[bits];
  return `${new ipaddr.IPv6([a, b, c, fourth, 0, 0, 0, 0]).toString()}/${bits}`;
}
