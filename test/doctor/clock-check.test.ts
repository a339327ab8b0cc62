import type { Config } from '../../src/compose/config';
import type { Stores } from '../../src/compose/stores';
import { checkClock, checkInstances, listInstances } from '../../src/doctor/clock-check';
import type { Instance, InstanceStore } from '../../src/platform/instances/instance.store';

const id = (n: number) => `0198abc${n}-0000-4000-8000-000000000000`;
/** Instances whose clocks are so many seconds ahead of the database's clock. */
const ahead = (...seconds: number[]): Instance[] =>
  seconds.map((s, i) => ({ id: id(i), name: `web-${i}:4000`, version: '1.2.3', clockOffsetMs: 1000 * s }));

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** The findings on a machine whose clock is so many seconds ahead of the database's clock. */
async function found(ownS: number, instances: Instance[]): Promise<string[]> {
  const store = { databaseTime: async () => Date.now() - 1000 * ownS } as InstanceStore;
  const results = await checkClock({ instances: store } as Stores, instances);
  return results.map(({ verdict, says }) => `${verdict}: ${says}`);
}

const same = 'ok: the clock of the database is 0.000 s ahead of the clock of this machine';

test('clocks that are right', async () => {
  expect(await found(0, [])).toEqual([same]);
  expect(await found(0, ahead(0, 0.4, -0.9))).toEqual([same]);
});

test('an instance that is off is named', async () => {
  expect(await found(0, ahead(0, 300, 0))).toEqual([
    same,
    'warning: the clock of the instance web-1:4000 (0198abc1) is 300.000 s ahead of the other clocks. Synchronize it with a time server',
  ]);
  expect(await found(0, ahead(-300))).toEqual([
    same,
    'warning: the clock of the instance web-0:4000 (0198abc0) is 300.000 s behind the other clocks. Synchronize it with a time server',
  ]);
});

test('a database that is off is named, if the instances agree', async () => {
  expect(await found(300, ahead(300, 300))).toEqual([
    'ok: the clock of the database is 300.000 s behind the clock of this machine',
    'warning: the clock of the database is 300.000 s behind the clocks of the instances. Synchronize it with a time server',
  ]);
});

test('a machine that is off, without and with instances', async () => {
  expect(await found(300, [])).toEqual([
    expect.stringMatching(/^failure: the clock of the database is 300.000 s behind/),
  ]);
  expect(await found(300, ahead(0, 0))).toEqual([
    'warning: the clock of this machine is 300.000 s ahead of the clocks of the instances. Synchronize it with a time server',
  ]);
});

test('a database that answers slowly', async () => {
  const databaseTime = async () => {
    jest.advanceTimersByTime(1100);
    return Date.now();
  };
  const [slow] = await checkClock({ instances: { databaseTime } as InstanceStore } as Stores, []);
  expect(slow?.verdict).toBe('warning');
});

test('the instances are listed, and different versions are an upgrade that has not ended', async () => {
  expect(checkInstances(null).verdict).toBe('skipped');
  expect(checkInstances([])).toMatchObject({ verdict: 'ok', says: 'no instance runs on this database' });
  expect(checkInstances(ahead(0, 0))).toMatchObject({
    verdict: 'ok',
    says: '2: web-0:4000 (0198abc0) 1.2.3, web-1:4000 (0198abc1) 1.2.3',
  });
  const [first, second] = ahead(0, 0) as [Instance, Instance];
  expect(checkInstances([first, { ...second, version: '1.3.0' }])).toMatchObject({
    verdict: 'warning',
    says: expect.stringContaining('different versions'),
  });
  expect(checkInstances(ahead(...Array(30).fill(0))).says).toMatch(/^30: (\S+ \S+ \S+, ){20}…$/);
});

test('the embedded database has no list of instances', async () => {
  const config = { database: { kind: 'embedded', dataDir: '' } } as Config;
  expect(await listInstances(config, {} as Stores)).toBeNull();
});
