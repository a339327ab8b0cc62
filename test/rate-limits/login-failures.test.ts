import { randomUUID } from 'node:crypto';
import { LoginFailures } from '../../src/platform/rate-limits/login-failures';
import { type CounterWorld, describeWithEachCounterStore } from '../support/limits';

const daysMs = 86_400_000;

/** Makes a failed attempt. Returns whether the limit let it pass. */
async function fail(failures: LoginFailures, key: string): Promise<boolean> {
  return typeof (await failures.consume(key)) !== 'number';
}

async function failTimes(failures: LoginFailures, key: string, times: number): Promise<number> {
  let passed = 0;
  for (let i = 0; i < times; i += 1) if (await fail(failures, key)) passed += 1;
  return passed;
}

describeWithEachCounterStore('failed logins in a row, counted', (name, open) => {
  let world: CounterWorld;
  beforeAll(async () => {
    world = await open();
  });
  afterAll(() => world.close());
  afterEach(async () => {
    await world.settle?.();
    jest.restoreAllMocks();
  });

  /** Returns two instances on one store. */
  const instances = (count = 100, seconds = 3600) => {
    const limit = `TEST${randomUUID()}`;
    return [0, 1].map(() => new LoginFailures(world.counters, limit, { count, seconds })) as [
      LoginFailures,
      LoginFailures,
    ];
  };
  /** Whether the test can set the clock of the store. */
  const hasOurClock = name !== 'in Redis';
  const pass = (ms: number) => {
    const now = Date.now() + ms;
    jest.spyOn(Date, 'now').mockImplementation(() => now);
  };

  test('after 100 there is one attempt an hour, for all instances together, also of many at the same time', async () => {
    const [a, b] = instances();
    expect(await failTimes(a, 'ada', 50)).toBe(50);
    const atOnce = await Promise.all(Array.from({ length: 100 }, (_, i) => fail(i % 2 ? a : b, 'ada')));
    expect(atOnce.filter((passed) => passed)).toHaveLength(50);
    expect(await b.consume('ada')).toBeGreaterThan(3_500_000);
    expect(await fail(b, 'eve')).toBe(true);
    if (!hasOurClock) return;
    for (let hour = 0; hour < 3; hour += 1) {
      pass(3_600_001);
      const next = await Promise.all(Array.from({ length: 20 }, (_, i) => fail(i % 2 ? a : b, 'ada')));
      expect(next.filter((passed) => passed)).toHaveLength(1);
    }
  });

  test('a success resets the count; an attempt that did not take place is not counted', async () => {
    // The pause must be longer than the attempts in it.
    const seconds = hasOurClock ? 1 : 4;
    const [a] = instances(5, seconds);
    if (hasOurClock) pass(0);
    expect(await failTimes(a, 'ada', 4)).toBe(4);
    for (let i = 0; i < 3; i += 1) {
      const last = await a.consume('ada');
      if (typeof last === 'number') throw new Error('it is rejected');
      await last.undo();
    }
    expect(await failTimes(a, 'ada', 3)).toBe(1);
    if (hasOurClock) pass(1001);
    else await new Promise((resolve) => setTimeout(resolve, 1000 * seconds + 50));
    const right = await a.consume('ada');
    if (typeof right === 'number') throw new Error('it is rejected');
    await right.release();
    expect(await failTimes(a, 'ada', 9)).toBe(5);
  });

  if (hasOurClock) {
    test('they are remembered for 30 days from the last one, not from the first', async () => {
      const [a] = instances(10);
      for (let i = 0; i < 9; i += 1) {
        expect(await fail(a, 'ada')).toBe(true);
        pass(20 * daysMs);
      }
      expect(await failTimes(a, 'ada', 3)).toBe(1);
      pass(20 * daysMs);
      expect(await failTimes(a, 'ada', 3)).toBe(1);
      pass(31 * daysMs);
      expect(await failTimes(a, 'ada', 3)).toBe(3);
    });
  }
});
