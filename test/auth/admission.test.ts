import { Admission } from '../../src/auth/admission';
import { Shares } from '../../src/auth/shares';
import { Trail } from '../../src/trail';
import { clientAt } from '../support/limits';

const neverGone = clientAt(null);
const settings = { places: 2, placesPerAccount: 2, longestWaitMs: 1000, longestQueue: 10 };

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
  const runs = [0, 1, 2, 3].map((name) => admission.run(neverGone, 'ada', work(name)));
  const failing = admission.run(neverGone, 'ada', async () => {
    begun.push(4);
    throw new Error('no');
  });
  const last = admission.run(neverGone, 'ada', work(5));
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
  const runs = Array.from({ length: 8 }, (_, i) => codeOf(admission.run(neverGone, 'ada', work(i))));
  // Two at work; the fourth of those who wait would wait for 1.2 s.
  expect(await Promise.all(runs.slice(5))).toEqual(Array(3).fill('SERVICE_UNAVAILABLE'));
  await expect(admission.run(neverGone, 'ada', work(9))).rejects.toMatchObject({ retryAfterS: 2 });
  expect(begun).toEqual([0, 1]);
});

test('the work itself sets the pace where it is slower than hashes', async () => {
  const admission = new Admission({ ...settings, places: 1, longestWaitMs: 60_000 }, () => 1);
  const clock = jest.spyOn(performance, 'now');
  let now = 0;
  clock.mockImplementation(() => now);
  for (let i = 0; i < 50; i += 1) {
    await admission.run(neverGone, 'ada', async () => {
      now += 40_000;
    });
  }
  clock.mockRestore();
  const { work } = openWork();
  const runs = [0, 1, 2].map((i) => codeOf(admission.run(neverGone, 'ada', work(i))));
  expect(await runs[2]).toBe('SERVICE_UNAVAILABLE');
});

test('no more wait than the queue is long', async () => {
  const admission = new Admission({ ...settings, longestQueue: 1 }, () => 0);
  const { work } = openWork();
  const runs = [0, 1, 2, 3].map((i) => codeOf(admission.run(neverGone, 'ada', work(i))));
  expect(await runs[3]).toBe('SERVICE_UNAVAILABLE');
});

test('who has waited for too long after all is refused, and its place is free', async () => {
  jest.useFakeTimers();
  try {
    const admission = new Admission(settings, () => 0);
    const { begun, work, endNext } = openWork();
    const runs = [0, 1, 2].map((i) => codeOf(admission.run(neverGone, 'ada', work(i))));
    jest.advanceTimersByTime(1000);
    expect(await runs[2]).toBe('SERVICE_UNAVAILABLE');
    await endNext();
    await codeOf(Promise.all(runs.slice(0, 1)));
    expect(begun).toEqual([0, 1]);
    void admission.run(neverGone, 'ada', work(3));
    expect(begun).toEqual([0, 1, 3]);
  } finally {
    jest.useRealTimers();
  }
});

test('who went away gives the place in the queue up, and one who is gone already gets none', async () => {
  const admission = new Admission({ ...settings, longestQueue: 1, longestWaitMs: 60_000 }, () => 0);
  const { begun, work, endNext } = openWork();
  const leaving = new AbortController();
  void [0, 1].map((i) => admission.run(neverGone, 'ada', work(i)));
  const left = codeOf(admission.run({ gone: leaving.signal, trail: new Trail(), ip: null }, 'ada', work(2)));
  leaving.abort();
  expect(await left).toBe('SERVICE_UNAVAILABLE');
  void admission.run(neverGone, 'ada', work(3));
  expect(await codeOf(admission.run({ gone: leaving.signal, trail: new Trail(), ip: null }, 'ada', work(4)))).toBe(
    'SERVICE_UNAVAILABLE',
  );
  await endNext();
  expect(begun).toEqual([0, 1, 3]);
});

