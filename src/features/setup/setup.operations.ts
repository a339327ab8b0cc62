import { authActions } from '../../accounts/auth/auth.audit';
import { mailLimits } from '../../accounts/users/mail.limits';
import { defineOperation } from '../../platform/operations/define-operation';

/** What the page does to which the line of a start leads. */
export const createFirstSuperAdmin = defineOperation({
  name: 'createFirstSuperAdmin',
  rest: [],
  does: 'Creates the first super admin, with the link that a start without a super admin prints.',
  caller: 'anyone',
  limits: [mailLimits.RESET_NETWORK],
  errors: {
    VALIDATION_FAILED: 'A field breaks its rule.',
    INVALID_TOKEN: 'The link was used, replaced by a later start, or has expired, or there is a super admin.',
    EMAIL_TAKEN: 'The address has an account.',
    FORBIDDEN: 'The network is not in `ADMIN_NETWORKS`.',
  },
  hashesPassword: true,
  takesSecret: true,
  rejectedAs: authActions.registration_refused,
});
