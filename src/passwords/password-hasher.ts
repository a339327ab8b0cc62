import { randomBytes } from 'node:crypto';
import type { HashEngineName, LoadedHashEngine } from './hash-engine';
import { hashParameters } from './hash-parameters';
import { type HashingSpeed, measureHashing } from './hashing-speed';
import { Slots } from './slots';
import { hasOtherParameters } from './stored-hash';

export interface PasswordHasher {
  /** A PHC string. */
  hash(password: string): Promise<string>;
  /** Without a stored hash it does the same work and returns false. */
  verify(storedHash: string | null, password: string): Promise<boolean>;
  /** Whether a stored hash has another algorithm or other parameters than new hashes. */
  isOutdated(storedHash: string): boolean;
  /** The time between two finished hashes under full load, in ms. */
  msPerHash(): number;
}

export interface MeasuredPasswordHasher extends PasswordHasher {
  /** The speed of new hashes on this machine, measured before the first request. */
  readonly speed: HashingSpeed;
  readonly engine: HashEngineName;
  /** Why the engine is not the first choice of `auto`, if it is not. */
  readonly passedOver?: string;
}

/** The weight of a new measurement in the moving average. */
const weight = 0.1;

/**
 * Hashes `concurrency` passwords at the same time; others wait. It also creates the decoy, a hash with the same
 * parameters that is verified when there is no account.
 */
export async function createPasswordHasher(
  { engine, ...loaded }: LoadedHashEngine,
  concurrency: number,
  parameters = hashParameters,
): Promise<MeasuredPasswordHasher> {
  // The decoy is one of the measured hashes, so that the start takes no longer.
  let decoy = '';
  const speed = await measureHashing(async () => {
    decoy = await engine.hash(randomBytes(32), parameters);
  }, concurrency);
  const slots = new Slots(concurrency);
  /** The time of a hash while `concurrency` of them share the cores. */
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
