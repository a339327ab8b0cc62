import type { Prisma, Queryable, Statement } from '../db/database';
import type { MailProblem } from '../email/mail-problem';
import type { Locale } from '../email/mail-template';
import type { PagePosition } from '../request/page-cursor';
import {
  type Channel,
  type ClaimedMessage,
  type ListedMessage,
  type Message,
  type MessageEnd,
  type MessageState,
  messageChannel,
} from './message';

interface NewMessage extends Omit<Message, 'attempts'> {
  /** A decoy has the same row and the same notification, and is never sent. */
  isDecoy: boolean;
  /**
   * A notice is joined to an earlier notice of its kind and recipient that was not sent yet. Otherwise it is due this many
   * seconds after that one, at the earliest. Null for every other mail.
   */
  spacingS: number | null;
}

export interface Claim {
  channel: Channel;
  at: Date;
  /** Until then, no other instance sends the messages. */
  leaseUntil: Date;
  atMost: number;
}

interface Postponement {
  id: string;
  /** The number of the attempt that failed. Does nothing if another instance has started the next one. */
  attempts: number;
  dueTs: Date;
  problem: MailProblem;
}

export interface Waiting {
  /** The number of messages that were not sent yet, counted up to `mostCounted`. */
  count: number;
  /** The creation time of the oldest one, or null if there is none. */
  oldestTs: Date | null;
}

interface MessagePageRequest {
  /** The number of messages of a page. */
  first: number;
  /** The page starts after the message with this creation time and id. Null for the first page. */
  after: PagePosition | null;
  /** Null for both states. */
  state: MessageState | null;
}

export class MessageStore {
  constructor(private readonly db: Queryable) {}

  /** Inserts the message, or joins it to an earlier one, and wakes the instances when the transaction commits. */
  async insert(message: NewMessage): Promise<void> {
    const { id, channel, template, userId, recipient, locale, tokenId, createdTs, expiresTs, isDecoy, spacingS } =
      message;
    const common: unknown[] = [id, template, userId, recipient, locale];
    if (spacingS !== null) await this.db.run(insertNotice, common.concat([createdTs, expiresTs, spacingS]));
    else await this.db.run(insertMessage, common.concat([tokenId, createdTs, expiresTs, isDecoy, channel]));
  }

  /** Returns messages that are due, which no other instance sends now. Of several instances, each gets other messages. */
  async claim({ channel, at, leaseUntil, atMost }: Claim): Promise<ClaimedMessage[]> {
    const rows = await this.db.run<MessageRow & { isUncertain: boolean }>(claimMessages, [
      at,
      leaseUntil,
      atMost,
      channel,
    ]);
    return rows.map((row) => ({ ...toMessage(row), isUncertain: row.isUncertain }));
  }

  /** Ends the message. Returns false if it has already ended, because another instance took too long. */
  async end({ id, at, problem }: MessageEnd): Promise<boolean> {
    const data = { dueTs: null, leaseTs: null, endedTs: at, problem };
    return (await this.db.prisma.message.updateMany({ where: { id, endedTs: null }, data })).count === 1;
  }

  /** Sets the next attempt of a message. */
  async postpone({ id, attempts, dueTs, problem }: Postponement): Promise<void> {
    const data = { dueTs, leaseTs: null, problem };
    await this.db.prisma.message.updateMany({ where: { id, attempts, endedTs: null }, data });
  }

  /** The mails that wait. */
  async waiting(): Promise<Waiting> {
    const [row] = await this.db.run<Waiting>(countWaiting, []);
    return { count: row?.count ?? 0, oldestTs: row?.oldestTs ?? null };
  }

  /** Returns the newest messages that failed, or the newest that wait. */
  async list(state: MessageState, limit: number): Promise<ListedMessage[]> {
    const rows = await this.db.prisma.message.findMany({
      where: inState[state],
      orderBy: { id: 'desc' },
      take: limit,
    });
    return rows.map(toListedMessage);
  }

