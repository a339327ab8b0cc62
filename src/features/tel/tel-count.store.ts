import type { Queryable, Statement } from '../../platform/db/database';
import { dayMs } from '../../platform/jobs/clean-up-step';
import type { TelCountry } from './tel.answers';

interface Wanted {
  country: string;
  at: Date;
  /** How many codes are sent on a day. */
  budget: number;
}

interface Taken {
  /** Why no code is sent. Null: one is. */
  reason: 'paused' | 'spent' | null;
  /** How many were sent on the day, with this one. */
  sentToday: number;
  /** Whether this one has paused its country. */
  pauses: boolean;
}

/** Fewer than one of so many confirmed codes is an attack: who is paid for messages does not type codes. */
const codesPerConfirmation = 5;
/** So many codes of a day are always sent. */
const freeCodes = 20;
/** In a country with many codes, more are on their way: a tenth of those of two days. */
const shareOnTheWay = 10;

/** Counts the codes that are sent to phone numbers, by country and day (UTC). */
export class TelCountStore {
  constructor(private readonly db: Queryable) {}

  /** Counts a code, and decides whether it is sent. Transactions that ask this wait for each other. */
  async take({ country, at, budget }: Wanted): Promise<Taken> {
    await this.db.run(waitForCounts, []);
    const [row] = await this.db.run<{ spent: number; isPaused: boolean; isSent: boolean; pauses: boolean }>(takeCode, [
      country,
      at,
      budget,
    ]);
    if (!row) throw new Error('an aggregate always returns a row');
    const { spent, isPaused, isSent, pauses } = row;
    return { reason: isPaused ? 'paused' : isSent ? null : 'spent', sentToday: spent + Number(isSent), pauses };
  }

  /** Counts that a code was confirmed that was sent at `sentTs`. Enough of them end the pause of their country. */
  async confirm(country: string, sentTs: Date): Promise<void> {
    await this.db.run(waitForCounts, []);
    await this.db.run(confirmCode, [country, sentTs]);
  }

  /** The countries to which codes were sent in the last 14 days. */
  async list(at: Date): Promise<TelCountry[]> {
    return this.db.run<TelCountry>(listCountries, [at]);
  }

  async sentToday(at: Date): Promise<number> {
    const sums = await this.db.prisma.telCount.aggregate({ where: { day: dayOf(at) }, _sum: { sent: true } });
    return sums._sum.sent ?? 0;
  }

  /** Ends the pause of a country. Returns false if there is none. */
  async resume(country: string, at: Date): Promise<boolean> {
    const where = { country, pausedUntilTs: { gt: at } };
    return (await this.db.prisma.telCount.updateMany({ where, data: { pausedUntilTs: null, silent: 0 } })).count > 0;
  }
}

export const dayOf = (at: Date): Date => new Date(at.getTime() - (at.getTime() % dayMs));

/** The number means nothing. */
const waitForCounts: Statement = {
  name: 'tel_counts_lock',
  // By hand (race): the budget and the pause hold for codes that are asked for at the same time.
  text: 'SELECT pg_advisory_xact_lock(7140818300441204)::text AS locked',
};

const day = (time: string) => `(${time}::timestamptz AT TIME ZONE 'UTC')::date`;
const mostSilent = (codes: string) => `greatest(${freeCodes}, ${codes} / ${shareOnTheWay})`;

/** $1 country, $2 now, $3 the budget of a day. */
const takeCode: Statement = {
  name: 'tel_code_take',
  // By hand (race): it decides and counts in one statement.
  text: `
    WITH state AS (
      SELECT coalesce(sum(sent) FILTER (WHERE day = ${day('$2')}), 0)::int AS spent,
        coalesce(sum(sent) FILTER (WHERE country = $1), 0)::int AS codes,
        coalesce(bool_or(country = $1 AND paused_until_ts > $2), false) AS is_paused
      FROM tel_counts WHERE day >= ${day('$2')} - 1
    ), counted AS (
      INSERT INTO tel_counts AS c (day, country, sent, silent)
      SELECT ${day('$2')}, $1, 1, 1 FROM state WHERE NOT is_paused AND spent < $3::int
      ON CONFLICT (day, country) DO UPDATE SET sent = c.sent + 1, silent = c.silent + 1,
        paused_until_ts = CASE WHEN c.silent + 1 >= ${mostSilent('(SELECT codes FROM state)')}
          THEN $2::timestamptz + interval '24 hours' END
      RETURNING paused_until_ts IS NOT NULL AS pauses
    )
    SELECT spent, is_paused AS "isPaused", EXISTS (SELECT 1 FROM counted) AS "isSent",
      coalesce((SELECT pauses FROM counted), false) AS pauses
    FROM state`,
};

/** $1 country, $2 when the code was sent. */
const confirmCode: Statement = {
  name: 'tel_code_confirm',
  // By hand (race): with codes that are sent at the same time.
  text: `UPDATE tel_counts SET confirmed = confirmed + 1, silent = greatest(0, silent - ${codesPerConfirmation}),
      paused_until_ts = CASE WHEN silent - ${codesPerConfirmation} >= ${mostSilent('sent')} THEN paused_until_ts END
    WHERE day = ${day('$2')} AND country = $1 RETURNING country`,
};

/** $1 now. */
const listCountries: Statement = {
  name: 'tel_countries',
  // By hand (Prisma): sums and the end of a pause in one query.
  text: `SELECT country, sum(sent)::int AS sent, sum(confirmed)::int AS confirmed,
      max(paused_until_ts) FILTER (WHERE paused_until_ts > $1) AS "pausedUntilTs"
    FROM tel_counts WHERE day > ${day('$1')} - 14 GROUP BY country ORDER BY country`,
};
