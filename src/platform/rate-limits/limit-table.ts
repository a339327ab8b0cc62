import { Vocabulary } from '../runtime/vocabulary';

/**
 * What a limit counts, and what it rejects when it is reached:
 * - `requests`: each request, and every further one, whatever it has. Only for callers who prove nothing, or who are known.
 * - `mails`: mails and SMS to an address or a number that anyone can name, and every further one.
 * - `guesses`: wrong passwords and codes of six digits, before they are compared, so that a right one is rejected too.
 * - `failures`: wrong secrets of 256 bits and wrong signatures, after they were looked up. Nobody can guess one, so a right one
 *   is never rejected because others have sent wrong ones (docs/decisions/026).
 */
export type CountedThing = 'requests' | 'mails' | 'guesses' | 'failures';

/** For whom a limit has counts of their own. */
export const limitScopes = [
  'account',
  'organization',
  'network',
  'client',
  'super admin or service',
  'e-mail address and kind of mail',
  'installation and kind of mail',
  'installation',
  'phone number',
  'beginning of phone numbers',
] as const;
export type LimitScope = (typeof limitScopes)[number];

export interface Limit {
  count: number;
  seconds: number;
}

/** A rate limit with its default value. The setting is `RATE_LIMIT_` and the name. */
export interface RateLimit extends Readonly<Limit> {
  readonly name: string;
  readonly per: LimitScope;
  readonly of: CountedThing;
  /** How the failures of an account are counted: with growing pauses, or all of them until a success. By default, in fixed windows. */
  readonly counter?: 'backOff' | 'failures';
  /** Whether networks from which users have signed in are treated in another way. */
  readonly sparesKnownNetworks?: true;
  /** Whether more than half of it, in a network or in all, is a sign of an attack: see CHALLENGE. */
  readonly showsAttacks?: true;
  /** In which queue a request waits that counts for it. */
  readonly queue?: 'changes';
  readonly what: string;
}

/**
 * Every rate limit. The settings, the GraphQL enum `RateLimit`, the metrics and the table in `docs/reference/limits.md` are made
 * from it.
 */
export const rateLimits = new Vocabulary<RateLimit>('rate limit');

/** What a limit counts, for the descriptions of both APIs. */
const limitDescription = ({ per, what }: RateLimit): string => `The limit is per ${per}. It counts: ${what}`;

/** The meaning of each limit, by its name. */
export const limitDescriptions = (): Record<string, string> =>
  Object.fromEntries(rateLimits.all().map((limit) => [limit.name, limitDescription(limit)]));
