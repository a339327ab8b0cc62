import { AppError } from '../../platform/errors/app-error';
import type { LimitStrategy } from '../../platform/rate-limits/attempt';
import type { AccountFailures } from '../../platform/rate-limits/rate-limits';

const sharedKey = 'LOGIN_ACCOUNT';

/** The failed logins of a canonical address. */
export const loginFailures = (address: string): AccountFailures => ({
  of: address,
  limits: ['LOGIN_ACCOUNT', 'LOGIN_FAILURES'],
  keys: { shared: sharedKey, known: 'known' },
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
    await attempt.countNetwork('LOGIN_NETWORK');
    await (isOfOneClient ? attempt.countInstallation('GLOBAL') : attempt.count('GLOBAL', ''));
    const turn = { pair, ofAnyAccount, countedBefore: attempt.position };
    const isKnown = await networks.isKnown(pair);
    const key = isKnown ? pair : attempt.keyOf(sharedKey, address);
    await attempt.countFailure('LOGIN_ACCOUNT', key);
    if (isKnown && isOfOneClient) return turn;
    const { failuresBefore } = await attempt.countFailure('LOGIN_FAILURES', key);
    context.failuresBefore = failuresBefore;
    return turn;
  },
  afterFailure(attempt, error, { countedBefore }) {
    // The password was right. The second factor has counted the wrong code for the account.
    if (error instanceof AppError && error.code === 'INVALID_TOKEN') attempt.undo(countedBefore);
  },
  afterSuccess: ({ pair, ofAnyAccount }) => [pair, ofAnyAccount],
});
