import { setImmediate as turn } from 'node:timers/promises';

/**
 * Waits until the condition is true. Between two checks, the event loop has a turn: the embedded database answers without
 * one, so a loop of queries would keep everything else waiting.
 */
export async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await turn();
}