describe('shares', () => {
  const at = (ip: string) => clientAt(ip);

  /** `count` requests; what became of each, in the order they came. */
  function ask(
    admission: Admission,
    count: number,
    of: (i: number) => { ip: string; account: string },
    work: () => Promise<unknown>,
  ) {
    return Array.from({ length: count }, (_, i) => {
      const { ip, account } = of(i);
      return codeOf(admission.run(at(ip), account, work));
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

  test.each(hogs)(
    '%s: another person goes next, and takes the place of one of them in a full queue',
    async (_what, of) => {
      const admission = new Admission({ ...settings, placesPerAccount: 4 }, () => 0);
      const { begun, work, endNext } = openWork();
      const hog = ask(admission, 40, of, work(1));
      await Promise.resolve();
      // Some of theirs are served before, so that it is known who they are.
      for (let i = 0; i < 4; i += 1) await endNext();
      void ask(admission, 10, of, work(1));
      expect(admission.queued).toBe(10);
      expect(() => admission.refuseFull(at('203.0.113.7'))).not.toThrow();
      const before = begun.length;
      const other = admission.run(at('203.0.113.7'), 'ada', work(2));
      expect(admission.queued).toBe(10);
      await endNext();
      expect(begun.slice(before)).toEqual([2]);
      await endNext();
      await endNext();
      expect(await other).toBe(2);
      expect(hog).toHaveLength(40);
    },
  );

  test('within one network the account that has least goes next', async () => {
    const admission = new Admission(settings, () => 0);
    const { begun, work, endNext } = openWork();
    const of = () => ({ ip: '198.51.100.1', account: 'hog' });
    void ask(admission, 40, of, work(1));
    await Promise.resolve();
    expect(() => admission.refuseFull(at('198.51.100.1'))).not.toThrow();
    void admission.run(at('198.51.100.1'), 'ada', work(2));
    await endNext();
    expect(begun).toEqual([1, 1, 2]);
  });

  test('who is alone may use all of it, and its newest one is rejected when it is full', async () => {
    for (const [, of] of hogs) {
      const admission = new Admission(settings, () => 0);
      const { begun, work, endNext } = openWork();
      const runs = ask(admission, 20, of, work(1));
      await Promise.resolve();
      expect(begun).toHaveLength(2);
      expect(await Promise.all(runs.slice(12))).toEqual(Array(8).fill('SERVICE_UNAVAILABLE'));
      for (let i = 0; i < 12; i += 1) await endNext();
      expect(begun).toHaveLength(12);
      expect(await Promise.all(runs.slice(0, 12))).toEqual(Array(12).fill('done'));
    }
  });

  test('a network that fills the queue with many accounts is rejected before its body is read', async () => {
    const admission = new Admission({ ...settings, longestQueue: 5 }, () => 0);
    void ask(admission, 7, (i) => ({ ip: '198.51.100.1', account: `hog ${i}` }), openWork().work(1));
    expect(() => admission.refuseFull(at('198.51.100.1'))).toThrow('Too many are waiting');
  });

  test('so many of one account are at work; those of others go past what waits for its turn', async () => {
    const admission = new Admission({ ...settings, places: 4, placesPerAccount: 2 }, () => 0);
    const { begun, work, endNext } = openWork();
    void ask(admission, 4, () => ({ ip: '198.51.100.1', account: 'hog' }), work(1));
    void ask(admission, 1, () => ({ ip: '198.51.100.1', account: 'ada' }), work(2));
    await Promise.resolve();
    expect(begun).toEqual([1, 1, 2]);
    await endNext();
    expect(begun).toEqual([1, 1, 2, 1]);
    expect(admission.working).toBe(3);
  });

  test('what was served is forgotten, and with it everybody who has nothing any more', async () => {
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

  test('what a rejected request costs does not grow with the queue', async () => {
    const of = () => ({ ip: '198.51.100.1', account: 'hog' });
    const cpuMsOf = async (longestQueue: number) => {
      const admission = new Admission({ ...settings, longestQueue, longestWaitMs: 60_000 }, () => 0);
      void ask(admission, longestQueue + 2, of, openWork().work(1));
      const before = process.cpuUsage();
      const rejected = await Promise.all(ask(admission, 2000, of, openWork().work(1)));
      const { user, system } = process.cpuUsage(before);
      expect(new Set(rejected)).toEqual(new Set(['SERVICE_UNAVAILABLE']));
      return user + system;
    };
    await cpuMsOf(10);
    expect((await cpuMsOf(10_000)) / (await cpuMsOf(10))).toBeLessThan(5);
  });
});
