import { randomBytes } from 'node:crypto';
import { type BinaryKind, loadArgon2 } from '../argon2/argon2-binary';
import { hashParameters } from '../argon2/hash-parameters';
import { type HashingSpeed, measureHashing } from '../argon2/hashing-speed';
import { Slots } from './slots';

export interface PasswordHasher {
  /** A PHC string. */
  hash(password: string): Promise<string>;
  /** Without a stored hash it does the same work and returns false. */
  verify(storedHash: string | null, password: string): Promise<boolean>;
  /** Whether a stored hash has other parameters than new hashes. */
  isOutdated(storedHash: string): boolean;
  /** The time between two finished hashes under full load, in ms. */
  msPerHash(): number;
}

export interface MeasuredPasswordHasher extends PasswordHasher {
  /** The speed of new hashes on this machine, measured before the first request. */
  readonly speed: HashingSpeed;
  readonly binary: BinaryKind;
  /** Why the tuned binary was not used, if there is one. */
  readonly passedOver?: string;
}

/** The weight of a new measurement in the moving average. */
const weight = 0.1;

/**
 * Hashes `concurrency` passwords at the same time; others wait. It also creates the decoy, a hash with the same
 * parameters that is verified when there is no account.
 */
export async function createPasswordHasher(
  concurrency: number,
  parameters = hashParameters,
): Promise<MeasuredPasswordHasher> {
  const { argon2, ...loaded } = loadArgon2();
  const options = { ...parameters, type: argon2.argon2id } as const;
  // The decoy is one of the measured hashes, so that the start takes no longer.
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
