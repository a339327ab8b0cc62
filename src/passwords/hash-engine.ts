import { randomBytes } from 'node:crypto';
import { ConfigError } from '../config/config-error';
import { type HashParameters, hashParameters } from './hash-parameters';
import type { HashEngineChoice } from './passwords.settings';

export type HashEngineName = Exclude<HashEngineChoice, 'auto'>;

/** A library that computes argon2. Each computation runs on a thread of libuv's pool, and none can be stopped. */
export interface HashEngine {
  readonly name: HashEngineName;
  /** A PHC string: argon2id, version 19, a salt of 16 random bytes, a tag of 32 bytes. */
  hash(password: string | Buffer, parameters?: HashParameters): Promise<string>;
  /**
   * @param storedHash argon2id, argon2i or argon2d, version 16 or 19, for which `defectOf` is null
   * @throws Error if the hash cannot be computed, for example because there is no memory
   */
  verify(storedHash: string, password: string): Promise<boolean>;
}

export interface LoadedHashEngine {
  engine: HashEngine;
  /** Why `auto` did not take the first engine, if it did not. */
  passedOver?: string;
}

/** In the order in which `auto` tries them. A library is loaded when its function is called. */
const engines: Readonly<Record<HashEngineName, () => HashEngine>> = { 'node-rs': loadNodeRs, argon2: loadArgon2 };

/** Made with the reference implementation. It takes 64 KiB and well below a millisecond. */
const known = {
  hash: '$argon2id$v=19$m=64,t=3,p=1$c29tZXNhbHRzb21lc2FsdA$tLQKn8SxForbTYWK5cGIe83kys5x4tJ9iAGtNQv8yf8',
  password: 'pw',
};

/**
 * Loads the engine of the setting. `auto` takes the first one that can be loaded here.
 * @throws ConfigError if there is none
 */
export async function loadHashEngine(choice: HashEngineChoice): Promise<LoadedHashEngine> {
  const names = choice === 'auto' ? (Object.keys(engines) as HashEngineName[]) : [choice];
  const reasons: string[] = [];
  for (const name of names) {
    try {
      const engine = engines[name]();
      await rejectIfWrong(engine);
      return reasons[0] === undefined ? { engine } : { engine, passedOver: reasons[0] };
    } catch (error) {
      reasons.push(`${name} cannot be used here: ${reasonOf(error)}`);
    }
  }
  throw new ConfigError([`HASH_ENGINE: ${reasons.join('; ')}`]);
}

/** An engine chooses its instructions by the CPU, and not every CPU has run the tests. */
async function rejectIfWrong(engine: HashEngine): Promise<void> {
  const matches = await engine.verify(known.hash, known.password);
  if (!matches || (await engine.verify(known.hash, `${known.password}x`))) throw new Error('it computes wrong hashes');
}

function loadNodeRs(): HashEngine {
  const library = require('@node-rs/argon2') as typeof import('@node-rs/argon2');
  const argon2id = 2;
  return {
    name: 'node-rs',
    hash: (password, parameters = hashParameters) =>
      library.hash(password, { ...parameters, algorithm: argon2id, salt: newSalt() }),
    // Its AbortSignal is not used: it stops only what waits for a thread, and here the slots wait.
    verify: (storedHash, password) => library.verify(storedHash, password),
  };
}

function loadArgon2(): HashEngine {
  const library = require('argon2') as typeof import('argon2');
  return {
    name: 'argon2',
    hash: (password, parameters = hashParameters) =>
      library.hash(password, { ...parameters, type: library.argon2id, salt: newSalt() }),
    verify: (storedHash, password) => library.verify(storedHash, password),
  };
}

const newSalt = (): Buffer => randomBytes(16);

/** The loaders wrap the error of the file that could not be loaded. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  return error.message.split('\n')[0] ?? '';
}
