import { rejectionReasons } from '../../platform/errors/rejection-reason';

export const organizationReasons = rejectionReasons.define({
  'invitation of another address': {
    means: 'The invitation was mailed to another address than the verified one of the account.',
    advice: 'The user signs in with the invited address, or an admin of the organization invites the other one.',
  },
});
