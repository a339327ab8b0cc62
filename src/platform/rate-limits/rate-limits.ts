import { createHmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Derive } from '../encryption/derivation-key';
import { AppError } from '../errors/app-error';
import type { ErrorCode } from '../errors/error-table';
import type { Log } from '../observability/log';
import { networkOf, networksOf } from '../request/network';
import type { RequestContext } from '../request/request-context';
import { boundedMap } from '../runtime/bounded-map';
import type { Clock } from '../runtime/clock';
import { KeyedQueue } from '../runtime/keyed-queue';
import { type CounterStore, UncertainCount } from './counter';
import type { KnownNetworkStore } from './known-network.store';
import { type Limit, type LimitName, type LimitOf, limitNames, limitTable } from './limit-table';
import { type Counted, type FailureLimiter, LoginBackOff } from './login-back-off';
import { LoginFailures } from './login-failures';
import { ReplacedFailureLimiter } from './replaced-failure-limiter';
import { type Limiter, ReplacedLimiter } from './replaced-limiter';
import { WindowCounter } from './window-counter';

/** Null means that the limit is off. */
export type LimitSettings = Readonly<Record<LimitName, Limit | null>>;

/** The limits that treat known networks in another way. */
const limitsWithKnownNetworks = [
  'LOGIN_ACCOUNT',
  'LOGIN_FAILURES',
  'MFA_ACCOUNT',
  'MFA_FAILURES',
  'CODE_GLOBAL',
  'MAIL_GLOBAL',
  'GLOBAL',
] as const satisfies LimitName[];

interface Reached {
  atMs: number;
  waitMs: number;
}

/** The limits of failed logins and of second factors of an account. */
/** The keys of the failures of an account: of each network that it knows, and of all others together. */
const loginKeys = { shared: 'LOGIN_ACCOUNT', known: 'known' } as const;
const factorKeys = { shared: 'MFA', known: 'known to second factors' } as const;

export const failureNames = ['LOGIN_ACCOUNT', 'LOGIN_FAILURES', 'MFA_ACCOUNT', 'MFA_FAILURES'] as const;
type FailureLimit = (typeof failureNames)[number];
type Window = Exclude<LimitName, FailureLimit>;
/** The limits of a network or of the installation that count attempts, whether or not they succeed. A registration counts for `GLOBAL`. */
type AttemptLimit = LimitOf<'requests'> | 'GLOBAL';
/** What a client can have mailed to an address. */
type LimitedMail =
  | 'registration'
  | 'email_login'
  | 'verify_email'
  | 'reset_password'
  | 'confirm_email_change'
  | 'deletion_scheduled';
/** Whether a mail is sent now, and when the next one can be asked for. */
export interface MailTurn {
  /** Such a mail was sent to the address a moment ago. */
  isPaused: boolean;
  /** Seconds until another mail of this kind can be asked for. */
  waitS: number;
}
interface CountedMail extends MailTurn {
  /** Whether the user of the address has signed in from the network of the client. */
  isOfKnownNetwork: boolean;
}
/** The limits that count in fixed time windows. */
const windowNames = limitNames.filter((name): name is Window => !failureNames.some((other) => other === name));

const dayMs = 86_400_000;
/** After its last login, a network is known to the account for this time. */
export const knownForMs = 90 * dayMs;
/** How long this process itself rejects a key that the store has rejected. */
const reachedForMs = 1000;
/** How often an undo is tried, with growing delays up to `longestWaitMs`. */
const undoRetries = { attempts: 60, longestWaitMs: 1000 } as const;

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

/** An account whose failures are counted, with its canonical address. */
export interface CountedAccount {
  userId: string;
  address: string;
}

export interface ReachedLimit {
  limit: LimitName;
  /** Null: all networks that the account does not know. */
  network: string | null;
  untilTs: Date;
}

/** The keys of the network of a login in `known_networks`, and since when it must have been seen. */
export interface KnownNetwork {
  key: Uint8Array<ArrayBuffer>;
  /** Of `trustNetwork`. */
  trustedKey: Uint8Array<ArrayBuffer>;
  since: Date;
}

