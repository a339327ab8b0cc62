import { mailLimits } from '../../accounts/users/mail.limits';
import type { LimitStrategy } from '../../platform/rate-limits/attempt';
import { rateLimits } from '../../platform/rate-limits/limit-table';

export const invitationLimits = rateLimits.define({
  INVITATION_ACCOUNT: {
    count: 20,
    seconds: 3600,
    per: 'account',
    of: 'requests',
    what: 'Each invitation that an owner or an admin of an organization sends.',
  },
  INVITATION_ORGANIZATION: {
    count: 100,
    seconds: 86_400,
    per: 'organization',
    of: 'requests',
    what: 'Each invitation of an organization.',
  },
});

const kind = 'organization_invitation';

/** The mail of an invitation to a canonical address. There is no pause: a success means that a mail is sent. */
export const invitationMail = (inviterId: string, organizationId: string, address: string): LimitStrategy => ({
  async before(attempt) {
    await attempt.count(invitationLimits.INVITATION_ACCOUNT, inviterId);
    await attempt.count(invitationLimits.INVITATION_ORGANIZATION, organizationId);
    await attempt.count(mailLimits.MAIL_ADDRESS, `${kind} ${address}`);
    if (!(await attempt.networks.isOfKnownNetwork(attempt.context))) await attempt.count(mailLimits.MAIL_GLOBAL, kind);
  },
});
