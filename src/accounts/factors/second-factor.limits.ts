import type { LimitStrategy } from '../../platform/rate-limits/attempt';
import { knownTo } from '../../platform/rate-limits/known-networks';
import type { AccountFailures } from '../../platform/rate-limits/rate-limits';
import { factorLimits, ofSecondFactors } from '../auth/login.limits';

const keys = { shared: 'MFA', known: knownTo.secondFactors };

/** The failed second factors of a user. */
export const secondFactorFailures = (userId: string): AccountFailures => ({
  of: userId,
  limits: ofSecondFactors,
  keys,
});

/**
 * An attempt with a second factor of a user. Only its success resets the counts: a right password does not, because anyone who
 * has it could try codes for ever (NIST SP 800-63B, section 5.2.2). A network from which the user has shown a second factor has
 * its own counts, and all other networks share one. So anyone who has only the password does not lock the user out.
 */
export const secondFactorAttempt = (userId: string): LimitStrategy<string> => ({
  async before(attempt) {
    const { networks, context } = attempt;
    const pair = networks.secondFactorKey(userId, context);
    const key = (await networks.isKnown(pair)) ? pair : attempt.keyOf(keys.shared, userId);
    await attempt.countFailure(factorLimits.MFA_ACCOUNT, key);
    const failuresBefore = await attempt.countFailure(factorLimits.MFA_FAILURES, key);
    context.failuresBefore = Math.max(context.failuresBefore ?? 0, failuresBefore);
    return pair;
  },
  afterSuccess: (pair) => [pair],
});
