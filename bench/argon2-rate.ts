import { once } from 'node:events';
import { type HashEngine, type HashEngineName, loadHashEngine } from '../src/accounts/passwords/hash-engine';
import { password } from './accounts';

export interface Argon2Round {
  /** Verifications per second. */
  rate: number;
  /** The CPU time of the process. */
  cpuMs: number;
}

/** The number of login connections. libuv's pool runs four verifications at the same time. */
const inFlight = 16;

/**
 * A child process of login.ts, for one hash engine. Each message is a number of milliseconds. The child verifies
 * passwords for that time and answers with an Argon2Round.
 */
async function main([name]: string[]): Promise<void> {
  const { engine } = await loadHashEngine(name as HashEngineName);
  const hash = await engine.hash(password);
  for (;;) {
    const [ms] = (await once(process, 'message')) as [number];
    process.send?.(await measure(engine, hash, ms));
  }
}

async function measure(engine: HashEngine, hash: string, ms: number): Promise<Argon2Round> {
  const cpuBefore = process.cpuUsage();
  const deadline = performance.now() + ms;
  let done = 0;
  const worker = async () => {
    while (performance.now() < deadline) {
      if (!(await engine.verify(hash, password))) throw new Error(`${engine.name} rejected the right password`);
      if (performance.now() < deadline) done += 1;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  const { user, system } = process.cpuUsage(cpuBefore);
  return { rate: (done * 1000) / ms, cpuMs: (user + system) / 1000 };
}

process.once('disconnect', () => process.exit());
void main(process.argv.slice(2));
