import { availableParallelism } from 'node:os';

export interface HashingSpeed {
  /** CPU time per hash in ms, while as many run as are given cores. */
  msPerHash: number;
  hashesPerSecond: number;
  /** How many cores hash: no more than there are. */
  cores: number;
}

/**
 * Measures one hash on each core that hashes, at the same time. Other work of the process is measured too.
 * @param concurrency how many hashes may run at the same time
 */
export async function measureHashing(hash: () => Promise<unknown>, concurrency: number): Promise<HashingSpeed> {
  const cores = Math.min(concurrency, availableParallelism());
  // CPU time, because the wall clock includes other processes; with the system's part, in which the kernel provides
  // the 19 MiB. Only once: after the first hash, glibc would keep the 19 MiB of each thread for the process.
  const before = process.cpuUsage();
  await Promise.all(Array.from({ length: cores }, hash));
  const { user, system } = process.cpuUsage(before);
  const msPerHash = (user + system) / 1000 / cores;
  return { msPerHash, hashesPerSecond: (cores * 1000) / msPerHash, cores };
}
