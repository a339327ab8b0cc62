import { HashQueue } from '../../src/accounts/passwords/hash-queue';
import { Shares } from '../../src/accounts/passwords/shares';
import { contextAt } from '../support/limits';

const neverGone = contextAt(null);
const settings = { slots: 2, slotsPerAccount: 2, longestWaitMs: 1000, longestQueue: 10 };

/** Work that ends on demand. */
function openWork() {
  const started: number[] = [];
  const ends: (() => void)[] = [];
  const work = (name: number) => () => {
    started.push(name);
    return new Promise<number>((resolve) => ends.push(() => resolve(name)));
  };
  return {
    started,
    work,
    async endNext() {
      ends.shift()?.();
      for (let i = 0; i < 5; i += 1) await Promise.resolve();
    },
  };
}

const codeOf = (run: Promise<unknown>) => run.then(() => 'done').catch((error) => error.code);

test('a limited number runs, the others wait in the order of arrival, also if one fails', async () => {
  const hashQueue = new HashQueue(settings, () => 10);
  const { started, work, endNext } = openWork();
  const runs = [0, 1, 2, 3].map((name) => hashQueue.run(neverGone, 'ada', work(name)));
  const failing = hashQueue.run(neverGone, 'ada', async () => {
    started.push(4);
    throw new Error('no');
  });
  const last = hashQueue.run(neverGone, 'ada', work(5));
  failing.catch(() => {});
  await Promise.resolve();
  expect(started).toEqual([0, 1]);
  await endNext();
  expect(started).toEqual([0, 1, 2]);
  await endNext();
  await endNext();
  await endNext();
  await expect(failing).rejects.toThrow('no');
  expect(started).toEqual([0, 1, 2, 3, 4, 5]);
  await endNext();
  expect(await Promise.all([...runs, last])).toEqual([0, 1, 2, 3, 5]);
});

test('a request that would wait for too long is rejected immediately, with the seconds to wait', async () => {
  const hashQueue = new HashQueue(settings, () => 300);
  const { started, work } = openWork();
  const runs = Array.from({ length: 8 }, (_, i) => codeOf(hashQueue.run(neverGone, 'ada', work(i))));
  // Two are being hashed. The fourth waiting request would wait for 1.2 s.
  expect(await Promise.all(runs.slice(5))).toEqual(Array(3).fill('SERVICE_UNAVAILABLE'));
  await expect(hashQueue.run(neverGone, 'ada', work(9))).rejects.toMatchObject({ retryAfterS: 2 });
  expect(started).toEqual([0, 1]);
});

test('the work sets the pace if it is slower than hashing', async () => {
  const hashQueue = new HashQueue({ ...settings, slots: 1, longestWaitMs: 60_000 }, () => 1);
  const clock = jest.spyOn(performance, 'now');
  let now = 0;
  clock.mockImplementation(() => now);
  for (let i = 0; i < 50; i += 1) {
    await hashQueue.run(neverGone, 'ada', async () => {
      now += 40_000;
    });
  }
  clock.mockRestore();
  const { work } = openWork();
  const runs = [0, 1, 2].map((i) => codeOf(hashQueue.run(neverGone, 'ada', work(i))));
  expect(await runs[2]).toBe('SERVICE_UNAVAILABLE');
});

test('no more requests wait than the queue may have, and one too many is reported', async () => {
  const note = jest.fn();
  const hashQueue = new HashQueue({ ...settings, longestQueue: 1 }, () => 0, note);
  const { work } = openWork();
  const runs = [0, 1, 2, 3].map((i) => codeOf(hashQueue.run(neverGone, 'ada', work(i))));
  expect(await runs[3]).toBe('SERVICE_UNAVAILABLE');
  expect(note).toHaveBeenCalledTimes(1);
});

test('a request that has waited for too long is rejected, and leaves the queue', async () => {
  jest.useFakeTimers();
  try {
    const hashQueue = new HashQueue(settings, () => 0);
    const { started, work, endNext } = openWork();
    const runs = [0, 1, 2].map((i) => codeOf(hashQueue.run(neverGone, 'ada', work(i))));
    jest.advanceTimersByTime(1000);
    expect(await runs[2]).toBe('SERVICE_UNAVAILABLE');
    await endNext();
    await codeOf(Promise.all(runs.slice(0, 1)));
    expect(started).toEqual([0, 1]);
    void hashQueue.run(neverGone, 'ada', work(3));
    expect(started).toEqual([0, 1, 3]);
  } finally {
    jest.useRealTimers();
  }
});

