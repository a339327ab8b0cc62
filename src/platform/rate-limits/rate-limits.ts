import { createHmac } from 'node:crypto';
import type { Derive } from '../encryption/derivation-key';
import { AppError } from '../errors/app-error';
import type { ErrorCode } from '../errors/error-table';
import type { Log } from '../observability/log';
import type { RequestContext } from '../request/request-context';
import type { Clock } from '../runtime/clock';
import { Attempt, type LimitStrategy } from './attempt';
import { type CounterStore, UncertainCount } from './counter';
import type { KnownNetworkStore } from './known-network.store';
import { type KnownNetwork, KnownNetworks } from './known-networks';
import { LimitCounters, type LimitSettings } from './limit-counters';
import { type RateLimit, rateLimits } from './limit-table';

/** What says that a secret was wrong. Other errors come after a right one. */
const wrongSecret = new Set<ErrorCode>([
  'INVALID_TOKEN',
  'UNAUTHENTICATED',
  'INVALID_CREDENTIALS',
  'PROVIDER_REJECTED',
]);

/** With these errors, an attempt did not take place or did not fail, so no limit counts it. */
const notCounted = new Set<ErrorCode>([
  'SERVICE_UNAVAILABLE',
  'INTERNAL',
  'ACCOUNT_DISABLED',
  'EMAIL_NOT_VERIFIED',
  'MFA_REQUIRED',
  'LINK_REQUIRED',
  'RATE_LIMITED',
]);

/** The failures of an account of one kind, such as logins, and the limits that count them. */
export interface AccountFailures {
  /** Whose failures they are, such as a canonical address. */
  of: string;
  limits: readonly RateLimit[];
  /** The purposes of the keys: of each network that the account knows, and of all others together. */
  keys: { shared: string; known: string };
}

export interface ReachedLimit {
  /** Its name. */
  limit: string;
  /** Null: all networks that the account does not know. */
  network: string | null;
  untilTs: Date;
}

interface RateLimitsNeeds {
  settings: LimitSettings;
  counters: CounterStore;
  knownNetworks: KnownNetworkStore;
  /** Whether the networks of logins are remembered although no limit needs them. */
  remembersNetworks?: boolean;
  derive: Derive;
  clock: Clock;
  log: Log;
}

/**
 * The rate limits of operations that take credentials. They count before the account is read and before a password is
 * hashed. Concurrent requests, both APIs and all spellings of an address share one count. The keys are HMACs, so the
 * store reveals no address. An address without an account counts like any other address.
 */
export class RateLimits {
  private readonly counters: LimitCounters;
  private readonly networks: KnownNetworks;

  constructor(private readonly needs: RateLimitsNeeds) {
    const { knownNetworks, remembersNetworks = false, clock } = needs;
    const { keyOf } = this;
    this.counters = new LimitCounters({ ...needs, keyOf });
    const areRead = rateLimits
      .all()
      .some((limit) => limit.sparesKnownNetworks && this.counters.limitOf(limit) !== null);
    this.networks = new KnownNetworks({ store: knownNetworks, keyOf, clock, areRead, areKept: remembersNetworks });
  }

  /** How many attempts each limit per network did not count, because their client was unknown. */
  get exemptions(): Readonly<Record<string, number>> {
    return this.counters.exemptions;
  }

  /**
   * Counts an attempt before it begins, as its strategy says.
   * @throws AppError `RATE_LIMITED`; what `work` throws
   */
  count<Turn, Result>(
    strategy: LimitStrategy<Turn>,
    context: RequestContext,
    work: (turn: Turn) => Promise<Result>,
  ): Promise<Result> {
    return this.counting(context, async (attempt) => {
      const turn = await context.timings.measure('limiter', () => strategy.before(attempt));
      const result = await work(turn).catch((error: unknown) => {
        strategy.afterFailure?.(attempt, error, turn);
        throw error;
      });
      const known = strategy.afterSuccess?.(turn);
      if (known) await context.timings.measure('limiter', () => attempt.succeed(known));
      return result;
    });
  }

  /**
   * Counts an attempt for each of these limits before `work` begins.
   * @throws AppError `RATE_LIMITED`; what `work` throws
   */
  attempt<Result>(limits: readonly RateLimit[], context: RequestContext, work: () => Promise<Result>): Promise<Result> {
    const before = async (attempt: Attempt) => {
      for (const limit of limits) {
        await (limit.per === 'network' ? attempt.countNetwork(limit) : attempt.count(limit, ''));
      }
    };
    return this.count({ before }, context, work);
  }

