import { availableParallelism } from 'node:os';

export interface HashingSpeed {
  /** While as many run as there are cores, in ms of a core. */
  msPerHash: number;
  hashesPerSecond: number;
  /** How many ran at a time: the cores. */
  concurrency: number;
}

/** Measures two hashes on each core, and more until so many ms have passed. What else the process does is measured, too. */
export async function measureHashing(hash: () => Promise<unknown>, atLeastMs = 0): Promise<HashingSpeed> {
  const concurrency = availableParallelism();
  const deadline = performance.now() + atLeastMs;
  // Not the clock, which counts the neighbours' work; nor the system's time, which is high until each thread of the pool
  // has had its first hash: glibc then keeps the 19 MiB for the next one.
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
