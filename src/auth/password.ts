import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import argon2 from 'argon2';
import { Slots } from './slots';

/** argon2id at the OWASP minimum (ASVS 5.0, 11.4.2): 19 MiB, two passes, one lane. */
export const hashParameters: HashParameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export interface HashParameters {
  /** KiB. */
  memoryCost: number;
  /** Passes. */
  timeCost: number;
  /** Lanes. */
  parallelism: number;
}

export interface PasswordHasher {
  /** A PHC string. */
  hash(password: string): Promise<string>;
  /** Does the same work when there is no stored hash, and then says no. */
  verify(storedHash: string | null, password: string): Promise<boolean>;
  /** Whether a stored hash has other parameters than new ones get. */
  isOutdated(storedHash: string): boolean;
}

/** Makes the decoy: the hash, of the same parameters, that is verified where no account is. */
export async function createPasswordHasher(parameters = hashParameters): Promise<PasswordHasher> {
  const options = { ...parameters, type: argon2.argon2id } as const;
  // One more than cores, so that none waits for the event loop to hand out work; not all of libuv's four threads, which
  // also look up names and read files.
  const slots = new Slots(availableParallelism() + 1);
  const decoy = await argon2.hash(randomBytes(32), options);
  return {
    hash: (password) => slots.run(() => argon2.hash(password, options)),
    async verify(storedHash, password) {
      const matches = await slots.run(() => argon2.verify(storedHash ?? decoy, password));
      return matches && storedHash !== null;
    },
    isOutdated: (storedHash) => argon2.needsRehash(storedHash, options),
  };
}
