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
/** What waits to be written while the database is away. */
const mostPending = 2000;
/** So many accounts of a network, and networks of an account, have rows of their own in an hour; the others share one. */
const mostDistinct = 20;
/** And so many rows there are for failures in an hour, from one instance. */
const mostRows = 5000;
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
  private readonly rows = new LRUCache<string, true>({ max: mostRows });
  /** By network and by account: how many rows they have. */
  private readonly distinct = new LRUCache<string, number>({ max: 2 * mostRows });
  private hour = 0;
  private rowsOfHour = 0;
  private timer: NodeJS.Timeout | null = null;
  private flushing: Promise<void> = Promise.resolve();

  constructor(
    private readonly store: Pick<AuditStore, 'fold'>,
    private readonly accountKeys: AccountKeys,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  refused(operation: string, client: Client, error: AppError): void {
    const action = actionOf(operation, client, error);
    if (!action) return;
    const { account, userId = null, sessionId = null, reason } = client.trail.about;
    const at = this.clock();
    const network = networkOf(client.ip);
    const accountKey = account === undefined ? null : this.accountKeys.accountKeyOf(account);
    const what = [Math.floor(at.getTime() / hourMs), action, error.code, error.limit, operation, reason];
    const { key, byAccount, byNetwork } = this.foldKeyOf(what.join(' '), accountKey ?? userId ?? '', network);
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
      this.log.warn({ err: error, events: events.length }, 'refusals could not be written down; trying again');
      for (const event of events) if (event.foldKey) this.putBack(event.foldKey, event);
      this.timer ??= setTimeout(() => this.startFlush(), retryAfterMs);
    }
  }

  private putBack(key: string, event: AuditEvent): void {
    const newer = this.pending.get(key);
    if (!newer && this.pending.size >= mostPending) return;
    if (newer) {
      newer.count += event.count;
      newer.firstTs = event.firstTs;
      newer.requestIds = [...event.requestIds, ...newer.requestIds].slice(-mostRequestIds);
    } else {
      this.pending.set(key, event);
    }
  }

  /** The row of a failure: its own while there are few of its account and its network, else a shared one. */
  private foldKeyOf(what: string, account: string, network: string) {
    const hour = Math.floor(this.clock().getTime() / hourMs);
    if (hour !== this.hour) {
      this.hour = hour;
      this.rowsOfHour = 0;
      this.rows.clear();
      this.distinct.clear();
    }
    const own = hashOf(`${what} ${account} ${network}`);
    if (this.rows.has(own)) return { key: own, byAccount: true, byNetwork: true };
    const isFull = this.rowsOfHour >= mostRows || this.pending.size >= mostPending;
    const byAccount = !isFull && this.countOf(`network ${network}`) < mostDistinct;
    const byNetwork = !isFull && this.countOf(`account ${account}`) < mostDistinct;
    const key = hashOf(`${what} ${byAccount ? account : '*'} ${byNetwork ? network : '*'}`);
    if (byAccount && byNetwork) {
      this.rows.set(key, true);
      this.rowsOfHour += 1;
      this.distinct.set(`network ${network}`, this.countOf(`network ${network}`) + 1);
      this.distinct.set(`account ${account}`, this.countOf(`account ${account}`) + 1);
    }
    return { key, byAccount, byNetwork };
  }

  private countOf(key: string): number {
    return this.distinct.get(key) ?? 0;
  }
}

/** Null for what is not written down: input that breaks a rule, a request without a token, a database that is away. */
function actionOf(operation: string, client: Client, error: AppError): AuditAction | null {
  if (error.code === 'RATE_LIMITED') return 'limited';
  if (error.code === 'SERVICE_UNAVAILABLE') return error.cause === undefined ? 'shed' : null;
  if (['VALIDATION_FAILED', 'NOT_FOUND', 'INTERNAL'].includes(error.code)) return null;
  const isAccess = actionOfOperation[operation] === undefined;
  if (isAccess && client.authorization === null) return null;
  // Its session's end is written down with the deed.
  if (client.trail.about.reason === 'used token') return null;
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
    const note = (error: unknown): never => {
      if (error instanceof AppError) audit.refused(operationOf(name, args), client, error);
      throw error;
    };
    try {
      const result = call(...args.slice(0, -1), client);
      return result instanceof Promise ? result.catch(note) : result;
    } catch (error) {
      return note(error);
    }
  });
}
