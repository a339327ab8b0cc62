import '../thread-pool';
import type { Argon2 } from '../auth/argon2-binary';
import { measureHashing } from '../auth/hashing-speed';
import { hashParameters } from '../auth/password';

export interface TrialReport {
  /** The binary that was loaded. */
  file: string;
  /** Made by it, of `trialPassword`. */
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
 * A process of its own, because a binary can end it: loads the argon2 of a folder, and proves it by the standard's
 * example and by another binary's hash, if one is given. Prints a TrialReport.
 */
async function main([packageDir = '', otherHash]: string[]): Promise<void> {
  const argon2: Argon2 = require(packageDir);
  const type = argon2.argon2id;
  const tag = await argon2.hash(known.password, { ...known.options, type, raw: true });
  if (tag.toString('hex') !== known.tag) throw new Error('a wrong hash');
  if (otherHash && !(await argon2.verify(otherHash, trialPassword))) throw new Error('another hash than the prebuilt');
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
