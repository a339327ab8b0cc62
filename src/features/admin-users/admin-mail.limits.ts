import { mailLimits } from '../../accounts/users/mail.limits';
import type { LimitStrategy } from '../../platform/rate-limits/attempt';

/**
 * A mail that a super admin sends to a canonical address. The limits of networks and of the installation do not apply. There is
 * no pause: a success means that a mail was sent.
 */
export const mailOfSuperAdmin = (kind: 'reset_password' | 'invite', address: string): LimitStrategy => ({
  before: (attempt) => attempt.count(mailLimits.MAIL_ADDRESS, `${kind} ${address}`),
});
