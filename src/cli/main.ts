#!/usr/bin/env node
import { program } from 'commander';
import { ConfigError, readConfig } from '../config';
import { readEnvironment } from '../environment';
import { AppError } from '../errors';
import { registerAuditCommands } from './audit.command';
import { registerKeysCommands } from './keys.command';
import { registerMigrateCommands } from './migrate.command';
import { registerTuneCommand } from './tune.command';

program.name('gatehouse').description('Operates a Gatehouse installation; its settings are those of the server.');
const config = () => readConfig(readEnvironment());
registerMigrateCommands(program, config);
registerKeysCommands(program, config);
registerAuditCommands(program, config);
registerTuneCommand(program);

program.parseAsync().then(
  // Not left to the event loop: the schema engine leaves a timer of ten seconds behind.
  () => process.exit(0),
  (error: unknown) => {
    const shown = error instanceof AppError && error.cause ? error.cause : error;
    const text = shown instanceof Error ? shown.message : 'unknown error';
    const problems = error instanceof ConfigError ? error.problems : [text];
    for (const problem of problems) process.stderr.write(`error: ${problem}\n`);
    process.exit(1);
  },
);
