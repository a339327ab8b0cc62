import { tokenPurposes } from '../../platform/one-time-tokens/purpose';

export const providerPurposes = tokenPurposes.define({
  /** A login that waits for the answer of a provider. */
  provider_login: { hasCode: false, replacesOlder: false, isOfAccountAddress: false },
  /** Who the person is at the provider, for the client that has started the login. */
  provider_result: { hasCode: false, replacesOlder: false, isOfAccountAddress: false },
  /** Connects an account at a provider with the account of its address. */
  link_identity: { hasCode: false, replacesOlder: false, isOfAccountAddress: true },
});