export interface RateLimitsNeeds {
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
  /**
   * How many logins of one account may run at the same time. This is less than the number of free failures: an attempt
   * counts as failed until its result is known, and concurrent correct passwords must not be rejected.
   */
  readonly loginsAtOnce: number;
  private readonly backOff: FailureLimiter | null;
  private readonly loginFailures: FailureLimiter | null;
  private readonly factorBackOff: FailureLimiter | null;
  private readonly factorFailures: FailureLimiter | null;
  /** The counter of each limit, by the budget of a network (`networksOf`). */
  private readonly windows: Readonly<Record<Window, ((budget: number) => Limiter) | null>>;
  private readonly counters: WindowCounter[] = [];
  private readonly changes = new KeyedQueue({ longestWaitMs: 1000, longestQueue: 30 }, () =>
    limitError('CHANGE_ACCOUNT', 1000),
  );
  private readonly needsNetworks: boolean;
  /** How many attempts each limit per network did not count, because their client was unknown. */
  readonly exemptions: Record<string, number> = Object.fromEntries(
    windowNames.filter((name) => limitTable[name].per === 'network').map((name) => [name, 0]),
  );
  /** Keys that the store has recently rejected. Further requests with these keys need no query. */
  private readonly reached = boundedMap<Reached>(10_000);
  /** When a known network was last stored, by key. */
  private readonly remembered = boundedMap<number>(50_000);

  constructor(private readonly needs: RateLimitsNeeds) {
    const open = (name: Window) =>
      needs.settings[name] &&
      countersByBudget(needs.settings[name], (budget, limit) =>
        this.withReplacement(needs.counters, (store) => this.openWindow(store, name, budget, limit)),
      );
    const openAccount = (Type: typeof LoginBackOff | typeof LoginFailures, name: FailureLimit) => {
      const limit = needs.settings[name];
      if (!limit) return null;
      const { counters } = needs;
      const limiter = new Type(counters, name, limit);
      if (!counters.replacement) return limiter;
      const both = [limiter, new Type(counters.replacement, name, limit)] as const;
      return new ReplacedFailureLimiter(both, (work) => this.retryInBackground(work));
    };
    this.loginsAtOnce = needs.settings.LOGIN_ACCOUNT
      ? Math.max(1, needs.settings.LOGIN_ACCOUNT.count - 1)
      : Number.POSITIVE_INFINITY;
    this.backOff = openAccount(LoginBackOff, 'LOGIN_ACCOUNT');
    this.loginFailures = openAccount(LoginFailures, 'LOGIN_FAILURES');
    this.factorBackOff = openAccount(LoginBackOff, 'MFA_ACCOUNT');
    this.factorFailures = openAccount(LoginFailures, 'MFA_FAILURES');
    this.windows = Object.fromEntries(windowNames.map((name) => [name, open(name)])) as typeof this.windows;
    this.needsNetworks = limitsWithKnownNetworks.some((name) => needs.settings[name] !== null);
  }

  /**
   * Counts a login before it begins. The limits of the network and of the installation count first. They are the same
   * for every account, so their result does not reveal which accounts exist. A network from which the user has logged
   * in to the account has its own back-off. So failures from other networks do not lock the user out.
   * A backend that does not name its clients is such a network, too. No limit per network stops its clients, so GLOBAL
   * and LOGIN_FAILURES apply to it without an exception.
   * @throws AppError `RATE_LIMITED`; what `login` throws
   */
  login<Result>(account: string, context: RequestContext, login: () => Promise<Result>): Promise<Result> {
    const network = networkOf(context.ip);
    const pair = this.pairKey(loginKeys.known, account, context);
    const ofAnyAccount = this.keyOf('known network', network);
    const isOfOneClient = !isOfUnknownClient(context);
    return this.counting(async (counted) => {
      let ofNetwork = 0;
      await context.timings.measure('limiter', async () => {
        await this.consumeNetworks('LOGIN_NETWORK', context, counted);
        counted.push(await (isOfOneClient ? this.consumeGlobal(ofAnyAccount) : this.consume('GLOBAL', '')));
        ofNetwork = counted.length;
        const isKnown = await this.isKnown(pair);
        const key = isKnown ? pair : this.keyOf(loginKeys.shared, account);
        counted.push(await this.consumeAttempt('LOGIN_ACCOUNT', this.backOff, key));
        if (isKnown && isOfOneClient) return;
        const failures = await this.consumeAttempt('LOGIN_FAILURES', this.loginFailures, key);
        counted.push(failures);
        context.failuresBefore = failures.failuresBefore ?? 0;
      });
      const result = await login().catch((error: unknown) => {
        // The password was right. `secondFactor` has counted the wrong code for the account.
        const isWrongCode = error instanceof AppError && error.code === 'INVALID_TOKEN';
        if (isWrongCode) this.undo(counted.splice(ofNetwork));
        throw error;
      });
      await context.timings.measure('limiter', () => this.record([pair, ofAnyAccount], counted));
      return result;
    });
  }

