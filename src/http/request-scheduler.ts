import type { Socket } from 'node:net';

/**
 * The queues, and how many of their requests start in one turn of the event loop. `graphql`: the body is read and its
 * document is found, which is a small part of a login; what takes credentials then waits in the other queue, too.
 */
const startsPerTurn = { hashing: 2, graphql: 6 } as const;

export type QueueName = keyof typeof startsPerTurn;

interface Queue {
  readonly perTurn: number;
  started: number;
  waiting: (() => void)[];
}

/**
 * Starts requests of low priority a few at a time. In one turn of the event loop, other requests and those already
 * started are then served in between.
 */
export class RequestScheduler {
  private readonly queues: Readonly<Record<QueueName, Queue>> = {
    hashing: { perTurn: startsPerTurn.hashing, started: 0, waiting: [] },
    graphql: { perTurn: startsPerTurn.graphql, started: 0, waiting: [] },
  };
  private readonly cheap = new WeakSet<Socket>();

  /** `begin` is called now, or in a later turn, after the others that wait in this queue. */
  start(queueName: QueueName, begin: () => void): void {
    const queue = this.queues[queueName];
    if (queue.started === 0) setImmediate(turn, queue);
    if (queue.started < queue.perTurn && queue.waiting.length === 0) {
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
}

function turn(queue: Queue): void {
  const next = queue.waiting.splice(0, queue.perTurn);
  queue.started = next.length;
  if (next.length > 0) setImmediate(turn, queue);
  for (const begin of next) begin();
}
