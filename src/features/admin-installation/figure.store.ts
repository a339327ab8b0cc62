import { sessionActions } from '../../accounts/sessions/sessions.audit';
import { userActions } from '../../accounts/users/users.audit';
import { requestActions } from '../../platform/audit/requests.audit';
import type { Queryable, Statement } from '../../platform/db/database';
import { failedLogins, isOneOf, newAccounts } from './counted-actions';
import { type AccountCounts, accountLabels, type CountedKind, kinds, kindsOfDay, ofDay } from './figure-kinds';

/** A count of an hour or a day. */
interface CountedLabel {
  kind: CountedKind;
  label: string;
  count: number;
  /** The start of its bar. */
  startTs: Date;
}

/** Takes about 20 ms. */
const accountsOfBatch = 10_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The counts of what happened, by hour. They name nobody. */
export class FigureStore {
  constructor(private readonly db: Queryable) {}

  /** Counts the audit of an hour, again if it was counted before. */
  async countHour(hour: Date, at: Date): Promise<void> {
    await this.db.run(countHour, [hour, new Date(hour.getTime() + hourMs), at]);
  }

  /** Adds the hours of a day up, so that the figures of many days read few rows. */
  async sumDay(day: Date, at: Date): Promise<void> {
    await this.db.run(sumDay, [day, new Date(day.getTime() + dayMs), at]);
  }

  /** Returns when each hour since a time was counted. */
  async countedHours(since: Date): Promise<{ hour: Date; countedTs: Date }[]> {
    const rows = await this.db.prisma.figureCount.findMany({
      where: { kind: 'hour', hour: { gte: since } },
      select: { hour: true, countedTs: true },
    });
    return rows.map(({ hour, countedTs }) => ({ hour, countedTs }));
  }

  /** Null if the audit is empty. */
  async firstEventTs(): Promise<Date | null> {
    const { _min: first } = await this.db.prisma.auditEvent.aggregate({ _min: { lastTs: true } });
    return first.lastTs;
  }

  /** The oldest hour that was counted, and the last time that one was. */
  async counted(): Promise<{ sinceTs: Date | null; countedTs: Date | null }> {
    const ofHours = { kind: 'hour' };
    const first = await this.db.prisma.figureCount.findFirst({ where: ofHours, orderBy: { hour: 'asc' } });
    const last = await this.db.prisma.figureCount.findFirst({ where: ofHours, orderBy: { hour: 'desc' } });
    return { sinceTs: first?.hour ?? null, countedTs: last?.countedTs ?? null };
  }

  /** Returns the sums of bars of so many seconds. */
  async counts(since: Date, secondsOfBar: number): Promise<CountedLabel[]> {
    const isOfDays = secondsOfBar * 1000 === dayMs;
    const rows = await this.db.run<CountedLabel>(isOfDays ? days : sums, isOfDays ? [since] : [since, secondsOfBar]);
    return rows.map(({ kind, label, count, startTs }) => ({ kind, label, count, startTs }));
  }

  /** Counts the next accounts after an id. `lastId` is null after the last ones. */
  async countAccounts(afterId: string | null, activeSince: Date): Promise<AccountCounts & { lastId: string | null }> {
    const [row] = await this.db.run<AccountCounts & { lastId: string | null }>(countAccounts, [
      afterId,
      activeSince,
      accountsOfBatch,
    ]);
    if (!row) throw new Error('an aggregate always returns a row');
    const { total, active, verified, twoStep, passkey, lastId } = row;
    return { total, active, verified, twoStep, passkey, lastId };
  }

  async saveAccounts(hour: Date, at: Date, counts: AccountCounts): Promise<void> {
    const data = accountLabels.map((label) => ({ hour, kind: 'accounts', label, count: counts[label], countedTs: at }));
    await this.db.prisma.figureCount.createMany({ data, skipDuplicates: true });
  }

  /** The newest counts of the accounts. Null before the first ones. */
  async accounts(): Promise<(AccountCounts & { countedTs: Date; hour: Date }) | null> {
    const rows = await this.db.prisma.figureCount.findMany({
      where: { kind: 'accounts' },
      orderBy: { hour: 'desc' },
      take: accountLabels.length,
    });
    const [first] = rows;
    if (!first) return null;
    const of = (label: keyof AccountCounts) => rows.find((row) => row.label === label)?.count ?? 0;
    return {
      total: of('total'),
      active: of('active'),
      verified: of('verified'),
      twoStep: of('twoStep'),
      passkey: of('passkey'),
      countedTs: first.countedTs,
      hour: first.hour,
    };
  }
}

