import { type CustomTemplates, readCustomTemplates } from './custom-templates';
import { type MailLook, ownLook } from './mail-look';
import type { RenderedMail, RenderMail } from './mail-template';

/** Renders mails with the texts of Gatehouse. */
const rendererWith =
  (look: MailLook): RenderMail =>
  (template, locale, values) => {
    // Loaded for the first mail, because a start does not need Preact and the words of four languages.
    const { renderOwnMail } = require('./templates/rendered-mail') as typeof import('./templates/rendered-mail.js');
    return renderOwnMail(look)(template, locale, values);
  };

export const renderMail = rendererWith(ownLook);

/**
 * Reads the files in the folder, which replace parts of mails.
 * @throws ConfigError with one line for each file that cannot be used
 */
export function createMailRenderer(folder: string | null, look: MailLook = ownLook): RenderMail {
  const renderOwn = rendererWith(look);
  if (folder === null) return renderOwn;
  const custom: CustomTemplates = readCustomTemplates(folder);
  return (template, locale, values): RenderedMail => {
    const own = renderOwn(template, locale, values);
    const part = (name: keyof RenderedMail) => custom.render({ template, locale, part: name }, values) ?? own[name];
    return { subject: part('subject'), text: part('text'), html: part('html') };
  };
}