  /** Returns the newest first: the messages of the page, and one more message if there is a next page. */
  async page({ first, after, state }: MessagePageRequest): Promise<ListedMessage[]> {
    const all: Prisma.MessageWhereInput[] = [state ? inState[state] : { OR: [inState.waiting, inState.failed] }];
    // A UUIDv7 begins with the creation time.
    if (after) all.push({ id: { lt: after.id } });
    const rows = await this.db.prisma.message.findMany({
      where: { AND: all },
      orderBy: { id: 'desc' },
      take: first + 1,
    });
    return rows.map(toListedMessage);
  }

  async find(id: string): Promise<ListedMessage | null> {
    const row = await this.db.prisma.message.findUnique({ where: { id } });
    return row && toListedMessage(row);
  }

  /** Makes a message due. Returns false if there is no such message, or if it was sent. */
  async retry(id: string, at: Date): Promise<boolean> {
    return (await this.db.run(retryMessage, [id, at])).length === 1;
  }

  /** Ends at most `atMost` waiting messages, and returns their number. */
  async endSome(atMost: number, problem: MailProblem, at: Date): Promise<number> {
    return (await this.db.run(endSome, [atMost, problem, at])).length;
  }

  /** Removes the rows of a user, and those of the address that name no user. */
  async removeOfUser(userId: string, emailCanonical: string): Promise<void> {
    await this.db.prisma.message.deleteMany({ where: { OR: [{ userId }, { recipient: emailCanonical }] } });
  }
}

const inState: Readonly<Record<MessageState, Prisma.MessageWhereInput>> = {
  failed: { endedTs: { not: null }, problem: { not: null } },
  waiting: { dueTs: { not: null } },
};

const notifying = `pg_notify('${messageChannel}', '')::text`;

/**
 * $1 id, $2 template, $3 user, $4 recipient, $5 locale, $6 token, $7 now, $8 end, $9 whether it is a decoy, $10 channel. A decoy
 * has ended before it begins. It also notifies, so that both take the same time.
 */
const insertMessage: Statement = {
  name: 'message_insert',
  // By hand (Prisma): no NOTIFY.
  text: `
    INSERT INTO messages
      (id, channel, template, user_id, recipient, locale, token_id, created_ts, expires_ts, due_ts, ended_ts)
    VALUES ($1::uuid, $10, $2, $3::uuid, $4, $5, $6::uuid, $7::timestamptz, $8::timestamptz,
      CASE WHEN $9::boolean THEN NULL ELSE $7::timestamptz END, CASE WHEN $9::boolean THEN $7::timestamptz END)
    RETURNING ${notifying}`,
};

/**
 * $1 id, $2 template, $3 user, $4 recipient, $5 locale, $6 now, $7 end, $8 the seconds after the notice before. The
 * creation of a notice is when it is due. A worker skips a notice that is locked, so it is sent after the operation that joined it.
 */
const insertNotice: Statement = {
  name: 'message_insert_notice',
  // By hand (race): of two notices of a kind, the second joins the first.
  text: `
    WITH before AS (
      SELECT id, created_ts, due_ts IS NOT NULL AND lease_ts IS NULL AS is_waiting FROM messages
      WHERE recipient = $4 AND template = $2 ORDER BY created_ts DESC LIMIT 1 FOR NO KEY UPDATE
    ), joined AS (
      UPDATE messages m SET expires_ts = greatest(m.expires_ts, $7::timestamptz)
      FROM before WHERE m.id = before.id AND before.is_waiting
    ), timed AS (
      SELECT greatest($6::timestamptz, (SELECT created_ts FROM before) + $8::float8 * interval '1 second') AS created_ts
      WHERE NOT EXISTS (SELECT 1 FROM before WHERE is_waiting)
    )
    INSERT INTO messages (id, channel, template, user_id, recipient, locale, created_ts, expires_ts, due_ts)
    SELECT $1::uuid, 'email', $2, $3::uuid, $4, $5, created_ts, created_ts + ($7::timestamptz - $6), created_ts FROM timed
    RETURNING ${notifying}`,
};

