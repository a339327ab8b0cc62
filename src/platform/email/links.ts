import { type MailedLink, tokenPurposes } from '../one-time-tokens/purpose';
import type { EmailConfig } from './email.settings';

/** Returns the link of a mail. `purpose` is the name of the purpose of the token. */
export type LinkOf = (purpose: string, token: string) => string;

/** The pages of Gatehouse. The last part of the path is the token. */
const linkPages: Readonly<Record<MailedLink, string>> = {
  confirm: '/confirm/',
  changeEmail: '/confirm/',
  reset: '/reset/',
  undoEmailChange: '/undo/',
  cancelDeletion: '/undo/',
  login: '/login/email/',
  invitation: '/invitation/',
};

/** The links begin with PUBLIC_URL or with a setting. No request has an influence on them. */
export function createLinks(publicUrl: string, { links }: Pick<EmailConfig, 'links'>): LinkOf {
  return (purpose, token) => {
    const link = tokenPurposes.find(purpose)?.link;
    if (link === undefined) throw new Error('no e-mail contains this token');
    return (links[link] ?? `${publicUrl}${linkPages[link]}{token}`).replace('{token}', token);
  };
}
