import type { Command } from 'commander';
import type { CommandContext } from './command-context';

import { withStores } from './with-stores';

export function registerMigrateCommand(program: Command, context: CommandContext): void {
  const { terminal } = context;
  program
    .command('migrate')
    .description('apply pending migrations to the database')
    .option('--json', 'print JSON, for scripts')
    .action(({ json }: { json?: boolean }) =>
      withStores(context, async (stores) => {
        const applied = await terminal.working('applying the migrations', () => stores.migrate());
        const lines = applied.map((name) => `applied ${name}`);
        terminal.print(json, { applied }, applied.length > 0 ? lines : ['the database is up to date']);
      }),
    );
}
