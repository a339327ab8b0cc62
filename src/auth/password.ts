import { randomBytes } from 'node:crypto';
import { Slots } from '../slots';
import { type BinaryKind, loadArgon2 } from './argon2-binary';
import { type HashingSpeed, measureHashing } from './hashing-speed';

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

export interface MeasuredPasswordHasher extends PasswordHasher {
  /** What new hashes cost here, measured before the first request. */
  readonly speed: HashingSpeed;
  readonly binary: BinaryKind;
  /** Why there is a tuned binary and another one runs. */
  readonly passedOver?: string;
}

/** How much one more measurement weighs in a mean. */
const weight = 0.1;

/**
 * Hashes `concurrency` passwords at once; others wait. Makes the decoy: the hash, of the same parameters, that is
 * verified where no account is.
 */
export async function createPasswordHasher(
  concurrency: number,
  parameters = hashParameters,
): Promise<MeasuredPasswordHasher> {
  const { argon2, ...loaded } = loadArgon2();
  const options = { ...parameters, type: argon2.argon2id } as const;
  // One of those that are measured: the start waits for no more of them than it must.
  let decoy = '';
  const speed = await measureHashing(async () => {
    decoy = await argon2.hash(randomBytes(32), options);
  });
  const slots = new Slots(concurrency);
  let hashMs = speed.msPerHash;
  const inSlot = <Result>(work: () => Promise<Result>): Promise<Result> =>
    slots.run(async () => {
      const startedAt = performance.now();
      const result = await work();
      hashMs += (performance.now() - startedAt - hashMs) * weight;
      return result;
    });
  return {
    ...loaded,
    speed,
    hash: (password) => inSlot(() => argon2.hash(password, options)),
    async verify(storedHash, password) {
      const matches = await inSlot(() => argon2.verify(storedHash ?? decoy, password));
      return matches && storedHash !== null;
    },
    isOutdated: (storedHash) => argon2.needsRehash(storedHash, options),
    msPerHash: () => hashMs / concurrency,
  };
}
