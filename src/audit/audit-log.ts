import { createHash, createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { v7 as uuidv7 } from 'uuid';
import { aroundMethods } from '../around-methods';
import type { Client } from '../client';
import type { Clock } from '../clock';
import { AppError } from '../errors';
import type { Log } from '../log';
import { networkOf } from '../network';
import type { Derive } from '../secrets/derivation-key';
import type { AuditStore } from './audit.store';
import type { AuditAction, AuditEvent } from './audit-event';

const hourMs = 3_600_000;
/** Failures are written together, so that a flood of them is a few statements. Milliseconds. */
const flushAfterMs = 250;
const retryAfterMs = 1000;
/** What waits to be written while the database is away; once more as much has room if it concerns accounts that exist. */
const mostPending = 2000;
/** So many accounts of a network, and networks of an account, have rows of their own in an hour; the others share one. */
const mostDistinct = 20;
/** And so many rows there are for failures in an hour, from one instance. */
const mostRows = 5000;
/**
 * But an account that exists always has its rows, whatever is tried with invented addresses: so many accounts and
 * kinds of failure in an hour. More real accounts than that are beyond the limits of logins.
 */
const mostAccountRows = 20_000;
/** Some 10 MB. */
const mostAccounts = 50_000;
const mostRequestIds = 20;

const actionOfOperation: Readonly<Record<string, AuditAction>> = {
  register: 'registration_refused',
  login: 'login_failed',
  refresh: 'refresh_refused',
};

export interface AccountKeys {
  /** What stands for an address that may have no account. In hex. */
  accountKeyOf(emailCanonical: string): string;
}

export function createAccountKeys(derive: Derive): AccountKeys {
  return {
    accountKeyOf: (emailCanonical) => createHmac('sha256', derive('audit')).update(emailCanonical).digest('hex'),
  };
}

/**
 * Writes down what was refused. Not in the transaction of a deed, as there is none; in the background, so that a
 * refusal takes no longer; and repeats of one failure within an hour on one row.
 */
export class AuditLog {
  private readonly pending = new Map<string, AuditEvent>();
  /** Fold keys of this hour that have a row. */
  private readonly rows = new LRUCache<string, true>({ max: mostRows + mostAccountRows });
  /** By network and by account: how many rows they have. */
  private readonly distinct = new LRUCache<string, number>({ max: 2 * mostRows + mostAccountRows });
  /**
   * By account key, accounts that were seen here: what a limit rejects is rejected before it is known whether its
   * address has one.
   */
  private readonly accounts = new LRUCache<string, { userId: string | null }>({ max: mostAccounts });
  private hour = 0;
  /** By whether it is of an account that exists: how many rows this hour has. */
  private readonly rowsOfHour = { known: 0, unknown: 0 };
  private droppedCount = 0;
  private mergedCount = 0;
  private mergedIsLogged = false;
  private timer: NodeJS.Timeout | null = null;
  private flushing: Promise<void> = Promise.resolve();

  constructor(
    private readonly store: Pick<AuditStore, 'fold'>,
    private readonly accountKeys: AccountKeys,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Failures that are in no row, as too many waited while the database was away. */
  get dropped(): number {
    return this.droppedCount;
  }

  /** Failures whose row does not say the account or the network, as there were too many of them. */
  get merged(): number {
    return this.mergedCount;
  }

  /** Remembers the account that an operation was about. */
  succeeded({ trail: { about } }: Client): void {
    if (about.account !== undefined && about.userId !== undefined) {
      this.accounts.set(this.accountKeys.accountKeyOf(about.account), { userId: about.userId });
    }
  }

  refused(operation: string, client: Client, error: AppError): void {
    const action = actionOf(operation, error);
    if (!action) return;
    const { account: address, sessionId = null } = client.trail.about;
    const accountKey = address === undefined ? null : this.accountKeys.accountKeyOf(address);
    const account = this.accountOf(accountKey, client.trail.about.userId ?? null, error);
    const userId = account?.userId ?? null;
    const { reason } = error;
    const at = this.clock();
    const network = networkOf(client.ip);
    const what = [Math.floor(at.getTime() / hourMs), action, error.code, error.limit, operation, reason];
    const { key, byAccount, byNetwork } = this.foldKeyOf(
      what.join(' '),
      { name: accountKey ?? userId ?? '', exists: account !== null },
      network,
    );
    const known = this.pending.get(key);
    const requestIds = [...(known?.requestIds ?? []), client.requestId].slice(-mostRequestIds);
    this.pending.set(key, {
      id: known?.id ?? uuidv7({ msecs: at.getTime() }),
      action,
      outcome: error.code,
      userId: byAccount ? userId : null,
      accountKey: byAccount ? accountKey : null,
      sessionId: byAccount ? sessionId : null,
      ip: byNetwork ? client.ip : null,
      network: byNetwork ? network : null,
      userAgent: client.userAgent,
      requestIds,
      details: {
        operation,
        ...(reason && { reason }),
        ...(error.limit && { limit: error.limit }),
        ...(error.retryAfterS !== null && { retryAfterS: error.retryAfterS }),
        ...(client.forwardedBy > 0 && { forwardedBy: client.forwardedBy }),
        stepsMs: client.trail.totals(),
      },
      firstTs: known?.firstTs ?? at,
      lastTs: at,
      count: (known?.count ?? 0) + 1,
      foldKey: key,
    });
    this.timer ??= setTimeout(() => this.startFlush(), flushAfterMs);
  }

  /** Null for one that is not known to exist. */
  private accountOf(accountKey: string | null, userId: string | null, error: AppError) {
    const known = accountKey === null ? undefined : this.accounts.get(accountKey);
    if (userId === null && error.code !== 'EMAIL_TAKEN') return known ?? null;
    const account = { userId: userId ?? known?.userId ?? null };
    if (accountKey !== null) this.accounts.set(accountKey, account);
    return account;
  }

  /** Writes what waits. */
  async close(): Promise<void> {
    this.startFlush();
    await this.flushing;
    if (this.timer) clearTimeout(this.timer);
  }

  private startFlush(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    this.flushing = this.flushing.then(() => this.flush());
  }

  private async flush(): Promise<void> {
    const events = [...this.pending.values()];
    if (events.length === 0) return;
    this.pending.clear();
    try {
      await this.store.fold(events);
    } catch (error) {
      const before = this.droppedCount;
      for (const event of events) if (event.foldKey) this.putBack(event.foldKey, event);
      const dropped = this.droppedCount - before;
      this.log.warn(
        { err: error, events: events.length, ...(dropped > 0 && { dropped }) },
        'refusals could not be written down; trying again',
      );
      this.timer ??= setTimeout(() => this.startFlush(), retryAfterMs);
    }
  }

  private putBack(key: string, event: AuditEvent): void {
    const newer = this.pending.get(key);
    if (!newer && !this.hasRoom(event.userId !== null || event.outcome === 'EMAIL_TAKEN')) {
      this.droppedCount += event.count;
      return;
    }
    if (newer) {
      newer.count += event.count;
      newer.firstTs = event.firstTs;
      newer.requestIds = [...event.requestIds, ...newer.requestIds].slice(-mostRequestIds);
    } else {
      this.pending.set(key, event);
    }
  }

  /** The row of a failure: its own while there are few of its account and its network, else a shared one. */
  private foldKeyOf(what: string, account: { name: string; exists: boolean }, network: string) {
    this.beginHour();
    const kind = account.exists ? 'known' : 'unknown';
    const own = hashOf(`${what} ${account.name} ${network}`);
    if (this.rows.has(own)) return { key: own, byAccount: true, byNetwork: true };
    const isFull = this.rowsOfHour[kind] >= mostRows || !this.hasRoom(account.exists);
    const byNetwork = !isFull && this.countOf(`account ${account.name}`) < mostDistinct;
    const byAccount = account.exists
      ? this.rowsOfHour.known < mostAccountRows && this.hasRoom(true)
      : !isFull && this.countOf(`network ${network}`) < mostDistinct;
    const key = hashOf(`${what} ${byAccount ? account.name : '*'} ${byNetwork ? network : '*'}`);
    if (byAccount && !this.rows.has(key)) {
      this.rows.set(key, true);
      this.rowsOfHour[kind] += 1;
      this.distinct.set(`account ${account.name}`, this.countOf(`account ${account.name}`) + 1);
      // The accounts that exist do not use up what those that are invented share.
      if (!account.exists) this.distinct.set(`network ${network}`, this.countOf(`network ${network}`) + 1);
    }
    if (!byAccount || !byNetwork) this.noteMerged();
    return { key, byAccount, byNetwork };
  }

  private beginHour(): void {
    const hour = Math.floor(this.clock().getTime() / hourMs);
    if (hour === this.hour) return;
    this.hour = hour;
    this.rowsOfHour.known = 0;
    this.rowsOfHour.unknown = 0;
    this.mergedIsLogged = false;
    this.rows.clear();
    this.distinct.clear();
  }

  private hasRoom(exists: boolean): boolean {
    return this.pending.size < (exists ? 2 * mostPending : mostPending);
  }

  private noteMerged(): void {
    this.mergedCount += 1;
    if (this.mergedIsLogged) return;
    this.mergedIsLogged = true;
    this.log.warn('many failures: those of further accounts or networks share rows of the audit until the hour ends');
  }

  private countOf(key: string): number {
    return this.distinct.get(key) ?? 0;
  }
}

/** Null for what is not written down: input that breaks a rule, a request without a token, a database that is away. */
function actionOf(operation: string, error: AppError): AuditAction | null {
  if (error.code === 'RATE_LIMITED') return 'limited';
  if (error.code === 'SERVICE_UNAVAILABLE') return error.cause === undefined ? 'shed' : null;
  if (['VALIDATION_FAILED', 'NOT_FOUND', 'INTERNAL'].includes(error.code)) return null;
  // A token that is sent is rejected for a reason.
  if (error.code === 'UNAUTHENTICATED' && error.reason === null) return null;
  // Its session's end is written down with the deed.
  if (error.reason === 'used token') return null;
  if (error.reason === 'cookie not accepted') return 'refresh_refused';
  return actionOfOperation[operation] ?? 'access_refused';
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** As in src/operations.ts. */
function operationOf(method: string, args: readonly unknown[]): string {
  if (method === 'refuseOverload') return String(args[0]);
  return method === 'admit' ? 'verify' : method;
}

/**
 * The same service, whose refusals are written down: of its methods, those whose last argument is the client. The name
 * of a method is that of the operation. A request can have several operations at once (the root fields of a GraphQL
 * document), so each gets a subject of its own.
 */
export function audited<Service extends object>(audit: AuditLog, service: Service): Service {
  return aroundMethods(service, (name, call) => (...args) => {
    const given = args.at(-1) as Client;
    const client: Client = { ...given, trail: given.trail.forOperation() };
    const succeeded = (result: unknown): unknown => {
      audit.succeeded(client);
      return result;
    };
    const failed = (error: unknown): never => {
      if (error instanceof AppError) audit.refused(operationOf(name, args), client, error);
      throw error;
    };
    try {
      const result = call(...args.slice(0, -1), client);
      return result instanceof Promise ? result.then(succeeded, failed) : result;
    } catch (error) {
      return failed(error);
    }
  });
}
