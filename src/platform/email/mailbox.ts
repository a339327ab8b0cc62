import type { Log } from '../observability/log';
import { withLogoInside } from './mail-look';
import type { Mail, Mailer } from './mailer';

/** A mail as the mailbox shows it. */
export interface KeptMail {
  /** 1 for the first mail since the start. */
  id: number;
  to: string;
  subject: string;
  text: string;
  html: string;
  links: string[];
  code: string | null;
  createdTs: Date;
}

/** The oldest mails are forgotten. A mail has about 10 kB. */
const mostKept = 200;

/** Keeps mails in memory for a developer, instead of sending them. */
export class Mailbox implements Mailer {
  private readonly kept: KeptMail[] = [];
  private last = 0;
  private listener: ((mail: KeptMail) => void) | null = null;

  /** `pageUrl` is the URL of the page, or null if the page cannot be shown with this `PUBLIC_URL`. */
  constructor(
    private readonly pageUrl: string | null,
    private readonly log: Log,
    /** A PNG. */
    private readonly logo: Buffer | null = null,
  ) {}

  async send({ to, subject, text, html, link, code, createdTs }: Mail): Promise<void> {
    this.last += 1;
    const links = link === null ? [] : [link];
    const mail = { id: this.last, to, subject, text, html, links, code, createdTs };
    this.kept.unshift(mail);
    this.listener?.(mail);
    this.kept.length = Math.min(this.kept.length, mostKept);
    // No link and no code: a log is kept and copied.
    if (this.pageUrl) this.log.info(`mail to ${masked(to)}: ${this.pageUrl}/${this.last}`);
    else this.log.info(`mail to ${masked(to)}: /dev/mailbox shows it only if PUBLIC_URL is on this machine`);
  }

  onMail(listener: (mail: KeptMail) => void): void {
    this.listener = listener;
  }

  /** Returns the mails, newest first. */
  list(): readonly KeptMail[] {
    return this.kept;
  }

  find(id: number): KeptMail | null {
    return this.kept.find((mail) => mail.id === id) ?? null;
  }

  /** The HTML of a mail for a browser. */
  htmlOf({ html }: KeptMail): string {
    return withLogoInside(html, this.logo);
  }

  close(): void {}
}

/** Returns `a…@example.com`. */
const masked = (address: string): string => `${address.slice(0, 1)}…${address.slice(address.lastIndexOf('@'))}`;
