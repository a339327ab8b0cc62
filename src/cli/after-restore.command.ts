import type { Command } from 'commander';
import { invalidateAllTokens } from '../admin/after-restore';
import { systemClock } from '../clock';
import type { Config } from '../config';
import { createLog } from '../log';
import { createKeyRing } from '../services';
import { confirm, counted, print, working } from './terminal';
import { withStores } from './with-stores';

export function registerAfterRestoreCommand(program: Command, config: () => Config): void {
  program
    .command('after-restore')
    .description('end all sessions and replace the signing keys: a backup does not know what was revoked after it')
    .option('--yes', 'do not ask')
    .option('--json', 'for scripts')
    .action((options: { yes?: boolean; json?: boolean }) => {
      const settings = config();
      return withStores(settings, async (stores) => {
        await confirm('Everybody has to log in again. Go on?', options);
        const keys = createKeyRing(settings, stores, createLog('silent'));
        await working('reading the keys', () => keys.load());
        const done = await working('ending the sessions', () =>
          invalidateAllTokens(keys, stores.allSessions, systemClock),
        );
        const ended = counted(done.sessionsEnded, 'session');
        print(options.json, done, [`ended ${ended}, revoked ${counted(done.keysRetired, 'signing key')}`]);
      });
    });
}
