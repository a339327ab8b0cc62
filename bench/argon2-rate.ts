import { once } from 'node:events';
import { loadArgon2 } from '../src/auth/argon2-binary';
import { hashParameters } from '../src/auth/password';
import { password } from './accounts';

export interface Argon2Round {
  /** Verifications a second. */
  rate: number;
  /** What the process took of the cores. */
  cpuMs: number;
}

/** As many as there are login connections; libuv's pool takes four of them at a time. */
const inFlight = 16;

// The binary that the service runs.
const { argon2 } = loadArgon2();

/** The child of login.ts: verifies passwords for as many milliseconds as each message says, and answers with an Argon2Round. */
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
      if (!(await argon2.verify(hash, password))) throw new Error('argon2 refused the right password');
      if (performance.now() < deadline) done += 1;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  const { user, system } = process.cpuUsage(cpuBefore);
  return { rate: (done * 1000) / ms, cpuMs: (user + system) / 1000 };
}

process.once('disconnect', () => process.exit());
void main();
