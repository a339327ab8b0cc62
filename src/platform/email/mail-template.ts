import type { Locale } from '../request/locale';
import { Vocabulary } from '../runtime/vocabulary';

export { type Locale, locales } from '../request/locale';

/** A login that a mail is about. */
export type LoginInWords = Pick<MailValues, 'time' | 'device' | 'country'>;
/** What a mail is about. */
type Subject = LoginInWords & Pick<MailValues, 'organization'>;

/** The texts of one mail in one language. The page that the link leads to has the same label on its button. */
type MailTexts<HasLink, HasCode> = {
  readonly title: string;
  /** What has happened and why the person gets the mail: one text for each paragraph. */
  text(product: string, provider: string, about: Subject): readonly string[];
  /** What to do if someone else has caused the mail. */
  readonly notMe?: string;
} & (HasLink extends true ? { readonly action: string } : { readonly action?: never }) &
  (HasCode extends true ? { readonly code: string } : { readonly code?: never });

interface TemplateWith<HasLink extends boolean, HasCode extends boolean> {
  readonly name: string;
  readonly hasLink: HasLink;
  /** Whether the mail can have a code. After too many wrong codes it has none. */
  readonly hasCode: HasCode;
  /** Whether the mail names a provider. */
  readonly hasProvider?: true;
  /** Whether the mail describes a login. */
  readonly hasLogin?: true;
  /** Whether the mail names an organization. */
  readonly hasOrganization?: true;
  readonly words: Readonly<Record<Locale, MailTexts<HasLink, HasCode>>>;
}

/** A kind of mail. The files in MAIL_TEMPLATES begin with its name, and the row of a message has it. */
export type MailTemplate =
  | TemplateWith<true, true>
  | TemplateWith<true, false>
  | TemplateWith<false, true>
  | TemplateWith<false, false>;

/** Every kind of mail. */
export const mailTemplates = new Vocabulary<MailTemplate>('kind of mail');

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
  /** The slug of the organization that the mail is about, whose name is the text of a person. */
  readonly organization: string | null;
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
