import { tokenPurposes } from '../../platform/one-time-tokens/purpose';

export const sessionPurposes = tokenPurposes.define({
  /** Ends all sessions, removes what was added to the account since a login, and sets a new password. */
  undo_login: { link: 'reset', hasCode: false, replacesOlder: false, isOfAccountAddress: true, takesBack: true },
});
