import type { Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import { networksOf } from '../request/network';
import { NetworkList } from '../request/network-list';

/** Counts the connections of each IPv4 address and of each IPv6 /64. Loopback addresses and `unlimited` have no limit. */
export class ConnectionsPerAddress {
  private readonly counts = new Map<string, number>();

  private readonly unlimited: NetworkList;

  /** `max` is null for no limit. */
  constructor(
    private readonly max: number | null,
    unlimited: readonly string[],
  ) {
    this.unlimited = new NetworkList(unlimited);
  }

  /** Counts a new connection until it closes. Returns false if its address already has the maximum. */
  accept(socket: Socket): boolean {
    const { remoteAddress } = socket;
    // The socket has no address if the client has already disconnected.
    if (this.max === null || remoteAddress === undefined) return true;
    if (isLoopback(remoteAddress) || this.unlimited.contains(remoteAddress)) return true;
    const [{ network: address }] = networksOf(remoteAddress);
    const count = this.counts.get(address) ?? 0;
    if (count >= this.max) return false;
    this.counts.set(address, count + 1);
    socket.once('close', () => this.release(address));
    return true;
  }

  private release(address: string): void {
    const count = this.counts.get(address) ?? 0;
    if (count > 1) this.counts.set(address, count - 1);
    else this.counts.delete(address);
  }
}

function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}
