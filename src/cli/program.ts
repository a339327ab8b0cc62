import { Command } from 'commander';
import { keysOf } from '../platform/runtime/keys-of';
import { readVersion } from '../platform/runtime/version';
import { registerAfterRestoreCommand } from './after-restore.command';
import { registerAuditCommands } from './audit.command';
import { registerClientsCommands } from './clients.command';
import type { CommandContext } from './command-context';
import { registerDoctorCommand } from './doctor.command';
import { exitCodeMeanings, exitCodes } from './exit-codes';
import { registerExportCommands } from './export.command';
import { examples } from './help';
import { registerImportCommands } from './import.command';
import { registerKeysCommands } from './keys.command';
import { registerMailCommands } from './mail.command';
import { registerMigrateCommand } from './migrate.command';
import { registerOrganizationsCommands } from './organizations.command';
import { registerPreviewCommand } from './preview.command';
import { registerRemovedCommands } from './removed-commands';
import { registerSchemaCommand } from './schema.command';
import { registerSecretCommand } from './secret.command';
import { registerServeCommand } from './serve.command';
import { registerUsersCommands } from './users.command';
import { registerWebhooksCommands } from './webhooks.command';

const exitCodeList = keysOf(exitCodes)
  .map((name) => `${exitCodes[name]} = ${exitCodeMeanings[name]}`)
  .join(', ');

/** Creates all commands. For a wrong command line, Commander prints the problem and throws CommanderError. */
export function createProgram(context: CommandContext): Command {
  const { stdout, stderr } = context.terminal.streams;
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
        '\nA command reads the settings of this shell, and a file .env in the current folder. They must be those of the server.',
        'The server can run. With the embedded database, a command then uses the database through the server.',
        `\nExit codes: ${exitCodeList}.`,
      ].join('\n'),
    )
    // Set before the commands are added, because each new command copies these settings.
    .exitOverride()
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      getOutHelpWidth: () => stdout.columns ?? 80,
      getErrHelpWidth: () => stderr.columns ?? 80,
    });
  registerServeCommand(program);
  registerDoctorCommand(program, context);
  registerUsersCommands(program, context);
  registerImportCommands(program, context);
  registerExportCommands(program, context);
  registerAuditCommands(program, context);
  registerOrganizationsCommands(program, context);
  registerClientsCommands(program, context);
  registerWebhooksCommands(program, context);
  registerMailCommands(program, context);
  registerKeysCommands(program, context);
  registerSecretCommand(program, context);
  registerMigrateCommand(program, context);
  registerSchemaCommand(program, context);
  registerPreviewCommand(program, context);
  registerAfterRestoreCommand(program, context);
  registerRemovedCommands(program);
  return program;
}
