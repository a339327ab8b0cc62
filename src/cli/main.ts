#!/usr/bin/env node
import '../thread-pool';
import { CommanderError } from 'commander';
import { sayingOf } from '../admin/finding';
import { ConfigError, readConfig } from '../config';
import { readEnvironment } from '../environment';
import { AppError } from '../errors';
import { createProgram } from './program';
import { visible } from './terminal';
import { UsageError } from './usage-error';

const exitCodes = { done: 0, failed: 1, usage: 2 } as const;

// As of a pipe to head.
process.stdout.on('error', () => process.exit(exitCodes.done));
createProgram(() => readConfig(readEnvironment()))
  .parseAsync()
  .then(
    // Not left to the event loop: the schema engine leaves a timer of ten seconds behind.
    () => process.exit(),
    (error: unknown) => process.exit(report(error)),
  );

/** Says what is wrong, a sentence a line and no stack, and how the process is to end. */
function report(error: unknown): number {
  // It has said so itself, or shown what --help asks for.
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
  return [sayingOf(error)];
}

/** As options are written. */
const toKebabCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
