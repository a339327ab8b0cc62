import { type Command, Option } from 'commander';
import { argon2Dir } from '../auth/argon2-binary';
import { type March, marches } from '../auth/cpu';
import { buildTuned, removeTuned } from './argon2-build';
import { print } from './terminal';

export function registerTuneCommand(program: Command): void {
  program
    .command('tune')
    .description('build argon2 for this CPU, which makes password hashing faster; the next start uses it')
    .addOption(new Option('--march <march>', 'the CPU to build for').choices(marches).default('native'))
    .option('--undo', 'remove what was built')
    .option('--json', 'for scripts')
    .action(({ march, undo, json }: { march: March; undo?: boolean; json?: boolean }) => {
      if (undo) {
        const removed = removeTuned(argon2Dir());
        print(json, { removed }, [removed ? 'removed: the prebuilt binary runs again' : 'there is no tuned binary']);
        return;
      }
      const { before, after } = buildTuned(argon2Dir(), march, (line) => process.stderr.write(`${line} …\n`));
      const line = `tuned: ${after.toFixed(0)} hashes a second, ${before.toFixed(0)} with the prebuilt binary`;
      print(json, { hashesPerSecond: after, prebuiltHashesPerSecond: before }, [line]);
    });
}
