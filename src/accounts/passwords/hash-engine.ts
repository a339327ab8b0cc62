import { randomBytes } from 'node:crypto';
import { ConfigError } from '../../platform/config/config-error';
import { keysOf } from '../../platform/runtime/keys-of';
import { type HashParameters, hashParameters } from './hash-parameters';
import type { HashEngineChoice } from './passwords.settings';

export type HashEngineName = Exclude<HashEngineChoice, 'auto'>;

/** A library that computes argon2. Each computation uses a thread of libuv's pool, and cannot be stopped. */
export interface HashEngine {
  readonly name: HashEngineName;
  /** Returns a PHC string: argon2id, version 19, a salt of 16 random bytes, a hash of 32 bytes. */
  hash(password: string | Buffer, parameters?: HashParameters): Promise<string>;
  /**
   * @param storedHash argon2id, argon2i or argon2d, version 16 or 19, that `readStoredHash` accepts
   * @throws Error if the hash cannot be computed, for example without enough memory
   */
  verify(storedHash: string, password: string): Promise<boolean>;
}

export interface LoadedHashEngine {
  engine: HashEngine;
  /** Why `auto` did not choose the first engine. Not set if it did. */
  passedOver?: string;
}

/**
 * The engines in the order in which `auto` tries them. Each function loads a library. `@node-rs/argon2` takes less than half
 * of the time (bench/README.md) and returns its memory, but its Rust code has had no audit: `argon2` is the way back. That
 * stays at 0.44.0, because the prebuilt binary of 0.45 ends Node 20, and writes `m,p,t` instead of the `m,t,p` of PHC strings.
 */
const engines: Readonly<Record<HashEngineName, () => HashEngine>> = { 'node-rs': loadNodeRs, argon2: loadArgon2 };

/** Computed with the reference implementation. Verifying this hash takes 64 KiB and much less than a millisecond. */
const known = {
  hash: '$argon2id$v=19$m=64,t=3,p=1$c29tZXNhbHRzb21lc2FsdA$tLQKn8SxForbTYWK5cGIe83kys5x4tJ9iAGtNQv8yf8',
  password: 'pw',
};

/**
 * Loads the engine of the setting HASH_ENGINE. `auto` chooses the first engine that works on this machine.
 * @throws ConfigError if no engine works
 */
export async function loadHashEngine(choice: HashEngineChoice): Promise<LoadedHashEngine> {
  const names = choice === 'auto' ? keysOf(engines) : [choice];
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

/** An engine uses special instructions of the CPU, and the tests cannot cover every CPU. */
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
    // The library's AbortSignal only stops hashes that wait for a thread. Here, hashes wait for a slot instead.
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
