import { rejectionReasons } from '../../platform/errors/rejection-reason';
import { endReasons } from '../../platform/errors/session-end';

export const providerReasons = rejectionReasons.define({
  'used ID token': {
    means: 'The ID token of a provider was used before. It may be stolen.',
    advice: 'The application asks the provider for a new one at each sign-in.',
  },
  'wrong verifier': {
    means: 'The code came from another browser or client than the one that has started the sign-in with a provider.',
    advice: 'If it is frequent, find the client with `gatehouse audit --network`.',
  },
  'cancelled sign-in': {
    means: 'The person cancelled at the provider, or the provider refused.',
    advice: 'If it is frequent, check the application in the settings of the provider.',
  },
  'forged answer': {
    means: 'The answer of the provider failed a check, such as signature, issuer, audience, nonce or time.',
    advice: 'The log has the check. Compare `PROVIDER_<ID>_*` and the clocks.',
  },
  'unaccepted person': {
    means: 'The claims are not those of `PROVIDER_<ID>_REQUIRE` or the tenant, or name nobody.',
    advice: 'The person takes another account at the provider.',
  },
  'unproved identity': {
    means: 'The provider does not vouch for the address of a new person. A code was mailed to it.',
    advice: 'The person uses the code.',
  },
  'no answer of the provider': {
    means: 'The provider gave no usable answer.',
    advice: 'The log has the cause.',
  },
});

export const providerEnds = endReasons.define({
  identities_changed: { means: 'A provider was disconnected from the account.' },
});
