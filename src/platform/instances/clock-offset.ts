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

/**
 * Returns the median of the differences of several clocks to the database's clock, in ms. The database's clock counts, too. Of
 * two medians, the nearer to `expectedMs` is returned: without an expectation, that of the database.
 */
export function medianOffset(offsetsMs: readonly number[], expectedMs = 0): number {
  const sorted = [0, ...offsetsMs].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? 0;
  return Math.abs(lower - expectedMs) < Math.abs(upper - expectedMs) ? lower : upper;
}
