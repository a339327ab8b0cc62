import { KeyedQueue } from '../../src/platform/runtime/keyed-queue';
import { stopTimers } from '../support/limits';

class Overload extends Error {}
const queueOf = (longestQueue: number) =>
  new KeyedQueue({ longestWaitMs: 1000, longestQueue }, () => new Overload('too much'));

/** Work that ends when the test says so. */
function heldWork(started: string[], name: string) {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const run = async () => {
    started.push(name);
    await ended;
    return name;
  };
  return { run, end };
}

afterEach(() => jest.useRealTimers());

test('work of one key runs one after the other, in the order of the calls, and other keys do not wait', async () => {
  const queue = queueOf(10);
  const started: string[] = [];
  const works = ['a1', 'a2', 'a3', 'b1'].map((name) => heldWork(started, name));
  const results = works.map(({ run }, i) => queue.run(i < 3 ? 'a' : 'b', run));
  expect(started).toEqual(['a1', 'b1']);
  for (const [i, { end }] of works.entries()) {
    end();
    expect(await results[i]).toBe(['a1', 'a2', 'a3', 'b1'][i]);
  }
  expect(started).toEqual(['a1', 'b1', 'a2', 'a3']);
});

test('work that fails passes its error on, and the next work runs', async () => {
  const queue = queueOf(10);
  const failed = queue.run('a', async () => {
    throw new TypeError('of the work');
  });
  const next = queue.run('a', async () => 'next');
  await expect(failed).rejects.toThrow(new TypeError('of the work'));
  expect(await next).toBe('next');
});

test('a full queue rejects work of its key alone', async () => {
  const queue = queueOf(2);
  const started: string[] = [];
  const held = heldWork(started, 'first');
  const first = queue.run('a', held.run);
  const waiting = [1, 2].map((i) => queue.run('a', async () => i));
  await expect(queue.run('a', async () => 3)).rejects.toThrow(Overload);
  expect(await queue.run('b', async () => 4)).toBe(4);
  held.end();
  expect(await Promise.all([first, ...waiting])).toEqual(['first', 1, 2]);
});

test('work that waits too long is rejected and never runs', async () => {
  stopTimers();
  const queue = queueOf(2);
  const started: string[] = [];
  const held = heldWork(started, 'first');
  const late = heldWork(started, 'late');
  const first = queue.run('a', held.run);
  const rejected = expect(queue.run('a', late.run)).rejects.toThrow(Overload);
  jest.advanceTimersByTime(1000);
  await rejected;
  held.end();
  await first;
  expect(await queue.run('a', async () => 'next')).toBe('next');
  expect(started).toEqual(['first']);
});

test('a key whose work has ended takes no memory', async () => {
  const queue = queueOf(10);
  const running = Array.from({ length: 6 }, (_, i) => queue.run(`key ${i % 3}`, async () => {}));
  expect(queue.size).toBe(3);
  await Promise.all(running);
  expect(queue.size).toBe(0);
});
