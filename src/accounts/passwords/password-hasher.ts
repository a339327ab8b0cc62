import { randomBytes } from 'node:crypto';
import { Slots } from '../../platform/runtime/slots';
import { CryptWorkers } from './formats/crypt-workers';
import type { HashEngineName, LoadedHashEngine } from './hash-engine';
import { hashParameters } from './hash-parameters';
import { type HashingSpeed, measureHashing } from './hashing-speed';
import { readStoredHash, type StoredHash } from './stored-hash';

export interface PasswordHasher {
  /** Hashes the NFC form of the password. Returns a PHC string. */
  hash(password: string): Promise<string>;
  /**
   * Without a stored hash, does the same work and returns false.
   * @param password as typed
   * @param signerKey of Firebase, if the stored hash needs one
   */
  verify(storedHash: StoredHash | null, password: string, signerKey?: Buffer | null): Promise<boolean>;
  /** Whether a stored hash has another algorithm or other parameters than new hashes: argon2id of version 19. */
  isOutdated(storedHash: StoredHash): boolean;
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
  let decoyText = '';
  const speed = await measureHashing(async () => {
    decoyText = await engine.hash(randomBytes(32), parameters);
  }, concurrency);
  const decoy = readStoredHash(decoyText);
  if (typeof decoy === 'string') throw new Error(`a new hash cannot be compared with a password: ${decoy}`);
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
  const isOutdated = ({ argon2 }: StoredHash) =>
    argon2?.algorithm !== 'argon2id' ||
    argon2.version !== '19' ||
    argon2.memoryCost !== parameters.memoryCost ||
    argon2.timeCost !== parameters.timeCost ||
    argon2.parallelism !== parameters.parallelism;
  const crypt = new CryptWorkers();
  return {
    ...loaded,
    engine: engine.name,
    speed,
    hash: (password) => inSlot(() => engine.hash(password.normalize('NFC'), parameters)),
    async verify(storedHash, password, signerKey = null) {
      const compared = storedHash ?? decoy;
      const tools = { argon2: engine, crypt, signerKey };
      const normalized = password.normalize('NFC');
      // Another service could have hashed the bytes that the user typed, or NFC.
      const isTyped = async () =>
        normalized !== password && isOutdated(compared) && (await compared.verify(password, tools));
      const matches = await inSlot(async () => (await isTyped()) || compared.verify(normalized, tools));
      return matches && storedHash !== null;
    },
    isOutdated,
    close: () => crypt.close(),
    msPerHash: () => hashMs / concurrency,
  };
}
