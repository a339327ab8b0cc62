import { rejectionReasons } from '../../platform/errors/rejection-reason';

export const passwordReasons = rejectionReasons.define({
  'unknown address': {
    means: 'No account has this e-mail address.',
    advice: 'Find the user by name: `gatehouse users find`.',
  },
  'wrong password': {
    means: 'The password is wrong.',
    advice: 'Let the user reset the password if it is lost.',
  },
  'no password': {
    means:
      'The account has no password: it was invited or restored, a first sign-in by mail removed it, or only the old service knew it.',
    advice: 'The user sets one with the invitation or a reset.',
  },
  'unusable hash': {
    means: 'The stored password hash is damaged, of another algorithm, or too expensive.',
    advice: 'Restore the hash, or let the user reset the password. The log names the account.',
  },
  'legacy password': {
    means: 'Only the old service knows the password, and `LEGACY_URL` is not set.',
    advice: 'Set it, or let the user reset the password.',
  },
});
