import { Resolver } from 'node:dns/promises';
import type { Config } from '../compose/config';
import { ConfigError } from '../platform/config/config-error';
import { readCustomTemplates } from '../platform/email/custom-templates';
import { MailError } from '../platform/email/mail-problem';
import { domainOf, type SmtpMailer } from '../platform/email/smtp-mailer';
import type { MessageStore } from '../platform/messages/message.store';
import { say } from '../platform/runtime/sentence';
import { type CheckResult, failure, messageOf, ok, skipped, warning } from './check-result';

/** Milliseconds. A mail that waits longer is probably in trouble: most are sent within a second. */
const longWaitMs = 600_000;
const dns = { timeout: 2000, tries: 2 } as const;

/** Programs for development that accept every mail and send none. They run in containers that have their names. */
const catchers = ['inbucket', 'mailcatcher', 'maildev', 'mailhog', 'mailpit', 'smtp4dev'];

/** Connects to the mail server and signs in, without sending a mail. */
export async function checkMailServer(
  { email, production }: Pick<Config, 'email' | 'production'>,
  mailer: SmtpMailer | null,
): Promise<CheckResult> {
  if (!mailer) {
    return email.transport === 'mailbox'
      ? skipped(say`SMTP_URL is not set: mails are shown at /dev/mailbox`)
      : warning(
          say`SMTP_URL is not set: mails wait, users cannot verify an address or reset a password, and a second factor can be added to an address that no user has proved`,
        );
  }
  const host = new URL(email.smtpUrl?.reveal() ?? '').hostname;
  if (production && catchers.some((name) => host.split('.').includes(name))) {
    return failure(say`SMTP_URL names ${host}, which shows mails and sends none. Set SMTP_URL to a mail server`);
  }
  try {
    const startedAt = performance.now();
    await mailer.verify();
    return ok(say`the mail server accepts the connection, in ${(performance.now() - startedAt).toFixed(0)} ms`);
  } catch (error) {
    const reply = error instanceof MailError ? error.reply : null;
    const message = messageOf(error);
    return failure(reply ? say`${message} It answered: ${reply} Check SMTP_URL` : say`${message} Check SMTP_URL`);
  } finally {
    mailer.close();
  }
}

export type ResolveDomain = Pick<Resolver, 'resolveMx' | 'resolveTxt'>;

/** Checks that other mail servers can trust the domain of the sender: MX (RFC 5321) and SPF (RFC 7208). */
export async function checkSender(
  { email }: Pick<Config, 'email'>,
  resolver: ResolveDomain = new Resolver(dns),
): Promise<CheckResult> {
  if (!email.from) return skipped(say`MAIL_FROM is not set`);
  const domain = domainOf(email.from.address);
  try {
    const servers = await noneIfMissing(resolver.resolveMx(domain));
    // A single dot means that the domain receives no mails (RFC 7505).
    const receives = servers.some(({ exchange }) => exchange !== '' && exchange !== '.');
    const texts = await noneIfMissing(resolver.resolveTxt(domain));
    const hasSpf = texts.some((parts) => parts.join('').startsWith('v=spf1'));
    if (!receives) {
      return warning(
        say`${domain}, the domain of MAIL_FROM, has no mail server (MX record), so some servers reject its mails`,
      );
    }
    return hasSpf
      ? ok(say`${domain}, the domain of MAIL_FROM, has a mail server and an SPF record`)
      : warning(
          say`${domain}, the domain of MAIL_FROM, has no SPF record, so many servers treat its mails as spam. Add the record that your mail provider names`,
        );
  } catch (error) {
    return skipped(say`the domain of MAIL_FROM could not be looked up: ${codeOf(error)}`);
  }
}

/** Reads the templates as a start does. */
export function checkMailTemplates({ email }: Pick<Config, 'email'>): CheckResult[] {
  if (email.templatesFolder === null)
    return [skipped(say`MAIL_TEMPLATES is not set: the mails have the texts of Gatehouse`)];
  try {
    const { files } = readCustomTemplates(email.templatesFolder);
    const [first] = files;
    if (first === undefined) {
      return [warning(say`the folder in MAIL_TEMPLATES has no templates, so the mails have the texts of Gatehouse`)];
    }
    return [ok(say`templates in MAIL_TEMPLATES: ${files.length}, such as ${first}`)];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map(failure);
  }
}

export async function checkWaitingMails(messages: Pick<MessageStore, 'waiting'>, now: Date): Promise<CheckResult> {
  const { count, oldestTs } = await messages.waiting();
  if (!oldestTs) return ok(say`no mail waits`);
  const waitsMs = now.getTime() - oldestTs.getTime();
  const says = say`mails that wait: ${count}. The oldest one has waited for ${Math.round(waitsMs / 1000)} s`;
  return waitsMs > longWaitMs ? warning(say`${says}. See: gatehouse mail list`) : ok(says);
}

/** DNS reports a missing record as an error. */
async function noneIfMissing<Answer>(answer: Promise<Answer[]>): Promise<Answer[]> {
  return answer.catch((error: unknown) => {
    if (['ENODATA', 'ENOTFOUND'].includes(codeOf(error))) return [];
    throw error;
  });
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
