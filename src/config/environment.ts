import { lstatSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { ConfigError } from './config-error';

/**
 * The environment variables, and those that a file `.env` in the working folder adds. A variable that is already set
 * wins.
 * @throws ConfigError if the file exists and cannot be used
 */
export function readEnvironment(): Readonly<Record<string, string | undefined>> {
  const text = readEnvFile();
  if (text !== null) {
    rejectBrokenLines(text);
    process.loadEnvFile();
  }
  return process.env;
}

/** Null if the file does not exist. Node's `loadEnvFile` reports a file that it may not read as ENOENT, too. */
function readEnvFile(): string | null {
  try {
    return readFileSync('.env', 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    // A broken link is an error: its target would have settings.
    if (code === 'ENOENT' && !lstatSync('.env', { throwIfNoEntry: false })) return null;
    throw new ConfigError([`.env is there and cannot be read (${code}): a start without it would lose its settings`]);
  }
}

/** Node joins a line without `=` to the next line, so both are lost. */
function rejectBrokenLines(file: string): void {
  const text = file.replaceAll('\r', '');
  const names = Object.keys(parseEnv(`${text}\nEND=`));
  const broken = names.find((name) => !/^[\w.-]+$/.test(name));
  if (broken === undefined) return;
  const line = text.slice(0, text.indexOf(broken.replace(/\nEND$/, ''))).split('\n').length;
  throw new ConfigError([`.env has a line ${line} that is not NAME=value`]);
}

/**
 * Gives libuv's thread pool so many threads, unless its variable asks for more. Must run before anything uses the pool.
 */
export function enlargeThreadPool(threads: number): void {
  const asked = Number(process.env.UV_THREADPOOL_SIZE);
  if (!(asked >= threads)) process.env.UV_THREADPOOL_SIZE = String(threads);
}
