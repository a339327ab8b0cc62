import type { Command } from 'commander';
import type { Config } from '../config';
import { openDatabase } from '../stores';

export function registerMigrateCommands(program: Command, config: () => Config): void {
  program
    .command('migrate')
    .description('apply the pending migrations to the database')
    .action(async () => {
      const stores = await openDatabase(config());
      try {
        const applied = await stores.migrate();
        for (const name of applied) process.stdout.write(`applied ${name}\n`);
        if (applied.length === 0) process.stdout.write('the database is up to date\n');
      } finally {
        await stores.close();
      }
    });
}
