import { readLogo } from '../platform/config/theme-files';
import { createLinks } from '../platform/email/links';
import type { RenderMail } from '../platform/email/mail-template';
import { Mailbox } from '../platform/email/mailbox';
import type { Mailer } from '../platform/email/mailer';
import { createMailRenderer } from '../platform/email/render-mail';
import { SmtpMailer } from '../platform/email/smtp-mailer';
import { smtpOptionsOf } from '../platform/email/smtp-options';
import type { Settling } from '../platform/jobs/delivery-queue';
import { MailComposer } from '../platform/messages/mail-composer';
import { MessageDelivery, mailTransport } from '../platform/messages/message-delivery';
import type { Log } from '../platform/observability/log';
import type { OneTimeTokens } from '../platform/one-time-tokens/one-time-tokens';
import type { Clock } from '../platform/runtime/clock';
import { isLoopback } from '../platform/runtime/loopback';
import type { Config } from './config';
import type { Stores } from './stores';

export interface Mails {
  /** Null if no mails are sent: in production without `SMTP_URL`. The mails then wait in the outbox. */
  delivery: MessageDelivery | null;
  /** Null unless the mails are kept for a developer. */
  mailbox: Mailbox | null;
}

interface MailNeeds {
  config: Config;
  stores: Stores;
  oneTimeTokens: OneTimeTokens;
  clock: Clock;
  log: Log;
  timeLimits: { mailSettleMs: Settling };
}

export function createMails({ config, stores, oneTimeTokens, clock, log, timeLimits }: MailNeeds): Mails {
  const mailbox = config.email.transport === 'mailbox' ? createMailbox(config, log) : null;
  const mailer: Mailer | null = mailbox ?? createSmtpMailer(config);
  const composer = createMailComposer(config, oneTimeTokens, clock);
  return {
    delivery:
      mailer &&
      new MessageDelivery({
        stores,
        oneTimeTokens,
        transport: mailTransport(composer, mailer, log),
        listen: stores.listen,
        settleMs: timeLimits.mailSettleMs,
        clock,
        log,
      }),
    mailbox,
  };
}

export function createMailComposer(config: Config, oneTimeTokens: OneTimeTokens, clock: Clock): MailComposer {
  const linkOf = createLinks(config.publicUrl, config.email);
  const render = createRenderer(config);
  return new MailComposer(oneTimeTokens, linkOf, render, config.productName, clock);
}

/** Reads the templates of the operator. @throws ConfigError */
export function createRenderer({ email, pages }: Pick<Config, 'email' | 'pages'>): RenderMail {
  const { accentColor } = pages;
  return createMailRenderer(email.templatesFolder, { accentColor, hasLogo: isPng(pages.logo) });
}

const isPng = (logo: string | null): boolean => logo?.toLowerCase().endsWith('.png') ?? false;

/** The logo that mail programs show. @throws ConfigError */
export const logoOf = ({ logo }: Config['pages']): Buffer | null =>
  isPng(logo) ? (readLogo(logo)?.content ?? null) : null;

/** Returns null without `SMTP_URL`. */
export function createSmtpMailer({
  email,
  publicUrl,
  pages,
}: Pick<Config, 'email' | 'publicUrl' | 'pages'>): SmtpMailer | null {
  const { smtpUrl, from, replyTo } = email;
  if (!smtpUrl || !from) return null;
  return new SmtpMailer(smtpOptionsOf(smtpUrl, new URL(publicUrl).hostname), { from, replyTo }, logoOf(pages));
}

function createMailbox({ publicUrl, pages }: Config, log: Log): Mailbox {
  const isShown = isLoopback(new URL(publicUrl).hostname);
  return new Mailbox(isShown ? `${publicUrl}/dev/mailbox` : null, log, logoOf(pages));
}
