import { rejectionReasons } from '../../platform/errors/rejection-reason';

export const adminAccessReasons = rejectionReasons.define({
  'not a super admin': {
    means: 'The user is not a super admin.',
    advice: 'To allow it: `gatehouse users promote`.',
  },
  'operation of people': {
    means:
      'A service called an operation of the administration that only super admins have, or sent what only they can.',
    advice: 'A super admin does it.',
  },
  'scope of the administration': {
    means: 'The token of a service lacks the scope that the operation of the administration needs.',
    advice: 'The service asks for it at `POST /oauth/token`.',
  },
  'service without the right': {
    means: 'The service may no longer use the administration: it was removed or disabled, or lacks the scope.',
    advice: 'Give the client the scope, or enable it: `gatehouse clients update`.',
  },
  'network of the administration': {
    means: 'The address of the client is not in `ADMIN_NETWORKS`.',
    advice: 'Add it. If it is the address of your proxy, set `TRUST_PROXY`.',
  },
});