  /**
   * Counts `work` for the network if it finds a secret wrong that cannot be guessed: a token, a link of a mail, a signature.
   * The limit rejects failures only, so that a right secret is never rejected because others have sent wrong ones.
   * @throws AppError `RATE_LIMITED` for a wrong secret after the limit; what `work` throws
   */
  failures<Result>(
    limit: RateLimit & { readonly of: 'failures' },
    context: RequestContext,
    work: () => Promise<Result>,
  ): Promise<Result> {
    return work().catch(async (error: unknown) => {
      if (error instanceof AppError && wrongSecret.has(error.code)) {
        await this.count({ before: (attempt) => attempt.countNetwork(limit) }, context, async () => {});
      }
      throw error;
    });
  }

  /** Whether the counts show an attack, from the network of the client or on the installation. */
  isUnderAttack(context: RequestContext): boolean {
    return this.counters.isUnderAttack(context);
  }

  /** The installation has more work than it can do. */
  noteAttack(): void {
    this.counters.noteAttack();
  }

  /** The network from which a client logs in to an account. */
  knownNetwork(account: string, context: RequestContext): KnownNetwork {
    return this.networks.of(account, context);
  }

  /**
   * Remembers the network of a registration, or of a proof of the mailbox, as one of the owner. It is not known to the limits:
   * anyone can register an address.
   */
  trustNetwork(account: string, context: RequestContext): Promise<void> {
    return this.remember([this.networks.trustedKey(account, context)], context);
  }

  /**
   * Returns for a canonical address a text for the network of the client, if the user has signed in from there. Else null.
   */
  knownNetworkOf(context: RequestContext): (address: string) => Promise<string | null> {
    return (address) => this.networks.knownPairKey(address, context);
  }

  /** Remembers that a login with all factors of the account has succeeded from this network. */
  noteNetwork(
    { user, emailCanonical }: { user: { id: string }; emailCanonical: string },
    context: RequestContext,
  ): Promise<void> {
    const known = [
      this.networks.pairKey(emailCanonical, context),
      this.networks.anyAccountKey(context),
      this.networks.secondFactorKey(user.id, context),
    ];
    return this.remember(known, context);
  }

  /**
   * Returns the limits that now stop the wrong and the right secrets of an account. `networks` are those of its failures: a
   * network that the account knows has its own counts, and all others share one.
   */
  async reachedBy(failures: readonly AccountFailures[], networks: readonly string[]): Promise<ReachedLimit[]> {
    const reached: ReachedLimit[] = [];
    for (const { limit, limiter, key, network } of this.limitersOf(failures, networks)) {
      const waitMs = await limiter.waitMs(key);
      if (waitMs > 0) reached.push({ limit, network, untilTs: new Date(this.needs.clock().getTime() + waitMs) });
    }
    return reached;
  }

  /** Forgets the failures of an account. @throws AppError `SERVICE_UNAVAILABLE` */
  async lift(failures: readonly AccountFailures[], networks: readonly string[]): Promise<void> {
    try {
      for (const { limiter, key } of this.limitersOf(failures, networks)) await limiter.forget(key);
    } catch (cause) {
      throw cause instanceof AppError ? cause : new AppError('SERVICE_UNAVAILABLE', { cause });
    }
  }

  /** Returns unused counts to the store. */
  close(): Promise<void> {
    return this.counters.close();
  }

  private limitersOf(failures: readonly AccountFailures[], networks: readonly string[]) {
    return failures.flatMap(({ of, limits, keys }) => {
      const counted = [
        { network: null, key: this.keyOf(keys.shared, of) },
        ...networks.map((network) => ({ network, key: this.keyOf(keys.known, `${of} ${network}`) })),
      ];
      return limits.flatMap((limit) => {
        const limiter = this.counters.failuresOf(limit);
        return limiter ? counted.map((one) => ({ ...one, limit: limit.name, limiter })) : [];
      });
    });
  }

  private remember(known: readonly string[], context: RequestContext): Promise<void> {
    return context.timings.measure('limiter', () => this.attemptOf(context).succeed(known));
  }

  /** Undoes the counts of an attempt that did not take place or did not fail. */
  private async counting<Result>(context: RequestContext, run: (attempt: Attempt) => Promise<Result>): Promise<Result> {
    const attempt = this.attemptOf(context);
    try {
      return await run(attempt);
    } catch (thrown) {
      const isUncertain = thrown instanceof UncertainCount;
      const error = isUncertain ? thrown.cause : thrown;
      if (isUncertain && thrown.undo) void this.counters.retryInBackground(thrown.undo);
      const stays = error instanceof AppError && !notCounted.has(error.code);
      if (!stays) attempt.undo();
      throw error;
    }
  }

  private attemptOf(context: RequestContext): Attempt {
    return new Attempt(this.counters, this.networks, context, this.keyOf);
  }

  private readonly keyOf = (purpose: string, of: string): string =>
    createHmac('sha256', this.needs.derive('rate limits')).update(`${purpose} ${of}`).digest('base64url');
}
