import { integer, settingsOn } from '../config/setting';

const setting = settingsOn('email');

export const oneTimeTokensSettings = {
  tokenLifetimes: {
    verifyEmailS: setting(
      'VERIFY_EMAIL_TTL',
      integer(300, 2_592_000).default(86_400),
      'How long a link that proves an e-mail address is valid, in seconds (a day).',
    ),
    resetPasswordS: setting(
      'RESET_PASSWORD_TTL',
      integer(300, 86_400).default(1800),
      'How long a link that sets a new password is valid, in seconds (30 minutes).',
    ),
    codeS: setting(
      'EMAIL_CODE_TTL',
      integer(60, 600).default(600),
      'How long the code in a mail is valid, in seconds, but never longer than its link.',
    ),
    undoEmailChangeS: setting(
      'EMAIL_CHANGE_UNDO_TTL',
      integer(3600, 2_592_000).default(604_800),
      'How long the old e-mail address can be restored after a change, in seconds (7 days).',
    ),
    inviteS: setting(
      'INVITE_TTL',
      integer(3600, 2_592_000).default(604_800),
      'How long the link of an invitation is valid, in seconds (7 days).',
    ),
  },
};
