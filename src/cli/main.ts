#!/usr/bin/env node
import '../runtime/thread-pool';
import { CommanderError } from 'commander';
import { readConfig } from '../config/config';
import { ConfigError } from '../config/config-error';
import { readEnvironment } from '../config/environment';
import { messageOf } from '../doctor/check-result';
import { AppError } from '../errors/app-error';
import { exitCodes } from './exit-codes';
import { createProgram } from './program';
import { visible } from './terminal';
import { UsageError } from './usage-error';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader of a pipe, for example `head`, may close it early. This is not a failure.
  if (error.code === 'EPIPE') process.exit(exitCodes.done);
  process.stderr.write(`error: standard output cannot be written (${error.code})\n`);
  process.exit(exitCodes.failed);
});
createProgram(() => readConfig(readEnvironment()))
  .parseAsync()
  .then(
    // Exit explicitly, because a query that timed out can keep the process alive.
    () => process.exit(),
    (error: unknown) => process.exit(report(error)),
  );

/** Prints one line for each problem, without a stack trace. Returns the exit code. */
function report(error: unknown): number {
  // Commander has already printed the error or the help.
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

/** Converts the name of an input field to the name of its option. */
const toKebabCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
