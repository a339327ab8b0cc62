import { integer, settingsOn } from '../config/setting';

const setting = settingsOn('email');

export const oneTimeTokensSettings = {
  tokenLifetimes: {
    verifyEmailS: setting(
      'VERIFY_EMAIL_TTL',
      integer(300, 2_592_000).default(86_400),
      'The lifetime of a link that proves an e-mail address, in seconds.',
    ),
    resetPasswordS: setting(
      'RESET_PASSWORD_TTL',
      integer(300, 86_400).default(1800),
      'The lifetime of a link that sets a new password, in seconds.',
    ),
    codeS: setting(
      'EMAIL_CODE_TTL',
      integer(60, 600).default(600),
      'The lifetime of the code in a mail, in seconds, but never longer than that of its link.',
    ),
    undoEmailChangeS: setting(
      'EMAIL_CHANGE_UNDO_TTL',
      integer(3600, 2_592_000).default(604_800),
      'How long the old e-mail address can be restored after a change, in seconds (7 days).',
    ),
    inviteS: setting(
      'INVITE_TTL',
      integer(3600, 2_592_000).default(604_800),
      'The lifetime of the link of an invitation, in seconds (7 days).',
    ),
  },
};
