import { availableParallelism } from 'node:os';

export interface HashingSpeed {
  /** The CPU time of a hash in ms, while all of these cores hash. */
  msPerHash: number;
  hashesPerSecond: number;
  /** The number of cores that hash, at most the number of cores of the machine. */
  cores: number;
}

/**
 * Measures one hash on each core, at the same time. The result includes other work of the process.
 * @param concurrency how many hashes may run at the same time
 */
export async function measureHashing(hash: () => Promise<unknown>, concurrency: number): Promise<HashingSpeed> {
  const cores = Math.min(concurrency, availableParallelism());
  // CPU time, because the wall clock includes other processes. The time of the system counts, because the kernel
  // provides the memory. Each core hashes only once: after the first hash, glibc would keep 19 MiB for each thread.
  const before = process.cpuUsage();
  await Promise.all(Array.from({ length: cores }, hash));
  const { user, system } = process.cpuUsage(before);
  const msPerHash = (user + system) / 1000 / cores;
  return { msPerHash, hashesPerSecond: (cores * 1000) / msPerHash, cores };
}
