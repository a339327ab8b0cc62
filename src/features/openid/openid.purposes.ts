import { tokenPurposes } from '../../platform/one-time-tokens/purpose';

export const openidPurposes = tokenPurposes.define({
  /** A checked request of an application, while its user signs in. */
  authorization_request: { hasCode: false, replacesOlder: false, isOfAccountAddress: false },
  /** What an application exchanges for tokens (RFC 6749, section 4.1.2). */
  authorization_code: { hasCode: false, replacesOlder: false, isOfAccountAddress: false },
});