  /** The network from which a client logs in to an account. */
  knownNetwork(account: string, context: RequestContext): KnownNetwork {
    const key = bytesOf(this.pairKey(loginKeys.known, account, context));
    const trustedKey = bytesOf(this.pairKey('trusted', account, context));
    return { key, trustedKey, since: new Date(this.needs.clock().getTime() - knownForMs) };
  }

  /**
   * Remembers the network of a registration, or of a proof of the mailbox, as one of the owner. It is not known to the limits:
   * anyone can register an address.
   */
  trustNetwork(account: string, context: RequestContext): Promise<void> {
    const trusted = this.pairKey('trusted', account, context);
    return context.timings.measure('limiter', () => this.record([trusted], []));
  }

  /**
   * Returns for a canonical address a text for the network of the client, if the user has signed in from there. Else null.
   * Clients of a trusted backend that does not name them could be anywhere.
   */
  knownNetworkOf(context: RequestContext): (address: string) => Promise<string | null> {
    return async (address) => {
      if (isOfUnknownClient(context)) return null;
      const pair = this.pairKey(loginKeys.known, address, context);
      return (await this.isKnown(pair)) ? pair : null;
    };
  }

  /** Remembers that a login with all factors of the account has succeeded from this network. */
  noteNetwork(
    { user, emailCanonical }: { user: { id: string }; emailCanonical: string },
    context: RequestContext,
  ): Promise<void> {
    const network = networkOf(context.ip);
    const known = [
      this.pairKey(loginKeys.known, emailCanonical, context),
      this.keyOf('known network', network),
      this.keyOf(factorKeys.known, `${user.id} ${network}`),
    ];
    return context.timings.measure('limiter', () => this.record(known, []));
  }

  /**
   * Counts an attempt with a second factor of a user before `work` begins. Only a success of `work` resets the counts: a
   * right password does not, because anyone who has it could try codes for ever (NIST SP 800-63B, section 5.2.2). A network
   * from which the user has shown a second factor has its own counts, and all other networks share one. So anyone who has
   * only the password does not lock the user out.
   * @throws AppError `RATE_LIMITED`; what `work` throws
   */
  secondFactor<Result>(userId: string, context: RequestContext, work: () => Promise<Result>): Promise<Result> {
    const pair = this.keyOf(factorKeys.known, `${userId} ${networkOf(context.ip)}`);
    return this.counting(async (counted) => {
      await context.timings.measure('limiter', async () => {
        const key = (await this.isKnown(pair)) ? pair : this.keyOf(factorKeys.shared, userId);
        counted.push(await this.consumeAttempt('MFA_ACCOUNT', this.factorBackOff, key));
        const failures = await this.consumeAttempt('MFA_FAILURES', this.factorFailures, key);
        counted.push(failures);
        context.failuresBefore = Math.max(context.failuresBefore ?? 0, failures.failuresBefore ?? 0);
      });
      const result = await work();
      await context.timings.measure('limiter', () => this.record([pair], counted));
      return result;
    });
  }

