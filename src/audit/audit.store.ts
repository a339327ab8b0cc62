import type { Prisma, Queryable, Statement } from '../db/database';
import { type AuditAction, type AuditDetails, type AuditEvent, foldPeriodMs } from './audit-event';
import { insertingEvents, toAuditParameters } from './audit-statement';

/** An event must match all given criteria, except that `userId` and `accountKey` are alternatives. */
export interface AuditFilter {
  userId?: string;
  /** An HMAC of an e-mail address, in hex. Also finds attempts with addresses that have no account. */
  accountKey?: string;
  action?: AuditAction;
  network?: string;
  since?: Date;
  until?: Date;
  limit: number;
}

export interface AuditStore {
  /** Records successful operations, in the transaction that performs the operations. */
  insert(events: readonly AuditEvent[]): Promise<void>;
  /** Records failures. A failure is added to the row that has the same fold key, if there is one. */
  fold(events: readonly AuditEvent[]): Promise<void>;
  /** Returns the newest events first. */
  list(filter: AuditFilter): Promise<AuditEvent[]>;
  findByRequestId(requestId: string): Promise<AuditEvent[]>;
}

const mostRequestIds = 20;

export class PrismaAuditStore implements AuditStore {
  constructor(private readonly db: Queryable) {}

  async insert(events: readonly AuditEvent[]): Promise<void> {
    await this.db.prisma.auditEvent.createMany({ data: events.map(toRow) });
  }

  async fold(events: readonly AuditEvent[]): Promise<void> {
    await this.db.run(foldMany, [toAuditParameters(events)]);
  }

  async list(filter: AuditFilter): Promise<AuditEvent[]> {
    const { action, network, since, until, limit } = filter;
    const all: Prisma.AuditEventWhereInput[] = [];
    const person = toPerson(filter);
    if (person.length > 0) all.push({ OR: person });
    if (action) all.push({ action });
    if (network) all.push({ network });
    if (since) all.push({ lastTs: { gte: since } });
    // `firstTs <= until` implies this condition on `lastTs`, and the index contains only `lastTs`.
    if (until) all.push({ firstTs: { lte: until }, lastTs: { lte: new Date(until.getTime() + foldPeriodMs) } });
    const orderBy: Prisma.AuditEventOrderByWithRelationInput[] = [{ lastTs: 'desc' }, { id: 'desc' }];
    const rows = await this.db.prisma.auditEvent.findMany({ where: { AND: all }, orderBy, take: limit });
    return rows.map(toAuditEvent);
  }

  async findByRequestId(requestId: string): Promise<AuditEvent[]> {
    const rows = await this.db.prisma.auditEvent.findMany({
      where: { requestIds: { has: requestId } },
      orderBy: [{ firstTs: 'asc' }, { id: 'asc' }],
    });
    return rows.map(toAuditEvent);
  }
}

/**
 * The events of $1. If a request was rejected because its session has ended, this query records a more exact reason:
 * the account was disabled or removed. The query runs in the background, so that a rejected request needs no query.
 * Such an event gets its own fold key, so that it is not combined with other reasons.
 */
const withStateOfAccount = `(
  SELECT jsonb_agg(CASE WHEN state.reason IS NULL THEN event ELSE event || jsonb_build_object(
    'details', event->'details' || jsonb_build_object('reason', state.reason),
    'fold_key', '\\x' || encode(sha256(convert_to((event->>'fold_key') || state.reason, 'UTF8')), 'hex')
  ) END)
  FROM jsonb_array_elements($1::jsonb) AS event
  LEFT JOIN users ON users.id = (event->>'user_id')::uuid
  CROSS JOIN LATERAL (SELECT CASE
    WHEN event->>'user_id' IS NULL OR event->'details'->>'reason' IS DISTINCT FROM 'ended session' THEN NULL
    WHEN users.id IS NULL THEN 'no account'
    WHEN users.disabled THEN 'disabled account'
  END AS reason) AS state
)`;

const foldMany: Statement = {
  name: 'audit_fold',
  text: `${insertingEvents(withStateOfAccount)}
    ON CONFLICT (fold_key) DO UPDATE SET
      count = kept.count + excluded.count, last_ts = greatest(kept.last_ts, excluded.last_ts),
      user_id = coalesce(kept.user_id, excluded.user_id), ip = excluded.ip, user_agent = excluded.user_agent, details = excluded.details,
      request_ids = (kept.request_ids || excluded.request_ids)
        [greatest(1, cardinality(kept.request_ids || excluded.request_ids) - ${mostRequestIds - 1}):]`,
};

const toBytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));
const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

function toPerson({ userId, accountKey }: AuditFilter): Prisma.AuditEventWhereInput[] {
  const either: Prisma.AuditEventWhereInput[] = [];
  if (userId) either.push({ userId });
  if (accountKey) either.push({ accountKey: toBytes(accountKey) });
  return either;
}

function toRow(event: AuditEvent): Prisma.AuditEventCreateManyInput {
  return {
    id: event.id,
    action: event.action,
    outcome: event.outcome,
    userId: event.userId,
    accountKey: event.accountKey === null ? null : toBytes(event.accountKey),
    sessionId: event.sessionId,
    ip: event.ip,
    network: event.network,
    userAgent: event.userAgent,
    requestIds: event.requestIds,
    details: event.details as Prisma.InputJsonObject,
    firstTs: event.firstTs,
    lastTs: event.lastTs,
    count: event.count,
    foldKey: event.foldKey === null ? null : toBytes(event.foldKey),
  };
}

function toAuditEvent(row: Prisma.AuditEventModel): AuditEvent {
  return {
    id: row.id,
    // All statements that write this column take the value from an AuditEvent.
    action: row.action as AuditAction,
    outcome: row.outcome as AuditEvent['outcome'],
    userId: row.userId,
    accountKey: row.accountKey && toHex(row.accountKey),
    sessionId: row.sessionId,
    ip: row.ip,
    network: row.network,
    userAgent: row.userAgent,
    requestIds: row.requestIds,
    details: row.details as AuditDetails,
    firstTs: row.firstTs,
    lastTs: row.lastTs,
    count: row.count,
    foldKey: row.foldKey && toHex(row.foldKey),
  };
}
