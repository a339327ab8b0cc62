import type { User } from '../../accounts/users/user';
import type { EmailConfig } from '../../platform/email/email.settings';
import type { ShownProvider } from '../kit/provider';
import { withReturn } from '../kit/return-to';
import type { Answer, Visit } from '../kit/site';
import type { PagesConfig } from '../pages.settings';
import type { AccountNav } from './account-shell.page';

export interface AccountSettings {
  pages: Pick<PagesConfig, 'areas'>;
  passkeys: boolean;
  /** The domain of the passkeys. */
  passkeyRpId: string;
  emailLogin: boolean;
  email: Pick<EmailConfig, 'transport'>;
  providers: readonly ShownProvider[];
  deletionGraceDays: number;
  apiKeys: boolean;
  apiKeyDays: number;
}

/** The person of a page. */
export interface Person {
  user: User;
  nav: AccountNav;
}
export type FindPerson = (visit: Visit) => Promise<Person>;

/** How many API keys a person can delete with another change. Makes no query with API_KEYS=off. */
export type CountKeys = (visit: Visit) => Promise<number>;

/** A path that only has a form. Someone who opens it, or comes back to it, gets the page of the form. */
export const toPage =
  (path: string) =>
  async ({ returnTo }: Visit): Promise<Answer> => ({ goTo: withReturn(path, returnTo) });
