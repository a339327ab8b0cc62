import '../runtime/thread-pool';
import type { Argon2 } from './argon2-binary';
import { hashParameters } from './hash-parameters';
import { measureHashing } from './hashing-speed';

export interface TrialReport {
  /** The binary that was loaded. */
  file: string;
  /** The hash of `trialPassword`, made by this binary. */
  hash: string;
  hashesPerSecond: number;
}

const trialPassword = 'correct horse battery staple';
/** RFC 9106, 5.3. */
const known = {
  password: Buffer.alloc(32, 1),
  options: {
    salt: Buffer.alloc(16, 2),
    secret: Buffer.alloc(8, 3),
    associatedData: Buffer.alloc(12, 4),
    memoryCost: 32,
    timeCost: 3,
    parallelism: 4,
  },
  tag: '0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659',
};

/**
 * Runs in its own process, because a faulty binary can end the process. Loads argon2 from a folder, and tests it with
 * the example of the standard and, if given, with a hash of another binary. Prints a TrialReport.
 */
async function main([packageDir = '', otherHash]: string[]): Promise<void> {
  const argon2: Argon2 = require(packageDir);
  const type = argon2.argon2id;
  const tag = await argon2.hash(known.password, { ...known.options, type, raw: true });
  if (tag.toString('hex') !== known.tag) throw new Error('a wrong hash');
  if (otherHash && !(await argon2.verify(otherHash, trialPassword)))
    throw new Error('a different hash than the prebuilt binary makes');
  const make = () => argon2.hash(trialPassword, { ...hashParameters, type });
  const hash = await make();
  const { hashesPerSecond } = await measureHashing(make, 1000);
  const file = Object.keys(require.cache).find((name) => name.endsWith('.node')) ?? '';
  process.stdout.write(JSON.stringify({ file, hash, hashesPerSecond } satisfies TrialReport));
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
