import { Command } from 'commander';
import type { Config } from '../config/config';
import { readVersion } from '../runtime/version';
import { registerAfterRestoreCommand } from './after-restore.command';
import { registerAuditCommands } from './audit.command';
import { registerDoctorCommand } from './doctor.command';
import { exitCodeMeanings, exitCodes } from './exit-codes';
import { examples } from './help';
import { registerKeysCommands } from './keys.command';
import { registerMigrateCommand } from './migrate.command';
import { registerSecretCommand } from './secret.command';
import { registerServeCommand } from './serve.command';
import { registerUsersCommands } from './users.command';

const exitCodeList = (Object.keys(exitCodes) as (keyof typeof exitCodes)[])
  .map((name) => `${exitCodes[name]} = ${exitCodeMeanings[name]}`)
  .join(', ');

/** Creates all commands. For a wrong command line, Commander prints the problem and throws CommanderError. */
export function createProgram(config: () => Config): Command {
  const program = new Command('gatehouse')
    .description('Operates a Gatehouse installation: its accounts, audit, signing keys, secret and database.')
    .version(readVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command]', 'show the help of a command')
    .addHelpText(
      'after',
      [
        examples('doctor', 'users find ada', 'audit --since 24h', 'users create --help'),
        '\nThe settings are those of the server: environment variables, or a file .env in the current folder.',
        'With the embedded database, stop the server first: only one process can use the data folder.',
        `\nExit codes: ${exitCodeList}.`,
      ].join('\n'),
    )
    // Set before the commands are added, because each new command copies this setting.
    .exitOverride();
  registerServeCommand(program);
  registerDoctorCommand(program, config);
  registerUsersCommands(program, config);
  registerAuditCommands(program, config);
  registerKeysCommands(program, config);
  registerSecretCommand(program, config);
  registerMigrateCommand(program, config);
  registerAfterRestoreCommand(program, config);
  return program;
}
