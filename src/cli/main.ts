#!/usr/bin/env node
import '../runtime/thread-pool';
import { CommanderError } from 'commander';
import { readConfig } from '../config/config';
import { ConfigError } from '../config/config-error';
import { readEnvironment } from '../config/environment';
import { messageOf } from '../doctor/check-result';
import { AppError } from '../errors/app-error';
import { createProgram } from './program';
import { visible } from './terminal';
import { UsageError } from './usage-error';

const exitCodes = { done: 0, failed: 1, usage: 2 } as const;

// For example when the output is piped to head.
process.stdout.on('error', () => process.exit(exitCodes.done));
createProgram(() => readConfig(readEnvironment()))
  .parseAsync()
  .then(
    // Exits explicitly: a query that timed out may still be waiting.
    () => process.exit(),
    (error: unknown) => process.exit(report(error)),
  );

/** Prints the problems, one sentence a line and without a stack. Returns the exit code. */
function report(error: unknown): number {
  // Commander has already printed the error, or the output of --help.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  for (const problem of problemsOf(error)) process.stderr.write(`error: ${visible(problem)}\n`);
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
  return [messageOf(error)];
}

/** The form in which options are written. */
const toKebabCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
