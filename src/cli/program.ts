import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Command } from 'commander';
import type { Config } from '../config';
import { registerAfterRestoreCommand } from './after-restore.command';
import { registerAuditCommands } from './audit.command';
import { registerDoctorCommand } from './doctor.command';
import { registerKeysCommands } from './keys.command';
import { registerMigrateCommand } from './migrate.command';
import { registerSecretCommand } from './secret.command';
import { registerServeCommand } from './serve.command';
import { registerTuneCommand } from './tune.command';
import { registerUsersCommands } from './users.command';

/** All commands. A wrong command line is thrown, as CommanderError, and has been said by then. */
export function createProgram(config: () => Config): Command {
  const program = new Command('gatehouse')
    .description('Operates a Gatehouse installation; its settings are those of the server.')
    .version(readVersion())
    .addHelpText(
      'after',
      '\nExit codes: 0 it is done; 1 it could not be done; 2 the command line or a setting is wrong, nothing was changed.',
    )
    // Before the commands, which take it over.
    .exitOverride();
  registerServeCommand(program);
  registerDoctorCommand(program, config);
  registerUsersCommands(program, config);
  registerAuditCommands(program, config);
  registerKeysCommands(program, config);
  registerSecretCommand(program, config);
  registerMigrateCommand(program, config);
  registerAfterRestoreCommand(program, config);
  registerTuneCommand(program);
  return program;
}

function readVersion(): string {
  const { version } = JSON.parse(readFileSync(path.join(__dirname, '../../package.json'), 'utf8')) as {
    version: string;
  };
  return version;
}
