import { setTimeout as delay } from 'node:timers/promises';

/** Much longer than anything takes on a busy machine, and shorter than the time limit of a test. */
const patienceMs = 120_000;

/**
 * Waits until the condition is true. Fake timers do not stop it.
 * @throws Error if it does not become true: Jest's own time limit would fail the test, but not end the waiting
 */
export async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const isLate = AbortSignal.timeout(patienceMs);
  while (!(await isTrue())) {
    if (isLate.aborted) throw new Error(`not true within ${patienceMs / 1000} s: ${isTrue}`);
    await delay(1);
  }
}
