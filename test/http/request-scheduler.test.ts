import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type QueueName, RequestScheduler } from '../../src/platform/http/request-scheduler';

function setUp() {
  const started: string[] = [];
  const scheduler = new RequestScheduler();
  const arrive = (queue: QueueName, ...requests: number[]) => {
    for (const request of requests) scheduler.start(queue, () => started.push(`${queue} ${request}`));
  };
  return { started, arrive };
}

test('two requests that hash a password start in a turn of the event loop, in order of arrival', async () => {
  const { started, arrive } = setUp();
  arrive('hashing', 0, 1, 2, 3, 4);
  expect(started).toEqual(['hashing 0', 'hashing 1']);
  await nextTurn();
  arrive('hashing', 5);
  expect(started.slice(2)).toEqual(['hashing 2', 'hashing 3']);
  await nextTurn();
  await nextTurn();
  expect(started.slice(4)).toEqual(['hashing 4', 'hashing 5']);
});

test('queues do not wait for each other, and a request of an empty queue starts immediately', async () => {
  const { started, arrive } = setUp();
  arrive('hashing', 0, 1, 2);
  arrive('graphql', ...Array(7).keys());
  expect(started.length).toBe(2 + 4);
  for (let i = 0; i < 3; i += 1) await nextTurn();
  arrive('hashing', 3);
  expect(started.slice(6)).toEqual(['hashing 2', 'graphql 4', 'graphql 5', 'graphql 6', 'hashing 3']);
});

test('a connection is cheap after a cheap request, and until another one', () => {
  const scheduler = new RequestScheduler();
  const [one, other] = [{} as Socket, {} as Socket];
  expect(scheduler.isCheap(one)).toBe(false);
  scheduler.setCheap(one, true);
  expect([one, other].map((connection) => scheduler.isCheap(connection))).toEqual([true, false]);
  scheduler.setCheap(one, false);
  expect(scheduler.isCheap(one)).toBe(false);
});
