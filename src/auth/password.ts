import { randomBytes } from 'node:crypto';
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
  /** At which distance, in ms, hashes are finished when there is no end of them. */
  msPerHash(): number;
}

/** How much one more measurement weighs in a mean. */
const weight = 0.1;

/**
 * Hashes `concurrency` passwords at once; others wait. Makes the decoy: the hash, of the same parameters, that is
 * verified where no account is.
 */
export async function createPasswordHasher(concurrency: number, parameters = hashParameters): Promise<PasswordHasher> {
  const options = { ...parameters, type: argon2.argon2id } as const;
  const slots = new Slots(concurrency);
  let hashMs = 0;
  const inSlot = <Result>(work: () => Promise<Result>): Promise<Result> =>
    slots.run(async () => {
      const startedAt = performance.now();
      const result = await work();
      const tookMs = performance.now() - startedAt;
      hashMs = hashMs === 0 ? tookMs : hashMs + (tookMs - hashMs) * weight;
      return result;
    });
  const decoy = await inSlot(() => argon2.hash(randomBytes(32), options));
  return {
    hash: (password) => inSlot(() => argon2.hash(password, options)),
    async verify(storedHash, password) {
      const matches = await inSlot(() => argon2.verify(storedHash ?? decoy, password));
      return matches && storedHash !== null;
    },
    isOutdated: (storedHash) => argon2.needsRehash(storedHash, options),
    msPerHash: () => hashMs / concurrency,
  };
}
