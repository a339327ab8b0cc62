import type { LimitStrategy } from '../../platform/rate-limits/attempt';
import { rateLimits } from '../../platform/rate-limits/limit-table';

export const deviceLimits = rateLimits.define({
  DEVICE_NETWORK: {
    count: 60,
    seconds: 900,
    per: 'network',
    of: 'requests',
    what: 'Each sign-in that a device starts.',
  },
  DEVICE_CODE: {
    count: 10,
    seconds: 900,
    per: 'network',
    of: 'guesses',
    what: 'Each wrong code that somebody types at `/device`. The account of the person has the same limit.',
  },
});

/** A code that a person types. It has 34 bits, so that a right one is rejected, too, after many wrong ones. */
export const codeAttempt = (userId: string): LimitStrategy => ({
  async before(attempt) {
    await attempt.countNetwork(deviceLimits.DEVICE_CODE);
    await attempt.count(deviceLimits.DEVICE_CODE, `account ${userId}`);
  },
  afterSuccess: () => [],
});
