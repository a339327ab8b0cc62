import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { ConfigError } from './config-error';

/** A file of an operator that cannot be used. The message names it and says what to do. */
export class FileProblem extends Error {}

/** What stands for a value in a text of an operator: `{{link}}`. */
export const placeholder = /\{\{ *([^{}]*?) *\}\}/g;

/**
 * Returns the names of the files in the folder of a setting, in order. Names that begin with a dot are skipped, because
 * editors and Kubernetes create such files.
 * @throws ConfigError if the folder cannot be read
 */
export function fileNamesIn(setting: string, folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => !name.startsWith('.'))
      .sort();
  } catch (error) {
    throw new ConfigError([`${setting} names a folder that cannot be read (${codeOf(error)}). Check the path`]);
  }
}

/** @throws FileProblem if it is not a file, has more than `mostBytes`, or cannot be read */
export function readBounded(file: string, name: string, mostBytes: number): Buffer {
  let fd: number | undefined;
  try {
    // A named pipe would otherwise wait for a writer.
    fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    const stats = fstatSync(fd);
    if (!stats.isFile()) throw new FileProblem(`${name} is not a file`);
    if (stats.size > mostBytes) throw new FileProblem(`${name} is larger than ${mostBytes / 1024} kB`);
    return readFileSync(fd);
  } catch (error) {
    if (error instanceof FileProblem) throw error;
    throw new FileProblem(`${name} cannot be read (${codeOf(error)})`);
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unknown error';
