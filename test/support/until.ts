import { setTimeout as delay } from 'node:timers/promises';

/** Waits until the condition is true. Fake timers do not stop it. */
export async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await delay(1);
}
