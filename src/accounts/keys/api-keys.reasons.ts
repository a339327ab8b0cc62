import { requestActions } from '../../platform/audit/requests.audit';
import { rejectionReasons } from '../../platform/errors/rejection-reason';

export const apiKeyReasons = rejectionReasons.define({
  'malformed API key': {
    means: 'The text is no API key of this installation (a wrong checksum), or `API_KEYS` is off.',
    advice: 'The program sends the whole key.',
  },
  'unknown API key': {
    means: 'No account has this API key, or it has ended with the membership in its organization.',
    advice: 'The user creates a new key.',
  },
  'ended API key': {
    means: 'The API key was deleted, or has ended with another change of the account.',
    advice: 'The line `An API key was deleted` says when and why. The user creates a new key.',
  },
  'expired API key': {
    means: 'The API key has expired.',
    advice: 'The user creates a new key.',
  },
  'API key': {
    means: 'An API key was sent to an operation that is not open to keys, or for another API.',
    advice: 'The user does it. A key opens `/auth/verify`, and `me`.',
    recordedAs: requestActions.access_refused,
  },
});
