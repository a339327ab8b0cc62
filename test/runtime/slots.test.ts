import { NoFreeSlotError, Slots } from '../../src/platform/runtime/slots';

function deferred() {
  let resolve = () => {};
  let reject = (_error: Error) => {};
  const promise = new Promise<void>((ok, fail) => {
    resolve = ok;
    reject = fail;
  });
  return { promise, resolve, reject };
}

test('no more works run at the same time than there are slots, in the order of arrival, also if one fails', async () => {
  const slots = new Slots(2);
  const works = Array.from({ length: 5 }, deferred);
  const started: number[] = [];
  const results = works.map(({ promise }, i) =>
    slots.run(async () => {
      started.push(i);
      await promise;
      return i;
    }),
  );
  await Promise.resolve();
  expect(started).toEqual([0, 1]);

  works[1]?.reject(new Error('no'));
  await expect(results[1]).rejects.toThrow('no');
  expect(started).toEqual([0, 1, 2]);
  for (const { resolve } of works) resolve();
  expect(await Promise.all([results[0], ...results.slice(2)])).toEqual([0, 2, 3, 4]);

  expect(await slots.run(async () => 'free again')).toBe('free again');
});

test('a task is rejected if too many wait, or if its signal is aborted while it waits, and the others keep their order', async () => {
  const slots = new Slots(1, 2);
  const [first, ...others] = [deferred(), deferred(), deferred()];
  const started: number[] = [];
  const run = (i: number, signal?: AbortSignal) =>
    slots.run(async () => {
      started.push(i);
      await others[i]?.promise;
    }, signal);
  const running = slots.run(() => first.promise);
  const stop = new AbortController();
  const left = expect(run(0, stop.signal)).rejects.toThrow(NoFreeSlotError);
  const stays = run(1);
  await expect(run(2)).rejects.toThrow(NoFreeSlotError);
  stop.abort();
  await left;
  first.resolve();
  others[1]?.resolve();
  await Promise.all([running, stays]);
  expect(started).toEqual([1]);
  await expect(slots.run(() => Promise.resolve(), AbortSignal.abort())).resolves.toBeUndefined();
});
