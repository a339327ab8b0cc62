import { once } from 'node:events';
import { loadArgon2 } from '../src/argon2/argon2-binary';
import { hashParameters } from '../src/argon2/hash-parameters';
import { password } from './accounts';

export interface Argon2Round {
  /** Verifications a second. */
  rate: number;
  /** The CPU time of the process. */
  cpuMs: number;
}

/** As many as there are login connections. libuv's pool runs four of them at the same time. */
const inFlight = 16;

// The same binary as the service.
const { argon2 } = loadArgon2();

/** The child of login.ts: verifies passwords for the milliseconds of each message, and answers with an Argon2Round. */
async function main(): Promise<void> {
  const hash = await argon2.hash(password, { ...hashParameters, type: argon2.argon2id });
  for (;;) {
    const [ms] = (await once(process, 'message')) as [number];
    process.send?.(await measure(hash, ms));
  }
}

async function measure(hash: string, ms: number): Promise<Argon2Round> {
  const cpuBefore = process.cpuUsage();
  const deadline = performance.now() + ms;
  let done = 0;
  const worker = async () => {
    while (performance.now() < deadline) {
      if (!(await argon2.verify(hash, password))) throw new Error('argon2 rejected the right password');
      if (performance.now() < deadline) done += 1;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  const { user, system } = process.cpuUsage(cpuBefore);
  return { rate: (done * 1000) / ms, cpuMs: (user + system) / 1000 };
}

process.once('disconnect', () => process.exit());
void main();
