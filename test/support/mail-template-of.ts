import '../../src/compose/features';
import { type MailTemplate, mailTemplates } from '../../src/platform/email/mail-template';

/** The names of all mails. */
export const mailNames: readonly string[] = mailTemplates.all().map(({ name }) => name);

export function mailTemplateOf(name: string): MailTemplate {
  const found = mailTemplates.find(name);
  if (!found) throw new Error(`no feature has the mail ${name}`);
  return found;
}
