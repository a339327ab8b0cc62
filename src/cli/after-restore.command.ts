import type { Command } from 'commander';
import { openKeyRing } from '../compose/tokens';
import { invalidateAllTokens } from '../features/admin-installation/after-restore';
import { createLog } from '../platform/observability/log';
import type { CommandContext } from './command-context';
import { counted } from './terminal';
import { withStores } from './with-stores';

export function registerAfterRestoreCommand(program: Command, context: CommandContext): void {
  const { terminal } = context;
  program
    .command('after-restore')
    .description(
      'end all sessions, replace the signing keys and make links of mails invalid, after a restore from a backup',
    )
    .option('--yes', 'do not ask for confirmation')
    .option('--json', 'print JSON, for scripts')
    .action((options: { yes?: boolean; json?: boolean }) => {
      return withStores(context, async (stores, config) => {
        await terminal.confirm('All users will have to sign in again. Continue?', options);
        const opening = () => openKeyRing(config, stores, createLog('silent'));
        const keys = await terminal.working('reading the keys', opening);
        const done = await terminal.working('ending the sessions', () =>
          invalidateAllTokens(keys, stores.transaction, stores.clock),
        );
        const clients = (await stores.oauthClients.list()).length;
        terminal.print(options.json, { ...done, clients }, [
          `ended ${counted(done.sessionsEnded, 'session')}, revoked ${counted(done.keysRetired, 'signing key')}`,
          `made ${counted(done.linksVoided, 'link')} of mails invalid, ended ${counted(done.mailsEnded, 'waiting mail')}`,
          ...(done.apiKeysEnded > 0 ? [`ended ${counted(done.apiKeysEnded, 'API key')}: users create new ones`] : []),
          ...(done.consentsRemoved > 0
            ? [`removed ${counted(done.consentsRemoved, 'consent')}: applications of third parties ask people again`]
            : []),
          ...(clients > 0
            ? [
                `${counted(clients, 'OAuth client')} with the secrets of the backup. Delete those that were deleted since, and rotate secrets that were rotated since: see gatehouse clients list`,
              ]
            : []),
        ]);
      });
    });
}
