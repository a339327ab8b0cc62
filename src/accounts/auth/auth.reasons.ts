import { requestActions } from '../../platform/audit/requests.audit';
import { rejectionReasons } from '../../platform/errors/rejection-reason';
import { endReasons } from '../../platform/errors/session-end';

export const authReasons = rejectionReasons.define({
  impersonation: {
    means: 'A super admin acts as the user, and only the user can do this.',
    advice: 'The user does it, or the super admin uses the administration.',
    recordedAs: requestActions.access_refused,
  },
});

export const authEnds = endReasons.define({
  logout: { means: 'The user logged out.' },
  revoked_by_user: { means: 'The user ended the session from another session.' },
  impersonation_ended: { means: 'A super admin stopped acting as the user.' },
});
