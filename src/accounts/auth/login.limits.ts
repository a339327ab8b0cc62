import { AppError } from '../../platform/errors/app-error';
import type { LimitStrategy } from '../../platform/rate-limits/attempt';
import { knownTo } from '../../platform/rate-limits/known-networks';
import type { Limit, RateLimit } from '../../platform/rate-limits/limit-table';
import { rateLimits } from '../../platform/rate-limits/limit-table';
import type { AccountFailures, RateLimits } from '../../platform/rate-limits/rate-limits';
import type { RequestContext } from '../../platform/request/request-context';
import { mailedCode, mailLimits } from '../users/mail.limits';

export const loginLimits = rateLimits.define({
  LOGIN_ACCOUNT: {
    count: 5,
    seconds: 60,
    per: 'account',
    of: 'guesses',
    counter: 'backOff',
    sparesKnownNetworks: true,
    what: 'Each failed login. After the count, a back-off begins: each attempt waits longer, 1 s, 2 s, 4 s, up to the seconds of the limit. A success, or 15 minutes without an attempt, resets it.',
  },
  LOGIN_FAILURES: {
    count: 100,
    seconds: 3600,
    per: 'account',
    of: 'guesses',
    counter: 'failures',
    sparesKnownNetworks: true,
    what: 'Each failed login from an unknown network. After the count, these networks share one attempt in the seconds of the limit. A success from such a network, or 30 days without a failure, resets it.',
  },
  LOGIN_NETWORK: {
    count: 100,
    seconds: 900,
    per: 'network',
    of: 'guesses',
    showsAttacks: true,
    what: 'Each failed login.',
  },
  PASSWORDLESS_NETWORK: {
    count: 100,
    seconds: 900,
    per: 'network',
    of: 'failures',
    what: 'Each failed sign-in without a password: with a passkey, a provider, a mail, or the token of a started login. What is right passes.',
  },
  REFRESH_NETWORK: {
    count: 600,
    seconds: 60,
    per: 'network',
    of: 'failures',
    what: 'Each wrong refresh token. A right one passes.',
  },
  REGISTER_NETWORK: {
    count: 100,
    seconds: 3600,
    per: 'network',
    of: 'requests',
    showsAttacks: true,
    what: 'Each registration with valid fields, also if the e-mail address is taken.',
  },
  GLOBAL: {
    count: 6000,
    seconds: 60,
    per: 'installation',
    of: 'guesses',
    sparesKnownNetworks: true,
    showsAttacks: true,
    what: 'Each failed login and each registration.',
  },
});

/** A login can take the second factor at once, so they are here. */
export const factorLimits = rateLimits.define({
  MFA_ACCOUNT: {
    count: 5,
    seconds: 900,
    per: 'account',
    of: 'guesses',
    counter: 'backOff',
    sparesKnownNetworks: true,
    what: 'Each wrong code or passkey of a second factor, with the back-off of `LOGIN_ACCOUNT`. Only a right second factor, or 15 minutes without an attempt, resets it. Each network from which the user has shown a second factor has a count of its own.',
  },
  MFA_FAILURES: {
    count: 100,
    seconds: 3600,
    per: 'account',
    of: 'guesses',
    counter: 'failures',
    sparesKnownNetworks: true,
    what: 'As `MFA_ACCOUNT`, but after the count, one attempt passes in the seconds of the limit. Only a right second factor, or 30 days without a failure, resets it.',
  },
});

/** Of a code or a passkey as a second factor. */
export const ofSecondFactors: readonly RateLimit[] = [factorLimits.MFA_ACCOUNT, factorLimits.MFA_FAILURES];

/** Of a login with a password, and of an operation that asks for the current password. */
export const ofPasswords: readonly RateLimit[] = [
  loginLimits.LOGIN_ACCOUNT,
  loginLimits.LOGIN_FAILURES,
  loginLimits.LOGIN_NETWORK,
  loginLimits.GLOBAL,
];
/** Of a sign-in with a code or a link of an e-mail. */
export const ofEmailLogins: readonly RateLimit[] = [
  loginLimits.PASSWORDLESS_NETWORK,
  mailLimits.CODE_NETWORK,
  mailLimits.CODE_GLOBAL,
];

/**
 * How many logins of one account may run at the same time. This is less than the number of free failures: an attempt counts as
 * failed until its result is known, and concurrent correct passwords must not be rejected.
 */
export const loginsAtOnce = (limit: Limit | null): number =>
  limit ? Math.max(1, limit.count - 1) : Number.POSITIVE_INFINITY;

const keys = { shared: 'LOGIN_ACCOUNT', known: knownTo.logins };

/** The failed logins of a canonical address. */
export const loginFailures = (address: string): AccountFailures => ({
  of: address,
  limits: [loginLimits.LOGIN_ACCOUNT, loginLimits.LOGIN_FAILURES],
  keys,
});

/**
 * A login to a canonical address. The limits of the network and of the installation count first. They are the same for every
 * account, so their result does not reveal which accounts exist. A network from which the user has logged in to the account
 * has its own back-off. So failures from other networks do not lock the user out.
 * A backend that does not name its clients is such a network, too. No limit per network stops its clients, so GLOBAL and
 * LOGIN_FAILURES apply to it without an exception.
 */
export const loginAttempt = (
  address: string,
): LimitStrategy<{ pair: string; ofAnyAccount: string; countedBefore: number }> => ({
  async before(attempt) {
    const { networks, context, isOfOneClient } = attempt;
    const pair = networks.pairKey(address, context);
    const ofAnyAccount = networks.anyAccountKey(context);
    await attempt.countNetwork(loginLimits.LOGIN_NETWORK);
    await (isOfOneClient ? attempt.countInstallation(loginLimits.GLOBAL) : attempt.count(loginLimits.GLOBAL, ''));
    const turn = { pair, ofAnyAccount, countedBefore: attempt.position };
    const isKnown = await networks.isKnown(pair);
    const key = isKnown ? pair : attempt.keyOf(keys.shared, address);
    await attempt.countFailure(loginLimits.LOGIN_ACCOUNT, key);
    if (isKnown && isOfOneClient) return turn;
    context.failuresBefore = await attempt.countFailure(loginLimits.LOGIN_FAILURES, key);
    return turn;
  },
  afterFailure(attempt, error, { countedBefore }) {
    // The password was right. The second factor has counted the wrong code for the account.
    if (error instanceof AppError && error.code === 'INVALID_TOKEN') attempt.undo(countedBefore);
  },
  afterSuccess: ({ pair, ofAnyAccount }) => [pair, ofAnyAccount],
});

/**
 * Counts a login with the link or the code of a mail, as `provingMail` does. The caller then calls `noteNetwork`.
 * @throws AppError `RATE_LIMITED`; what `work` throws
 */
export function signingInByMail<Result>(
  rateLimits: Pick<RateLimits, 'count' | 'failures'>,
  proof: { link: string } | { code: string },
  context: RequestContext,
  work: () => Promise<Result>,
): Promise<Result> {
  const counting = 'code' in proof ? () => rateLimits.count(mailedCode, context, work) : work;
  return rateLimits.failures(loginLimits.PASSWORDLESS_NETWORK, context, counting);
}