test('a request whose client disconnects leaves the queue, and one whose client already has does not enter it', async () => {
  const hashQueue = new HashQueue({ ...settings, longestQueue: 1, longestWaitMs: 60_000 }, () => 0);
  const { started, work, endNext } = openWork();
  const leaving = new AbortController();
  void [0, 1].map((i) => hashQueue.run(neverGone, 'ada', work(i)));
  const left = codeOf(hashQueue.run({ ...contextAt(null), signal: leaving.signal }, 'ada', work(2)));
  leaving.abort();
  expect(await left).toBe('SERVICE_UNAVAILABLE');
  void hashQueue.run(neverGone, 'ada', work(3));
  expect(await codeOf(hashQueue.run({ ...contextAt(null), signal: leaving.signal }, 'ada', work(4)))).toBe(
    'SERVICE_UNAVAILABLE',
  );
  await endNext();
  expect(started).toEqual([0, 1, 3]);
});

describe('shares', () => {
  const at = (ip: string) => contextAt(ip);
  // The number of requests fills the queue, not their time, which depends on the machine.
  const settings = { slots: 2, slotsPerAccount: 2, longestWaitMs: 60_000, longestQueue: 10 };

  /** Sends `count` requests. Returns the outcome of each in the order of arrival. */
  function ask(
    hashQueue: HashQueue,
    count: number,
    of: (i: number) => { ip: string; account: string },
    work: () => Promise<unknown>,
  ) {
    return Array.from({ length: count }, (_, i) => {
      const { ip, account } = of(i);
      return codeOf(hashQueue.run(at(ip), account, work));
    });
  }

  const hogs: [string, (i: number) => { ip: string; account: string }][] = [
    ['one account from many networks', (i) => ({ ip: `198.51.100.${i}`, account: 'hog' })],
    ['one network with many accounts', (i) => ({ ip: '198.51.100.1', account: `hog ${i % 20}` })],
    [
      'many /64s of one /48 with many accounts',
      (i) => ({ ip: `2001:db8:1:${i.toString(16)}::1`, account: `hog ${i}` }),
    ],
    ['one account from one network', () => ({ ip: '198.51.100.1', account: 'hog' })],
  ];

  test.each(hogs)('%s: another account goes next, and replaces one of them in a full queue', async (_what, of) => {
    const hashQueue = new HashQueue({ ...settings, slotsPerAccount: 4 }, () => 0);
    const { started, work, endNext } = openWork();
    const hog = ask(hashQueue, 40, of, work(1));
    await Promise.resolve();
    // The queue serves some of their requests first, so that it knows their accounts and networks.
    for (let i = 0; i < 4; i += 1) await endNext();
    void ask(hashQueue, 10, of, work(1));
    expect(hashQueue.queued).toBe(10);
    expect(hashQueue.overloadOf(at('203.0.113.7'))).toBeNull();
    const before = started.length;
    const other = hashQueue.run(at('203.0.113.7'), 'ada', work(2));
    expect(hashQueue.queued).toBe(10);
    await endNext();
    expect(started.slice(before)).toEqual([2]);
    await endNext();
    await endNext();
    expect(await other).toBe(2);
    expect(hog).toHaveLength(40);
  });

  test('within one network the account with the least load goes next', async () => {
    const hashQueue = new HashQueue(settings, () => 0);
    const { started, work, endNext } = openWork();
    const of = () => ({ ip: '198.51.100.1', account: 'hog' });
    void ask(hashQueue, 40, of, work(1));
    await Promise.resolve();
    expect(hashQueue.overloadOf(at('198.51.100.1'))).toBeNull();
    void hashQueue.run(at('198.51.100.1'), 'ada', work(2));
    await endNext();
    expect(started).toEqual([1, 1, 2]);
  });

  test('a single client may use the whole queue, and its newest request is rejected if the queue is full', async () => {
    for (const [, of] of hogs) {
      const hashQueue = new HashQueue(settings, () => 0);
      const { started, work, endNext } = openWork();
      const runs = ask(hashQueue, 20, of, work(1));
      await Promise.resolve();
      expect(started).toHaveLength(2);
      expect(await Promise.all(runs.slice(12))).toEqual(Array(8).fill('SERVICE_UNAVAILABLE'));
      for (let i = 0; i < 12; i += 1) await endNext();
      expect(started).toHaveLength(12);
      expect(await Promise.all(runs.slice(0, 12))).toEqual(Array(12).fill('done'));
    }
  });

  test('a network that fills the queue with many accounts is rejected before its body is read', async () => {
    const hashQueue = new HashQueue({ ...settings, longestQueue: 5 }, () => 0);
    void ask(hashQueue, 7, (i) => ({ ip: '198.51.100.1', account: `hog ${i}` }), openWork().work(1));
    expect(hashQueue.overloadOf(at('198.51.100.1'))).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });

  test('a limited number of one account runs; requests of others overtake its waiting ones', async () => {
    const hashQueue = new HashQueue({ ...settings, slots: 4, slotsPerAccount: 2 }, () => 0);
    const { started, work, endNext } = openWork();
    void ask(hashQueue, 4, () => ({ ip: '198.51.100.1', account: 'hog' }), work(1));
    void ask(hashQueue, 1, () => ({ ip: '198.51.100.1', account: 'ada' }), work(2));
    await Promise.resolve();
    expect(started).toEqual([1, 1, 2]);
    await endNext();
    expect(started).toEqual([1, 1, 2, 1]);
    expect(hashQueue.working).toBe(3);
  });

  test('what was served is forgotten, also accounts and networks without any load', async () => {
    const clock = jest.spyOn(performance, 'now');
    let now = 0;
    clock.mockImplementation(() => now);
    const shares = new Shares();
    for (let i = 0; i < 1000; i += 1) {
      const holder = shares.of(`account ${i}`, at(`2001:db8:${i.toString(16)}::1`));
      shares.enter(holder);
      shares.end(holder);
    }
    expect(shares.size).toBe(4000);
    now += 60_000;
    const last = shares.of('account 0', at('2001:db8::1'));
    shares.enter(last);
    clock.mockRestore();
    expect(shares.size).toBe(4);
  });

  test('the cost of a rejected request does not grow with the queue', async () => {
    const of = () => ({ ip: '198.51.100.1', account: 'hog' });
    const cpuMsOf = async (longestQueue: number) => {
      const hashQueue = new HashQueue({ ...settings, longestQueue, longestWaitMs: 60_000 }, () => 0);
      void ask(hashQueue, longestQueue + 2, of, openWork().work(1));
      const before = process.cpuUsage();
      const rejected = await Promise.all(ask(hashQueue, 2000, of, openWork().work(1)));
      const { user, system } = process.cpuUsage(before);
      expect(new Set(rejected)).toEqual(new Set(['SERVICE_UNAVAILABLE']));
      return user + system;
    };
    // The minimum of several measurements, because other work (for example garbage collection) adds to the time.
    const least = { long: Number.POSITIVE_INFINITY, short: Number.POSITIVE_INFINITY };
    for (let i = 0; i < 3; i += 1) {
      least.long = Math.min(least.long, await cpuMsOf(10_000));
      least.short = Math.min(least.short, await cpuMsOf(10));
    }
    // If each request looked at the whole queue, it would be more than a hundred. On a busy machine it was once 21.
    expect(least.long / least.short).toBeLessThan(50);
  });
});

