import { setTimeout as delay } from 'node:timers/promises';

/** Much longer than anything takes on a busy machine, and shorter than the time limit of a test. */
const patienceMs = 120_000;

/**
 * Waits until a function returns something truthy, and returns that. Asks after 1 ms and then more and more seldom, up to
 * every 50 ms, because to ask can be a login. Fake timers do not stop it.
 * @throws Error if it takes too long: Jest's own time limit would fail the test, but not end the waiting
 */
export async function until<Found>(
  find: () => Found | Promise<Found>,
): Promise<Exclude<Found, undefined | null | false>> {
  const isLate = AbortSignal.timeout(patienceMs);
  for (let pauseMs = 1; !isLate.aborted; pauseMs = Math.min(pauseMs * 1.2, 50)) {
    const found = await find();
    if (found) return found as Exclude<Found, undefined | null | false>;
    await delay(pauseMs);
  }
  throw new Error(`not true within ${patienceMs / 1000} s: ${find}`);
}
