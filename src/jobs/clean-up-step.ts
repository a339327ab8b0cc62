/** Removes expired rows of one feature. */
export interface CleanUpStep {
  /** The name in logs and metrics. */
  name: string;
  /** Returns the number of removed rows. A stop aborts `signal`: the step then starts no further statement. */
  run(now: Date, signal: AbortSignal): Promise<number>;
}

/** The number of rows that one statement removes or reads, so that none takes long. */
export const batchSize = 5000;

/** Calls `removeBatch` until nothing is left to remove. */
export async function removeInBatches(
  removeBatch: (atMost: number) => Promise<number>,
  signal: AbortSignal,
): Promise<number> {
  let total = 0;
  for (let removed = batchSize; removed === batchSize && !signal.aborted; total += removed) {
    removed = await removeBatch(batchSize);
  }
  return total;
}

const dayMs = 86_400_000;

export function daysBefore(time: Date, days: number): Date {
  return new Date(time.getTime() - days * dayMs);
}
