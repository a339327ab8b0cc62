import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { RequestScheduler } from '../../src/http/request-scheduler';

function setUp() {
  const started: string[] = [];
  const scheduler = new RequestScheduler();
  const arrive = (name: string) => scheduler.start(name.split(' ')[0] ?? '', () => started.push(name));
  return { started, arrive };
}

test('two requests of a queue start in a turn of the event loop, in order of arrival', async () => {
  const { started, arrive } = setUp();
  for (let i = 0; i < 5; i += 1) arrive(`queued ${i}`);
  expect(started).toEqual(['queued 0', 'queued 1']);
  await nextTurn();
  arrive('queued 5');
  expect(started.slice(2)).toEqual(['queued 2', 'queued 3']);
  await nextTurn();
  await nextTurn();
  expect(started.slice(4)).toEqual(['queued 4', 'queued 5']);
});

test('queues do not wait for each other, and a request of an empty queue starts at once', async () => {
  const { started, arrive } = setUp();
  for (const name of ['a 0', 'a 1', 'a 2', 'b 0', 'b 1', 'b 2']) arrive(name);
  expect(started).toEqual(['a 0', 'a 1', 'b 0', 'b 1']);
  for (let i = 0; i < 3; i += 1) await nextTurn();
  arrive('a 3');
  expect(started.slice(4)).toEqual(['a 2', 'b 2', 'a 3']);
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
