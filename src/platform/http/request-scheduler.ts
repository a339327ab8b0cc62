import type { Socket } from 'node:net';
import type { OperationQueue } from '../request/finished-request';

/**
 * The queues, and how many requests of each queue start in one turn of the event loop. In `graphql`, the body is read
 * and the document is looked up, which is a small part of a login. A document with an operation of another queue then
 * waits in that queue, too.
 */
const startsPerTurn = { hashing: 2, changes: 2, graphql: 4 } as const satisfies Record<
  OperationQueue | 'graphql',
  number
>;

export type QueueName = keyof typeof startsPerTurn;

interface Queue {
  readonly perTurn: number;
  started: number;
  waiting: (() => void)[];
}

/** Starts requests of low priority a few at a time, so that other requests are served in between. */
export class RequestScheduler {
  private readonly queues: Readonly<Record<QueueName, Queue>> = {
    hashing: { perTurn: startsPerTurn.hashing, started: 0, waiting: [] },
    changes: { perTurn: startsPerTurn.changes, started: 0, waiting: [] },
    graphql: { perTurn: startsPerTurn.graphql, started: 0, waiting: [] },
  };
  private readonly cheap = new WeakSet<Socket>();

  /** Calls `begin` now or in a later turn, after the requests that already wait in the queue. */
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

  /** Whether the last GraphQL request on the connection was cheap. The next request is then probably cheap, too. */
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
