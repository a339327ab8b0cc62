import { tokenPurposes } from '../../platform/one-time-tokens/purpose';

export const organizationPurposes = tokenPurposes.define({
  /** Of an address, whether or not it has an account: the details name the invitation. Others of the address stay valid. */
  organization_invitation: {
    link: 'invitation',
    hasCode: false,
    replacesOlder: false,
    isOfAccountAddress: false,
    lifetime: 'inviteS',
  },
});
