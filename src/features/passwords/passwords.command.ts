import { existsSync } from 'node:fs';
import { type Command, InvalidArgumentError } from 'commander';
import type { CommandContext } from '../../cli/command-context';
import { examples } from '../../cli/help';
import { counted } from '../../cli/terminal';
import { buildBreachFile } from './breach-file-builder';

interface Options {
  minCount: number;
  yes?: boolean;
  json?: boolean;
}

export function registerPasswordsCommands(program: Command, { terminal }: CommandContext): void {
  const passwords = program.command('passwords').description('manage the list of stolen passwords');

  passwords
    .command('build')
    .argument('<source>', 'a file with a SHA-1 hash in each line, or a folder of such files, from Have I Been Pwned')
    .argument('<file>', 'the file to write, for BREACHED_PASSWORDS')
    .description('make the file of BREACHED_PASSWORDS from a downloaded set of stolen passwords')
    .option('--min-count <number>', 'leave out passwords that were stolen less often', parseMinCount, 1)
    .option('--yes', 'do not ask before an existing file is replaced')
    .option('--json', 'print JSON, for scripts')
    .addHelpText(
      'after',
      examples(
        'passwords build pwnedpasswords.txt /var/lib/gatehouse/breached-passwords',
        'passwords build ranges/ /var/lib/gatehouse/breached-passwords --min-count 10',
      ),
    )
    .action(async (source: string, file: string, { minCount, json, ...options }: Options) => {
      if (existsSync(file)) await terminal.confirm(`Replace ${file}?`, options);
      const entries = await terminal.working('building', () => buildBreachFile(source, file, minCount));
      terminal.print(json, { file, entries }, [`wrote ${counted(entries, 'password')} to ${file}`]);
    });
}

/** @throws InvalidArgumentError */
function parseMinCount(text: string): number {
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 1) throw new InvalidArgumentError('It must be a whole number from 1.');
  return count;
}
