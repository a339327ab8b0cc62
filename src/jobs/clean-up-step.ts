/** A step of the clean-up. It removes expired rows of one feature. */
export interface CleanUpStep {
  name: string;
  /** Returns the number of removed rows. After `signal` aborts, the step starts no further statement. */
  run(now: Date, signal: AbortSignal): Promise<number>;
}

/** How many rows one statement removes or reads at most, so that no statement takes long. */
export const batchSize = 5000;

/** Calls `removeBatch` until no rows are left or `signal` aborts. Returns the number of removed rows. */
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
