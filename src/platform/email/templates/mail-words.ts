import type { MailTemplate, MailValues, mailTemplates } from '../mail-template';

/** A login that a mail is about. */
export type LoginInWords = Pick<MailValues, 'time' | 'device' | 'country'>;

/** The texts of one mail. The page that the link leads to has the same label on its button. */
type TextsOf<Template extends MailTemplate> = {
  title: string;
  /** What has happened and why the person gets the mail: one text for each paragraph. */
  text(product: string, provider: string, login: LoginInWords): readonly string[];
  /** What to do if someone else has caused the mail. */
  notMe?: string;
} & ((typeof mailTemplates)[Template]['hasLink'] extends true ? { action: string } : { action?: never }) &
  ((typeof mailTemplates)[Template]['hasCode'] extends true ? { code: string } : { code?: never });

/** The texts of the mails, in one language. */
export type MailWords = { readonly [Template in MailTemplate]: TextsOf<Template> } & {
  /** The line before a link, in the text part. */
  readonly before: (action: string) => string;
  readonly linkIsValid: (duration: string) => string;
  readonly codeIsValid: (duration: string) => string;
  readonly linkAndCodeAreValid: (ofLink: string, ofCode: string) => string;
};
