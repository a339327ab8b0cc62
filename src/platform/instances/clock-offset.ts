import type { InstanceStore } from './instance.store';

/** A slower answer does not say exactly enough when the database read its clock, in ms. */
const longestRoundTripMs = 1000;
const attempts = 3;

/**
 * Returns how far the system clock is ahead of the database's clock, in ms. Returns null if the database answers too
 * slowly.
 * @throws AppError `SERVICE_UNAVAILABLE`
 */
export async function measureClockOffset(store: Pick<InstanceStore, 'databaseTime'>): Promise<number | null> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const startedAt = performance.now();
    const databaseMs = await store.databaseTime();
    const systemMs = Date.now();
    const tookMs = performance.now() - startedAt;
    if (tookMs <= longestRoundTripMs) return systemMs - tookMs / 2 - databaseMs;
  }
  return null;
}

/** Returns the median of the differences of several clocks to the database's clock, in ms. The database's clock counts, too. */
export const medianOffset = (offsetsMs: readonly number[]): number => median([0, ...offsetsMs], 0);

/** Returns the median. Of two medians, the nearer to `expected` is returned. */
export function median(values: readonly number[], expected: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? 0;
  return Math.abs(lower - expected) < Math.abs(upper - expected) ? lower : upper;
}
