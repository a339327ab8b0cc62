import { tokenPurposes } from '../../platform/one-time-tokens/purpose';

/** Those that several features issue or take. */
export const userPurposes = tokenPurposes.define({
  reset_password: {
    link: 'reset',
    hasCode: true,
    replacesOlder: true,
    isOfAccountAddress: true,
    lifetime: 'resetPasswordS',
  },
  invite: { link: 'reset', hasCode: false, replacesOlder: true, isOfAccountAddress: true, lifetime: 'inviteS' },
  /** Restores the old address. After several changes, each old address can be restored. */
  undo_email_change: {
    link: 'undoEmailChange',
    hasCode: false,
    replacesOlder: false,
    isOfAccountAddress: false,
    takesBack: true,
    lifetime: 'undoEmailChangeS',
  },
  /** Removes a second factor and those that were added later, and sets a new password. */
  undo_factor: { link: 'reset', hasCode: false, replacesOlder: false, isOfAccountAddress: true, takesBack: true },
  /** Signs in, in the client that asked: the link and the code are only good together with the token of its request. */
  email_login: { link: 'login', hasCode: true, replacesOlder: false, isOfAccountAddress: true, lifetime: 'codeS' },
});
