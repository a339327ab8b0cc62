#!/usr/bin/env node
import '../thread-pool';
import 'reflect-metadata';
import { CommanderError, program } from 'commander';
import { ConfigError, readConfig } from '../config';
import { readEnvironment } from '../environment';
import { AppError } from '../errors';
import { registerAuditCommands } from './audit.command';
import { registerDoctorCommand } from './doctor.command';
import { registerKeysCommands } from './keys.command';
import { registerMigrateCommand } from './migrate.command';
import { registerSecretCommand } from './secret.command';
import { registerServeCommand } from './serve.command';
import { registerTuneCommand } from './tune.command';
import { UsageError } from './usage-error';
import { registerUsersCommands } from './users.command';

const exitCodes = { done: 0, failed: 1, usage: 2 } as const;

program
  .name('gatehouse')
  .description('Operates a Gatehouse installation; its settings are those of the server.')
  .addHelpText(
    'after',
    '\nExit codes: 0 it is done; 1 it could not be done; 2 the command line or a setting is wrong, nothing was changed.',
  )
  // Before the commands, which take it over.
  .exitOverride();
const config = () => readConfig(readEnvironment());
registerServeCommand(program);
registerMigrateCommand(program, config);
registerKeysCommands(program, config);
registerSecretCommand(program, config);
registerAuditCommands(program, config);
registerUsersCommands(program, config);
registerDoctorCommand(program, config);
registerTuneCommand(program);

// As of a pipe to head.
process.stdout.on('error', () => process.exit(exitCodes.done));
program.parseAsync().then(
  // Not left to the event loop: the schema engine leaves a timer of ten seconds behind.
  () => process.exit(),
  (error: unknown) => process.exit(report(error)),
);

/** Says what is wrong, a sentence a line and no stack, and how the process is to end. */
function report(error: unknown): number {
  // It has said so itself, or shown what --help asks for.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  for (const problem of problemsOf(error)) process.stderr.write(`error: ${problem}\n`);
  const isUsage =
    error instanceof ConfigError ||
    error instanceof UsageError ||
    (error instanceof AppError && error.code === 'VALIDATION_FAILED');
  return isUsage ? exitCodes.usage : exitCodes.failed;
}

function problemsOf(error: unknown): readonly string[] {
  if (error instanceof ConfigError) return error.problems;
  if (error instanceof AppError && error.fields.length > 0) {
    return error.fields.map(({ field, msg }) => `${toKebabCase(field)} ${msg}`);
  }
  const shown = error instanceof AppError && error.cause ? error.cause : error;
  return [shown instanceof Error ? shown.message : 'unknown error'];
}

/** As options are written. */
const toKebabCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
