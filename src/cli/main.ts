#!/usr/bin/env node
import { program } from 'commander';
import { ConfigError, readConfig } from '../config';
import { registerMigrateCommands } from './migrate.command';

program.name('gatehouse').description('Operates a Gatehouse installation; its settings are those of the server.');
registerMigrateCommands(program, () => readConfig(process.env));

program.parseAsync().catch((error: unknown) => {
  const problems =
    error instanceof ConfigError ? error.problems : [error instanceof Error ? error.message : 'unknown error'];
  for (const problem of problems) process.stderr.write(`error: ${problem}\n`);
  process.exitCode = 1;
});
