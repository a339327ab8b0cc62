import { createHash, createHmac } from 'node:crypto';
import type { Derive } from '../encryption/derivation-key';
import type { AppError } from '../errors/app-error';
import type { Log } from '../observability/log';
import { type Operation, rejectionOf } from '../operations/define-operation';
import type { AuditSubject, OperationAudit } from '../operations/run-operation';
import type { RequestContext } from '../request/request-context';
import { boundedMap } from '../runtime/bounded-map';
import type { Clock } from '../runtime/clock';
import { uuidv7 } from '../runtime/uuid';
import type { AuditAction } from './action';
import type { AuditStore } from './audit.store';
import { foldPeriodMs, type NewAuditEvent } from './audit-event';
import { requestActions } from './requests.audit';

/** Milliseconds. Failures are written in batches, so that many failures take few statements. */
const flushAfterMs = 250;
const retryAfterMs = 1000;
/** The maximum number of pending failures. Failures of accounts that exist may use twice this number. */
const mostPending = 2000;
/**
 * How many accounts (or clients) of one network, and how many networks of one account, have their own rows in an hour. Further
 * accounts or networks share one row.
 */
const mostDistinct = 20;
/** The maximum number of rows for failures, per hour and instance. */
const mostRows = 5000;
/**
 * The maximum number of rows per hour for accounts that exist. These rows are counted separately, so that attempts with
 * invented addresses cannot use them up.
 */
const mostAccountRows = 20_000;
/** These entries take about 10 MB of memory. */
const mostAccounts = 50_000;
const mostRequestIds = 20;

export interface AccountKeys {
  /** Returns an HMAC of an e-mail address, in hex, because the audit must not contain the address itself. */
  accountKeyOf(emailCanonical: string): string;
}

export function createAccountKeys(derive: Derive): AccountKeys {
  return {
    accountKeyOf: (emailCanonical) => createHmac('sha256', derive('audit')).update(emailCanonical).digest('hex'),
  };
}

/**
 * Records rejected requests. The log writes in the background, so that a rejected request takes no longer. Repeats of
 * one failure within an hour are combined into one row. A rejected request has no transaction, so the event cannot be
 * part of one.
 */
export class AuditLog implements OperationAudit {
  private readonly pending = new Map<string, NewAuditEvent>();
  /** The fold keys that already have a row in this hour. */
  private readonly rows = boundedMap<true>(mostRows + mostAccountRows);
  /** The number of rows of each network and of each account. */
  private readonly distinct = boundedMap<number>(2 * mostRows + mostAccountRows);
  /** The accounts that this process knows, by account key. Rate limits reject a request before the account is read. */
  private readonly accounts = boundedMap<{ userId: string | null }>(mostAccounts);
  private hour = 0;
  /** The number of rows of this hour, for addresses with an account and without an account. */
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

  /** The number of failures that were lost, because too many were pending while the database was unavailable. */
  get dropped(): number {
    return this.droppedCount;
  }

  /** The number of failures whose row does not name the account or the network, because there were too many. */
  get merged(): number {
    return this.mergedCount;
  }

  /** Remembers which account the address has. */
  succeeded({ account, userId }: AuditSubject): void {
    if (account !== undefined && userId !== undefined) {
      this.accounts.set(this.accountKeys.accountKeyOf(account), { userId });
    }
  }

