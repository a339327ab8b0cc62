import type { Transporter } from 'nodemailer';
import type { SMTPPoolOptions } from 'nodemailer/lib/smtp-pool';
import { parseEmailAddress } from '../request/email-address';
import type { Sender } from './email.settings';
import { partsFor } from './mail-look';
import { MailError } from './mail-problem';
import type { Mail, Mailer } from './mailer';
import { toMailError } from './smtp-error';

export interface Senders {
  from: Sender;
  replyTo: Sender | null;
}

/** Sends mails to an SMTP server (RFC 5321). */
export class SmtpMailer implements Mailer {
  private transporter: Transporter | null = null;

  constructor(
    private readonly options: SMTPPoolOptions,
    private readonly senders: Senders,
    /** A PNG. */
    private readonly logo: Buffer | null = null,
  ) {}

  async send(mail: Mail, signal: AbortSignal): Promise<void> {
    const { from, replyTo } = this.senders;
    const { id, to, subject, text, html, createdTs } = mail;
    // Only a bug could write another address. Some mail servers read two addresses in one text.
    if (parseEmailAddress(to)?.canonical !== to) throw new MailError('recipient_rejected', true, null);
    await this.connections()
      .sendMail({
        from: addressOf(from),
        to: { name: '', address: to },
        ...(replyTo && { replyTo: addressOf(replyTo) }),
        subject,
        text,
        html,
        attachments: partsFor(html, this.logo),
        messageId: `<${id}@${domainOf(from.address)}>`,
        date: createdTs,
        // Other programs must not answer this mail (RFC 3834, section 5).
        headers: { 'Auto-Submitted': 'auto-generated' },
        xMailer: false,
        signal,
      })
      .catch(toMailError);
  }

  /** Connects and logs in, without sending a mail. @throws MailError */
  async verify(): Promise<void> {
    await this.connections().verify().catch(toMailError);
  }

  close(): void {
    // Also the connections that are sending: the worker has waited for them.
    this.transporter?.close({ force: true });
    this.transporter = null;
  }

  private connections(): Transporter {
    // Loaded when the first mail is sent, because most requests and most commands send none.
    const { createTransport } = require('nodemailer') as typeof import('nodemailer');
    this.transporter ??= createTransport({ ...this.options, pool: true });
    return this.transporter;
  }
}

/** An object instead of a text, so that no name can become a second address. */
const addressOf = ({ name, address }: Sender) => ({ name: name ?? '', address });

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);
