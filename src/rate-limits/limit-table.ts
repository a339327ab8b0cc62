/**
 * Every rate limit, with its default value. The setting is `RATE_LIMIT_` and the name. The GraphQL enum `RateLimit` and
 * the table in `docs/reference/limits.md` are generated from this object.
 */
export const limitTable = {
  LOGIN_ACCOUNT: {
    count: 5,
    seconds: 60,
    per: 'account',
    what: 'Failed logins. The first ones are free, up to the limit. After each further failure the next attempt has to wait: 1 s, 2 s, 4 s … up to the seconds of the limit. A success resets the count. 15 minutes without an attempt also reset the count.',
  },
  LOGIN_FAILURES: {
    count: 100,
    seconds: 3600,
    per: 'account',
    what: 'Consecutive failed logins from all networks that the account does not know. When the limit is reached, one attempt passes in the seconds of the limit. A success from such a network resets the count. 30 days without a failure also reset the count.',
  },
  LOGIN_NETWORK: { count: 100, seconds: 900, per: 'network', what: 'Failed logins.' },
  REGISTER_NETWORK: { count: 100, seconds: 3600, per: 'network', what: 'Registrations, including rejected ones.' },
  REFRESH_NETWORK: { count: 600, seconds: 60, per: 'network', what: 'Exchanges of a refresh token.' },
  GLOBAL: { count: 6000, seconds: 60, per: 'installation', what: 'Failed logins and registrations.' },
} as const satisfies Record<string, Limit & { per: string; what: string }>;

export type LimitName = keyof typeof limitTable;

export const limitNames = Object.keys(limitTable) as LimitName[];

export interface Limit {
  count: number;
  seconds: number;
}

/** What a limit counts, for the descriptions of both APIs. */
export const limitDescription = (name: LimitName): string =>
  `Counted per ${limitTable[name].per}. ${limitTable[name].what}`;
