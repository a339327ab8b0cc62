import type { MailLook } from '../mail-look';
import type { RenderMail } from '../mail-template';
import { htmlPart } from './html-part';
import { mailContent } from './mail-content';
import { textPart } from './text-part';

/** Renders a mail with the texts of Gatehouse. */
export const renderOwnMail =
  (look: MailLook): RenderMail =>
  (template, locale, values) => {
    const content = mailContent(template, locale, values);
    return { subject: `${content.title} – ${content.product}`, text: textPart(content), html: htmlPart(content, look) };
  };
