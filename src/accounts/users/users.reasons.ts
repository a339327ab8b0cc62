import { requestActions } from '../../platform/audit/requests.audit';
import { rejectionReasons } from '../../platform/errors/rejection-reason';
import { endReasons } from '../../platform/errors/session-end';

export const userReasons = rejectionReasons.define({
  'taken address': {
    means: 'Another account has the e-mail address by now.',
    advice: 'The user signs in there, or chooses another address.',
  },
  'domain not allowed': {
    means: 'The domain of the address is not in `REGISTER_DOMAINS`.',
    advice: 'Add the domain, or create the account with `gatehouse users invite`.',
  },
  'last super admin': {
    means: 'The last super admin cannot be deleted, disabled or demoted.',
    advice: 'First make another one: `gatehouse users promote`.',
  },
  'token of an application': {
    means: 'An application (OAuth client) has called an operation that is not open to applications.',
    advice: 'The user does it at Gatehouse itself. The application sends the browser there.',
    recordedAs: requestActions.access_refused,
  },
  'missing scope': {
    means: 'The access token lacks the scope that the operation needs.',
    advice: 'The application asks for it when the user signs in.',
  },
});

export const userEnds = endReasons.define({
  email_verified: {
    means:
      'The e-mail address was verified for the first time: with a code to sign in, or the password alone had not opened this session.',
  },
});
