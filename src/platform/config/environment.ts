import { lstatSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { ConfigError } from './config-error';

/**
 * Returns the environment variables and the variables of the file `.env` in the working folder. If both set a variable,
 * the environment wins.
 * @throws ConfigError if the file `.env` exists but cannot be used
 */
export function readEnvironment(): Readonly<Record<string, string | undefined>> {
  const text = readEnvFile();
  if (text !== null) {
    rejectBrokenLines(text);
    process.loadEnvFile();
  }
  return process.env;
}

/** Returns null if there is no file. `process.loadEnvFile` also reports ENOENT for a file without read permission. */
function readEnvFile(): string | null {
  try {
    return readFileSync('.env', 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    // A broken link is an error, because the operator expects the settings of its target.
    if (code === 'ENOENT' && !lstatSync('.env', { throwIfNoEntry: false })) return null;
    throw new ConfigError([
      `.env exists but cannot be read (${code}). Make it a file that this user can read, or remove it`,
    ]);
  }
}

/** Node joins a line without `=` to the next line, so both lines would be lost without an error. */
function rejectBrokenLines(file: string): void {
  const text = file.replaceAll('\r', '');
  const names = Object.keys(parseEnv(`${text}\nEND=`));
  const broken = names.find((name) => !/^[\w.-]+$/.test(name));
  if (broken === undefined) return;
  const line = text.slice(0, text.indexOf(broken.replace(/\nEND$/, ''))).split('\n').length;
  throw new ConfigError([`.env has a mistake in line ${line}: write it as NAME=value`]);
}

/** Sets the size of libuv's thread pool, unless UV_THREADPOOL_SIZE is larger. Must run before the pool is used. */
export function enlargeThreadPool(threads: number): void {
  const asked = Number(process.env.UV_THREADPOOL_SIZE);
  if (!(asked >= threads)) process.env.UV_THREADPOOL_SIZE = String(threads);
}
