import type { Command } from 'commander';
import type { Config } from '../config/config';
import { print, working } from './terminal';
import { withStores } from './with-stores';

export function registerMigrateCommand(program: Command, config: () => Config): void {
  program
    .command('migrate')
    .description('apply pending migrations to the database')
    .option('--json', 'print JSON, for scripts')
    .action(({ json }: { json?: boolean }) =>
      withStores(config(), async (stores) => {
        const applied = await working('applying the migrations', () => stores.migrate());
        const lines = applied.map((name) => `applied ${name}`);
        print(json, { applied }, applied.length > 0 ? lines : ['the database is up to date']);
      }),
    );
}
