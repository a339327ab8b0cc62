import type { Prisma, Queryable, Statement } from '../db/database';
import { reasonsByAccountState } from '../errors/rejection-reason';
import type { PagePosition } from '../request/page-cursor';
import { type AuditDetails, type AuditEvent, type AuditOutcome, foldPeriodMs, type NewAuditEvent } from './audit-event';
import { insertEvents, insertingEvents, toAuditParameters } from './audit-statement';
import { requestActions } from './requests.audit';

/** An event must match all given criteria, except that `userId` and `accountKey` are alternatives. */
export interface AuditFilter {
  userId?: string;
  /** An HMAC of an e-mail address, in hex. Also finds attempts with addresses that have no account. */
  accountKey?: string;
  /** The super admin who acted. */
  actorId?: string;
  action?: string;
  network?: string;
  organizationId?: string;
  since?: Date;
  until?: Date;
  limit: number;
}

/** An event must match all given criteria. Null matches every event. */
export interface AuditPageFilter {
  /** The events of this account, and those of the address, an HMAC in hex. An event matches if one of the two matches. */
  person: { userId: string | null; accountKey: string | null } | null;
  actorId: string | null;
  action: string | null;
  outcome: AuditOutcome | null;
  network: string | null;
  organizationId: string | null;
  since: Date | null;
  until: Date | null;
  /** False: without `admin_read`. */
  reads: boolean | null;
}

export interface AuditPageRequest extends AuditPageFilter {
  /** The number of events of a page. */
  first: number;
  /** The page starts after the event with this `lastTs` and id. Null for the first page. */
  after: PagePosition | null;
}

const mostRequestIds = 20;

export class AuditStore {
  constructor(private readonly db: Queryable) {}

  /** Records successful operations, in the transaction that performs the operations. */
  async insert(events: readonly NewAuditEvent[]): Promise<void> {
    await this.db.run(insertEvents, [toAuditParameters(events)]);
  }

  /** Records the event, unless there is a row with its fold key. Returns whether the event is new. */
  async insertOnce(event: NewAuditEvent): Promise<boolean> {
    const { count } = await this.db.prisma.auditEvent.createMany({ data: [toRow(event)], skipDuplicates: true });
    return count === 1;
  }

  /** Records failures. A failure is added to the row that has the same fold key, if there is one. */
  async fold(events: readonly NewAuditEvent[]): Promise<void> {
    await this.db.run(foldMany, [toAuditParameters(events), JSON.stringify(reasonsByAccountState())]);
  }

  /** Returns the newest events first. */
  list(filter: AuditFilter): Promise<AuditEvent[]> {
    const { userId = null, accountKey = null, actorId = null, action = null, network = null } = filter;
    const { organizationId = null, since = null, until = null, limit } = filter;
    const person = userId === null && accountKey === null ? null : { userId, accountKey };
    return this.page({
      // A page has one event more.
      first: limit - 1,
      after: null,
      person,
      actorId,
      action,
      outcome: null,
      network,
      organizationId,
      since,
      until,
      reads: null,
    });
  }

  /** Returns the newest events first: the events of the page, and one more event if there is a next page. */
  async page(request: AuditPageRequest): Promise<AuditEvent[]> {
    const { first, after, person, actorId, action, outcome, network, organizationId, since, until, reads } = request;
    const position = [after?.ts ?? null, after?.id ?? null];
    const common: unknown[] = [action, network, actorId, since, until];
    const all = common.concat(position, first + 1, outcome, reads, organizationId);
    const rows = person
      ? await this.db.run<Prisma.AuditEventModel>(pageOfPerson, all.concat(person.userId, person.accountKey))
      : await this.db.run<Prisma.AuditEventModel>(pageOfAll, all);
    return rows.map(toAuditEvent);
  }

  /** Returns the newest events of the request, at most `limit`. */
  async findByRequestId(requestId: string, limit: number): Promise<AuditEvent[]> {
    const rows = await this.db.prisma.auditEvent.findMany({
      where: { requestIds: { has: requestId } },
      orderBy: [{ firstTs: 'desc' }, { id: 'desc' }],
      take: limit,
    });
    return rows.map(toAuditEvent);
  }
}