  /**
   * Returns the limits that now stop the wrong and the right secrets of an account. `networks` are those of its failures: a
   * network that the account knows has its own counts, and all others share one.
   */
  async reachedBy(account: CountedAccount, networks: readonly string[]): Promise<ReachedLimit[]> {
    const reached: ReachedLimit[] = [];
    for (const { limit, limiter, key, network } of this.failuresOf(account, networks)) {
      const waitMs = await limiter.waitMs(key);
      if (waitMs > 0) reached.push({ limit, network, untilTs: new Date(this.needs.clock().getTime() + waitMs) });
    }
    return reached;
  }

  /** Forgets the failures of an account. @throws AppError `SERVICE_UNAVAILABLE` */
  async lift(account: CountedAccount, networks: readonly string[]): Promise<void> {
    try {
      for (const { limiter, key } of this.failuresOf(account, networks)) await limiter.forget(key);
    } catch (cause) {
      throw cause instanceof AppError ? cause : new AppError('SERVICE_UNAVAILABLE', { cause });
    }
  }

  private failuresOf({ userId, address }: CountedAccount, networks: readonly string[]) {
    const logins = { of: address, ...loginKeys };
    const factors = { of: userId, ...factorKeys };
    const kinds = [
      { ...logins, limit: 'LOGIN_ACCOUNT', limiter: this.backOff },
      { ...logins, limit: 'LOGIN_FAILURES', limiter: this.loginFailures },
      { ...factors, limit: 'MFA_ACCOUNT', limiter: this.factorBackOff },
      { ...factors, limit: 'MFA_FAILURES', limiter: this.factorFailures },
    ] as const;
    return kinds.flatMap(({ of, shared, known, limit, limiter }) =>
      limiter === null
        ? []
        : [
            { limit, limiter, network: null, key: this.keyOf(shared, of) },
            ...networks.map((network) => ({ limit, limiter, network, key: this.keyOf(known, `${of} ${network}`) })),
          ],
    );
  }

  /**
   * Counts an attempt for each of these limits before `work` begins.
   * @throws AppError `RATE_LIMITED`; what `work` throws
   */
  attempt<Result>(
    names: readonly AttemptLimit[],
    context: RequestContext,
    work: () => Promise<Result>,
  ): Promise<Result> {
    return this.counting(async (counted) => {
      await context.timings.measure('limiter', async () => {
        for (const name of names) {
          if (limitTable[name].per === 'network') await this.consumeNetworks(name, context, counted);
          else counted.push(await this.consume(name, ''));
        }
      });
      return work();
    });
  }

  /**
   * Counts `work` for the network if it finds a secret wrong that cannot be guessed: a token, a link of a mail, a signature.
   * The limit rejects failures only, so that a right secret is never rejected because others have sent wrong ones.
   * @throws AppError `RATE_LIMITED` for a wrong secret after the limit; what `work` throws
   */
  failures<Result>(name: LimitOf<'failures'>, context: RequestContext, work: () => Promise<Result>): Promise<Result> {
    return work().catch(async (error: unknown) => {
      if (error instanceof AppError && wrongSecret.has(error.code)) {
        await this.counting((counted) =>
          context.timings.measure('limiter', () => this.consumeNetworks(name, context, counted)),
        );
      }
      throw error;
    });
  }

  /**
   * Counts an attempt with the link or the code of a mail: a wrong link as `failures` does. A wrong code counts for its
   * network and the installation before `work` begins: six digits could be guessed with the addresses of a whole domain.
   * Known networks have a count of their own, so that others do not use it up.
   * @throws AppError `RATE_LIMITED`; what `work` throws
   */
  mailProof<Result>(
    proof: { token: string } | { code: string },
    context: RequestContext,
    work: () => Promise<Result>,
  ): Promise<Result> {
    return 'code' in proof ? this.code(context, work) : this.failures('RESET_NETWORK', context, work);
  }

  /**
   * Counts a login with the link or the code of a mail, as `mailProof` does. The caller then calls `noteNetwork`.
   * @throws AppError `RATE_LIMITED`; what `work` throws
   */
  emailLogin<Result>(
    proof: { link: string } | { code: string },
    context: RequestContext,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const counting = 'code' in proof ? () => this.code(context, work) : work;
    return this.failures('PASSWORDLESS_NETWORK', context, counting);
  }