const isLogin = isOneOf([sessionActions.logged_in]);
const counted = newAccounts.concat(failedLogins, sessionActions.logged_in, requestActions.limited, requestActions.shed);

/**
 * $1 and $2 the limits of the hour, $3 now. An older version did not record the method of a password or a passkey. A login that
 * brings an account from the old service is no new account.
 */
const countHour: Statement = {
  name: 'figures_count_hour',
  // By hand (Prisma): sums of several kinds of events in one scan, and several instances may count an hour.
  text: `WITH counted AS (
      SELECT CASE WHEN ${isLogin} THEN 'sign_in'
          WHEN ${isOneOf(newAccounts)} THEN 'new_account' ELSE 'rejected' END AS kind,
        CASE WHEN ${isLogin} THEN coalesce(details->>'method', 'unknown')
          WHEN ${isOneOf(failedLogins)} THEN coalesce(details->>'reason', outcome)
          ELSE action END AS label, count
      FROM audit_events WHERE last_ts >= $1::timestamptz AND last_ts < $2::timestamptz
        AND ${isOneOf(counted)}
        AND (NOT ${isOneOf([userActions.registered])} OR details->'migrated' IS NULL) AND details->'again' IS NULL
    )
    INSERT INTO figure_counts (hour, kind, label, count, counted_ts)
    SELECT $1, kind, label, least(sum(count), ${2 ** 31 - 1})::int, $3::timestamptz FROM counted GROUP BY kind, label
    UNION ALL SELECT $1, 'hour', '', 1, $3
    ON CONFLICT (kind, hour, label) DO UPDATE SET count = excluded.count, counted_ts = excluded.counted_ts`,
};

/** $1 and $2 the limits of the day, $3 now. */
const sumDay: Statement = {
  name: 'figures_sum_day',
  // By hand (Prisma): sums that are kept.
  text: `INSERT INTO figure_counts (hour, kind, label, count, counted_ts)
    SELECT $1::timestamptz, kind || '${ofDay}', label, least(sum(count), ${2 ** 31 - 1})::int, $3::timestamptz FROM figure_counts
    WHERE kind IN (${kinds}) AND hour >= $1 AND hour < $2::timestamptz GROUP BY kind, label
    ON CONFLICT (kind, hour, label) DO UPDATE SET count = excluded.count, counted_ts = excluded.counted_ts`,
};

/** $1 the first day. */
const days: Statement = {
  name: 'figures_days',
  // By hand (Prisma): as the statement of hours.
  text: `SELECT replace(kind, '${ofDay}', '') AS kind, label, count, hour AS "startTs" FROM figure_counts
    WHERE kind IN (${kindsOfDay}) AND hour >= $1::timestamptz
    ORDER BY kind, label`,
};

/** $1 the first hour, $2 the seconds of a bar. */
const sums: Statement = {
  name: 'figures_sums',
  // By hand (Prisma): groups by a part of the time.
  text: `SELECT kind, label, least(sum(count), ${2 ** 31 - 1})::int AS count,
      to_timestamp(floor(date_part('epoch', hour) / $2::int) * $2::int) AS "startTs"
    FROM figure_counts WHERE kind IN (${kinds}) AND hour >= $1::timestamptz
    GROUP BY kind, label, "startTs" ORDER BY kind, label`,
};

/** $1 the id before, $2 since when a sign-in makes an account active, $3 the maximum number. */
const countAccounts: Statement = {
  name: 'figures_accounts',
  // By hand (batches): it reads a bounded number of accounts.
  text: `SELECT count(*)::int AS total, count(*) FILTER (WHERE last_login_ts >= $2::timestamptz)::int AS active,
      count(*) FILTER (WHERE email_verified)::int AS verified,
      count(*) FILTER (WHERE two_step AND factors <> '{}')::int AS "twoStep",
      count(*) FILTER (WHERE 'passkey' = ANY (factors))::int AS passkey,
      max(id::text) AS "lastId"
    FROM (SELECT id, last_login_ts, email_verified, two_step, factors FROM users
      WHERE $1::uuid IS NULL OR id > $1 ORDER BY id LIMIT $3::int) AS batch`,
  isPlannedEachTime: true,
};
