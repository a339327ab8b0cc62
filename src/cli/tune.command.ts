import { type Command, Option } from 'commander';
import { argon2Dir } from '../argon2/argon2-binary';
import { buildTuned, removeTuned } from '../argon2/argon2-build';
import { type March, marches } from '../argon2/cpu';
import { print } from './terminal';

export function registerTuneCommand(program: Command): void {
  program
    .command('tune')
    .description('build argon2 for this CPU, so that password hashing is faster; the next start uses it')
    .addOption(new Option('--march <march>', 'the CPU to build for').choices(marches).default('native'))
    .option('--undo', 'remove the tuned binary')
    .option('--json', 'for scripts')
    .action(({ march, undo, json }: { march: March; undo?: boolean; json?: boolean }) => {
      if (undo) {
        const removed = removeTuned(argon2Dir());
        print(json, { removed }, [
          removed ? 'removed: the next start uses the prebuilt binary' : 'there is no tuned binary',
        ]);
        return;
      }
      const { before, after } = buildTuned(argon2Dir(), march, (line) => process.stderr.write(`${line} …\n`));
      const line = `tuned: ${after.toFixed(0)} hashes a second, ${before.toFixed(0)} with the prebuilt binary`;
      print(json, { hashesPerSecond: after, prebuiltHashesPerSecond: before }, [line]);
    });
}
