import { randomBytes } from 'node:crypto';
import { Slots } from '../../platform/runtime/slots';
import { CryptWorkers } from './formats/crypt-workers';
import { formatOf } from './formats/hash-formats';
import type { HashEngineName, LoadedHashEngine } from './hash-engine';
import { hashParameters } from './hash-parameters';
import { type HashingSpeed, measureHashing } from './hashing-speed';
import { hasOtherParameters } from './stored-hash';

export interface PasswordHasher {
  /** Hashes the NFC form of the password. Returns a PHC string. */
  hash(password: string): Promise<string>;
  /**
   * Without a stored hash, does the same work and returns false.
   * @param storedHash `defectOf` must have returned null for it
   * @param password as typed
   * @param signerKey of Firebase, if the stored hash needs one
   */
  verify(storedHash: string | null, password: string, signerKey?: Buffer | null): Promise<boolean>;
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
  /** Ends the threads that compute hashes in JavaScript. */
  close(): Promise<void>;
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
  const isOutdated = (storedHash: string) => hasOtherParameters(storedHash, parameters);
  const crypt = new CryptWorkers();
  /** Compares with the bytes that the user typed, and then with NFC: the other service could have hashed either. */
  const verifyForeign = async (storedHash: string, password: string, signerKey: Buffer | null): Promise<boolean> => {
    const format = formatOf(storedHash);
    if (!format) throw new Error('the format of the stored hash is not known');
    const tools = { argon2: engine, crypt, signerKey };
    if (await format.verify(storedHash, password, tools)) return true;
    const normalized = password.normalize('NFC');
    return normalized !== password && format.verify(storedHash, normalized, tools);
  };
  return {
    ...loaded,
    engine: engine.name,
    speed,
    hash: (password) => inSlot(() => engine.hash(password.normalize('NFC'), parameters)),
    async verify(storedHash, password, signerKey = null) {
      const compared = storedHash ?? decoy;
      const matches = await inSlot(() =>
        isOutdated(compared)
          ? verifyForeign(compared, password, signerKey)
          : engine.verify(compared, password.normalize('NFC')),
      );
      return matches && storedHash !== null;
    },
    isOutdated,
    close: () => crypt.close(),
    msPerHash: () => hashMs / concurrency,
  };
}
