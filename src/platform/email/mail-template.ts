import type { Locale } from '../request/locale';

export { type Locale, locales } from '../request/locale';

export interface MailParts {
  hasLink: boolean;
  /** Whether the mail names a provider. */
  hasProvider?: boolean;
  /** Whether the mail describes a login. */
  hasLogin?: boolean;
  /** Whether the mail can have a code. After too many wrong codes it has none. */
  hasCode: boolean;
}

const notice = { hasLink: false, hasCode: false } as const;
const withLink = { hasLink: true, hasCode: false } as const;
const withCode = { hasLink: false, hasCode: true } as const;
const withLinkAndCode = { hasLink: true, hasCode: true } as const;

/** Every kind of mail. The files in MAIL_TEMPLATES begin with these names. */
export const mailTemplates = {
  verify_email: withLinkAndCode,
  account_exists: notice,
  reset_password: withLinkAndCode,
  email_login: withLinkAndCode,
  step_up: withCode,
  connect_provider: { ...withLinkAndCode, hasProvider: true },
  password_was_reset: notice,
  password_removed: notice,
  password_changed: notice,
  confirm_email_change: withLinkAndCode,
  approve_email_change: withLinkAndCode,
  email_changed: withLink,
  email_changed_by_operator: notice,
  invite: withLink,
  deletion_scheduled: withLink,
  password_listed: notice,
  authenticator_added: withLink,
  passkey_added: withLink,
  new_device: { ...withLink, hasLogin: true },
  identity_linked: withLink,
  app_connected: withLink,
  identity_unlinked: notice,
  factor_removed: notice,
  recovery_codes_few: notice,
  recovery_codes_changed: notice,
  two_step_enabled: notice,
  two_step_disabled: notice,
  factors_reset: notice,
  account_disabled: notice,
  impersonated: notice,
  webhook_disabled: notice,
  test: notice,
} as const satisfies Record<string, MailParts>;
export type MailTemplate = keyof typeof mailTemplates;

/**
 * What a template can show. It never has a name or other words of a person, because the mail can go to an address that
 * another person has entered. All but `product` is null where the mail has none.
 */
export interface MailValues {
  readonly product: string;
  readonly link: string | null;
  readonly code: string | null;
  /** The name of the provider that the mail connects. */
  readonly provider: string | null;
  /** When a login was, in words. */
  readonly time: string | null;
  /** The browser and the system of a login, if they are known. */
  readonly device: string | null;
  /** The country of a login, if it is known. */
  readonly country: string | null;
  /** How long the link is valid from now on. */
  readonly minutes: number | null;
  /** How long the code is valid from now on. */
  readonly codeMinutes: number | null;
}

export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export type RenderMail = (template: MailTemplate, locale: Locale, values: MailValues) => RenderedMail;
