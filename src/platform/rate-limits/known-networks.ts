import { isOfUnknownClient, type RequestContext } from '../request/request-context';
import { boundedMap } from '../runtime/bounded-map';
import type { Clock } from '../runtime/clock';
import type { KnownNetworkStore } from './known-network.store';

const dayMs = 86_400_000;
/** After its last login, a network is known to the account for this time. */
export const knownForMs = 90 * dayMs;

/** The HMAC of what a key stands for, so that no store reveals an address. */
export type KeyOf = (purpose: string, of: string) => string;

/** To what a network is known: the purposes of the keys of an account and a network. */
export const knownTo = { logins: 'known', secondFactors: 'known to second factors' } as const;

/** The keys of the network of a login in `known_networks`, and since when it must have been seen. */
export interface KnownNetwork {
  key: Uint8Array<ArrayBuffer>;
  /** Of a network that was trusted. */
  trustedKey: Uint8Array<ArrayBuffer>;
  since: Date;
}

interface KnownNetworksNeeds {
  store: KnownNetworkStore;
  keyOf: KeyOf;
  clock: Clock;
  /** Whether a limit asks for them. */
  areRead: boolean;
  /** Whether they are remembered although no limit asks for them. */
  areKept: boolean;
}

/** The networks from which users have signed in, so that failures from other networks do not lock a user out. */
export class KnownNetworks {
  /** When a known network was last stored, by key. */
  private readonly remembered = boundedMap<number>(50_000);

  constructor(private readonly needs: KnownNetworksNeeds) {}

  /** The network of a client that signs in to an account. */
  of(account: string, context: RequestContext): KnownNetwork {
    const key = bytesOf(this.pairKey(account, context));
    const trustedKey = bytesOf(this.trustedKey(account, context));
    return { key, trustedKey, since: new Date(this.needs.clock().getTime() - knownForMs) };
  }

  /** The key of an account and the network of a client. */
  pairKey(account: string, { networks: [{ network }] }: RequestContext): string {
    return this.needs.keyOf(knownTo.logins, `${account} ${network}`);
  }

  /** The key of a user and the network from which a second factor is shown. */
  secondFactorKey(userId: string, { networks: [{ network }] }: RequestContext): string {
    return this.needs.keyOf(knownTo.secondFactors, `${userId} ${network}`);
  }

  trustedKey(account: string, { networks: [{ network }] }: RequestContext): string {
    return this.needs.keyOf('trusted', `${account} ${network}`);
  }

  /** The key of the network of a client. */
  anyAccountKey({ networks: [{ network }] }: RequestContext): string {
    return this.needs.keyOf('known network', network);
  }

  /** Whether the client is in a network with an earlier login to any account. This depends on the network alone. */
  async isOfKnownNetwork(context: RequestContext): Promise<boolean> {
    return !isOfUnknownClient(context) && this.isKnown(this.anyAccountKey(context));
  }

  /** `pairKey` if the user of the account has signed in from the network of the client. Else null. */
  async knownPairKey(account: string, context: RequestContext): Promise<string | null> {
    // Clients of a trusted backend that does not name them could be anywhere.
    if (isOfUnknownClient(context)) return null;
    const pair = this.pairKey(account, context);
    return (await this.isKnown(pair)) ? pair : null;
  }

  /** `key` stands for a network, or for an account and a network. */
  async isKnown(key: string): Promise<boolean> {
    if (!this.needs.areRead) return false;
    const since = this.needs.clock().getTime() - knownForMs;
    if ((this.remembered.get(key) ?? 0) > since) return true;
    return this.needs.store.isKnown(bytesOf(key), new Date(since));
  }

  async remember(key: string): Promise<void> {
    const at = this.needs.clock();
    const isNeeded = this.needs.areRead || this.needs.areKept;
    if (!isNeeded || at.getTime() - (this.remembered.get(key) ?? 0) < dayMs) return;
    await this.needs.store.remember(bytesOf(key), at, new Date(at.getTime() - knownForMs));
    this.remembered.set(key, at.getTime());
  }
}

const bytesOf = (key: string) => Uint8Array.from(Buffer.from(key, 'base64url'));
