import type { Run, Statement } from '../db/client';
import type { AuditAction, AuditEvent } from './audit-event';
import { insertingEvents, toAuditParameters } from './audit-statement';

/** What is asked for; all that is given must hold. */
export interface AuditFilter {
  userId?: string;
  /** An HMAC, in hex: what was tried with an address, before or without an account. */
  accountKey?: string;
  action?: AuditAction;
  network?: string;
  since?: Date;
  until?: Date;
  /** At most so many. */
  limit: number;
}

export interface AuditStore {
  insert(event: AuditEvent): Promise<void>;
  /** Failures: those of a fold key become one row, also with what is there. */
  fold(events: readonly AuditEvent[]): Promise<void>;
  /** The newest first. A user and an account key are of one person: either will do. */
  list(filter: AuditFilter): Promise<AuditEvent[]>;
  findByRequestId(requestId: string): Promise<AuditEvent[]>;
}

/** How many request ids a row keeps. */
const mostRequestIds = 20;

export class SqlAuditStore implements AuditStore {
  constructor(private readonly run: Run) {}

  async insert(event: AuditEvent): Promise<void> {
    await this.run(insertOne, [toAuditParameters([event])]);
  }

  async fold(events: readonly AuditEvent[]): Promise<void> {
    await this.run(foldMany, [toAuditParameters(events)]);
  }

  async list(filter: AuditFilter): Promise<AuditEvent[]> {
    const { userId = null, accountKey = null, action = null, network = null, since = null, until = null } = filter;
    const values = [userId, accountKey, action, network, since, until, filter.limit];
    return (await this.run<AuditRow>(listSome, values)).map(toAuditEvent);
  }

  async findByRequestId(requestId: string): Promise<AuditEvent[]> {
    return (await this.run<AuditRow>(findByRequestId, [requestId])).map(toAuditEvent);
  }
}

const insertOne: Statement = {
  name: 'audit_insert',
  text: insertingEvents('$1'),
};

/**
 * The events of $1; of those about an ended session it says whether that was because of its account. It is looked up
 * here, in the background: a rejection costs no query. Such an event is not counted with those before the account was
 * disabled, so it gets another fold key.
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

const columns = `id::text, action, outcome, user_id::text AS "userId", encode(account_key, 'hex') AS "accountKey",
  session_id::text AS "sessionId", ip, network, user_agent AS "userAgent", request_ids AS "requestIds", details,
  first_ts AS "firstTs", last_ts AS "lastTs", count, encode(fold_key, 'hex') AS "foldKey"`;

/** $1 user, $2 account key, $3 action, $4 network, $5 since, $6 until, $7 how many. */
const listSome: Statement = {
  name: 'audit_list',
  text: `SELECT ${columns} FROM audit_events
    WHERE ($1::uuid IS NULL AND $2::text IS NULL OR user_id = $1::uuid OR account_key = decode($2::text, 'hex'))
      AND ($3::text IS NULL OR action = $3) AND ($4::text IS NULL OR network = $4)
      AND ($5::timestamptz IS NULL OR last_ts >= $5) AND ($6::timestamptz IS NULL OR first_ts <= $6)
    ORDER BY last_ts DESC, id DESC LIMIT $7::int`,
};

const findByRequestId: Statement = {
  name: 'audit_by_request',
  text: `SELECT ${columns} FROM audit_events WHERE request_ids @> ARRAY[$1::text] ORDER BY first_ts, id`,
};

/** The statements name the columns so. */
type AuditRow = AuditEvent;

function toAuditEvent(row: AuditRow): AuditEvent {
  return {
    id: row.id,
    action: row.action,
    outcome: row.outcome,
    userId: row.userId,
    accountKey: row.accountKey,
    sessionId: row.sessionId,
    ip: row.ip,
    network: row.network,
    userAgent: row.userAgent,
    requestIds: row.requestIds,
    details: row.details,
    firstTs: row.firstTs,
    lastTs: row.lastTs,
    count: row.count,
    foldKey: row.foldKey,
  };
}
