import type { Command } from 'commander';
import { createSecretRotation } from '../compose/admin-installation';
import type { Stores } from '../compose/stores';
import type { CommandContext } from './command-context';
import { counted } from './terminal';
import { UsageError } from './usage-error';
import { withStores } from './with-stores';

export function registerSecretCommand(program: Command, context: CommandContext): void {
  const { terminal } = context;
  const secret = program.command('secret').description('manage the secret that encrypts the keys in the database');

  secret
    .command('rotate')
    .description('re-encrypt the keys in the database with GATEHOUSE_SECRET, or with a new secret in the data folder')
    .option('--yes', 'do not ask for confirmation')
    .option('--json', 'print JSON, for scripts')
    .action(async (options: { yes?: boolean; json?: boolean }) => {
      const settings = context.config();
      if (settings.secret && !settings.previousSecret) {
        throw new UsageError(
          'set GATEHOUSE_SECRET_PREVIOUS to the previous secret, first on every instance and then for this command',
        );
      }
      const rotateAll = async (stores: Stores) => {
        const question = stores.keptSecrets
          ? 'A new secret will replace the secret in the data folder. Continue?'
          : 'Afterwards, an instance that has only the previous secret cannot start. Continue?';
        await terminal.confirm(question, options);
        const resealed = await terminal.working('re-encrypting', () => rotate(stores));
        terminal.print(options.json, { resealed }, [
          resealed === 0 ? 'no key is encrypted with the previous secret' : `re-encrypted ${counted(resealed, 'key')}`,
          ...(settings.secret ? ['You can now remove GATEHOUSE_SECRET_PREVIOUS from every instance'] : []),
        ]);
      };
      // A running server would continue with the secret that it has read from the data folder.
      await withStores(context, rotateAll, { isAlone: settings.secret === null });
    });
}

async function rotate(stores: Stores): Promise<number> {
  const kept = stores.keptSecrets;
  const secrets = kept ? await kept.begin() : stores.secrets;
  const resealed = await createSecretRotation(stores, secrets).reencrypt();
  // Until here only the old secret decrypts the keys, so it must stay in the data folder.
  await kept?.end();
  return resealed;
}
