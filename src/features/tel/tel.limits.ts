import type { TelNumber } from '../../accounts/users/tel-numbers';
import type { LimitStrategy } from '../../platform/rate-limits/attempt';
import { rateLimits } from '../../platform/rate-limits/limit-table';

const per = 'phone number';
const day = 86_400;

export const telLimits = rateLimits.define({
  TEL_NUMBER_PAUSE: { count: 1, seconds: 60, per, of: 'mails', what: 'Each code by SMS.' },
  TEL_NUMBER: { count: 3, seconds: day, per, of: 'mails', what: 'Each code by SMS.' },
  TEL_ACCOUNT: { count: 5, seconds: day, per: 'account', of: 'mails', what: 'Each code by SMS.' },
  TEL_NETWORK: { count: 10, seconds: day, per: 'network', of: 'mails', what: 'Each code by SMS.' },
  TEL_PREFIX: {
    count: 30,
    seconds: 3600,
    per: 'beginning of phone numbers',
    of: 'mails',
    what: 'Each code by SMS.',
  },
});

/**
 * A code to a number of a signed-in user. Each costs money, whoever asks: known networks of the account have no exception, and a
 * request that is rejected counts for nothing.
 */
export const codeTo = ({ e164, prefix }: TelNumber, userId: string): LimitStrategy => ({
  async before(attempt) {
    await attempt.count(telLimits.TEL_NUMBER_PAUSE, e164);
    await attempt.count(telLimits.TEL_NUMBER, e164);
    await attempt.count(telLimits.TEL_ACCOUNT, userId);
    await attempt.countNetwork(telLimits.TEL_NETWORK);
    await attempt.count(telLimits.TEL_PREFIX, prefix);
  },
});
