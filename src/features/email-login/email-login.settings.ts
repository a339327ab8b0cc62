import { flag, settingsOn } from '../../platform/config/setting';
import { type EmailConfig, sendsMails } from '../../platform/email/email.settings';

const setting = settingsOn('accounts');

export const emailLoginSettings = {
  emailLogin: setting('EMAIL_LOGIN', flag.default(false), 'Whether people can sign in with a code by mail.', {
    defaultText: 'off',
  }),
};

/** Whether people can sign in with a code by mail: only where mails are sent. */
export const hasEmailLogin = (config: { emailLogin: boolean; email: Pick<EmailConfig, 'transport'> }): boolean =>
  config.emailLogin && sendsMails(config);
