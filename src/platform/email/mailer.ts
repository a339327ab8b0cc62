import type { RenderedMail } from './mail-template';

/** A mail that is ready to be sent. */
export interface Mail extends RenderedMail {
  /** A UUID. The Message-ID is made from it, so each attempt to send a mail has the same one. */
  id: string;
  /** A canonical e-mail address. */
  to: string;
  link: string | null;
  code: string | null;
  createdTs: Date;
}

/** Sends mails, or keeps them in the mailbox of a developer. */
export interface Mailer {
  /**
   * Resolves when the mail server is responsible for the mail.
   * @throws MailError
   */
  send(mail: Mail, signal: AbortSignal): Promise<void>;
  /** Ends the connections. Mails that are being sent fail. */
  close(): void;
}
