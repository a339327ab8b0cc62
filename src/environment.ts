import { lstatSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { ConfigError } from './config';

/**
 * The environment, with what a file `.env` in the working folder adds to it. A variable that is set wins over the file.
 * @throws ConfigError if there is such a file and it cannot be used
 */
export function readEnvironment(): Readonly<Record<string, string | undefined>> {
  const text = readEnvFile();
  if (text !== null) {
    refuseBrokenLines(text);
    process.loadEnvFile();
  }
  return process.env;
}

/** Null if there is none. Node's `loadEnvFile` says the same, ENOENT, of a file that it may not read. */
function readEnvFile(): string | null {
  try {
    return readFileSync('.env', 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    // A link that leads nowhere is there, and is not one without settings.
    if (code === 'ENOENT' && !lstatSync('.env', { throwIfNoEntry: false })) return null;
    throw new ConfigError([`.env is there and cannot be read (${code}): a start without it would lose its settings`]);
  }
}

/** Node takes a line without `=` for the beginning of the next line's name, so that both are lost. */
function refuseBrokenLines(file: string): void {
  const text = file.replaceAll('\r', '');
  const names = Object.keys(parseEnv(`${text}\nEND=`));
  const broken = names.find((name) => !/^[\w.-]+$/.test(name));
  if (broken === undefined) return;
  const line = text.slice(0, text.indexOf(broken.replace(/\nEND$/, ''))).split('\n').length;
  throw new ConfigError([`.env has a line ${line} that is not NAME=value`]);
}

/** The environment as libraries and child processes see it, with what `readEnvironment` has added from `.env`. */
export function inheritedEnvironment(): Readonly<Record<string, string | undefined>> {
  return process.env;
}

/** Runs `load` while the variable has this value: for a library that cannot be told otherwise. */
export function withVariable<T>(name: string, value: string, load: () => T): T {
  const before = process.env[name];
  process.env[name] = value;
  try {
    return load();
  } finally {
    if (before === undefined) delete process.env[name];
    else process.env[name] = before;
  }
}

/** Gives libuv's pool so many threads, unless its variable asks for more. Too late once anything has used the pool. */
export function enlargeThreadPool(threads: number): void {
  const asked = Number(process.env.UV_THREADPOOL_SIZE);
  if (!(asked >= threads)) process.env.UV_THREADPOOL_SIZE = String(threads);
}
