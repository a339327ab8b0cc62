/**
 * Every rate limit, with its default value. The setting is `RATE_LIMIT_` and the name. The GraphQL enum `RateLimit` and
 * the table in `docs/reference/limits.md` are generated from this object.
 */
export const limitTable = {
  LOGIN_ACCOUNT: {
    count: 5,
    seconds: 60,
    per: 'account',
    what: 'Each failed login counts. The first attempts, up to the limit, pass without a wait. After that, each attempt waits longer: 1 s, 2 s, 4 s, and so on, at most the seconds of the limit. A success resets the count. 15 minutes without an attempt also reset the count.',
  },
  LOGIN_FAILURES: {
    count: 100,
    seconds: 3600,
    per: 'account',
    what: 'Each failed login from a network that the account does not know counts. After the limit is reached, these networks share one attempt in the seconds of the limit. A success from such a network resets the count. 30 days without a failure also reset the count.',
  },
  LOGIN_NETWORK: { count: 100, seconds: 900, per: 'network', what: 'Each failed login counts.' },
  REGISTER_NETWORK: {
    count: 100,
    seconds: 3600,
    per: 'network',
    what: 'Each registration with valid fields counts, also if the e-mail address is taken.',
  },
  REFRESH_NETWORK: {
    count: 600,
    seconds: 60,
    per: 'network',
    what: 'Each exchange of a refresh token counts. Each logout that the refresh cookie identifies counts, too.',
  },
  GLOBAL: { count: 6000, seconds: 60, per: 'installation', what: 'Each failed login and each registration counts.' },
} as const satisfies Record<string, Limit & { per: string; what: string }>;

export type LimitName = keyof typeof limitTable;

export const limitNames = Object.keys(limitTable) as LimitName[];

export interface Limit {
  count: number;
  seconds: number;
}

/** What a limit counts, for the descriptions of both APIs. */
export const limitDescription = (name: LimitName): string =>
  `The limit is per ${limitTable[name].per}. ${limitTable[name].what}`;