  private code<Result>(context: RequestContext, work: () => Promise<Result>): Promise<Result> {
    return this.counting(async (counted) => {
      await context.timings.measure('limiter', async () => {
        await this.consumeNetworks('CODE_NETWORK', context, counted);
        counted.push(await this.consume('CODE_GLOBAL', (await this.isOfKnownNetwork(context)) ? 'known networks' : ''));
      });
      const result = await work().catch((error: unknown) => {
        // Otherwise, the code was compared with nothing, or was right.
        const isWrongCode = error instanceof AppError && error.reason === 'wrong code';
        if (!isWrongCode) this.undo(counted.splice(0));
        throw error;
      });
      await context.timings.measure('limiter', () => this.record([], counted));
      return result;
    });
  }

  /**
   * Counts a failed authentication of an OAuth client, for its network and for the client id in the request.
   * @throws AppError `RATE_LIMITED` if a limit was reached
   */
  clientFailure(clientId: string, context: RequestContext): Promise<void> {
    return this.counting((counted) =>
      context.timings.measure('limiter', async () => {
        await this.consumeNetworks('CLIENT_NETWORK', context, counted);
        counted.push(await this.consume('CLIENT_FAILURES', clientId));
      }),
    );
  }

  /**
   * Counts a mail before the address is looked up, so that the result does not reveal which addresses have accounts. Each
   * kind of mail has its own counts: a request may send nothing, and then must not use up the mails of another kind. Clients
   * in known networks do not count for the installation, and its limit does not stop them.
   * While `isPaused`, `work` succeeds and sends nothing.
   * @param address a canonical e-mail address
   * @throws AppError `RATE_LIMITED`; what `work` throws
   */
  mail<Result>(
    kind: LimitedMail,
    address: string,
    context: RequestContext,
    work: (turn: CountedMail) => Promise<Result>,
  ): Promise<Result> {
    return this.counting(async (counted) => {
      const turn = await context.timings.measure('limiter', async () => {
        await this.consumeNetworks('MAIL_NETWORK', context, counted);
        const known = await this.knownNetworkOf(context)(address);
        const isOfKnownNetwork = known !== null;
        // A mail to sign in is of use only to who has asked for it, so strangers who ask for many would lock the user out.
        const of = `${kind} ${kind === 'email_login' && isOfKnownNetwork ? known : address}`;
        const pausedS = await this.reachedFor('MAIL_ADDRESS_PAUSE', of, counted);
        if (pausedS !== null) return { isPaused: true, waitS: pausedS, isOfKnownNetwork };
        counted.push(await this.consume('MAIL_ADDRESS', of));
        if (!(await this.isOfKnownNetwork(context))) counted.push(await this.consume('MAIL_GLOBAL', kind));
        const waitS = this.needs.settings.MAIL_ADDRESS_PAUSE?.seconds ?? 0;
        return { isPaused: false, waitS, isOfKnownNetwork };
      });
      return work(turn);
    });
  }

  /**
   * Counts the mail of a registration that creates an account, before `work` begins. After the limit of the address, the
   * registration succeeds and sends nothing. A registration that fails has sent nothing, so it does not count.
   * @param address a canonical e-mail address
   */
  mailOfRegistration<Result>(
    address: string,
    context: RequestContext,
    work: (state: { isLimited: boolean }) => Promise<Result>,
  ): Promise<Result> {
    return this.counting(async (counted) => {
      const limitedS = await context.timings.measure('limiter', () =>
        this.reachedFor('MAIL_ADDRESS', `registration ${address}`, counted),
      );
      return work({ isLimited: limitedS !== null }).catch((error: unknown) => {
        this.undo(counted.splice(0));
        throw error;
      });
    });
  }

  /**
   * Counts a mail that a super admin sends to a user before `work` begins. The limits of networks and of the installation do
   * not apply. There is no pause: a success means that a mail was sent.
   * @param address a canonical e-mail address
   * @throws AppError `RATE_LIMITED`; what `work` throws
   */
  mailOfSuperAdmin<Result>(
    kind: 'reset_password' | 'invite',
    address: string,
    context: RequestContext,
    work: () => Promise<Result>,
  ): Promise<Result> {
    return this.counting(async (counted) => {
      await context.timings.measure('limiter', async () =>
        counted.push(await this.consume('MAIL_ADDRESS', `${kind} ${address}`)),
      );
      return work();
    });
  }