test('a request outside gives its slot to others, has it back afterwards, and its account stays at work', async () => {
  const hashQueue = new HashQueue({ ...settings, slots: 1, slotsPerAccount: 1 }, () => 10);
  const { started, work, endNext } = openWork();
  const outside = openWork();
  const first = hashQueue.run(neverGone, 'ada', async () => {
    await hashQueue.outside(outside.work(0));
    return work(1)();
  });
  const ofSameAccount = hashQueue.run(neverGone, 'ada', work(2));
  const others = [3, 4].map((name) => hashQueue.run(neverGone, 'grace', work(name)));
  for (let i = 0; i < 5; i += 1) await Promise.resolve();
  expect(started).toEqual([3]);
  expect(hashQueue.working).toBe(1);
  // The request comes back while the slot is taken, and does not wait.
  await outside.endNext();
  expect(started).toEqual([3, 1]);
  expect(hashQueue.working).toBe(2);
  await endNext();
  expect(started).toEqual([3, 1]);
  for (let i = 0; i < 3; i += 1) await endNext();
  expect(await first).toBe(1);
  expect((await Promise.all([ofSameAccount, ...others])).toSorted()).toEqual([2, 3, 4]);
  expect(hashQueue.working).toBe(0);
});

test('the time outside does not make the queue slower, also if the work fails', async () => {
  const hashQueue = new HashQueue({ ...settings, slots: 1, longestWaitMs: 60_000 }, () => 1);
  const clock = jest.spyOn(performance, 'now');
  let now = 0;
  clock.mockImplementation(() => now);
  const slowly = async () => {
    now += 40_000;
    throw new Error('no answer');
  };
  for (let i = 0; i < 50; i += 1) {
    await hashQueue.run(neverGone, 'ada', () => hashQueue.outside(slowly)).catch(() => {});
  }
  clock.mockRestore();
  const { work, endNext } = openWork();
  const runs = [0, 1, 2].map((i) => hashQueue.run(neverGone, 'ada', work(i)));
  for (let i = 0; i < 3; i += 1) await endNext();
  expect(await Promise.all(runs)).toEqual([0, 1, 2]);
});
