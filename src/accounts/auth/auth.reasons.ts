import { requestActions } from '../../platform/audit/requests.audit';
import { rejectionReasons } from '../../platform/errors/rejection-reason';

export const authReasons = rejectionReasons.define({
  impersonation: {
    means: 'A super admin acts as the user, and only the user can do this.',
    advice: 'The user does it, or the super admin uses the administration.',
    recordedAs: requestActions.access_refused,
  },
});
