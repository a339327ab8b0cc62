import { randomUUID } from 'node:crypto';
import { openRedis } from '../../src/platform/db/cluster/redis';
import { createLog } from '../../src/platform/observability/log';
import { consume } from '../../src/platform/rate-limits/counter';
import { RedisCounterStore } from '../../src/platform/rate-limits/counter.store';
import { type CounterWorld, describeWithEachCounterStore, redisUrl } from '../support/limits';
import { testWith } from '../support/needs';
import { untilStopped } from '../support/running';
import { until } from '../support/until';

describeWithEachCounterStore('counts', (name, open) => {
  let world: CounterWorld;
  beforeAll(async () => {
    world = await open();
  });
  afterAll(() => world.close());

  const counter = (count: number, seconds = 60) => world.counters.create(`TEST${randomUUID()}`, { count, seconds });

  test('so many pass in a window, and the next gets the time that it has to wait', async () => {
    const three = counter(3);
    for (let i = 0; i < 3; i += 1) expect(await consume(three, 'a')).toBeNull();
    const waitMs = await consume(three, 'a');
    expect(waitMs).toBeGreaterThan(30_000);
    expect(waitMs).toBeLessThanOrEqual(60_000);
    expect(await consume(three, 'b')).toBeNull();
  });

  test('of 200 at the same time exactly as many pass', async () => {
    const ten = counter(10);
    const waits = await Promise.all(Array.from({ length: 200 }, () => consume(ten, 'a')));
    expect(waits.filter((wait) => wait === null)).toHaveLength(10);
  });

  test('a count that is undone can be used again', async () => {
    const one = counter(1);
    expect(await consume(one, 'a')).toBeNull();
    await one.reward('a');
    expect(await consume(one, 'a')).toBeNull();
    expect(await consume(one, 'a')).not.toBeNull();
    await one.delete('a');
    expect(await consume(one, 'a')).toBeNull();
  });

  test('a count can be set, with a window of its own, and read', async () => {
    const ten = counter(10);
    expect(await ten.get('a')).toBeNull();
    await ten.set('a', 7, 5);
    expect((await ten.get('a'))?.consumedPoints).toBe(7);
    expect((await ten.get('a'))?.msBeforeNext).toBeLessThanOrEqual(5000);
  });

  test('a window that has ended counts nothing', async () => {
    // Redis has its own clock, so there the window must be longer than the two attempts.
    const seconds = name === 'in Redis' ? 4 : 1;
    const one = counter(1, seconds);
    const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now());
    expect(await consume(one, 'a')).toBeNull();
    expect(await consume(one, 'a', 1)).not.toBeNull();
    if (name === 'in Redis') await new Promise((resolve) => setTimeout(resolve, 1000 * seconds + 50));
    else now.mockReturnValue(Date.now() + 1001);
    expect(await consume(one, 'a')).toBeNull();
    jest.restoreAllMocks();
  });
});

testWith('Redis')('an answer of Redis is in time if only this process was too busy to read it', async () => {
  const redis = openRedis(redisUrl ?? '', createLog('silent'), { answersWithinMs: 1000, silenceMs: 60_000 });
  const close = untilStopped(async () => redis.close());
  await until(async () => redis.isUp());
  const two = new RedisCounterStore(redis).create(`TEST${randomUUID()}`, { count: 2, seconds: 60 });
  const first = two.consume('a');
  // The library sends the command at the end of this turn of the event loop.
  await new Promise(setImmediate);
  const until1500Ms = performance.now() + 1500;
  while (performance.now() < until1500Ms);
  const second = two.consume('a');
  expect(await Promise.all([first, second])).toMatchObject([{ consumedPoints: 1 }, { consumedPoints: 2 }]);
  await close();
});
