import type { Socket } from 'node:net';

/** How many requests of a queue start in one turn of the event loop. */
const startsPerTurn = 2;

interface Queue {
  started: number;
  waiting: (() => void)[];
}

/**
 * Starts requests of low priority a few at a time. In one turn of the event loop, other requests and those already
 * started are then served in between.
 */
export class RequestScheduler {
  private readonly queues = new Map<string, Queue>();
  private readonly cheap = new WeakSet<Socket>();

  /** `begin` is called now, or in a later turn, after the others that wait in this queue. */
  start(queueName: string, begin: () => void): void {
    const queue = this.queueNamed(queueName);
    if (queue.started === 0) setImmediate(turn, queue);
    if (queue.started < startsPerTurn && queue.waiting.length === 0) {
      queue.started += 1;
      begin();
    } else {
      queue.waiting.push(begin);
    }
  }

  /**
   * Whether the last request on a connection was a cheap one, if its cost was unknown when its headers arrived. Then the
   * next one is probably cheap, too.
   */
  isCheap(connection: Socket): boolean {
    return this.cheap.has(connection);
  }

  setCheap(connection: Socket, isCheap: boolean): void {
    if (isCheap) this.cheap.add(connection);
    else this.cheap.delete(connection);
  }

  private queueNamed(name: string): Queue {
    const queue = this.queues.get(name) ?? { started: 0, waiting: [] };
    this.queues.set(name, queue);
    return queue;
  }
}

function turn(queue: Queue): void {
  const next = queue.waiting.splice(0, startsPerTurn);
  queue.started = next.length;
  if (next.length > 0) setImmediate(turn, queue);
  for (const begin of next) begin();
}