  rejected(operation: Operation, context: RequestContext, subject: AuditSubject, error: AppError): void {
    const action = actionOf(operation, error);
    if (!action) return;
    const { account: address, sessionId = null, client, clientDocument } = subject;
    const accountKey = address === undefined ? null : this.accountKeys.accountKeyOf(address);
    const account = this.accountOf(accountKey, subject.userId ?? null, error);
    const userId = account?.userId ?? null;
    const reason = error.reason?.name;
    const at = this.clock();
    const { actorId, networks } = context;
    const [{ network }] = networks;
    const hour = Math.floor(at.getTime() / foldPeriodMs);
    // A row never combines what the user did with what a super admin did as the user.
    const actor = actorId === null ? [] : [`actor ${actorId}`];
    const rule = clientDocument ? [clientDocument.rule] : [];
    const what = [hour, action.name, error.code, error.limit, operation.name, reason, ...rule, ...actor];
    const { key, byAccount, byNetwork } = this.foldKeyOf(
      what.join(' '),
      {
        name: accountKey ?? userId ?? client?.id ?? clientDocument?.host ?? '',
        exists: account !== null || client?.isKnown === true,
      },
      network,
    );
    const known = this.pending.get(key);
    const requestIds = [...(known?.requestIds ?? []), context.requestId].slice(-mostRequestIds);
    this.pending.set(key, {
      id: known?.id ?? uuidv7(at),
      action,
      outcome: error.code,
      userId: byAccount ? userId : null,
      accountKey: byAccount ? accountKey : null,
      sessionId: byAccount ? sessionId : null,
      actorId,
      ip: byNetwork ? context.ip : null,
      network: byNetwork ? network : null,
      userAgent: context.userAgent,
      requestIds,
      details: {
        operation: operation.name,
        ...(reason && { reason }),
        ...(client && byAccount && { clientId: client.id }),
        ...(clientDocument && { rule: clientDocument.rule }),
        ...(clientDocument && byAccount && { clientHost: clientDocument.host }),
        ...(clientDocument?.found && byAccount && { found: clientDocument.found }),
        ...(error.limit && { limit: error.limit }),
        ...(error.retryAfterS !== null && { retryAfterS: error.retryAfterS }),
        ...(context.forwardedBy > 0 && { forwardedBy: context.forwardedBy }),
        ...(context.backend && { backend: context.backend.ip }),
        stepsMs: context.timings.totals(),
      },
      firstTs: known?.firstTs ?? at,
      lastTs: at,
      count: (known?.count ?? 0) + 1,
      foldKey: key,
    });
    this.flushAfter(flushAfterMs);
  }

  /** Returns null if this process does not know whether the account exists. */
  private accountOf(accountKey: string | null, userId: string | null, error: AppError) {
    const known = accountKey === null ? undefined : this.accounts.get(accountKey);
    if (userId === null && error.code !== 'EMAIL_TAKEN') return known ?? null;
    const account = { userId: userId ?? known?.userId ?? null };
    if (accountKey !== null) this.accounts.set(accountKey, account);
    return account;
  }

  /** Writes the pending failures. */
  async close(): Promise<void> {
    this.startFlush();
    await this.flushing;
    if (this.timer) clearTimeout(this.timer);
  }

  private flushAfter(ms: number): void {
    // The timer need not keep the process alive, because close() writes all pending failures.
    this.timer ??= setTimeout(() => this.startFlush(), ms).unref();
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
        'rejected requests could not be written to the audit: they are tried again',
      );
      this.flushAfter(retryAfterMs);
    }
  }

  private putBack(key: string, event: NewAuditEvent): void {
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

  /**
   * Returns the fold key of a failure. A failure has its own row while its account and its network have few rows.
   * Otherwise it shares a row, which does not name the account or the network.
   */
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
      // The rows of a network are limited only for addresses without an account.
      if (!account.exists) this.distinct.set(`network ${network}`, this.countOf(`network ${network}`) + 1);
    }
    if (!byAccount || !byNetwork) this.noteMerged();
    return { key, byAccount, byNetwork };
  }

  private beginHour(): void {
    const hour = Math.floor(this.clock().getTime() / foldPeriodMs);
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
    this.log.warn('many rejected requests: until the hour ends, further accounts and networks share rows of the audit');
  }

  private countOf(key: string): number {
    return this.distinct.get(key) ?? 0;
  }
}

/** Null for failures that are not recorded: invalid input or a malformed header, a missing record, a bug, no token, no database. */
function actionOf(operation: Operation, error: AppError): AuditAction | null {
  if (error.code === 'RATE_LIMITED') return requestActions.limited;
  // Each attempt of an operation for super admins is recorded, with any error.
  if (operation.caller === 'superAdmin' && error.code !== 'SERVICE_UNAVAILABLE' && error.code !== 'INTERNAL') {
    return error.code === 'UNAUTHENTICATED' && error.reason !== null
      ? requestActions.access_refused
      : requestActions.admin_rejected;
  }
  const rejection = rejectionOf(operation, error.code) ?? requestActions.access_refused;
  const recorded = error.reason?.recordedAs;
  if (recorded !== undefined) return recorded === 'rejection' ? rejection : recorded;
  if (error.code === 'SERVICE_UNAVAILABLE') return error.cause === undefined ? requestActions.shed : null;
  if (['MALFORMED_REQUEST', 'VALIDATION_FAILED', 'NOT_FOUND', 'CURSOR_EXPIRED', 'INTERNAL'].includes(error.code))
    return null;
  // Without a reason, the request sent no token, or no credentials of a client.
  if (error.code === 'UNAUTHENTICATED' && error.reason === null) return null;
  // A step-up rejects a password without a challenge, and without comparing it.
  if (error.code === 'MFA_REQUIRED' && error.challenge) return requestActions.second_factor_required;
  return rejection;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
