import { availableParallelism } from 'node:os';

export interface HashingSpeed {
  /** CPU time per hash in ms, while one hash runs on each core. */
  msPerHash: number;
  hashesPerSecond: number;
  /** How many hashes ran at the same time: the number of cores. */
  concurrency: number;
}

/**
 * Measures two hashes on each core, and more until `atLeastMs` have passed. Other work of the process is measured too.
 */
export async function measureHashing(hash: () => Promise<unknown>, atLeastMs = 0): Promise<HashingSpeed> {
  const concurrency = availableParallelism();
  const deadline = performance.now() + atLeastMs;
  // Not the wall clock, which includes other processes. Not the system time, which is high until each thread of the
  // pool has computed its first hash: glibc then keeps the 19 MiB for the next one.
  const before = process.cpuUsage();
  let hashes = 0;
  const core = async () => {
    for (let n = 0; n < 2 || performance.now() < deadline; n++) {
      await hash();
      hashes += 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, core));
  const msPerHash = process.cpuUsage(before).user / 1000 / hashes;
  return { msPerHash, hashesPerSecond: (concurrency * 1000) / msPerHash, concurrency };
}
