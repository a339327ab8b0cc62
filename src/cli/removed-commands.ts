import type { Command } from 'commander';
import { UsageError } from './usage-error';

/** What to do instead of each command that earlier versions had. */
const removed = {
  passwords: 'Set BREACHED_PASSWORDS to the folder of: haveibeenpwned-downloader <folder> -s false',
  compare: 'Send requests of your clients to both services, and compare the answers',
};

/** A removed command says what to do instead. It is in no help. */
export function registerRemovedCommands(program: Command): void {
  for (const [name, instead] of Object.entries(removed)) {
    program
      .command(name, { hidden: true })
      .argument('[anything...]')
      .allowUnknownOption()
      .helpOption(false)
      .action(() => {
        throw new UsageError(`gatehouse ${name} no longer exists. ${instead}`);
      });
  }
}
