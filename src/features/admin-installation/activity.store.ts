import { sessionActions } from '../../accounts/sessions/sessions.audit';
import { userActions } from '../../accounts/users/users.audit';
import type { AuditAction } from '../../platform/audit/action';
import { requestActions } from '../../platform/audit/requests.audit';
import type { Queryable, Statement } from '../../platform/db/database';
import { failedLogins, isOneOf } from './counted-actions';

/** What happened in some time. A row of the audit that stands for several requests counts as several. */
export interface ActivityCounts {
  registrations: number;
  logins: number;
  /** Logins, step-ups and second factors that were rejected. */
  failedLogins: number;
  /** Requests that a rate limit or the protection against overload rejected. */
  limited: number;
  /** Whether there were more rows than are counted. Then each number is the least that it can be. */
  hasMore: boolean;
}

export class ActivityStore {
  constructor(private readonly db: Queryable) {}

  /** Counts the events from `since` to before `before`, in at most `mostRows` rows. */
  async count(since: Date, before: Date, mostRows: number): Promise<ActivityCounts> {
    const [counts] = await this.db.run<ActivityCounts>(activityCount, [since, before, mostRows]);
    if (!counts) throw new Error('an aggregate always returns a row');
    const { registrations, logins, failedLogins, limited, hasMore } = counts;
    return { registrations, logins, failedLogins, limited, hasMore };
  }
}

const countOf = (actions: readonly AuditAction[], condition = 'true') =>
  `least(coalesce(sum(count) FILTER (WHERE ${isOneOf(actions)} AND ${condition}), 0), ${2 ** 31 - 1})::int`;

/**
 * $1 and $2 the limits of the time, $3 the maximum number of rows. A number must fit into an integer of GraphQL. A login
 * that brings an account from the old service is no registration.
 */
const activityCount: Statement = {
  name: 'audit_activity',
  // By hand (Prisma): sums of several kinds of events, in one scan of a limited number of rows.
  text: `SELECT ${countOf([userActions.registered], "details->'migrated' IS NULL")} AS registrations, ${countOf([sessionActions.logged_in])} AS logins,
      ${countOf(failedLogins)} AS "failedLogins", ${countOf([requestActions.limited, requestActions.shed])} AS limited,
      count(*) > $3::int AS "hasMore"
    FROM (SELECT action, count, details FROM audit_events WHERE last_ts >= $1::timestamptz AND last_ts < $2::timestamptz
      LIMIT $3::int + 1) AS counted`,
};
