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
  MFA_ACCOUNT: {
    count: 5,
    seconds: 900,
    per: 'account',
    what: 'Each wrong code of a second factor counts, and each passkey that is rejected. The first attempts, up to the limit, pass without a wait. After that, each attempt waits longer: 1 s, 2 s, 4 s, and so on, at most the seconds of the limit. Only a right second factor resets the count: a right password does not. 15 minutes without an attempt also reset the count. A network from which the user has shown a second factor has its own count. All other networks share one.',
  },
  MFA_FAILURES: {
    count: 100,
    seconds: 3600,
    per: 'account',
    what: 'Each wrong code of a second factor counts, and each passkey that is rejected. After the limit is reached, one attempt passes in the seconds of the limit. Only a right second factor resets the count. 30 days without a failure also reset the count. Networks share a count as for `MFA_ACCOUNT`.',
  },
  CHANGE_ACCOUNT: {
    count: 30,
    seconds: 60,
    per: 'account',
    what: 'Each change that a signed-in user asks for counts, also if it is rejected: of the profile, the password, the e-mail address and the second factors, a step-up, and the deletion of the account. The end of sessions does not count.',
  },
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
  CLIENT_NETWORK: {
    count: 100,
    seconds: 900,
    per: 'network',
    what: 'Each failed authentication of an OAuth client counts. The right client secret is never rejected.',
  },
  CLIENT_FAILURES: {
    count: 100,
    seconds: 900,
    per: 'client',
    what: 'Each failed authentication with this client id counts, also if no client has the id. The right client secret is never rejected.',
  },
  RESET_NETWORK: {
    count: 20,
    seconds: 900,
    per: 'network',
    what: 'Each request with a link or a code of a mail counts.',
  },
  CODE_NETWORK: {
    count: 20,
    seconds: 3600,
    per: 'network',
    what: 'Each wrong code of a mail counts. When the limit is reached, the links of the mails still work.',
  },
  CODE_GLOBAL: {
    count: 100,
    seconds: 3600,
    per: 'installation',
    what: 'Each wrong code of a mail counts. Networks from which anyone has logged in within 90 days have a count of their own. When the limit is reached, the links of the mails still work.',
  },
  MAIL_NETWORK: { count: 20, seconds: 3600, per: 'network', what: 'Each request that sends a mail counts.' },
  MAIL_ADDRESS: {
    count: 5,
    seconds: 3600,
    per: 'e-mail address and kind of mail',
    what: 'Each mail that is asked for counts, also if the address has no account, and also if a super admin sends it. A registration after the limit sends no mail. Notices, such as of a changed password, are joined, so that an address gets no more of a kind.',
  },
  MAIL_ADDRESS_PAUSE: {
    count: 1,
    seconds: 60,
    per: 'e-mail address and kind of mail',
    what: 'Each mail that a user asks for counts. When the limit is reached, a further request succeeds and sends no second mail.',
  },
  MAIL_GLOBAL: {
    count: 3000,
    seconds: 3600,
    per: 'installation and kind of mail',
    what: 'Each mail that a user asks for counts, also if the address has no account. Networks from which anyone has logged in within 90 days neither count nor are limited.',
  },
  ENTITIES_NETWORK: {
    count: 6000,
    seconds: 60,
    per: 'network',
    what: 'Each GraphQL request with `_entities` counts once, with up to 200 users. Only a subgraph has this query.',
  },
  ADMIN: {
    count: 600,
    seconds: 60,
    per: 'super admin',
    what: 'Each operation of the administration API counts.',
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