const messageColumns = `m.id, m.channel, m.template, m.user_id AS "userId", m.recipient, m.locale, m.token_id AS "tokenId",
  m.created_ts AS "createdTs", m.expires_ts AS "expiresTs", m.attempts`;

/**
 * $1 now, $2 the end of the lease, $3 the maximum number, $4 channel. A row that another instance is claiming is skipped instead of
 * waited for. A lease that has run out belongs to an instance that died. An attempt has no problem until it has ended.
 */
const claimMessages: Statement = {
  name: 'message_claim',
  // By hand (race): `SKIP LOCKED` gives each instance other mails.
  text: `
    UPDATE messages m SET lease_ts = $2::timestamptz, attempts = m.attempts + 1, problem = NULL
    FROM (
      SELECT id, attempts > 0 AND problem IS NULL AS is_uncertain FROM messages
      WHERE due_ts <= $1::timestamptz AND (lease_ts IS NULL OR lease_ts < $1) AND channel = $4
      ORDER BY due_ts LIMIT $3::int FOR UPDATE SKIP LOCKED) AS due
    WHERE m.id = due.id
    RETURNING ${messageColumns}, due.is_uncertain AS "isUncertain"`,
};

const mostCounted = 10_000;

const countWaiting: Statement = {
  name: 'message_waiting',
  // By hand (Prisma): a count with a limit.
  text: `SELECT count(*)::int AS count, min(created_ts) AS "oldestTs"
    FROM (SELECT created_ts FROM messages WHERE due_ts IS NOT NULL AND channel = 'email' ORDER BY due_ts LIMIT ${mostCounted}) AS waiting`,
};

/** $1 id, $2 now. */
const retryMessage: Statement = {
  name: 'message_retry',
  // By hand (Prisma): no NOTIFY. Race: with an instance that sends the mail.
  text: `UPDATE messages SET due_ts = $2::timestamptz, lease_ts = NULL, ended_ts = NULL,
      expires_ts = CASE WHEN token_id IS NULL THEN greatest(expires_ts, $2 + interval '1 day') ELSE expires_ts END
    WHERE id = $1::uuid AND problem IS NOT NULL AND (lease_ts IS NULL OR lease_ts < $2)
    RETURNING ${notifying}`,
};

/** $1 the maximum number, $2 the problem, $3 now. */
const endSome: Statement = {
  name: 'messages_end',
  // By hand (Prisma): an UPDATE with a limit.
  text: `UPDATE messages SET due_ts = NULL, lease_ts = NULL, ended_ts = $3::timestamptz, problem = $2
    WHERE id = ANY (ARRAY(SELECT id FROM messages WHERE due_ts IS NOT NULL LIMIT $1::int)) RETURNING id`,
};

type MessageRow = Pick<
  Prisma.MessageModel,
  'id' | 'channel' | 'template' | 'userId' | 'recipient' | 'locale' | 'tokenId' | 'createdTs' | 'expiresTs' | 'attempts'
>;

function toMessage(row: MessageRow): Message {
  return {
    id: row.id,
    // All statements that write these columns take the values from a NewMessage.
    channel: row.channel as Channel,
    template: row.template,
    userId: row.userId,
    recipient: row.recipient,
    locale: row.locale as Locale,
    tokenId: row.tokenId,
    createdTs: row.createdTs,
    expiresTs: row.expiresTs,
    attempts: row.attempts,
  };
}

const toListedMessage = (row: Prisma.MessageModel): ListedMessage => ({
  ...toMessage(row),
  dueTs: row.dueTs,
  endedTs: row.endedTs,
  problem: row.problem as MailProblem | null,
});
