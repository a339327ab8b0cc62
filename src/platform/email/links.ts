import type { MailedPurpose, TokenPurpose } from '../one-time-tokens/one-time-token';
import type { EmailConfig } from './email.settings';

/** Returns the link of a mail. */
export type LinkOf = (purpose: TokenPurpose, token: string) => string;

const linkSettings: Readonly<Record<MailedPurpose, keyof EmailConfig['links']>> = {
  verify_email: 'confirm',
  confirm_registration: 'confirm',
  reset_password: 'reset',
  invite: 'reset',
  undo_factor: 'reset',
  undo_login: 'reset',
  change_email: 'changeEmail',
  approve_email_change: 'changeEmail',
  undo_email_change: 'undoEmailChange',
  cancel_deletion: 'cancelDeletion',
  email_login: 'login',
};

/** The pages of Gatehouse. The last part of the path is the token. */
export const linkPages: Readonly<Record<keyof EmailConfig['links'], string>> = {
  confirm: '/confirm/',
  changeEmail: '/confirm/',
  reset: '/reset/',
  undoEmailChange: '/undo/',
  cancelDeletion: '/undo/',
  login: '/login/email/',
};

/** The links begin with PUBLIC_URL or with a setting. No request has an influence on them. */
export function createLinks(publicUrl: string, { links }: Pick<EmailConfig, 'links'>): LinkOf {
  return (purpose, token) => {
    const setting = linkSettings[purpose as MailedPurpose];
    if (setting === undefined) throw new Error('no e-mail contains this token');
    return (links[setting] ?? `${publicUrl}${linkPages[setting]}{token}`).replace('{token}', token);
  };
}
