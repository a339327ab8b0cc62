import type { HashEngine } from '../hash-engine';
import type { HashParameters } from '../hash-parameters';
import type { CryptWorkers } from './crypt-workers';

/** What a verification needs apart from the stored hash and the password. */
interface VerifyTools {
  argon2: HashEngine;
  /** Computes what is slow in JavaScript, away from the event loop. */
  crypt: CryptWorkers;
  /** The signer key of Firebase that the stored hash names. Null for other formats, and for a decoy. */
  signerKey: Buffer | null;
}

interface Argon2Parameters extends HashParameters {
  algorithm: string;
  /** Old hashes of version 16 do not contain a version. */
  version: string;
}

/** What a format reads in a stored hash that can be compared with a password. */
export interface ReadHash {
  verify(password: string, tools: VerifyTools): Promise<boolean>;
  /** The parameters, if the hash is one of argon2 itself. */
  readonly argon2?: Argon2Parameters;
  /** The id of the signer key of Firebase that it needs. */
  readonly signerKeyId?: number;
}

/**
 * A family of stored hashes. A stored hash starts with its scheme: the format and everything that decides how long a
 * verification takes, for example `$2b$12`. The salt and the hash follow. The statement password_schemes cuts the scheme
 * out, too (src/accounts/passwords/password-scheme.store.ts).
 */
export interface HashFormat {
  /** As in an import file. */
  readonly name: string;
  /** The texts between the first two `$` of a stored hash. */
  readonly ids: readonly string[];
  /**
   * Returns why a stored hash cannot be compared with a password, if it cannot. Hashes nothing, and limits the parameters
   * before anything is computed with them. For example, `m=4194304` of argon2 would take 4 GiB of memory.
   */
  read(storedHash: string): ReadHash | Defect;
  /** Returns a stored hash of the scheme with random salt and hash, so that no password matches it. */
  decoyOf(scheme: string): string;
}

/** The reasons why a stored hash is rejected. */
export const defects = {
  unknownFormat: 'its format is not known',
  malformed: 'its text is malformed',
  truncated: 'its base64 is cut off',
  tooExpensive: 'its parameters are too expensive',
  tooLittleMemory: 'its memory is too small for its parallelism',
  tooShort: 'its hash is too short',
} as const;
export type Defect = (typeof defects)[keyof typeof defects];

/**
 * The bounds of every format: a verification takes at most 128 MiB, and half a second of a core. The bounds of time are
 * next to each format.
 */
export const mostMemoryBytes = 128 * 1024 * 1024;
/** Characters. The longest is PBKDF2 with a hash of 512 bytes. */
export const longestStoredHash = 1024;
/** Bytes. A shorter hash matches another password by chance. */
export const shortestTag = 16;
