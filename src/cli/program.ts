import { Command } from 'commander';
import type { Config } from '../config/config';
import { readVersion } from '../runtime/version';
import { registerAfterRestoreCommand } from './after-restore.command';
import { registerAuditCommands } from './audit.command';
import { registerClientsCommands } from './clients.command';
import { registerCompareCommand } from './compare.command';
import { registerDoctorCommand } from './doctor.command';
import { exitCodeMeanings, exitCodes } from './exit-codes';
import { registerExportCommands } from './export.command';
import { examples } from './help';
import { registerImportCommands } from './import.command';
import { registerKeysCommands } from './keys.command';
import { registerMailCommands } from './mail.command';
import { registerMigrateCommand } from './migrate.command';
import { registerPasswordsCommands } from './passwords.command';
import { registerSecretCommand } from './secret.command';
import { registerServeCommand } from './serve.command';
import { registerUsersCommands } from './users.command';

const exitCodeList = (Object.keys(exitCodes) as (keyof typeof exitCodes)[])
  .map((name) => `${exitCodes[name]} = ${exitCodeMeanings[name]}`)
  .join(', ');

/** Creates all commands. For a wrong command line, Commander prints the problem and throws CommanderError. */
export function createProgram(config: () => Config): Command {
  const program = new Command('gatehouse')
    .description(
      'Operates a Gatehouse installation: its accounts, audit, OAuth clients, signing keys, secret and database.',
    )
    .version(readVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command]', 'show the help of a command')
    .addHelpText(
      'after',
      [
        examples('doctor', 'users find ada', 'audit --since 24h', 'users create --help'),
        '\nThe settings are those of the server: environment variables, or a file .env in the current folder.',
        'The server can run. With the embedded database, a command then uses the database through the server.',
        `\nExit codes: ${exitCodeList}.`,
      ].join('\n'),
    )
    // Set before the commands are added, because each new command copies this setting.
    .exitOverride();
  registerServeCommand(program);
  registerDoctorCommand(program, config);
  registerUsersCommands(program, config);
  registerImportCommands(program, config);
  registerExportCommands(program, config);
  registerAuditCommands(program, config);
  registerClientsCommands(program, config);
  registerMailCommands(program, config);
  registerKeysCommands(program, config);
  registerSecretCommand(program, config);
  registerPasswordsCommands(program);
  registerCompareCommand(program, config);
  registerMigrateCommand(program, config);
  registerAfterRestoreCommand(program, config);
  return program;
}
