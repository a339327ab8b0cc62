/**
 * Every rate limit, once: how many of what are allowed in how many seconds, for whom. Each has a setting of its own,
 * `RATE_LIMIT_` and its name. The GraphQL enum `RateLimit` and the table in `docs/limits.md` are made from this object.
 */
export const limitTable = {
  LOGIN_ACCOUNT: {
    count: 5,
    seconds: 60,
    per: 'account',
    what: 'Failed logins: so many are free; after each further one the next has to wait, 1 s, 2 s, 4 s … and so many seconds at most. All is forgotten after a success, or 15 minutes without an attempt.',
  },
  LOGIN_FAILURES: {
    count: 100,
    seconds: 3600,
    per: 'account',
    what: 'Failed logins in a row from all networks that the account does not know: after so many of them one attempt passes in so many seconds. All is forgotten after a success from such a network, or 30 days without a failure.',
  },
  LOGIN_NETWORK: { count: 100, seconds: 900, per: 'network', what: 'Failed logins.' },
  REGISTER_NETWORK: { count: 100, seconds: 3600, per: 'network', what: 'Registrations, also those that are refused.' },
  REFRESH_NETWORK: { count: 600, seconds: 60, per: 'network', what: 'Exchanges of a refresh token.' },
  GLOBAL: { count: 6000, seconds: 60, per: 'installation', what: 'Failed logins and registrations.' },
} as const satisfies Record<string, Limit & { per: string; what: string }>;

export type LimitName = keyof typeof limitTable;

export const limitNames = Object.keys(limitTable) as LimitName[];

export interface Limit {
  count: number;
  seconds: number;
}
