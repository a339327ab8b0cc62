import { rejectionReasons } from '../../platform/errors/rejection-reason';

export const adminAccessReasons = rejectionReasons.define({
  'not a super admin': {
    means: 'The user is not a super admin.',
    advice: 'To allow it: `gatehouse users promote`.',
  },
  'network of the administration': {
    means: 'The address of the client is not in `ADMIN_NETWORKS`.',
    advice: 'Add it. If it is the address of your proxy, set `TRUST_PROXY`.',
  },
});