  /** Counts an operation of a super admin before `work` begins. @throws AppError `RATE_LIMITED`; what `work` throws */
  administration<Result>(userId: string, context: RequestContext, work: () => Promise<Result>): Promise<Result> {
    return this.counting(async (counted) => {
      await context.timings.measure('limiter', async () => counted.push(await this.consume('ADMIN', userId)));
      return work();
    });
  }

  /**
   * Counts a change that a signed-in user asks for. The requests of an account are counted one after the other, because
   * concurrent statements would wait for the row of its count, each with a connection.
   * @throws AppError `RATE_LIMITED`
   */
  change(userId: string, context: RequestContext): Promise<void> {
    if (!this.windows.CHANGE_ACCOUNT) return Promise.resolve();
    return this.counting((counted) =>
      context.timings.measure('limiter', () =>
        this.changes.run(userId, async () => {
          counted.push(await this.consume('CHANGE_ACCOUNT', userId));
        }),
      ),
    );
  }

  /** Counts, and returns for how many seconds the limit is reached, for an operation that then does less. Null if it is not. */
  private async reachedFor(name: Window, of: string, counted: Counted[]): Promise<number | null> {
    try {
      counted.push(await this.consume(name, of));
      return null;
    } catch (error) {
      if (error instanceof AppError && error.limit === name) return error.retryAfterS ?? 0;
      throw error;
    }
  }

  /** Undoes the counts of an attempt that did not take place or did not fail. */
  private async counting<Result>(attempt: (counted: Counted[]) => Promise<Result>): Promise<Result> {
    const counted: Counted[] = [];
    try {
      return await attempt(counted);
    } catch (thrown) {
      const isUncertain = thrown instanceof UncertainCount;
      const error = isUncertain ? thrown.cause : thrown;
      if (isUncertain && thrown.undo) void this.retryInBackground(thrown.undo);
      const stays = error instanceof AppError && !notCounted.has(error.code);
      if (!stays) this.undo(counted);
      throw error;
    }
  }

  private undo(counted: readonly Counted[]): void {
    for (const { undo } of counted) void this.retryInBackground(undo);
  }

  /** Counts for the network of the client. For IPv6, also counts for the wider networks around it. */
  private async consumeNetworks(name: Window, context: RequestContext, counted: Counted[]): Promise<void> {
    if (isOfUnknownClient(context)) {
      if (this.windows[name]) this.exemptions[name] = (this.exemptions[name] ?? 0) + 1;
      return;
    }
    for (const { network, budget } of networksOf(context.ip)) counted.push(await this.consume(name, network, budget));
  }

  private async consume(name: Window, of: string, budget = 1): Promise<Counted> {
    const counter = this.windows[name]?.(budget);
    if (!counter) return nothing;
    const key = this.keyOf(name, of);
    const now = this.needs.clock().getTime();
    const reached = this.reached.get(key);
    if (reached && now - reached.atMs < reachedForMs) throw limitError(name, reached.atMs + reached.waitMs - now);
    const taken = await counter.consume(key);
    if (typeof taken !== 'number') return taken;
    this.reached.set(key, { atMs: now, waitMs: taken });
    throw limitError(name, taken);
  }

  private withReplacement(counters: CounterStore, open: (store: CounterStore) => Limiter): Limiter {
    const { replacement } = counters;
    if (!replacement) return open(counters);
    return new ReplacedLimiter(open(counters), open(replacement), (work) => this.retryInBackground(work));
  }

  private openWindow(counters: CounterStore, name: LimitName, budget: number, limit: Limit): WindowCounter {
    const counter = counters.create(budget === 1 ? name : `${name}:${budget}`, limit);
    const window = new WindowCounter(counter, (work) => this.retryInBackground(work));
    this.counters.push(window);
    return window;
  }

  /** Returns unused counts to the store. */
  async close(): Promise<void> {
    await Promise.all(this.counters.map((counter) => counter.close()));
  }

