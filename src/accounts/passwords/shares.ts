import type { RequestContext } from '../../platform/request/request-context';

/** After this time, half of the served requests of an account or network are forgotten. */
const halfLifeMs = 5000;
const decayEveryMs = 500;
/** A smaller value is treated as 0. */
const negligible = 0.01;

/** The load of an account or a network on the queue. */
class Share {
  /** The number of slots that it got recently. The number decays with the half-life. */
  served = 0;
  waiting = 0;
  atWork = 0;

  constructor(
    readonly key: string,
    /** How many times the share of a single network it may use. 1 except for wide IPv6 networks. */
    readonly budget: number,
  ) {}
}

/** The loads of a request's account and networks. The greater load is compared first, so that it always counts. */
export type Load = readonly [greater: number, lesser: number];

const pair = (a: number, b: number): Load => (a > b ? [a, b] : [b, a]);

export const compareLoads = (a: Load, b: Load): number => a[0] - b[0] || a[1] - b[1];

/** The account and the networks that a request counts for. */
export class Shareholder {
  constructor(
    readonly account: Share,
    private readonly networks: readonly Share[],
  ) {}

  get all(): readonly Share[] {
    return [this.account, ...this.networks];
  }

  served(): Load {
    return this.loadOf((share) => share.served);
  }

  /** Returns the load of served and waiting requests. `more` is added to the load of the account. */
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
 * The recent load of accounts and networks on the queue, and how many of their requests wait. Entries without recent
 * requests are removed, so that the number of entries stays small.
 */
export class Shares {
  private readonly shares = new Map<string, Share>();
  private decayedAt = performance.now();

  get size(): number {
    return this.shares.size;
  }

  /** `account` is null if the account of the request is not known yet. */
  of(account: string | null, context: Pick<RequestContext, 'networks'>): Shareholder {
    const networks = context.networks.map(({ network, budget }) => this.share(`network ${network}`, budget));
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

  /** A new entry is only kept when it waits or is served. */
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
