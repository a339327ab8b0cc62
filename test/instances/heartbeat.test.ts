import { AppError } from '../../src/platform/errors/app-error';
import { ClockWatch } from '../../src/platform/instances/clock-watch';
import { Heartbeat } from '../../src/platform/instances/heartbeat';
import { type Instance, InstanceStore } from '../../src/platform/instances/instance.store';
import { createLog } from '../../src/platform/observability/log';
import { noDatabase } from '../support/in-memory';

const fiveMinutes = 300_000;
const self = { id: 'a', name: 'web-1:4000', version: '1.2.3' };
const other: Instance = { id: 'b', name: 'web-2:4000', version: '1.2.3', clockOffsetMs: 0 };

/** A database whose clock is `behindMs` behind the system clock. */
class FakeInstances extends InstanceStore {
  constructor() {
    super(noDatabase);
  }

  behindMs = 0;
  answersAfterMs = 0;
  isAway = false;
  others: Instance[] = [other];
  written: Instance[] = [];
  removed: string[] = [];

  override async databaseTime(): Promise<number> {
    if (this.isAway) throw new AppError('SERVICE_UNAVAILABLE');
    const half = this.answersAfterMs / 2;
    if (half > 0) jest.advanceTimersByTime(half);
    const now = Date.now() - this.behindMs;
    if (half > 0) jest.advanceTimersByTime(half);
    return now;
  }

  override async renew(instance: Instance): Promise<Instance[]> {
    this.written.push(instance);
    return this.others;
  }

  override async list(): Promise<Instance[]> {
    return this.others;
  }

  override async remove(id: string): Promise<void> {
    this.removed.push(id);
  }
}

let store: FakeInstances;
let clock: ClockWatch;
let heartbeat: Heartbeat;
let lines: string[];

beforeEach(() => {
  jest.useFakeTimers();
  store = new FakeInstances();
  clock = new ClockWatch();
  lines = [];
  const log = createLog('info', { write: (line: string) => void lines.push(String(JSON.parse(line).msg)) });
  heartbeat = new Heartbeat(store, clock, self, log);
});
afterEach(async () => {
  await heartbeat.close();
  jest.useRealTimers();
});

const beats = (count: number) => jest.advanceTimersByTimeAsync(10_000 * count);

test('a clock that is wrong at the start or four times in a row is reported once, and once when it is right again', async () => {
  store.behindMs = fiveMinutes;
  await heartbeat.start();
  expect(clock.state).toBe('wrong');
  expect(clock.problem).toBe(
    'The clock of this machine is 300 s ahead of the clocks of the database and of the other instances.',
  );
  await beats(5);
  expect(store.written).toHaveLength(6);
  store.behindMs = 0;
  await beats(1);
  expect(clock.problem).toBeNull();
  store.behindMs = -fiveMinutes;
  await beats(3);
  expect(clock.state).toBe('differs');
  await beats(1);
  expect(clock.problem).toBe(
    'The clock of this machine is 300 s behind the clocks of the database and of the other instances.',
  );
  expect(lines).toEqual([
    expect.stringContaining('the system clock is wrong, so this instance is not ready'),
    'the system clock is right again',
    expect.stringContaining('the system clock differs from the clock of the database'),
    expect.stringContaining('the system clock is wrong, so this instance is not ready'),
  ]);
});

test('the difference is that in the middle of the round trip', async () => {
  store.behindMs = fiveMinutes;
  store.answersAfterMs = 900;
  await heartbeat.start();
  expect(store.written).toEqual([{ ...self, clockOffsetMs: fiveMinutes }]);
});

test('an answer that takes more than a second decides nothing, and delays no start', async () => {
  store.behindMs = fiveMinutes;
  store.answersAfterMs = 1100;
  await heartbeat.start();
  expect(store.written).toEqual([]);
  expect(clock.state).toBe('right');
  store.answersAfterMs = 100;
  await beats(1);
  expect(clock.state).toBe('wrong');
});

test('while the database is away, the clock stays wrong, and the log says it once', async () => {
  store.behindMs = fiveMinutes;
  await heartbeat.start();
  store.isAway = true;
  await beats(10);
  expect(clock.state).toBe('wrong');
  expect(lines.slice(1)).toEqual(['the clocks of the instances cannot be compared']);
  store.isAway = false;
  await beats(1);
  expect(store.written).toHaveLength(2);
});

test('a start waits for the database, as the other steps do', async () => {
  store.isAway = true;
  await expect(heartbeat.start()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
});

test('an instance that is alone warns, and stays ready', async () => {
  store.behindMs = fiveMinutes;
  store.others = [];
  await heartbeat.start();
  await beats(5);
  expect(clock.problem).toBeNull();
  expect(lines).toEqual([expect.stringContaining('the system clock differs from the clock of the database')]);
});

test('a stop removes the row and ends the beats', async () => {
  await heartbeat.start();
  await heartbeat.close();
  await beats(5);
  expect(store.removed).toEqual(['a']);
  expect(store.written).toHaveLength(1);
});
