import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { parseAddress } from '../request/network';
import { NetworkList } from '../request/network-list';

/** An address to which a name was resolved. */
export interface ResolvedAddress {
  address: string;
  family: number;
}

/** Returns every address of a name. @throws Error if it has none */
export type Resolve = (hostname: string) => Promise<readonly ResolvedAddress[]>;

const resolveName: Resolve = (hostname) => lookup(hostname, { all: true });

type AddressProblem = 'unknown_host' | 'forbidden_address';

/** The only unicast addresses of IPv6 that the internet routes (RFC 4291, section 2.4). */
const globalIpv6 = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];
const longestUrl = 2000;
/** How long a request waits for the resolution of a name. It is resolved again before each attempt. Milliseconds. */
const resolvesWithinMs = 1500;

/**
 * Decides to which addresses Gatehouse sends. Whoever can set a URL could otherwise reach what only this server reaches:
 * services without a password in the private network, or the metadata of a cloud (169.254.169.254).
 */
export class WebhookAddresses {
  private readonly listed: NetworkList;

  /** `networks` are the private networks to which may be sent. */
  constructor(
    networks: readonly string[],
    private readonly resolve: Resolve = resolveName,
  ) {
    this.listed = new NetworkList(networks);
  }

  /** Returns what is wrong with a URL, as text after the name of the field, or null. A name is resolved later. */
  problemOf(text: string): string | null {
    if (text.length > longestUrl) return `must have at most ${longestUrl} characters`;
    if (!URL.canParse(text)) return 'must be an https:// URL';
    const url = new URL(text);
    if (url.username || url.password) return 'must not contain a user or a password';
    if (url.hash) return 'must not have a fragment';
    const host = literalOf(url);
    if (url.protocol === 'http:') {
      const isOwn = host !== null && parseAddress(host)?.range() === 'loopback' && this.listed.contains(host);
      return isOwn ? null : 'must begin with https:// (http:// only to a loopback address that WEBHOOK_NETWORKS lists)';
    }
    if (url.protocol !== 'https:') return 'must begin with https://';
    if (host !== null && !this.allows(host)) return 'must not be a private address that WEBHOOK_NETWORKS does not list';
    return null;
  }

  /**
   * As `problemOf`, before a URL is saved: also with the addresses that its name has now. A name without one is accepted, because it
   * may get one.
   */
  async problemNow(text: string): Promise<string | null> {
    const problem = this.problemOf(text);
    if (problem !== null) return problem;
    let timer: NodeJS.Timeout | undefined;
    const found = await Promise.race([
      this.addressesOf(new URL(text)),
      new Promise<'unknown_host'>((resolve) => {
        timer = setTimeout(() => resolve('unknown_host'), resolvesWithinMs);
      }),
    ]).finally(() => clearTimeout(timer));
    return found === 'forbidden_address' ? 'must not have a private address that WEBHOOK_NETWORKS does not list' : null;
  }

  /**
   * Resolves the host of a URL once. The request must use one of these addresses, because a second answer for the name
   * can be another one. @returns the addresses, or the problem
   */
  async addressesOf(url: URL): Promise<readonly ResolvedAddress[] | AddressProblem> {
    const host = literalOf(url);
    const found = host !== null ? [{ address: host, family: isIP(host) }] : await this.resolved(url.hostname);
    if (found.length === 0) return 'unknown_host';
    // With one forbidden address, the name is not that of a public receiver.
    return found.every(({ address }) => this.allows(address)) ? found : 'forbidden_address';
  }

  private async resolved(hostname: string): Promise<readonly ResolvedAddress[]> {
    try {
      return await this.resolve(hostname);
    } catch {
      return [];
    }
  }

  private allows(text: string): boolean {
    const address = parseAddress(text);
    return address !== null && (isPublic(address) || this.listed.contains(text));
  }
}

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || address.match(globalIpv6);
}

/** The IP address that is the host of a URL. Null for a name. */
function literalOf({ hostname }: URL): string | null {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 ? null : host;
}
