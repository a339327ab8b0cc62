import { rejectionReasons } from '../errors/rejection-reason';

export const oneTimeTokenReasons = rejectionReasons.define({
  'unknown link': {
    means: 'The link was cut, is for something else, or is not of this installation.',
    advice: 'The user asks for a new e-mail.',
  },
  'used link': {
    means: 'The link was used, or a newer e-mail has replaced it.',
    advice: 'The user opens the newest e-mail.',
  },
  'expired link': {
    means: 'The link has expired.',
    advice: 'The user asks for a new e-mail. The time is a setting, such as `RESET_PASSWORD_TTL`.',
  },
  'wrong code': {
    means: 'The code is wrong or has expired, or came after too many wrong ones.',
    advice: 'The user uses the link, or asks for a new e-mail.',
  },
});
