import { Admission } from '../../src/auth/admission';
import { Trail } from '../../src/trail';
import { clientAt } from '../support/limits';

const neverGone = clientAt(null);
const settings = { places: 2, longestWaitMs: 1000, longestQueue: 10 };

/** Work that ends when it is told to. */
function openWork() {
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const work = (name: number) => () => {
    begun.push(name);
    return new Promise<number>((resolve) => ends.push(() => resolve(name)));
  };
  return {
    begun,
    work,
    async endNext() {
      ends.shift()?.();
      for (let i = 0; i < 5; i += 1) await Promise.resolve();
    },
  };
}

const codeOf = (run: Promise<unknown>) => run.then(() => 'done').catch((error) => error.code);

test('so many are at work, the others wait in the order they came, also when one fails', async () => {
  const admission = new Admission(settings, () => 10);
  const { begun, work, endNext } = openWork();
  const runs = [0, 1, 2, 3].map((name) => admission.run(neverGone, work(name)));
  const failing = admission.run(neverGone, async () => {
    begun.push(4);
    throw new Error('no');
  });
  const last = admission.run(neverGone, work(5));
  failing.catch(() => {});
  await Promise.resolve();
  expect(begun).toEqual([0, 1]);
  await endNext();
  expect(begun).toEqual([0, 1, 2]);
  await endNext();
  await endNext();
  await endNext();
  await expect(failing).rejects.toThrow('no');
  expect(begun).toEqual([0, 1, 2, 3, 4, 5]);
  await endNext();
  expect(await Promise.all([...runs, last])).toEqual([0, 1, 2, 3, 5]);
});

test('who would have to wait for too long is refused at once, with how long it takes', async () => {
  const admission = new Admission(settings, () => 300);
  const { begun, work } = openWork();
  const runs = Array.from({ length: 8 }, (_, i) => codeOf(admission.run(neverGone, work(i))));
  // Two at work; the fourth of those who wait would wait for 1.2 s.
  expect(await Promise.all(runs.slice(5))).toEqual(Array(3).fill('SERVICE_UNAVAILABLE'));
  await expect(admission.run(neverGone, work(9))).rejects.toMatchObject({ retryAfterS: 2 });
  expect(begun).toEqual([0, 1]);
});

test('the work itself sets the pace where it is slower than hashes', async () => {
  const admission = new Admission({ ...settings, places: 1, longestWaitMs: 60_000 }, () => 1);
  const clock = jest.spyOn(performance, 'now');
  let now = 0;
  clock.mockImplementation(() => now);
  for (let i = 0; i < 50; i += 1) {
    await admission.run(neverGone, async () => {
      now += 40_000;
    });
  }
  clock.mockRestore();
  const { work } = openWork();
  const runs = [0, 1, 2].map((i) => codeOf(admission.run(neverGone, work(i))));
  expect(await runs[2]).toBe('SERVICE_UNAVAILABLE');
});

test('no more wait than the queue is long', async () => {
  const admission = new Admission({ ...settings, longestQueue: 1 }, () => 0);
  const { work } = openWork();
  const runs = [0, 1, 2, 3].map((i) => codeOf(admission.run(neverGone, work(i))));
  expect(await runs[3]).toBe('SERVICE_UNAVAILABLE');
});

test('who has waited for too long after all is refused, and its place is free', async () => {
  jest.useFakeTimers();
  try {
    const admission = new Admission(settings, () => 0);
    const { begun, work, endNext } = openWork();
    const runs = [0, 1, 2].map((i) => codeOf(admission.run(neverGone, work(i))));
    jest.advanceTimersByTime(1000);
    expect(await runs[2]).toBe('SERVICE_UNAVAILABLE');
    await endNext();
    await codeOf(Promise.all(runs.slice(0, 1)));
    expect(begun).toEqual([0, 1]);
    void admission.run(neverGone, work(3));
    expect(begun).toEqual([0, 1, 3]);
  } finally {
    jest.useRealTimers();
  }
});

test('who went away gives the place in the queue up, and one who is gone already gets none', async () => {
  const admission = new Admission({ ...settings, longestQueue: 1, longestWaitMs: 60_000 }, () => 0);
  const { begun, work, endNext } = openWork();
  const leaving = new AbortController();
  void [0, 1].map((i) => admission.run(neverGone, work(i)));
  const left = codeOf(admission.run({ gone: leaving.signal, trail: new Trail() }, work(2)));
  leaving.abort();
  expect(await left).toBe('SERVICE_UNAVAILABLE');
  void admission.run(neverGone, work(3));
  expect(await codeOf(admission.run({ gone: leaving.signal, trail: new Trail() }, work(4)))).toBe(
    'SERVICE_UNAVAILABLE',
  );
  await endNext();
  expect(begun).toEqual([0, 1, 3]);
});
