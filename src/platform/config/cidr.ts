import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A network: its first address, and the number of bits that all its addresses share. */
interface Cidr {
  readonly address: ipaddr.IPv4 | ipaddr.IPv6;
  readonly bits: number;
}

/**
 * Reads a network in CIDR notation (RFC 4632, section 3.1; RFC 4291, section 2.3), such as `10.20.0.0/16`. An address
 * without a prefix length is a network of one address.
 * @throws Error if `cidrProblem` finds a problem
 */
export function parseCidr(text: string): Cidr {
  const problem = cidrProblem(text);
  if (problem !== null) throw new Error(problem);
  return read(text) as Cidr;
}

type CidrProblem = 'is not a network' | 'is an IPv4 network in IPv6 form' | 'has bits after its prefix';

/** Returns why the text is not a network, or null. */
export function cidrProblem(text: string): CidrProblem | null {
  const cidr = read(text);
  if (!cidr) return 'is not a network';
  const { address, bits } = cidr;
  // No address would match, because every address is compared in its IPv4 form.
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()) return 'is an IPv4 network in IPv6 form';
  return hasBitsAfter(bits, address) ? 'has bits after its prefix' : null;
}

function read(text: string): Cidr | null {
  const [ip = '', length, ...rest] = text.split('/');
  const family = isIP(ip);
  // A zone is the name of an interface of one machine (RFC 4007).
  if (family === 0 || ip.includes('%') || rest.length > 0) return null;
  const most = family === 4 ? 32 : 128;
  if (length === undefined) return { address: ipaddr.parse(ip), bits: most };
  const bits = /^(0|[1-9]\d{0,2})$/.test(length) ? Number(length) : Number.POSITIVE_INFINITY;
  return bits <= most ? { address: ipaddr.parse(ip), bits } : null;
}

/** Such a text is probably a mistake: it names one machine and means a network. */
function hasBitsAfter(bits: number, address: Cidr['address']): boolean {
  return address.toByteArray().some((byte, i) => {
    const inPrefix = Math.min(8, Math.max(0, bits - 8 * i));
    return (byte & (0xff >> inPrefix)) !== 0;
  });
}
