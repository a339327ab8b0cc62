import type { LinkOf } from '../email/links';
import { loginInWords } from '../email/login-in-words';
import { type MailValues, mailTemplates, type RenderMail } from '../email/mail-template';
import type { Mail } from '../email/mailer';
import type { OneTimeToken } from '../one-time-tokens/one-time-token';
import type { OneTimeTokens } from '../one-time-tokens/one-time-tokens';
import type { Clock } from '../runtime/clock';
import type { Message } from './message';

/** Makes mails from messages. The link and the code are derived each time, so they are stored nowhere. */
export class MailComposer {
  constructor(
    private readonly oneTimeTokens: Pick<OneTimeTokens, 'tokenOf' | 'codeOf'>,
    private readonly linkOf: LinkOf,
    private readonly render: RenderMail,
    private readonly product: string,
    private readonly clock: Clock,
  ) {}

  /** `token` is the token of the message, or null if the message has none. */
  compose(
    message: Pick<Message, 'id' | 'template' | 'recipient' | 'locale' | 'createdTs'>,
    token: OneTimeToken | null,
  ): Mail {
    const { id, recipient, locale, createdTs } = message;
    const template = mailTemplates.find(message.template);
    if (!template) throw new Error(`no feature has the mail ${message.template}`);
    const code = token && this.oneTimeTokens.codeOf(token);
    const { hasLink, hasLogin = false } = template;
    const ofLink = hasLink ? token : null;
    const values: MailValues = {
      product: this.product,
      link: ofLink && this.linkOf(ofLink.purpose, this.oneTimeTokens.tokenOf(ofLink)),
      code: code?.code ?? null,
      provider: token?.details.providerLabel ?? null,
      ...loginInWords(hasLogin ? token : null, locale),
      organization: token?.details.organization ?? null,
      minutes: ofLink && this.minutesTo(ofLink.expiresTs),
      codeMinutes: code && this.minutesTo(code.expiresTs),
    };
    const { subject, text, html } = this.render(template, locale, values);
    return { id, to: recipient, subject, text, html, link: values.link, code: values.code, createdTs };
  }

  private minutesTo(time: Date): number {
    return Math.max(1, Math.round((time.getTime() - this.clock().getTime()) / 60_000));
  }
}
