import type { RequestListener } from 'node:http';
import { pathOf } from './request-line';

/** How many requests of a queue start in one turn of the event loop. */
const startsPerTurn = 2;

interface Queue {
  started: number;
  waiting: (() => void)[];
}

/**
 * Starts requests of low priority a few at a time. In one turn of the event loop, other requests and those already
 * started are then served in between. `queueOf` returns the queue for a method and path, or null for a request that
 * starts at once.
 */
export function scheduleRequests(
  queueOf: (method: string | undefined, path: string) => string | null,
  handler: RequestListener,
): RequestListener {
  const queues = new Map<string, Queue>();
  const queueNamed = (name: string): Queue => {
    const queue = queues.get(name) ?? { started: 0, waiting: [] };
    queues.set(name, queue);
    return queue;
  };
  const turn = (queue: Queue) => {
    const next = queue.waiting.splice(0, startsPerTurn);
    queue.started = next.length;
    if (next.length > 0) setImmediate(turn, queue);
    for (const start of next) start();
  };
  return (req, res) => {
    const name = queueOf(req.method, pathOf(req.url ?? ''));
    if (name === null) return void handler(req, res);
    const queue = queueNamed(name);
    if (queue.started === 0) setImmediate(turn, queue);
    if (queue.started < startsPerTurn && queue.waiting.length === 0) {
      queue.started += 1;
      handler(req, res);
    } else {
      queue.waiting.push(() => void handler(req, res));
    }
  };
}
