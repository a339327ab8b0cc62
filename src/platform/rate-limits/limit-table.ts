import { keysOf } from '../runtime/keys-of';
/**
 * What a limit counts, and what it rejects when it is reached:
 * - `requests`: each request, and every further one, whatever it has. Only for callers who prove nothing, or who are known.
 * - `mails`: mails to an address that anyone can name, and every further one.
 * - `guesses`: wrong passwords and codes of six digits, before they are compared, so that a right one is rejected too.
 * - `failures`: wrong secrets of 256 bits and wrong signatures, after they were looked up. Nobody can guess one, so a right one
 *   is never rejected because others have sent wrong ones (docs/decisions/026).
 */
export type CountedThing = 'requests' | 'mails' | 'guesses' | 'failures';

/**
 * Every rate limit, with its default value. The setting is `RATE_LIMIT_` and the name. The GraphQL enum `RateLimit` and
 * the table in `docs/reference/limits.md` are generated from this object.
 */
export const limitTable = {
  LOGIN_ACCOUNT: {
    count: 5,
    seconds: 60,
    per: 'account',
    of: 'guesses',
    what: 'Each failed login. After the count, a back-off begins: each attempt waits longer, 1 s, 2 s, 4 s, up to the seconds of the limit. A success, or 15 minutes without an attempt, resets it.',
  },
  LOGIN_FAILURES: {
    count: 100,
    seconds: 3600,
    per: 'account',
    of: 'guesses',
    what: 'Each failed login from an unknown network. After the count, these networks share one attempt in the seconds of the limit. A success from such a network, or 30 days without a failure, resets it.',
  },
  LOGIN_NETWORK: {
    count: 100,
    seconds: 900,
    per: 'network',
    of: 'guesses',
    what: 'Each failed login.',
  },
  MFA_ACCOUNT: {
    count: 5,
    seconds: 900,
    per: 'account',
    of: 'guesses',
    what: 'Each wrong code or passkey of a second factor, with the back-off of `LOGIN_ACCOUNT`. Only a right second factor, or 15 minutes without an attempt, resets it. Each network from which the user has shown a second factor has a count of its own.',
  },
  MFA_FAILURES: {
    count: 100,
    seconds: 3600,
    per: 'account',
    of: 'guesses',
    what: 'As `MFA_ACCOUNT`, but after the count, one attempt passes in the seconds of the limit. Only a right second factor, or 30 days without a failure, resets it.',
  },
  CHANGE_ACCOUNT: {
    count: 30,
    seconds: 60,
    per: 'account',
    of: 'requests',
    what: 'Each change that a signed-in user asks for, also if it is rejected, and each step-up and export. Ending sessions does not count.',
  },
  REGISTER_NETWORK: {
    count: 100,
    seconds: 3600,
    per: 'network',
    of: 'requests',
    what: 'Each registration with valid fields, also if the e-mail address is taken.',
  },
  REFRESH_NETWORK: {
    count: 600,
    seconds: 60,
    per: 'network',
    of: 'failures',
    what: 'Each wrong refresh token. A right one is never rejected.',
  },
  CLIENT_NETWORK: {
    count: 100,
    seconds: 900,
    per: 'network',
    of: 'failures',
    what: 'Each failed authentication of an OAuth client. The right client secret is never rejected.',
  },
  CLIENT_FAILURES: {
    count: 100,
    seconds: 900,
    per: 'client',
    of: 'failures',
    what: 'Each failed authentication with this client id. The right client secret is never rejected.',
  },
  RESET_NETWORK: {
    count: 20,
    seconds: 900,
    per: 'network',
    of: 'failures',
    what: 'Each wrong link of a mail. A right one is never rejected.',
  },
  PASSWORDLESS_NETWORK: {
    count: 100,
    seconds: 900,
    per: 'network',
    of: 'failures',
    what: 'Each failed sign-in without a password: with a passkey, a provider, a mail, or the token of a started login. What is right is never rejected.',
  },
  PROVIDER_NETWORK: {
    count: 60,
    seconds: 900,
    per: 'network',
    of: 'requests',
    what: 'Each start of a sign-in with a provider.',
  },
  CODE_NETWORK: {
    count: 20,
    seconds: 3600,
    per: 'network',
    of: 'guesses',
    what: 'Each wrong code of a mail. Links still work when the limit is reached.',
  },
  CODE_GLOBAL: {
    count: 100,
    seconds: 3600,
    per: 'installation',
    of: 'guesses',
    what: 'Each wrong code of a mail. Known networks have a count of their own. Links still work when the limit is reached.',
  },
  MAIL_NETWORK: {
    count: 20,
    seconds: 3600,
    per: 'network',
    of: 'mails',
    what: 'Each request that sends a mail.',
  },
  MAIL_ADDRESS: {
    count: 5,
    seconds: 3600,
    per: 'e-mail address and kind of mail',
    of: 'mails',
    what: 'Each mail that a user or a super admin asks for, also without an account. A registration after the limit sends no mail, and notices are joined. For codes to sign in, each known network of the user has its own count, also of `MAIL_ADDRESS_PAUSE`.',
  },
  MAIL_ADDRESS_PAUSE: {
    count: 1,
    seconds: 60,
    per: 'e-mail address and kind of mail',
    of: 'mails',
    what: 'Each mail that a user asks for. A further request succeeds and sends no mail; one for a code to sign in is rejected.',
  },
  MAIL_GLOBAL: {
    count: 3000,
    seconds: 3600,
    per: 'installation and kind of mail',
    of: 'mails',
    what: 'Each mail that a user asks for, also without an account. Known networks neither count nor are limited.',
  },
  AUTHORIZE_NETWORK: {
    count: 300,
    seconds: 60,
    per: 'network',
    of: 'requests',
    what: 'Each sign-in that an application starts.',
  },
  TOKEN_NETWORK: {
    count: 600,
    seconds: 60,
    per: 'network',
    of: 'failures',
    what: 'Each wrong code and refresh token of a public client. A right one is never rejected. A client with a secret has no limit.',
  },
  ENTITIES_NETWORK: {
    count: 6000,
    seconds: 60,
    per: 'network',
    of: 'failures',
    what: 'Each GraphQL request with `_entities` and a wrong access token. A right one is never rejected.',
  },
  ADMIN: {
    count: 600,
    seconds: 60,
    per: 'super admin',
    of: 'requests',
    what: 'Each operation of the administration API.',
  },
  GLOBAL: {
    count: 6000,
    seconds: 60,
    per: 'installation',
    of: 'guesses',
    what: 'Each failed login and each registration.',
  },
} as const satisfies Record<string, Limit & { per: string; of: CountedThing; what: string }>;

export type LimitName = keyof typeof limitTable;

/** The limits that count one kind of thing. */
export type LimitOf<Thing extends CountedThing> = {
  [Name in LimitName]: (typeof limitTable)[Name]['of'] extends Thing ? Name : never;
}[LimitName];

export const limitNames = keysOf(limitTable);

export interface Limit {
  count: number;
  seconds: number;
}

/** What a limit counts, for the descriptions of both APIs. */
export const limitDescription = (name: LimitName): string =>
  `The limit is per ${limitTable[name].per}. It counts: ${limitTable[name].what}`;
