import { type Command, Option } from 'commander';
import { argon2Dir } from '../auth/argon2-binary';
import { type March, marches } from '../auth/cpu';
import { buildTuned, removeTuned } from './argon2-build';

export function registerTuneCommand(program: Command): void {
  program
    .command('tune')
    .description('build argon2 for this CPU, which makes password hashing faster; the next start uses it')
    .addOption(new Option('--march <march>', 'the CPU to build for').choices(marches).default('native'))
    .option('--undo', 'remove what was built')
    .action(({ march, undo }: { march: March; undo?: boolean }) => {
      if (undo) {
        const removed = removeTuned(argon2Dir());
        process.stdout.write(removed ? 'removed: the prebuilt binary runs again\n' : 'there is no tuned binary\n');
        return;
      }
      const { before, after } = buildTuned(argon2Dir(), march, (line) => process.stderr.write(`${line} …\n`));
      process.stdout.write(
        `tuned: ${after.toFixed(0)} hashes a second, ${before.toFixed(0)} with the prebuilt binary\n`,
      );
    });
}
