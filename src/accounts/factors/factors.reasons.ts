import { rejectionReasons } from '../../platform/errors/rejection-reason';
import { endReasons } from '../../platform/errors/session-end';

export const factorReasons = rejectionReasons.define({
  'wrong factor': {
    means: 'The code of the second factor is wrong, or belongs to another account.',
    advice: 'One user: check the clock of the phone. All users: run `gatehouse doctor`.',
  },
  'used factor': {
    means: 'The code of the second factor was used before.',
    advice: 'The user waits for the next code, or takes another recovery code.',
  },
  'no factor': {
    means: 'The account has no such second factor.',
    advice: 'The entry of the authenticator app may belong to another account.',
  },
});

export const factorEnds = endReasons.define({
  factors_changed: { means: 'The second factors of the account were changed.' },
});
