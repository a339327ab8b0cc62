import type { Command } from 'commander';
import { invalidateAllTokens } from '../administration/after-restore';
import type { Config } from '../config/config';
import { createLog } from '../observability/log';
import { systemClock } from '../runtime/clock';
import { createKeyRing } from '../wiring/administration';
import { confirm, counted, print, working } from './terminal';
import { withStores } from './with-stores';

export function registerAfterRestoreCommand(program: Command, config: () => Config): void {
  program
    .command('after-restore')
    .description('end all sessions and replace the signing keys, after a restore from a backup')
    .option('--yes', 'do not ask for confirmation')
    .option('--json', 'print JSON, for scripts')
    .action((options: { yes?: boolean; json?: boolean }) => {
      const settings = config();
      return withStores(settings, async (stores) => {
        await confirm('All users will have to log in again. Continue?', options);
        const keys = createKeyRing(settings, stores, createLog('silent'));
        await working('reading the keys', () => keys.load());
        const done = await working('ending the sessions', () =>
          invalidateAllTokens(keys, stores.transaction, systemClock),
        );
        const ended = counted(done.sessionsEnded, 'session');
        print(options.json, done, [`ended ${ended}, revoked ${counted(done.keysRetired, 'signing key')}`]);
      });
    });
}