/**
 * The events of $1, where the state of the account replaces the reason that says nothing of it. $2 has the reasons by state.
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
    WHEN event->>'user_id' IS NULL OR event->'details'->>'reason' IS DISTINCT FROM ($2::jsonb->>'unknown') THEN NULL
    WHEN users.id IS NULL THEN $2::jsonb->>'missing'
    WHEN users.disabled THEN $2::jsonb->>'disabled'
  END AS reason) AS state
)`;

/** In one order, so that two instances with the same failures do not wait for each other. */
const foldMany: Statement = {
  name: 'audit_fold',
  // By hand (hot): a flood of failures becomes a few statements. Race: instances add to one row.
  text: `${insertingEvents(withStateOfAccount)} ORDER BY event.fold_key
    ON CONFLICT (fold_key) DO UPDATE SET
      count = kept.count + excluded.count, last_ts = greatest(kept.last_ts, excluded.last_ts),
      user_id = coalesce(kept.user_id, excluded.user_id), ip = excluded.ip, user_agent = excluded.user_agent, details = excluded.details,
      request_ids = (kept.request_ids || excluded.request_ids)
        [greatest(1, cardinality(kept.request_ids || excluded.request_ids) - ${mostRequestIds - 1}):]`,
};

const eventColumns = `id, action, outcome, user_id AS "userId", account_key AS "accountKey", session_id AS "sessionId",
  actor_id AS "actorId", ip, network, user_agent AS "userAgent", request_ids AS "requestIds", details, first_ts AS "firstTs",
  last_ts AS "lastTs", count, fold_key AS "foldKey"`;

/** The limit on `last_ts` is implied by the one on `first_ts`, and the indexes contain only `last_ts`. */
const criteria = `($1::text IS NULL OR action = $1) AND ($2::text IS NULL OR network = $2)
      AND ($3::uuid IS NULL OR actor_id = $3) AND ($4::timestamptz IS NULL OR last_ts >= $4)
      AND ($5::timestamptz IS NULL OR (first_ts <= $5 AND last_ts <= $5 + interval '${foldPeriodMs} ms'))
      AND ($7::uuid IS NULL OR (last_ts, id) < ($6::timestamptz, $7)) AND ($9::text IS NULL OR outcome = $9)
      AND ($10::boolean IS NOT FALSE OR action <> '${requestActions.admin_read.name}')
      AND ($11::text IS NULL OR details->>'organizationId' = $11)`;
const newestFirst = 'ORDER BY last_ts DESC, id DESC LIMIT $8::int';

/**
 * $1 action, $2 network, $3 actor, $4 and $5 the limits of the time, $6 and $7 the time and the id of the event before the
 * page, $8 the maximum number, $9 outcome, $10 whether with reads, $11 organization. Planned each time, so that the plan fits the filters that are set.
 */
const pageOfAll: Statement = {
  name: 'audit_page',
  // By hand (Prisma): a page starts after a pair of values.
  text: `SELECT ${eventColumns} FROM audit_events WHERE ${criteria} ${newestFirst}`,
  isPlannedEachTime: true,
};

/** Also $12 user, $13 account key in hex. Each of the two has its index, from which the newest rows are read. */
const pageOfPerson: Statement = {
  name: 'audit_page_of_person',
  // By hand (Prisma): the newest rows of two indexes, without reading all rows of a person.
  text: `SELECT ${eventColumns} FROM audit_events WHERE id IN (
      (SELECT id FROM audit_events WHERE user_id = $12::uuid AND ${criteria} ${newestFirst})
      UNION ALL
      (SELECT id FROM audit_events WHERE account_key = decode($13, 'hex') AND ${criteria} ${newestFirst})
    ) ${newestFirst}`,
  isPlannedEachTime: true,
};

const toBytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));
const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

function toRow(event: NewAuditEvent): Prisma.AuditEventCreateManyInput {
  return {
    id: event.id,
    action: event.action.name,
    outcome: event.outcome,
    userId: event.userId,
    accountKey: event.accountKey === null ? null : toBytes(event.accountKey),
    sessionId: event.sessionId,
    actorId: event.actorId,
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
    action: row.action,
    // All statements that write this column take the value from an AuditEvent.
    outcome: row.outcome as AuditEvent['outcome'],
    userId: row.userId,
    accountKey: row.accountKey && toHex(row.accountKey),
    sessionId: row.sessionId,
    actorId: row.actorId,
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