  /**
   * If many networks reach the limit of the installation, networks with an earlier login are not affected. This check
   * only uses the network, so its result does not depend on the account.
   */
  private async consumeGlobal(network: string): Promise<Counted> {
    try {
      return await this.consume('GLOBAL', '');
    } catch (error) {
      if (error instanceof AppError && error.limit === 'GLOBAL' && (await this.isKnown(network))) return nothing;
      throw error;
    }
  }

  private async consumeAttempt(name: FailureLimit, of: Limiter | null, key: string): Promise<Counted> {
    const taken = of ? await of.consume(key) : nothing;
    if (typeof taken === 'number') throw limitError(name, taken);
    return taken;
  }

  /** Whether the client is in a network with an earlier login to any account. This depends on the network alone. */
  private async isOfKnownNetwork(context: RequestContext): Promise<boolean> {
    return !isOfUnknownClient(context) && this.isKnown(this.keyOf('known network', networkOf(context.ip)));
  }

  /** `key` stands for a network, or for an account and a network. */
  private async isKnown(key: string): Promise<boolean> {
    if (!this.needsNetworks) return false;
    const since = this.needs.clock().getTime() - knownForMs;
    if ((this.remembered.get(key) ?? 0) > since) return true;
    return this.needs.knownNetworks.isKnown(bytesOf(key), new Date(since));
  }

  private async remember(pair: string): Promise<void> {
    const at = this.needs.clock();
    const isNeeded = this.needsNetworks || this.needs.remembersNetworks;
    if (!isNeeded || at.getTime() - (this.remembered.get(pair) ?? 0) < dayMs) return;
    await this.needs.knownNetworks.remember(bytesOf(pair), at, new Date(at.getTime() - knownForMs));
    this.remembered.set(pair, at.getTime());
  }

  /** Records a success. The client gets the success even if the store is unavailable; the record is then retried. */
  private async record(known: readonly string[], counted: readonly Counted[]): Promise<void> {
    const notes = [...known.map((key) => () => this.remember(key)), ...counted.map(({ release }) => release)];
    const isLate = (record: () => Promise<unknown>) =>
      record().then(
        () => false,
        () => true,
      );
    const late = await Promise.all(notes.map(isLate));
    for (const [i, record] of notes.entries()) if (late[i]) void this.retryInBackground(record);
  }

  /** The store may be unavailable now, or may have closed this connection. */
  private async retryInBackground(record: () => Promise<unknown>): Promise<void> {
    for (let attempt = 0; attempt < undoRetries.attempts; attempt += 1) {
      const isDone = await record().then(
        () => true,
        () => false,
      );
      if (isDone) return;
      await delay(Math.min(10 * 2 ** attempt, undoRetries.longestWaitMs), undefined, { ref: false });
    }
    this.needs.log.warn(
      'the result of a successful request could not be recorded in the rate limits: its client may be limited too early',
    );
  }

  /** The key of the network of a client in `known_networks`, for an account. */
  private pairKey(kind: 'known' | 'trusted', account: string, { ip }: RequestContext): string {
    return this.keyOf(kind, `${account} ${networkOf(ip)}`);
  }

  private keyOf(purpose: string, of: string): string {
    return createHmac('sha256', this.needs.derive('rate limits')).update(`${purpose} ${of}`).digest('base64url');
  }
}

/** Whether a trusted backend sent the request without the address of its client. */
const isOfUnknownClient = ({ backend }: RequestContext): boolean => backend?.client === 'unnamed';

const nothing: Counted = { release: async () => {}, undo: async () => {} };

function countersByBudget({ count, seconds }: Limit, open: (budget: number, limit: Limit) => Limiter) {
  const byBudget = new Map<number, Limiter>();
  return (budget: number): Limiter => {
    const counter = byBudget.get(budget) ?? open(budget, { count: count * budget, seconds });
    byBudget.set(budget, counter);
    return counter;
  };
}

const bytesOf = (key: string) => Uint8Array.from(Buffer.from(key, 'base64url'));

function limitError(limit: LimitName, waitMs: number): AppError {
  return new AppError('RATE_LIMITED', { limit, retryAfterS: Math.max(1, Math.ceil(waitMs / 1000)) });
}
