import type { Client } from '../client';
import { networksOf } from '../network';

/** After so many ms half of what somebody was given is forgotten. */
const halfLifeMs = 5000;
const decayEveryMs = 500;
/** Below it there is nothing to remember. */
const negligible = 0.01;

/** An account or a network, and what it has of the queue. */
class Share {
  /** How often it was given a place lately. */
  served = 0;
  waiting = 0;
  atWork = 0;

  constructor(
    readonly key: string,
    /** Of a wide network, the number of single ones that it may have the share of. */
    readonly budget: number,
  ) {}
}

/** How much a request's account and networks have: of the two the greater first, so that neither makes up for the other. */
export type Load = readonly [greater: number, lesser: number];

const pair = (a: number, b: number): Load => (a > b ? [a, b] : [b, a]);

export const compareLoads = (a: Load, b: Load): number => a[0] - b[0] || a[1] - b[1];

/** The account of a request and its networks. */
export class Shareholder {
  constructor(
    readonly account: Share,
    private readonly networks: readonly Share[],
  ) {}

  get all(): readonly Share[] {
    return [this.account, ...this.networks];
  }

  /** What they were given lately. */
  served(): Load {
    return this.loadOf((share) => share.served);
  }

  /** And what they wait for; `more` is counted on top of the account's. */
  claimed(more = 0): Load {
    const load = (share: Share) => share.served + share.waiting;
    return pair(load(this.account) + more, this.greatest(load));
  }

  private loadOf(of: (share: Share) => number): Load {
    return pair(of(this.account), this.greatest(of));
  }

  private greatest(of: (share: Share) => number): number {
    let most = 0;
    for (const share of this.networks) most = Math.max(most, of(share) / share.budget);
    return most;
  }
}

/**
 * What accounts and networks were given of the queue lately, and what they wait for. One that was given nothing for a
 * while is forgotten, so that there are only as many as were served in some half-lives, or wait.
 */
export class Shares {
  private readonly shares = new Map<string, Share>();
  private decayedAt = performance.now();

  /** How many accounts and networks are remembered. */
  get size(): number {
    return this.shares.size;
  }

  /** `account` is null while it is not known whose request it is. */
  of(account: string | null, { ip }: Pick<Client, 'ip'>): Shareholder {
    const networks = networksOf(ip).map(({ network, budget }) => this.share(`network ${network}`, budget));
    return new Shareholder(account === null ? new Share('', 1) : this.share(`account ${account}`, 1), networks);
  }

  wait(holder: Shareholder): void {
    for (const share of this.kept(holder)) share.waiting += 1;
  }

  leave(holder: Shareholder): void {
    for (const share of holder.all) share.waiting -= 1;
  }

  enter(holder: Shareholder): void {
    this.decay();
    for (const share of this.kept(holder)) {
      share.served += 1;
      share.atWork += 1;
    }
  }

  end(holder: Shareholder): void {
    for (const share of holder.all) share.atWork -= 1;
  }

  /** One that is only asked about is not kept. */
  private share(key: string, budget: number): Share {
    return this.shares.get(key) ?? new Share(key, budget);
  }

  private kept(holder: Shareholder): readonly Share[] {
    for (const share of holder.all) this.shares.set(share.key, share);
    return holder.all;
  }

  private decay(): void {
    const now = performance.now();
    const elapsedMs = now - this.decayedAt;
    if (elapsedMs < decayEveryMs) return;
    this.decayedAt = now;
    const left = 0.5 ** (elapsedMs / halfLifeMs);
    for (const [key, share] of this.shares) {
      share.served *= left;
      if (share.served < negligible && share.waiting === 0 && share.atWork === 0) this.shares.delete(key);
    }
  }
}
