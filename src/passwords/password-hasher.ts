import { randomBytes } from 'node:crypto';
import type { HashEngineName, LoadedHashEngine } from './hash-engine';
import { hashParameters } from './hash-parameters';
import { type HashingSpeed, measureHashing } from './hashing-speed';
import { Slots } from './slots';
import { hasOtherParameters } from './stored-hash';

export interface PasswordHasher {
  /** Returns a PHC string. */
  hash(password: string): Promise<string>;
  /** Without a stored hash, does the same work and returns false. */
  verify(storedHash: string | null, password: string): Promise<boolean>;
  /** Whether a stored hash has another algorithm or other parameters than new hashes. */
  isOutdated(storedHash: string): boolean;
  /** The average time between two finished hashes under full load, in ms. */
  msPerHash(): number;
}

export interface MeasuredPasswordHasher extends PasswordHasher {
  /** The speed of new hashes on this machine, measured at the start. */
  readonly speed: HashingSpeed;
  readonly engine: HashEngineName;
  /** Why `auto` did not choose the first engine. Not set if it did. */
  readonly passedOver?: string;
}

/** The weight of a new measurement in the moving average. */
const weight = 0.1;

/**
 * Creates a hasher that computes `concurrency` hashes at the same time. Further hashes wait. Also creates the decoy, a
 * hash with the same parameters, which is verified if there is no account.
 */
export async function createPasswordHasher(
  { engine, ...loaded }: LoadedHashEngine,
  concurrency: number,
  parameters = hashParameters,
): Promise<MeasuredPasswordHasher> {
  // The decoy is one of the measured hashes, so that the start does not take longer.
  let decoy = '';
  const speed = await measureHashing(async () => {
    decoy = await engine.hash(randomBytes(32), parameters);
  }, concurrency);
  const slots = new Slots(concurrency);
  /** The moving average of the time of a hash while `concurrency` hashes share the cores. */
  let hashMs = (speed.msPerHash * concurrency) / speed.cores;
  const inSlot = <Result>(work: () => Promise<Result>): Promise<Result> =>
    slots.run(async () => {
      const startedAt = performance.now();
      const result = await work();
      hashMs += (performance.now() - startedAt - hashMs) * weight;
      return result;
    });
  return {
    ...loaded,
    engine: engine.name,
    speed,
    hash: (password) => inSlot(() => engine.hash(password, parameters)),
    async verify(storedHash, password) {
      const matches = await inSlot(() => engine.verify(storedHash ?? decoy, password));
      return matches && storedHash !== null;
    },
    isOutdated: (storedHash) => hasOtherParameters(storedHash, parameters),
    msPerHash: () => hashMs / concurrency,
  };
}
