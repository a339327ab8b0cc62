import type { Command } from 'commander';
import type { Config } from '../config';
import { createSecretRotation } from '../services';
import type { Stores } from '../stores';
import { confirm, counted, print, working } from './terminal';
import { UsageError } from './usage-error';
import { withStores } from './with-stores';

export function registerSecretCommand(program: Command, config: () => Config): void {
  const secret = program.command('secret').description('the secret that seals the keys in the database');

  secret
    .command('rotate')
    .description('re-encrypt the keys with GATEHOUSE_SECRET, or with a new secret of the data folder')
    .option('--yes', 'do not ask')
    .option('--json', 'for scripts')
    .action(async (options: { yes?: boolean; json?: boolean }) => {
      const settings = config();
      if (settings.secret && !settings.previousSecret) {
        throw new UsageError(
          'GATEHOUSE_SECRET_PREVIOUS must be the secret before: for this command and, before it, for every instance',
        );
      }
      await withStores(settings, async (stores) => {
        const question = stores.keptSecrets
          ? 'A new secret takes the place of the one in the data folder. Go on?'
          : 'An instance that does not have both secrets yet cannot start any more. Go on?';
        await confirm(question, options);
        const resealed = await working('re-encrypting', () => rotate(stores));
        print(options.json, { resealed }, [
          resealed === 0 ? 'nothing is sealed with the secret before' : `re-encrypted ${counted(resealed, 'key')}`,
          ...(settings.secret ? ['GATEHOUSE_SECRET_PREVIOUS can be removed, instance by instance'] : []),
        ]);
      });
    });
}

async function rotate(stores: Stores): Promise<number> {
  const kept = stores.keptSecrets;
  const secrets = kept ? await kept.begin() : stores.secrets;
  const resealed = await createSecretRotation(stores, secrets).reseal();
  // Not before: the old one is what opens the keys until then.
  await kept?.end();
  return resealed;
}
