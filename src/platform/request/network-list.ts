import { parseCidr } from '../config/cidr';
import { parseAddress } from './network';

/** A list of networks, such as `10.20.0.0/16`. */
export class NetworkList {
  private readonly networks;

  /** @throws Error if a text is not a network: see `parseCidr` */
  constructor(networks: readonly string[]) {
    this.networks = networks.map(parseCidr);
  }

  /** Whether a network contains the address. An IPv4 address in IPv6 form counts as IPv4. A zone is ignored. */
  contains(ip: string): boolean {
    const address = parseAddress(ip);
    return (
      address !== null &&
      this.networks.some(
        (network) => network.address.kind() === address.kind() && address.match(network.address, network.bits),
      )
    );
  }
}
