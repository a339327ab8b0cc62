import { type Command, InvalidArgumentError, Option } from 'commander';
import { createRenderer, createSmtpMailer } from '../compose/messages';
import { sendTestMail, UndeliveredMailsService } from '../features/admin-messages/undelivered-mails.service';
import { MailError } from '../platform/email/mail-problem';
import { type Locale, locales } from '../platform/email/mail-template';
import type { ListedMessage } from '../platform/messages/message';
import { parseEmailAddress } from '../platform/request/email-address';
import { systemClock } from '../platform/runtime/clock';
import { isUuid } from '../platform/runtime/uuid';
import { parseCount } from './arguments';
import type { CommandContext } from './command-context';
import { examples } from './help';
import { UsageError } from './usage-error';
import { withStores } from './with-stores';

export function registerMailCommands(program: Command, context: CommandContext): void {
  const { terminal } = context;
  const mail = program.command('mail').description('test the mail server, and manage mails that were not sent');

  mail
    .command('test')
    .argument('<address>', 'the e-mail address that gets the mail', parseAddress)
    .description('send a test mail to an address, and print what the mail server answers')
    .addOption(new Option('--locale <locale>', 'the language of the mail').choices(locales).default('en'))
    .option('--json', 'print JSON, for scripts')
    .addHelpText('after', examples('mail test ada@example.com', 'mail test ada@example.com --locale de'))
    .action(async (to: string, { locale, json }: { locale: Locale; json?: boolean }) => {
      const settings = context.config();
      const mailer = createSmtpMailer(settings);
      if (!mailer) throw new UsageError('SMTP_URL is not set, so there is no mail server to test');
      const { productName: product } = settings;
      const mailing = { to, locale, product, at: systemClock() };
      try {
        const sent = await terminal.working('sending', () => sendTestMail(mailer, createRenderer(settings), mailing));
        terminal.print(json, { to, ...sent }, [`the mail server has accepted the mail ${sent.messageId} to ${to}`]);
      } catch (error) {
        throw error instanceof MailError && error.reply
          ? new Error(`${error.message} It answered: ${error.reply}`)
          : error;
      } finally {
        mailer.close();
      }
    });

  mail
    .command('list')
    .description('list the mails that wait, or that failed in the last seven days, newest first')
    .option('--failed', 'list the mails that failed')
    .option('--limit <number>', 'list at most this many mails', parseCount, 50)
    .option('--json', 'print JSON, for scripts')
    .action(({ failed, limit, json }: { failed?: true; limit: number; json?: boolean }) =>
      withMails(context, async (mails) => {
        const found = await terminal.working('reading the mails', () =>
          mails.list(failed ? 'failed' : 'waiting', limit + 1),
        );
        const shown = terminal.upTo(limit, found, 'with a larger number');
        terminal.print(json, shown, shown.map(lineOf));
      }),
    );

  mail
    .command('retry')
    .argument('<id>', 'the id of the mail, from gatehouse mail list', parseId)
    .description('send a mail again that failed, or that waits for its next attempt')
    .option('--json', 'print JSON, for scripts')
    .action((id: string, { json }: { json?: boolean }) =>
      withMails(context, async (mails) => {
        const { recipient } = await terminal.working('changing the mail', () => mails.retry(id));
        terminal.print(json, { id, recipient }, [`the server will send the mail ${id} to ${recipient} now`]);
      }),
    );
}

function lineOf({ id, createdTs, template, recipient, attempts, problem, dueTs }: ListedMessage): string {
  const next = dueTs && attempts > 0 ? `next attempt ${dueTs.toISOString()}` : '';
  const words = [createdTs.toISOString(), id, template, recipient, `attempts ${attempts}`, problem ?? '', next];
  return words.filter((word) => word !== '').join('  ');
}

function withMails(context: CommandContext, act: (mails: UndeliveredMailsService) => Promise<void>): Promise<void> {
  return withStores(context, (stores) => act(new UndeliveredMailsService(stores, stores.clock)));
}

function parseAddress(text: string): string {
  const address = parseEmailAddress(text);
  if (!address) throw new InvalidArgumentError('It must be an e-mail address, such as ada@example.com.');
  return address.canonical;
}

function parseId(text: string): string {
  if (!isUuid(text))
    throw new InvalidArgumentError('It must be the id of a mail, which is a UUID. See: gatehouse mail list');
  return text.toLowerCase();
}
