import { mailLimits } from '../../accounts/users/mail.limits';
import type { LimitStrategy } from '../../platform/rate-limits/attempt';

/**
 * The mail of a registration that creates an account with this canonical address. After the limit of the address, the
 * registration succeeds and sends nothing. A registration that fails has sent nothing, so it does not count.
 */
export const registrationMail = (address: string): LimitStrategy<{ isLimited: boolean }> => ({
  async before(attempt) {
    return { isLimited: (await attempt.secondsReached(mailLimits.MAIL_ADDRESS, `registration ${address}`)) !== null };
  },
  afterFailure: (attempt) => attempt.undo(),
});
