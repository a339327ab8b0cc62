/**
 * Every rate limit, with its default value. The setting is `RATE_LIMIT_` and the name. The GraphQL enum `RateLimit` and
 * the table in `docs/reference/limits.md` are generated from this object.
 */
export const limitTable = {
  LOGIN_ACCOUNT: {
    count: 5,
    seconds: 60,
    per: 'account',
    what: 'Each failed login. After the count, a back-off begins: each attempt waits longer, 1 s, 2 s, 4 s, up to the seconds of the limit. A success, or 15 minutes without an attempt, resets it.',
  },
  LOGIN_FAILURES: {
    count: 100,
    seconds: 3600,
    per: 'account',
    what: 'Each failed login from an unknown network. After the count, these networks share one attempt in the seconds of the limit. A success from such a network, or 30 days without a failure, resets it.',
  },
  LOGIN_NETWORK: { count: 100, seconds: 900, per: 'network', what: 'Each failed login.' },
  MFA_ACCOUNT: {
    count: 5,
    seconds: 900,
    per: 'account',
    what: 'Each wrong code or passkey of a second factor, with the back-off of `LOGIN_ACCOUNT`. Only a right second factor, or 15 minutes without an attempt, resets it. Each network from which the user has shown a second factor has a count of its own.',
  },
  MFA_FAILURES: {
    count: 100,
    seconds: 3600,
    per: 'account',
    what: 'As `MFA_ACCOUNT`, but after the count, one attempt passes in the seconds of the limit. Only a right second factor, or 30 days without a failure, resets it.',
  },
  CHANGE_ACCOUNT: {
    count: 30,
    seconds: 60,
    per: 'account',
    what: 'Each change that a signed-in user asks for, also if it is rejected, and each step-up and export. Ending sessions does not count.',
  },
  REGISTER_NETWORK: {
    count: 100,
    seconds: 3600,
    per: 'network',
    what: 'Each registration with valid fields, also if the e-mail address is taken.',
  },
  REFRESH_NETWORK: {
    count: 600,
    seconds: 60,
    per: 'network',
    what: 'Each exchange of a refresh token, and each logout that a refresh token identifies.',
  },
  CLIENT_NETWORK: {
    count: 100,
    seconds: 900,
    per: 'network',
    what: 'Each failed authentication of an OAuth client. The right client secret is never rejected.',
  },
  CLIENT_FAILURES: {
    count: 100,
    seconds: 900,
    per: 'client',
    what: 'Each failed authentication with this client id. The right client secret is never rejected.',
  },
  RESET_NETWORK: {
    count: 20,
    seconds: 900,
    per: 'network',
    what: 'Each request with a link or a code of a mail.',
  },
  EMAIL_LOGIN_NETWORK: {
    count: 30,
    seconds: 900,
    per: 'network',
    what: 'Each failed sign-in with a code or a link by mail.',
  },
  PROVIDER_NETWORK: {
    count: 60,
    seconds: 900,
    per: 'network',
    what: 'Each start of a sign-in with a provider, and each that fails.',
  },
  CODE_NETWORK: {
    count: 20,
    seconds: 3600,
    per: 'network',
    what: 'Each wrong code of a mail. Links still work when the limit is reached.',
  },
  CODE_GLOBAL: {
    count: 100,
    seconds: 3600,
    per: 'installation',
    what: 'Each wrong code of a mail. Known networks have a count of their own. Links still work when the limit is reached.',
  },
  MAIL_NETWORK: { count: 20, seconds: 3600, per: 'network', what: 'Each request that sends a mail.' },
  MAIL_ADDRESS: {
    count: 5,
    seconds: 3600,
    per: 'e-mail address and kind of mail',
    what: 'Each mail that a user or a super admin asks for, also without an account. A registration after the limit sends no mail, and notices are joined. For codes to sign in, each known network of the user has its own count, also of `MAIL_ADDRESS_PAUSE`.',
  },
  MAIL_ADDRESS_PAUSE: {
    count: 1,
    seconds: 60,
    per: 'e-mail address and kind of mail',
    what: 'Each mail that a user asks for. A further request succeeds and sends no mail; one for a code to sign in is rejected.',
  },
  MAIL_GLOBAL: {
    count: 3000,
    seconds: 3600,
    per: 'installation and kind of mail',
    what: 'Each mail that a user asks for, also without an account. Known networks neither count nor are limited.',
  },
  AUTHORIZE_NETWORK: {
    count: 300,
    seconds: 60,
    per: 'network',
    what: 'Each sign-in that an application starts.',
  },
  TOKEN_NETWORK: { count: 600, seconds: 60, per: 'network', what: 'Each request of an application for tokens.' },
  ENTITIES_NETWORK: {
    count: 6000,
    seconds: 60,
    per: 'network',
    what: 'Each GraphQL request of a supergraph with `_entities`.',
  },
  ADMIN: {
    count: 600,
    seconds: 60,
    per: 'super admin',
    what: 'Each operation of the administration API.',
  },
  GLOBAL: { count: 6000, seconds: 60, per: 'installation', what: 'Each failed login and each registration.' },
} as const satisfies Record<string, Limit & { per: string; what: string }>;

export type LimitName = keyof typeof limitTable;

export const limitNames = Object.keys(limitTable) as LimitName[];

export interface Limit {
  count: number;
  seconds: number;
}

/** What a limit counts, for the descriptions of both APIs. */
export const limitDescription = (name: LimitName): string =>
  `The limit is per ${limitTable[name].per}. It counts: ${limitTable[name].what}`;
